"""What the command line returns."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """0, 1 and 2 are promised to scripts; the others follow the habits of Unix."""

    DONE = 0
    CHECK_FAILED = 1
    WRONG_INPUT = 2
    INTERNAL_ERROR = 70
    INTERRUPTED = 130
    NOBODY_READS = 141
