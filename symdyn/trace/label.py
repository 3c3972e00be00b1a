"""Give instructions the names of the physical quantities that they compute.

The names come from the dataclasses that the dynamics return: the field, the link's number (one-based) and the
component, so that `motions[2].omega.x` is `omega_3_x`. The dynamics themselves know nothing of labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.ir.builder import Builder
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry, Ref
from symdyn.ir.value import Value

NAMELESS = (Op.CONST, Op.INPUT)
LETTERS = {Op.COS: "c", Op.SIN: "s"}


def label_turns(builder: Builder) -> None:
    """Name what is computed, c1 = cos(q1): a right angle's signs belong to its uses, not to these names.

    An angle of several coordinates has all their numbers, c1_3 of q3 - q1.
    """
    for index, (op, operands, _) in enumerate(builder.instructions):
        if op in LETTERS:
            numbers = sorted(_coordinates(builder, operands[0]))
            builder.label(Ref(index), LETTERS[op] + "_".join(str(number + 1) for number in numbers))


def _coordinates(builder: Builder, index: int) -> set[int]:
    """Return the entries of inputs that an angle is made of."""
    instruction = builder.instructions[index]
    if isinstance(instruction.payload, InputEntry):
        return {instruction.payload.index}
    return {number for operand in instruction.operands for number in _coordinates(builder, operand)}


def label_quantities(builder: Builder, quantities: Any) -> None:
    """Label every value found in nested dataclasses and sequences."""
    for name, value in _named_values(quantities, "", ()):
        if builder.instructions[value.ref.index].op not in NAMELESS:
            builder.label(value.ref, name)


def _named_values(item: Any, name: str, indices: tuple[int, ...]) -> Iterator[tuple[str, Value]]:
    if isinstance(item, Value):
        yield "_".join((name or "t", *map(str, indices))), item
    elif isinstance(item, Mat3):
        for row, axis in zip(item.rows, "xyz", strict=True):
            yield from _components(row, name, indices, axis)
    elif isinstance(item, Vec3 | Sym3):
        yield from _components(item, name, indices, "")
    elif is_dataclass(item):
        for field in fields(item):
            yield from _named_values(getattr(item, field.name), field.name, indices)
    elif isinstance(item, tuple | list):
        # a tuple of unlike things (several results) has no index of its own
        numbered = name != "" or (all(type(entry) is type(item[0]) for entry in item) and len(item) > 1)
        for i, entry in enumerate(item, start=1):
            yield from _named_values(entry, name, (*indices, i) if numbered else indices)


def _components(
    item: Vec3[Any] | Sym3[Any], name: str, indices: tuple[int, ...], axis: str
) -> Iterator[tuple[str, Value]]:
    for field in fields(item):
        component = getattr(item, field.name)
        if isinstance(component, Value):
            yield "_".join((name, *map(str, indices), axis + field.name)), component
