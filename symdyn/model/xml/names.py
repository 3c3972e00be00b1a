"""Names of other tools made into identifiers: `panda-link 1` -> panda_link_1, told in one note."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Set

from symdyn.model.notes import Note
from symdyn.model.robot_file.names import MAX_NAME, part_objection, robot_objection
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element

LINK, JOINT = "link", "joint"


def safe_robot_name(name: str) -> str:
    """Return the nearest name that a robot may have."""
    return _safe(name, robot_objection)


def robot_name(robot: Element, written: str, notes: list[Note]) -> str:
    """Return the name of a robot, and note where it had to change."""
    name = safe_robot_name(written)
    if name != written:
        notes.append(robot.note(f"the robot {quoted(written)} is called {name}"))
    return name


def _safe(name: str, objects: Callable[[str], str | None]) -> str:
    candidate = re.sub(r"[^A-Za-z0-9_]", "_", name)[: MAX_NAME - 8].lstrip("_")
    if not candidate[:1].isalpha():
        candidate = "n" + candidate
    return candidate + "_" if objects(candidate) else candidate


class Names:
    """Names given so far: no two joints and no two links may meet on the same one."""

    def __init__(self, links: Iterable[str] = (), joints: Iterable[str] = ()) -> None:
        """Start with the names that are in the file: those that are fine stay, wherever in it they are."""
        self.aliases: dict[tuple[str, str], str] = {}
        self._kept = {
            kind: {name for name in names if _safe(name, part_objection) == name}
            for kind, names in ((LINK, links), (JOINT, joints))
        }
        self._given: dict[str, set[str]] = {JOINT: set(), LINK: set()}
        self._changed: list[tuple[Element, str, str, str]] = []  # where, of what, the name it had and has

    def joint(self, joint: Element, written: str | None = None) -> str:
        """Return the name of a joint; ``written`` where it is not the element's own."""
        return self._unique(joint, JOINT, written)

    def link(self, link: Element, written: str | None = None) -> str:
        """Return the name of a link; ``written`` where it is not the element's own."""
        return self._unique(link, LINK, written)

    def made(self, kind: str, name: str) -> str:
        """Return a name for a part that the file does not name: as near to ``name`` as is free."""
        return self._free(kind, name, self._given[kind] | self._kept[kind])

    def _free(self, kind: str, name: str, taken: Set[str]) -> str:
        candidate, number = _safe(name, part_objection), 2
        while candidate in taken:
            candidate = f"{_safe(name, part_objection)}_{number}"
            number += 1
        self._given[kind].add(candidate)
        return candidate

    def _unique(self, element: Element, kind: str, written: str | None) -> str:
        own = element.name if written is None else written
        taken = self._given[kind] | (self._kept[kind] - {own})
        candidate = self.aliases[kind, own] = self._free(kind, own, taken)
        if candidate != own:
            self._changed.append((element, kind, own, candidate))
        return candidate

    def notes(self) -> list[Note]:
        """Sum up the names that had to change, in one note."""
        if not self._changed:
            return []
        element, kind, own, candidate = self._changed[0]
        more = len(self._changed) - 1
        rest = f", and {more} more names had to change" if more else ""
        return [element.note(f"{kind} {quoted(own)} is called {candidate}{rest}")]
