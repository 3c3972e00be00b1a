"""Numbers of a robot file: exact constants, vectors and angles, with what is learned while reading them."""

from __future__ import annotations

from dataclasses import dataclass, field

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.algebra.spatial import Vec3
from symdyn.algebra.substitution import substitute
from symdyn.model.expressions.expression import parse
from symdyn.model.expressions.guarded import MAX_SIZE, checked
from symdyn.model.expressions.tokens import ExpressionError
from symdyn.model.notes import Note, NoteKind
from symdyn.model.robot_file.angles import (
    degrees_note,
    in_file,
    looks_like_degrees,
    multiple_text,
    near_multiple,
    recognised,
)
from symdyn.model.robot_file.fields import items_of
from symdyn.model.text.tree import Node, quoted


@dataclass(frozen=True, slots=True)
class Hair:
    """An angle, axis or offset that misses a special one by little: where, as it is written, and the special one."""

    kind: NoteKind
    node: Node
    written: str
    special: str
    better: str = ""  # the special one as this file may have it


@dataclass(slots=True)
class Reading:
    """What the readers of one file share.

    `symbols` are the file's names and values. The rest is collected on the way: `notes` for the user, `rewrites`
    (field -> text) where snapping changed a number, the symbols that occur in angles, and axes and offsets to sum up.
    """

    snap: bool = False
    symbols: dict[str, Exact | None] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    rewrites: dict[str, str] = field(default_factory=dict)
    angle_symbols: set[str] = field(default_factory=set)
    hairs: list[Hair] = field(default_factory=list)

    @property
    def values(self) -> dict[str, Exact]:
        """The symbols that have a value."""
        return {name: value for name, value in self.symbols.items() if value is not None}

    def decimal(self, x: Exact) -> float | None:
        """The double nearest to a constant at the values of its symbols; None while one has no value."""
        value = substitute(x, self.values)
        return None if value.symbols() else to_float(value)


def number(node: Node, reading: Reading) -> Exact:
    """Read a number or an expression."""
    if not isinstance(node.value, str):
        raise node.error(f"expected a number or an expression, found {node.kind}")
    try:
        value = parse(node.value, reading.symbols)
    except ExpressionError as error:
        raise node.error(f"{quoted(node.value)}, {error}") from None
    except RecursionError:
        raise node.error("the expression is nested too deeply; simplify it") from None
    _check_at_values(value, node, reading)
    return value


def _check_at_values(value: Exact, node: Node, reading: Reading) -> None:
    """Refuse an expression that has no value, such as 1/(a - b) where a and b are equal."""
    if any(reading.symbols[name] is None for name in value.symbols()):
        return
    try:
        if abs(to_float(checked(substitute(value, reading.values)))) > MAX_SIZE:
            raise ValueError("the result is beyond 1e60")
    except (ValueError, ArithmeticError, TypeError) as error:  # TypeError: the result is complex
        reason = str(error) if not isinstance(error, TypeError) else "square root of a negative number"
        what = f"{quoted(str(node.value))} cannot be evaluated at the values of its symbols"
        raise node.error(f"{what}: {reason}") from None


def angle(node: Node, reading: Reading) -> Exact:
    """Read an angle in radians; multiples of pi/12 are recognised, near ones are told about or snapped."""
    value = taken_angle(number(node, reading), node, reading)
    reading.angle_symbols |= value.symbols()
    return noted_angle(value, node, reading)


def taken_angle(written: Exact, node: Node, reading: Reading) -> Exact:
    """Return the multiple of pi/12 that an angle denotes, and remember where doubles would tell them apart."""
    value = recognised(written)
    if value != written and to_float(value) != to_float(written):
        reading.rewrites[node.field] = multiple_text(value)
        reading.hairs.append(Hair(NoteKind.TAKEN_ANGLE, node, str(node.value), multiple_text(value)))
    return value


def noted_angle(value: Exact, node: Node, reading: Reading) -> Exact:
    """Tell about an angle that misses a multiple of pi/12 by little, or with `snap` round it; and about degrees."""
    multiple = near_multiple(value)
    if multiple is None and looks_like_degrees(value):
        reading.notes.append(node.note(*degrees_note(str(node.value), node.file)))
    if multiple is None:
        return value
    better = in_file(multiple, node.file)
    reading.hairs.append(Hair(NoteKind.NEAR_ANGLE, node, str(node.value), multiple_text(multiple), better))
    if reading.snap:
        reading.rewrites[node.field] = multiple_text(multiple)
        return multiple
    return value


def vector(node: Node, reading: Reading) -> Vec3[Exact]:
    """Read a list of three numbers."""
    return Vec3(*(number(item, reading) for item in items_of(node, 3)))


def angles(node: Node, reading: Reading) -> Vec3[Exact]:
    """Read a list of three angles."""
    return Vec3(*(angle(item, reading) for item in items_of(node, 3)))
