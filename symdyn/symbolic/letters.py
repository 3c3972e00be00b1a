"""The symbols of a robot's equations, and how each of them is written.

    file          symbol       written
    q of joint 2  q2           q with the subscript 2; its rate qd2 with a dot, qdd2 with two
    link2.Ixx     Ixx2         I with the subscript xx2, if no other link's name ends in 2
    forearm.mx    mx_forearm   otherwise the name is spelled out

A minimal parameter that combines several takes the letters of its pivot with an R, for regrouped: IxxR2. In another
form of the minimal set its members have the names of that form: U2_zz, XXR3, SP1; one whose name means something else
gets a hat: Lin's mass of a composite body, m2_hat, beside m2 of the link alone.

No two symbols are written alike: a name that the user gave, and that would be written like another symbol, stands
upright as it was given (a symbol c2 of the file, beside the cosine of q2).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import sympy as sp

from symdyn.algebra.exact import Exact
from symdyn.model.robot import Robot
from symdyn.parameters.forms.form import Form
from symdyn.parameters.minimal_parameters import MinimalSet, minimal_parameters

REGROUPED = "R"
DOT, HAT = "dot", "hat"
MANY = 10  # coordinates, from which on numbers in subscripts are told apart by commas
STATE_STEMS = (("q", ""), ("qd", "dot"), ("qdd", "ddot"))


@dataclass(frozen=True, slots=True)
class Written:
    """A symbol in parts: a base letter with an accent (dot, ddot), a subscript, words after it, and a superscript."""

    base: str
    subscript: str = ""
    word: str = ""  # part of the subscript, set upright
    superscript: str = ""
    accent: str = ""

    @property
    def seen(self) -> tuple[str, str, str, str]:
        """What a reader sees, slanted or upright."""
        below = ",".join(part for part in (self.subscript, self.word if self.base else "") if part)
        return self.base or self.word, self.accent, below, self.superscript


@dataclass(frozen=True)
class Letters:
    """All symbols that the equations of a robot use."""

    robot: Robot
    minimal: MinimalSet = field(repr=False)
    form: Form | None = field(default=None, repr=False)  # where the minimal parameters are not the pivot set

    @cached_property
    def q(self) -> tuple[sp.Symbol, ...]:
        """Coordinates."""
        return self._state("q")

    @cached_property
    def qd(self) -> tuple[sp.Symbol, ...]:
        """Rates of the coordinates."""
        return self._state("qd")

    @cached_property
    def qdd(self) -> tuple[sp.Symbol, ...]:
        """Changes of the rates."""
        return self._state("qdd")

    def _state(self, stem: str) -> tuple[sp.Symbol, ...]:
        return tuple(sp.Symbol(f"{stem}{i + 1}") for i in range(self.robot.n))

    @cached_property
    def parameters(self) -> tuple[sp.Symbol, ...]:
        """The full parameter vector."""
        return tuple(sp.Symbol(self._short_names[name]) for name in self.robot.parameter_names)

    @cached_property
    def pi(self) -> tuple[sp.Symbol, ...]:
        """The minimal parameters; one that is a single parameter is that parameter's symbol."""
        if self.form is not None:
            return tuple(sp.Symbol(self._short_names.get(name, name)) for name in self.members)
        alone = set(self.minimal.identifiable)
        names = (self._short_names[name] if name in alone else self._regrouped(name) for name in self.minimal.names)
        return tuple(sp.Symbol(name) for name in names)

    @cached_property
    def members(self) -> tuple[str, ...]:
        """Names of the minimal parameters; none of another form's is that of a symbol or parameter which it is not."""
        if self.form is None:
            return self.minimal.names
        places = {short: i for i, short in enumerate(self._short_names.values())}
        taken = {*self.robot.symbols, *places, *self.form.names}
        found = []
        for name, row in zip(self.form.names, self.form.rows, strict=True):
            is_other = name in self.robot.symbols or (name in places and not is_alone(row, places[name]))
            found.append(_free(f"{name}_{HAT}", taken) if is_other else name)
        return tuple(found)

    @cached_property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        """The symbols of the robot file."""
        return tuple(sp.Symbol(name) for name in self.robot.symbols)

    @cached_property
    def written(self) -> Mapping[str, Written]:
        """How symbols are written, by their names."""
        found: dict[str, Written] = {}
        for stem, accent in STATE_STEMS:
            found |= {f"{stem}{i}": Written("q", str(i), accent=accent) for i in range(1, self.robot.n + 1)}
        for name in self.robot.parameter_names:
            found[self._short_names[name]] = self._written_parameter(name, "")
            if self.form is None:
                found[self._regrouped(name)] = self._written_parameter(name, REGROUPED)
        given = {name: _split(name) for name in self.robot.symbols}
        if self.form is not None:
            given |= {symbol.name: written_name(symbol.name) for symbol in self.pi if symbol.name not in found}
        uses = Counter(one.seen for one in (*found.values(), *given.values()))
        for name, one in given.items():
            found[name] = Written("", "", name) if uses[one.seen] > 1 or self._is_turn(one) else one
        return found

    def _is_turn(self, one: Written) -> bool:
        """Whether this is how the cosine or sine of some coordinates is written."""
        numbers = one.subscript.split(",") if "," in one.subscript or self.robot.n >= MANY else list(one.subscript)
        is_plain = one.base in ("c", "s") and not (one.word or one.superscript or one.accent)
        return is_plain and bool(numbers) and all(i.isdigit() and 1 <= int(i) <= self.robot.n for i in numbers)

    @cached_property
    def _short_names(self) -> dict[str, str]:
        """Of every parameter, the name of its symbol."""
        tags = self._tags
        taken = set(self.robot.symbols)
        names = {}
        for name in self.robot.parameter_names:
            owner, _, letters = name.rpartition(".")
            short = letters + tags[owner]
            names[name] = short if short not in taken else _free(f"{letters}_{owner}", taken)
        return names

    @cached_property
    def _tags(self) -> dict[str, str]:
        """Of every link and joint, what follows its letters: its number where that says enough, or its name."""
        owners = list(dict.fromkeys(name.rpartition(".")[0] for name in self.robot.parameter_names))
        joints = {joint.name for joint in self.robot.joints}
        numbers = {owner: re.search(r"\d+$", owner) for owner in owners}
        shared = Counter((owner in joints, match[0]) for owner, match in numbers.items() if match)
        return {
            owner: match[0] if match and shared[owner in joints, match[0]] == 1 else f"_{owner}"
            for owner, match in numbers.items()
        }

    def _regrouped(self, name: str) -> str:
        """Ixx2 -> IxxR2."""
        letters = name.rpartition(".")[2]
        short = self._short_names[name]
        regrouped = letters + REGROUPED + short.removeprefix(letters)
        return _free(regrouped, self.robot.symbols)

    def _written_parameter(self, name: str, superscript: str) -> Written:
        letters = name.rpartition(".")[2]
        tag = self._short_names[name].removeprefix(letters)
        number, word = (tag, "") if tag.isdigit() else ("", tag.removeprefix("_"))
        if letters.startswith("m"):  # m, and the first moments m x, m y, m z
            return Written(letters, number, word, superscript)
        return Written(letters[0], letters[1:] + number, word, superscript)  # Ixx Ia fv fc fo ks kr


def is_alone(row: Sequence[Exact], place: int) -> bool:
    """Whether a combination is one parameter, as it stands."""
    return all(not x or (i == place and not x - 1) for i, x in enumerate(row)) and bool(row[place])


def letters_of(robot: Robot, form: Form | None = None) -> Letters:
    """Return the symbols of a robot's equations, written in a form of the minimal set."""
    return Letters(robot, minimal_parameters(robot), None if form is None or form.is_pivot else form)


def written_name(name: str) -> Written:
    """omega_dot_3_z -> ω̇ with the subscript 3,z; U2_zz -> U with the subscript 2,zz; m2_hat -> m̂ with 2."""
    stem, *rest = name.split("_")
    accent = ""
    if rest and rest[0] in (DOT, HAT):
        accent, rest = rest[0], rest[1:]
    letter = stem.rstrip("0123456789")
    number = stem[len(letter) :]
    return Written(letter, ",".join([*([number] if number else []), *rest]), accent=accent)


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _split(name: str) -> Written:
    """l2 -> l with subscript 2; elbow_height -> the word."""
    match = re.fullmatch(r"([A-Za-z])_?(\d+)", name)
    if match:
        return Written(match[1], match[2])
    return Written(name) if len(name) == 1 else Written("", "", name)
