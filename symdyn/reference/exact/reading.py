"""From the robot mapping to elementary moves and bodies with exact numbers.

Nothing is multiplied out: a pose is a sequence of turns about frame axes and of shifts, which the field multiplies.
As in the numeric reading, an entry's link frame is placed in its parent's by `before`, the joint's own motion about and
along `axis`, and `after`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.roots import square_root
from symdyn.reference.exact.closing import (
    ExactClosing,
    angles_of_closing,
    closing_parameters,
    read_closing_exactly,
)
from symdyn.reference.exact.inertials import joint_parameters_of, ten_of
from symdyn.reference.exact.moves import Moves, Shift, Triple, Turn, X, Z, constants, origin, triple
from symdyn.reference.exact.numbers import Numbers, Written
from symdyn.reference.exact.unknown import Weights, unknown_directions
from symdyn.reference.inertials import is_massless
from symdyn.reference.joints import turn_and_travel
from symdyn.reference.mechanism import TEN

STANDARD_GRAVITY: tuple[Written, ...] = (0, 0, "-9.80665")
NEVER_STRUCTURAL = (".fv", ".fc", ".fo", ".ks", ".kr")


@dataclass(frozen=True, slots=True)
class ExactJoint:
    """One entry of the file; the parent None is the base."""

    name: str
    turn: Exact
    travel: Exact
    parent: int | None
    before: Moves
    axis: Triple
    after: Moves


@dataclass(frozen=True, slots=True)
class ExactBody:
    """A link or the load: the entry that carries it, its frame there, and where its ten begin, None if it has none."""

    entry: int
    frame: Moves
    first: int | None


@dataclass(frozen=True, slots=True)
class ExactMechanism:
    """A robot as the exact witness reads it; parameters are None where the file leaves them unknown."""

    joints: tuple[ExactJoint, ...]
    bodies: tuple[ExactBody, ...]
    gravity: Triple
    parameter_names: tuple[str, ...]
    parameters: tuple[Exact | None, ...]
    structural_zeros: bool
    unknown: tuple[Weights, ...] | None
    tip: int
    closing: ExactClosing | None = None
    links: tuple[str, ...] = ()  # names, by entries

    @property
    def moving(self) -> tuple[int, ...]:
        """Indices of the entries that move, in the order of q."""
        return tuple(i for i, joint in enumerate(self.joints) if joint.turn or joint.travel)

    @property
    def present(self) -> tuple[bool, ...]:
        """Which parameters are there; the others are zero by structure."""
        return _present(self.parameter_names, self.parameters, self.structural_zeros)

    def geometry(self) -> Iterator[Exact]:
        """Yield every constant of poses, axes and gravity."""
        yield from self.gravity
        for joint in self.joints:
            yield from (*joint.axis, joint.travel)
            yield from constants((*joint.before, *joint.after))
        for body in self.bodies:
            yield from constants(body.frame)
        for weights in self.unknown or ():
            yield from weights.values()
        if self.closing is not None:
            yield from self.closing.constants()


def read_exactly(mapping: Mapping[str, Any]) -> ExactMechanism:
    """Return the mechanism that a mapping describes."""
    entries, frames, load = mapping["joints"], mapping.get("frames", "explicit"), mapping.get("load")
    holders = [*entries, load] if load is not None else entries
    angles = [angle for holder in holders for angle in _angles_of(holder)]
    numbers = Numbers(mapping.get("symbols") or {}, [*angles, *angles_of_closing(mapping)])
    joints: list[ExactJoint] = []
    bodies: list[ExactBody] = []
    names: list[str] = []
    values: list[Exact | None] = []
    entry_of_link: dict[str, int | None] = {"base": None}
    before: int | None = None
    for index, entry in enumerate(entries):
        link = entry.get("link") or {}
        link_name = link.get("name") or f"link{index + 1}"
        joint_name = entry.get("name") or f"joint{index + 1}"
        parent = entry_of_link[entry["parent"]] if entry.get("parent") else before
        turn, travel = _turn_and_travel(entry, numbers)
        joints.append(ExactJoint(joint_name, turn, travel, parent, *_placed(frames, entry, numbers)))
        entry_of_link[link_name] = before = index
        massless = is_massless(link)
        bodies.append(ExactBody(index, (), None if massless else len(names)))
        if not massless:
            names += [f"{link_name}.{name}" for name in TEN]
            values += ten_of(link, numbers)
        own = joint_parameters_of(entry, numbers)
        names += [f"{joint_name}.{name}" for name in own]
        values += own.values()
    tip = entry_of_link[mapping["tip"]] if mapping.get("tip") else len(joints) - 1
    assert tip is not None  # the base is no tip
    closing = read_closing_exactly(mapping, entry_of_link, _turns_by_name(joints), numbers)
    of_closing = closing_parameters(mapping, numbers)
    names += of_closing
    values += of_closing.values()
    if load is not None:
        bodies.append(ExactBody(tip, origin(load.get("origin"), numbers), len(names)))
        names += [f"load.{name}" for name in TEN]
        values += ten_of(load, numbers)
    gravity = triple(mapping.get("gravity"), STANDARD_GRAVITY, numbers)
    structural = mapping.get("zeros") == "structural"
    unknown = unknown_directions(mapping, names, _present(names, values, structural), numbers)
    return ExactMechanism(
        tuple(joints),
        tuple(bodies),
        gravity,
        tuple(names),
        tuple(values),
        structural,
        None if unknown is None else tuple(unknown),
        tip,
        closing,
        tuple(link for link in entry_of_link if link != "base"),
    )


def _turns_by_name(joints: Sequence[ExactJoint]) -> dict[str, bool]:
    """Return the joints that move, in their order, and whether each turns."""
    return {joint.name: bool(joint.turn) for joint in joints if joint.turn or joint.travel}


def _turn_and_travel(entry: Mapping[str, Any], numbers: Numbers) -> tuple[Exact, Exact]:
    turn, travel = turn_and_travel(entry, numbers.number)
    return exact(turn), exact(travel)


def _present(names: Sequence[str], values: Sequence[Exact | None], structural_zeros: bool) -> tuple[bool, ...]:
    """Inertial entries that are 0 are not there where zeros are structural; friction and springs always are."""
    inertial = [not name.endswith(NEVER_STRUCTURAL) for name in names]
    return tuple(
        not (structural_zeros and of_body and value is not None and not value)
        for of_body, value in zip(inertial, values, strict=True)
    )


def _angles_of(holder: Mapping[str, Any]) -> Iterator[Written]:
    """Yield what an entry writes where angles are wanted."""
    dh, placed = holder.get("dh") or {}, holder.get("origin") or {}
    yield from (dh[key] for key in ("alpha", "theta") if dh.get(key) is not None)
    yield from placed.get("rpy") or ()


def _placed(frames: str, entry: Mapping[str, Any], numbers: Numbers) -> tuple[Moves, Triple, Moves]:
    """Return `before, axis, after` of an entry."""
    along_z = (exact(0), exact(0), exact(1))
    if frames == "explicit":
        return origin(entry.get("origin"), numbers), _unit(triple(entry.get("axis"), (0, 0, 1), numbers)), ()
    dh = entry.get("dh") or {}
    written = {key: 0 if dh.get(key) is None else dh[key] for key in ("a", "alpha", "d", "theta")}
    across = (Turn(X, *numbers.angle(written["alpha"])), Shift((numbers.number(written["a"]), exact(0), exact(0))))
    # the turn and the shift about one axis commute: the constant part of theta and d may stand behind the motion
    along = (Turn(Z, *numbers.angle(written["theta"])), Shift((exact(0), exact(0), numbers.number(written["d"]))))
    if frames == "modified_dh":
        return across, along_z, along
    if frames == "standard_dh":
        return (), along_z, (*along, *across)
    raise ValueError(f"frames: {frames!r} is none of modified_dh standard_dh explicit")


def _unit(axis: Triple) -> Triple:
    x, y, z = axis
    scale = reciprocal(square_root(x * x + y * y + z * z))
    return x * scale, y * scale, z * scale
