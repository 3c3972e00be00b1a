"""What closes a tree, as the mapping writes it, with exact numbers: cut joints, couplings, driving joints, motors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.reference.closing import is_closed
from symdyn.reference.exact.inertials import Number, joint_parameters_of
from symdyn.reference.exact.moves import Moves, constants, origin
from symdyn.reference.exact.numbers import Numbers, Written, meant, parsed

Matrix = tuple[tuple[Exact, ...], ...]


@dataclass(frozen=True, slots=True)
class ExactCut:
    """A cut joint; the entries whose links it joins, None being the base, and its frame on each."""

    name: str
    type: str
    parent: int | None
    child: int | None
    parent_frame: Moves
    child_frame: Moves


@dataclass(frozen=True, slots=True)
class ExactCoupling:
    """q[joint] = sum of factor * q[other], + plus; `turned` are cosine and sine of plus, of a joint that turns."""

    joint: int
    factors: tuple[tuple[int, Exact], ...]
    plus: Exact
    turned: tuple[Exact, Exact] | None


@dataclass(frozen=True, slots=True)
class ExactClosing:
    """Everything that makes a tree move with fewer coordinates than it has joints.

    `actuated` are indices of the tree's coordinates; `motors` names motors where there is a `transmission`.
    """

    cuts: tuple[ExactCut, ...]
    couplings: tuple[ExactCoupling, ...]
    actuated: tuple[int, ...]
    transmission: Matrix | None
    motors: tuple[str, ...]

    def constants(self) -> Iterator[Exact]:
        """Yield every constant of frames, couplings and gears."""
        for cut in self.cuts:
            yield from constants((*cut.parent_frame, *cut.child_frame))
        for coupling in self.couplings:
            yield from (coupling.plus, *(factor for _, factor in coupling.factors), *(coupling.turned or ()))
        for row in self.transmission or ():
            yield from row


def angles_of_closing(mapping: Mapping[str, Any]) -> Iterator[Written]:
    """Yield what is written where angles are wanted for certain: in frames of cut joints."""
    for loop in mapping.get("loops") or ():
        for side in ("parent_origin", "child_origin"):
            yield from (loop.get(side) or {}).get("rpy") or ()


def closing_parameters(mapping: Mapping[str, Any], numbers: Numbers) -> dict[str, Number]:
    """Return the parameters of cut joints and then of motors, by their names in the full vector."""
    found: dict[str, Number] = {}
    for name, holder in (*_named(mapping, "loops", "loop"), *_named(mapping, "motors", "motor")):
        found |= {f"{name}.{letter}": value for letter, value in joint_parameters_of(holder, numbers).items()}
    return found


def read_closing_exactly(
    mapping: Mapping[str, Any],
    entry_of_link: Mapping[str, int | None],
    joints: Mapping[str, bool],
    numbers: Numbers,
) -> ExactClosing | None:
    """Return what closes the tree; ``joints`` are those that move, in their order, and whether they turn."""
    if not is_closed(mapping):
        return None
    index = {name: i for i, name in enumerate(joints)}
    couplings = [_coupling(written, index, joints, numbers) for written in mapping.get("couplings") or ()]
    following = {coupling.joint for coupling in couplings}
    free = [name for name in joints if index[name] not in following]
    actuated = tuple(index[name] for name in mapping.get("actuated") or free)
    matrix = mapping.get("transmission")
    named = tuple(name for name, _ in _named(mapping, "motors", "motor"))
    motors = named or tuple(f"motor{i + 1}" for i in range(len(actuated)))
    cuts = tuple(
        ExactCut(
            name,
            loop["type"],
            entry_of_link[loop["parent"]],
            entry_of_link[loop["child"]],
            origin(loop.get("parent_origin"), numbers),
            origin(loop.get("child_origin"), numbers),
        )
        for name, loop in _named(mapping, "loops", "loop")
    )
    gears = tuple(tuple(numbers.number(x) for x in row) for row in matrix) if matrix else None
    return ExactClosing(cuts, tuple(couplings), actuated, gears, motors if matrix else ())


def _named(mapping: Mapping[str, Any], key: str, stem: str) -> list[tuple[str, Mapping[str, Any]]]:
    holders = [holder or {} for holder in mapping.get(key) or []]
    return [(holder.get("name") or f"{stem}{i}", holder) for i, holder in enumerate(holders, start=1)]


def _coupling(
    written: Mapping[str, Any], index: Mapping[str, int], joints: Mapping[str, bool], numbers: Numbers
) -> ExactCoupling:
    name = written["joint"]
    factors = tuple((index[other], numbers.number(factor)) for other, factor in written["equals"].items())
    plus = exact(0) if written.get("plus") is None else numbers.number(written["plus"])
    if not joints[name]:
        return ExactCoupling(index[name], factors, plus, None)
    if written.get("plus") is not None and meant(parsed(written["plus"])) != parsed(written["plus"]):
        plus = meant(parsed(written["plus"]))
    return ExactCoupling(index[name], factors, plus, cos_sin(plus))
