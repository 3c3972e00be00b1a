"""Axes and offsets that are special but for a hair: `1e-6 1e-6 1` for z, 1e-9 m for nothing.

They come from drawing programs and from angles that were rounded. Each is left as it is written and told about, once
for all axes and once for all offsets: a hair is enough to turn zeros of the equations into small numbers, and only the
user knows what was meant. With `snap`

    of an axis, components below 1e-4 of the largest become 0, and those within 1e-4 of the largest become as large;
    of an offset (xyz of an origin, a and d of DH), a length below 1e-6 m becomes 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.model.notes import Note, NoteKind
from symdyn.model.robot_file.quantities import Hair, Reading
from symdyn.model.text.tree import Node

NEAR = 1e-4  # of an axis's largest component, as for angles in radians
SHORT = 1e-6  # metres: what nobody builds
FEW = 3  # that a note names

KINDS = {
    NoteKind.TAKEN_ANGLE: ("angle", "angles"),
    NoteKind.NEAR_ANGLE: ("angle", "angles"),
    NoteKind.NEAR_AXIS: ("axis", "axes"),
    NoteKind.NEAR_OFFSET: ("offset", "offsets"),
}
ROUNDED = {
    NoteKind.NEAR_ANGLE: NoteKind.ROUNDED_ANGLE,
    NoteKind.NEAR_AXIS: NoteKind.ROUNDED_AXIS,
    NoteKind.NEAR_OFFSET: NoteKind.ROUNDED_OFFSET,
}


def special_axis(axis: Vec3[Exact], node: Node, items: Sequence[Node], reading: Reading) -> Vec3[Exact]:
    """Return an axis as it is written, remembering whether it has a hair; with `snap` the special axis instead."""
    components = list(axis)
    if any(component.symbols() for component in components):
        return axis
    sizes = [abs(to_float(component)) for component in components]
    largest = sizes.index(max(sizes))
    texts = [str(item.value) for item in items]
    special, better = list(components), list(texts)
    for i, (component, size) in enumerate(zip(components, sizes, strict=True)):
        if component and size < NEAR * sizes[largest]:
            special[i], better[i] = exact(0), "0"
        elif i != largest and size > (1 - NEAR) * sizes[largest]:
            same = to_float(component) * to_float(components[largest]) > 0
            special[i] = components[largest] if same else -components[largest]
            better[i] = texts[largest] if same else _negated(texts[largest])
    if special == components:
        return axis
    reading.hairs.append(Hair(NoteKind.NEAR_AXIS, node, " ".join(texts), " ".join(better)))
    if not reading.snap:
        return axis
    for item, old, new, text in zip(items, components, special, better, strict=True):
        if old != new:
            reading.rewrites[item.field] = text
    return Vec3(*special)


def special_offset(length: Exact, node: Node, reading: Reading) -> Exact:
    """Return a length as it is written, remembering whether it is a hair; with `snap` 0 instead."""
    if not length or length.symbols() or abs(to_float(length)) >= SHORT:
        return length
    reading.hairs.append(Hair(NoteKind.NEAR_OFFSET, node, str(node.value), "0"))
    if not reading.snap:
        return length
    reading.rewrites[node.field] = "0"
    return exact(0)


def hair_notes(hairs: Iterable[Hair], snap: bool) -> list[Note]:
    """Sum up what was met: one note on angles, one on axes, one on offsets."""
    by_kind: dict[NoteKind, list[Hair]] = {}
    for hair in hairs:
        by_kind.setdefault(hair.kind, []).append(hair)
    return [_summary(kind, found, snap) for kind, found in by_kind.items()]


def _summary(kind: NoteKind, found: Sequence[Hair], snap: bool) -> Note:
    first, others = found[0], found[1:]
    one, many = KINDS[kind]
    named = ", ".join(hair.node.field for hair in others[:FEW])
    more = f" and {len(others) - FEW} more" if len(others) > FEW else ""
    rest = f"; likewise {len(others)} other {one if len(others) == 1 else many}: {named}{more}" if others else ""
    if kind is NoteKind.TAKEN_ANGLE:
        return first.node.note(f"{first.written} is taken as {first.special}{rest}", kind)
    if snap:
        return first.node.note(f"{first.written} was rounded to {first.special}{rest}", ROUNDED[kind])
    if kind is NoteKind.NEAR_ANGLE:
        what = f"{first.written} is within 1e-4 of {first.special} but not equal; write {first.better}, or use --snap"
        return first.node.note(what + rest, kind)
    what = f"{first.written} is nearly {first.special} but not equal; write that, or use --snap"
    return first.node.note(what + rest, kind)


def _negated(text: str) -> str:
    return text[1:] if text.startswith("-") and text[1:].replace(".", "").isdigit() else f"-({text})"
