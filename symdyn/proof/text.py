"""Printed code read back: functions as lists of assignments, whatever the language.

A reader knows the few forms of line that straight-line code has, and refuses any other: what it cannot read is not
proved. Leaves of all languages are written alike, `q[0]` for `q[..., 0]` and `q[0][v]`, so that listings of the same
program in two languages are the same text and need to be evaluated once. `c_text` and `python_text` are the readers.
"""

from __future__ import annotations

from dataclasses import dataclass


class UnreadableError(Exception):
    """A line of generated code has a form that is not known."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name or an array's entry, and the expression that it gets."""

    target: str
    expression: str


@dataclass(frozen=True, slots=True)
class Waves:
    """Sines and cosines of angles, into arrays: expressions of the angles, and the arrays' entries for each."""

    angles: tuple[str, ...]
    sines: tuple[str, ...]
    cosines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A function's parameters, with sizes where it has them, and what it does; or the function it passes them on to."""

    parameters: tuple[str, ...]
    steps: tuple[Assignment | Waves, ...]
    calls: str | None = None
    sizes: tuple[tuple[str, int], ...] = ()  # of parameters and of columns that are declared
