"""Standard input, output and error as a shell hands them over: closed, full, or unable to show a letter.

What cannot be printed is an error that is told, as other tools of Unix tell it; what cannot be told on standard error
is lost, and the exit code says the rest.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from symdyn.errors import SymdynError

INPUT, OUTPUT, ERROR = range(3)  # what processes call their first three files


class OutputError(SymdynError):
    """Standard output is closed or full."""


class _Output(io.TextIOWrapper):
    """Says that it was standard output that failed; a reader that went away is another matter."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _cannot(error) from None

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _cannot(error) from None


class _Error(io.TextIOWrapper):
    """Loses what it cannot tell."""

    def write(self, text: str) -> int:
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


def _cannot(error: OSError) -> OutputError:
    return OutputError(f"standard output: cannot be written: {error.strerror}; what was printed is incomplete")


def prepare_streams() -> None:
    """Make the standard streams safe to use."""
    _occupy_closed()
    sys.stdout = _wrapped(sys.stdout, OUTPUT, _Output)
    sys.stderr = _wrapped(sys.stderr, ERROR, _Error)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter still shows the rest


def forget_output() -> None:
    """Let what Python still wants to print at its end go nowhere."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file, as in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _occupy_closed() -> None:
    """Put something in the place of closed streams: else the next file that is opened would receive what is printed.

    Opened for reading, so that writing fails as it would on a closed stream.
    """
    for number in (INPUT, OUTPUT, ERROR):
        try:
            os.fstat(number)
        except OSError:
            with suppress(OSError):
                os.open(os.devnull, os.O_RDONLY)  # takes the lowest free number, which is this one


def _wrapped(stream: TextIO | None, number: int, kind: type[_Output | _Error]) -> TextIO:
    """Return a stream of a kind over the same file; streams that are nobody's terminal or pipe stay as they are."""
    if stream is None:
        return kind(io.BufferedWriter(io.FileIO(number, "w", closefd=False)), encoding="utf-8")
    if type(stream) is not io.TextIOWrapper:
        return stream
    return kind(stream.buffer, encoding=stream.encoding, line_buffering=stream.line_buffering)
