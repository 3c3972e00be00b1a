"""Notes: what a user should know about a robot's file, in one line each, with a kind to choose by."""

from __future__ import annotations

from enum import Enum


class NoteKind(Enum):
    """What a note is about."""

    NEAR_ANGLE = "an angle that misses a special one by little"
    ROUNDED_ANGLE = "an angle that was rounded to a special one"
    NEAR_AXIS = "axes that miss special ones by little"
    ROUNDED_AXIS = "axes that were rounded to special ones"
    NEAR_OFFSET = "lengths that are nearly zero"
    ROUNDED_OFFSET = "lengths that were rounded to zero"
    DEGREES = "an angle that looks like degrees"
    TIP = "which link was taken for the tip"
    OTHER = "anything else"


NEARLY_SPECIAL = (NoteKind.NEAR_ANGLE, NoteKind.NEAR_AXIS, NoteKind.NEAR_OFFSET)  # what `snap` would round


class Note(str):
    """The text of a note, which knows its kind."""

    kind: NoteKind

    def __new__(cls, text: str, kind: NoteKind = NoteKind.OTHER) -> Note:
        """Make a note."""
        note = super().__new__(cls, text)
        note.kind = kind
        return note
