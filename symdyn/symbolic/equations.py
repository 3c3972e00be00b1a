"""The equations of a model, one by one, each with the name that stands on its left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

import sympy as sp

from symdyn.closed_form.constant_names import LETTER
from symdyn.closed_form.polynomial import TooLargeError, TooMuchWorkError
from symdyn.errors import InputError, unknown_name
from symdyn.papers.table import FORMULATIONS
from symdyn.symbolic.exact_expression import expression
from symdyn.symbolic.letters import Written
from symdyn.symbolic.model import Model, recursive_form

TORQUE = "torque"
MOST_TERMS = 3000  # of the expanded form of what is asked: some twenty pages; more is not read by anybody
MOST_WORK = 150_000  # products of two terms in expanding what has few terms, but long constants: some seconds
Rows = list[list[sp.Expr]]


@dataclass(frozen=True, slots=True)
class Equation:
    """A quantity and what it is: an expression, or the rows of a matrix; and the entry of a kernel's output it is."""

    name: str
    written: Written
    right: sp.Expr | Rows
    kernel: str = ""
    index: int = 0
    is_constant: bool = False  # the definition of a constant that the others name


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something that can be shown: how many indices its entries have, and the kernel that gives them.

    `otherwise` is what to show of a robot whose closed form is too long.
    """

    indices: int
    kernel: str
    make: Callable[[Model, tuple[int, ...]], Iterator[Equation]]
    otherwise: str = ""


def equations(model: Model, quantity: str, chosen: Sequence[int] = ()) -> list[Equation]:
    """Return the equations of a quantity; ``chosen`` picks a row, or a row and a column, counted from one."""
    if quantity not in QUANTITIES:
        raise InputError(unknown_name("quantity", quantity, QUANTITIES))
    what = QUANTITIES[quantity]
    if quantity == TORQUE:
        what = replace(what, kernel=model.torque_kernel)
        if model.torque_kernel in FORMULATIONS:
            what = replace(what, otherwise=f"program --form {model.torque_kernel}")
    return entries(model, quantity, what, chosen)


def entries(model: Model, quantity: str, what: Quantity, chosen: Sequence[int]) -> list[Equation]:
    """Return the equations of what is called a ``quantity``."""
    refuse_more(quantity, what.indices, chosen)
    terms = _expanded_terms(model, quantity, what, tuple(chosen)) if what.kernel else 0
    found = list(what.make(model, tuple(chosen)))
    in_constants = sum(len(model.constants[name].terms) for name in _constants_in(model, found))
    if terms + in_constants > MOST_TERMS:
        why = f"{terms} terms, and {in_constants} more in its constants, too many to read"
        raise _too_large(model, quantity, what, tuple(chosen), why)
    return [_called_otherwise(model, one) for one in found]


def _called_otherwise(model: Model, equation: Equation) -> Equation:
    """Call a quantity by its kernel where its letters are those of a symbol on the right: mass_matrix_11."""
    symbols = {symbol.name: model.letters.written[symbol.name].seen for symbol in (*model.symbols, *model.pi)}
    if not equation.kernel or (equation.name not in symbols and equation.written.seen not in symbols.values()):
        return equation
    numbers = equation.name.removeprefix(equation.written.base)
    name = f"{equation.kernel}_{numbers}".removesuffix("_")
    while name in symbols:
        name += "_"
    return replace(equation, name=name, written=Written("", "", name))


def refuse_more(quantity: str, indices: int, chosen: Sequence[int]) -> None:
    """Refuse more numbers than entries have."""
    if len(chosen) > indices:
        places = ("no entries", "rows only", "rows and columns")[indices]
        raise InputError(f"{quantity} has {places}; {len(chosen)} numbers were given")


def constant_definitions(model: Model, found: Sequence[Equation]) -> list[Equation]:
    """Return what the constants that some equations name stand for."""
    return [
        Equation(name, Written(LETTER, name.removeprefix(LETTER)), expression(model.constants[name]), is_constant=True)
        for name in _constants_in(model, found)
    ]


def _constants_in(model: Model, found: Sequence[Equation]) -> list[str]:
    rows = [row for one in found for row in (one.right if isinstance(one.right, list) else [[one.right]])]
    used = {symbol.name for row in rows for x in row for symbol in x.free_symbols}
    return [name for name in model.constants if name in used]


def _expanded_terms(model: Model, quantity: str, what: Quantity, chosen: tuple[int, ...]) -> int:
    """Return how many terms there are; refuse too many, at once where a bound tells, otherwise when derived."""
    rows = 1 if not what.indices else model.robot.n
    width = model.size(what.kernel) // rows
    wanted = [
        i * width + j
        for i in picked(quantity, "row", rows, chosen[:1])
        for j in picked(quantity, "column", width, chosen[1:])
    ]
    if model.is_known_to_exceed(MOST_TERMS, what.kernel, wanted):
        raise _too_large(model, quantity, what, chosen, f"more than {MOST_TERMS} terms, too many to read")
    try:
        terms = sum(len(entry.terms) for entry in model.polynomials(what.kernel, wanted, MOST_WORK))
    except TooMuchWorkError:
        raise _too_large(model, quantity, what, chosen, "constants that are too long to multiply out") from None
    if terms > MOST_TERMS:
        raise _too_large(model, quantity, what, chosen, f"{terms} terms, too many to read")
    return terms


def _too_large(model: Model, quantity: str, what: Quantity, chosen: tuple[int, ...], why: str) -> TooLargeError:
    otherwise = what.otherwise or f"program --kernel {what.kernel}"
    offer = f"{recursive_form(model.robot)}: symdyn show {model.called} {otherwise}"
    if what.indices > len(chosen):
        offer += f", or one entry: {quantity} {' '.join(['1'] * what.indices)}"  # the robot's path may be long
    return TooLargeError(f"the {quantity} of {model.robot.name} has {why}; {offer}")


def picked(quantity: str, kind: str, size: int, chosen: tuple[int, ...]) -> list[int]:
    """Return the indices meant, from zero: all, or the one that is chosen."""
    if not chosen:
        return list(range(size))
    if not 1 <= chosen[0] <= size:
        _out_of_range(quantity, kind, size, chosen[0])
    return [chosen[0] - 1]


def _out_of_range(quantity: str, kind: str, size: int, number: int) -> NoReturn:
    which = f"{kind}s 1 to {size}" if size > 1 else f"{kind} 1 only"
    raise InputError(f"{quantity} has {which}; there is no {kind} {number}")


def _named(base: str, *indices: int) -> tuple[str, Written]:
    """M11, or M1_10 where a number has two digits; the first argument is the letter."""
    numbers = [str(i + 1) for i in indices]
    plain = all(len(number) == 1 for number in numbers)
    return base + ("" if plain else "_").join(numbers), Written(base, ("" if plain else ",").join(numbers))


def _torque(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    for i in picked(TORQUE, "row", model.robot.n, chosen):
        yield Equation(*_named("tau", i), model.torque_row(i), "inverse_dynamics", i)


def _of_kernel(
    quantity: str, letter: str, kernel: str, symmetric: bool = False, matrix: bool = True
) -> Callable[[Model, tuple[int, ...]], Iterator[Equation]]:
    """Return a maker of a kernel's entries; zeros of a matrix are left out, and what symmetry repeats."""

    def make(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
        n = model.robot.n
        width = model.size(kernel) // n
        for i in picked(quantity, "row", n, chosen[:1]):
            for j in picked(quantity, "column", width, chosen[1:]):
                if symmetric and j < i and not chosen:
                    continue
                entry = model.entry(kernel, i * width + j)
                if entry != 0 or not matrix or len(chosen) == 2:
                    name = _named(letter, *((i, j) if matrix else (i,)))
                    yield Equation(*name, entry, kernel, i * width + j)

    return make


def _energy(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    yield Equation("K", Written("K"), model.kinetic_energy, "kinetic_energy")
    yield Equation("P", Written("P"), model.potential_energy, "potential_energy")


def _mlc(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    written = model.letters.written
    pairs = list(model.pi_expressions.items())
    for i in picked("mlc", "row", len(pairs), chosen):
        pi, expression = pairs[i]
        if pi == expression and not chosen:  # felt alone
            continue
        yield Equation(pi.name, written[pi.name], expression)


def _frames(model: Model, chosen: tuple[int, ...]) -> Iterator[Equation]:
    robot = model.robot
    names = [joint.link.name for joint in robot.joints] + (["load"] if robot.load else [])
    parents = [joint.parent for joint in robot.joints] + ([robot.tip] if robot.load else [])
    poses = model.poses()
    for i in picked("frames", "row", len(poses), chosen):
        rows, origin = poses[i]
        below = names[parents[i]] if parents[i] >= 0 else "base"
        matrix = [[*row, x] for row, x in zip(rows, origin, strict=True)]
        matrix.append([sp.S.Zero, sp.S.Zero, sp.S.Zero, sp.S.One])
        yield Equation(f"T_{below}_{names[i]}", Written("T", "", f"{below},{names[i]}"), matrix)


QUANTITIES: dict[str, Quantity] = {
    TORQUE: Quantity(1, "regressor", _torque, "program --kernel inverse_dynamics"),
    "regressor": Quantity(2, "regressor", _of_kernel("regressor", "Y", "regressor")),
    "mass": Quantity(2, "mass_matrix", _of_kernel("mass", "M", "mass_matrix", symmetric=True)),
    "coriolis": Quantity(2, "coriolis_matrix", _of_kernel("coriolis", "C", "coriolis_matrix")),
    "gravity": Quantity(1, "gravity", _of_kernel("gravity", "g", "gravity", matrix=False)),
    "energy": Quantity(0, "kinetic_energy", _energy),
    "mlc": Quantity(1, "", _mlc),
    "frames": Quantity(1, "", _frames),
}
