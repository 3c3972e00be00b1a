"""Names of URDF made into identifiers: `panda-link 1` -> panda_link_1, told in a note."""

from __future__ import annotations

import re
from collections.abc import Callable

from symdyn.model.notes import Note
from symdyn.model.robot_file.names import MAX_NAME, part_objection, robot_objection
from symdyn.model.text.tree import quoted
from symdyn.model.urdf.xml_elements import Element


def safe_robot_name(name: str) -> str:
    """Return the nearest name that a robot may have."""
    return _safe(name, robot_objection)


def _safe(name: str, objects: Callable[[str], str | None]) -> str:
    candidate = re.sub(r"[^A-Za-z0-9_]", "_", name)[: MAX_NAME - 8].lstrip("_")
    if not candidate[:1].isalpha():
        candidate = "n" + candidate
    return candidate + "_" if objects(candidate) else candidate


class Names:
    """Names given so far: no two joints and no two links may meet on the same one."""

    def __init__(self, notes: list[Note]) -> None:
        """Add to ``notes`` every name that had to change."""
        self.notes = notes
        self.aliases: dict[tuple[str, str], str] = {}
        self.given: dict[str, set[str]] = {"joint": set(), "link": set()}

    def joint(self, joint: Element) -> str:
        """Return the name of a joint."""
        return self._unique(joint)

    def link(self, link: Element) -> str:
        """Return the name of a link."""
        return self._unique(link)

    def _unique(self, element: Element) -> str:
        given = self.given[element.tag]
        candidate = safe = _safe(element.name, part_objection)
        number = 2
        while candidate in given:
            candidate = f"{safe}_{number}"
            number += 1
        given.add(candidate)
        self.aliases[element.tag, element.name] = candidate
        if candidate != element.name:
            self.notes.append(element.note(f"{element.tag} {quoted(element.name)} is called {candidate}"))
        return candidate
