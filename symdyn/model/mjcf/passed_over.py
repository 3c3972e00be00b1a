"""What MJCF says that is no rigid-body dynamics of joints: left out, and summed up in one note."""

from __future__ import annotations

from collections.abc import Iterator

from symdyn.errors import one_of
from symdyn.model.notes import Note
from symdyn.model.xml.elements import Element

SILENT = (  # how a model looks, is measured and is stepped: nobody expects it here
    *("asset", "visual", "statistic", "size", "custom", "sensor", "contact", "default", "compiler", "option"),
    *("worldbody", "equality"),
)
TOLD = {"actuator": "actuator", "tendon": "tendon", "keyframe": "keyframe", "extension": "plugin"}
REFUSED = {"deformable": "flexible bodies are not read; symdyn knows rigid ones"}
FLUID = ("density", "viscosity", "wind")


def notes_on_rest(root: Element) -> list[Note]:
    """Return the note on what is left out, if there is one; refuse sections that nobody knows."""
    counts: dict[str, int] = {}
    first: Element | None = None
    for section in root.children:
        if section.tag in REFUSED and section.children:
            raise section.error(f"<{section.tag}>: {REFUSED[section.tag]}")
        if section.tag not in (*SILENT, *TOLD, *REFUSED):
            raise section.error(f"<{section.tag}> is not known; {one_of([*SILENT, *TOLD])}")
        for what, element in _left_out(section):
            counts[what] = counts.get(what, 0) + 1
            first = first or element
    if first is None:
        return []
    told = ", ".join(f"{number} {what}{'s' if number > 1 else ''}" for what, number in counts.items())
    return [first.note(f"left out, being no part of the bodies and joints: {told}")]


def _left_out(section: Element) -> Iterator[tuple[str, Element]]:
    if section.tag in TOLD:
        yield from ((TOLD[section.tag], child) for child in section.children)
    if section.tag == "option" and any(_nonzero(section.attributes.get(word, "0")) for word in FLUID):
        yield "fluid around the bodies", section
    if section.tag == "worldbody":
        yield from _compensated(section)


def _compensated(element: Element) -> Iterator[tuple[str, Element]]:
    for child in element.children:
        if child.tag == "body" and _nonzero(child.attributes.get("gravcomp", "0")):
            yield "compensation of gravity", child
        yield from _compensated(child)


def _nonzero(text: str) -> bool:
    return any(word.strip("+-0.") for word in text.split())
