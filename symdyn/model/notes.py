"""Notes: what a user should know about a robot's file, in one line each, with a kind to choose by."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class NoteKind(Enum):
    """What a note is about."""

    NEAR_ANGLE = "an angle that misses a special one by little"
    ROUNDED_ANGLE = "an angle that was rounded to a special one"
    TAKEN_ANGLE = "an angle that is a special one, rounded or cut where it is written"
    NEAR_AXIS = "axes that miss special ones by little"
    ROUNDED_AXIS = "axes that were rounded to special ones"
    NEAR_OFFSET = "lengths that are nearly zero"
    ROUNDED_OFFSET = "lengths that were rounded to zero"
    DEGREES = "an angle that looks like degrees"
    IMPLAUSIBLE = "an inertia that no body has"
    TIP = "which link was taken for the tip"
    OTHER = "anything else"


NEARLY_SPECIAL = (NoteKind.NEAR_ANGLE, NoteKind.NEAR_AXIS, NoteKind.NEAR_OFFSET)  # what `snap` would round


WARNINGS = (*NEARLY_SPECIAL, NoteKind.DEGREES, NoteKind.IMPLAUSIBLE)  # what is likely not as it was meant


class Note(str):
    """The text of a note, which knows its kind."""

    kind: NoteKind

    def __new__(cls, text: str, kind: NoteKind = NoteKind.OTHER) -> Note:
        """Make a note."""
        note = super().__new__(cls, text)
        note.kind = kind
        return note

    @property
    def word(self) -> str:
        """What it is called before its text."""
        return "warning" if self.kind in WARNINGS else "note"


def summed_up(notes: Iterable[Note], kind: NoteKind, others: str) -> list[Note]:
    """Return notes with those of a kind in one: the first, and how many ``others`` there are."""
    rest: list[Note] = []
    found: list[Note] = []
    for note in notes:
        (found if note.kind is kind else rest).append(note)
    if not found:
        return rest
    more = f"; likewise {len(found) - 1} other {others}" if len(found) > 1 else ""
    return [*rest, Note(f"{found[0]}{more}", kind)]
