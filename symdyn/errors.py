"""Errors that users meet: each says where the fault is and what to do about it, in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

MAX_MESSAGE = 300  # characters: what a person reads, and what a log keeps, whatever the names in it
MAX_FILE, MAX_FIELD, MAX_LIST = 120, 100, 180  # characters of a message's parts
BESIDE_HINT = 80  # characters of a list that follows a guess, which must not be lost in a long line
MIDDLE = "…"


class SymdynError(Exception):
    """Anything that symdyn tells its user about; the command line prints it without a traceback."""


class InputError(SymdynError):
    """A robot file, an option or an argument is wrong; the command line exits with 2."""

    def __init__(self, what: str, *, field: str = "", file: str = "", line: int | None = None) -> None:
        """Say ``what`` is wrong and, as far as it is known, in which file, line and field."""
        self.what = what
        self.field = field
        self.file = file
        self.line = line
        named = shortened(file, MAX_FILE)
        place = f"{named}:{line}" if file and line else named
        parts = (place, shortened(field, MAX_FIELD), what)
        super().__init__(shortened(": ".join(part for part in parts if part)))


class OptionError(InputError):
    """A choice about generated code is wrong; `field` is its name in `Options`."""


class ProofError(Exception):
    """Code that would be printed is not what the independent derivation gives: a fault of symdyn's own."""


class BuildError(SymdynError):
    """C could not be compiled or loaded."""


class CacheError(BuildError):
    """Compiled code cannot be kept where it should be: the fault of the surroundings, not of the code."""


class DivergenceError(SymdynError):
    """Numbers of a controller or a simulation are not finite any more."""


class MissingValueError(InputError):
    """Numbers were asked of something that the robot file leaves symbolic or unknown."""


@contextmanager
def of_others(
    what: str, *functions: Callable[..., Any] | None, but: tuple[type[Exception], ...] = (), inside: bool = False
) -> Iterator[None]:
    """Tell what goes wrong with functions of others as one line with their file; with our own it stays a fault of ours.

    Args:
        what: what was done with the functions.
        functions: of a kernel, a law, equations, claims.
        but: errors that the caller has words for.
        inside: only what goes wrong in the functions' files, not in what they are handed to.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, (SymdynError, ProofError, *but)):
            raise
        theirs = [one.__code__ for one in functions if isinstance(one, FunctionType) and not _is_ours(one)]
        place = _place_in(error, theirs)
        if not theirs or (inside and place is None):
            raise
        file, line = place or (theirs[0].co_filename, theirs[0].co_firstlineno)
        raise InputError(f"{what}: {type(error).__name__}: {error}", file=file, line=line) from error


def _is_ours(function: Callable[..., Any]) -> bool:
    return function.__module__.startswith("symdyn.")


def _place_in(error: Exception, codes: Sequence[CodeType]) -> tuple[str, int] | None:
    """Return the innermost place on the way to an error that is in the functions' files."""
    files, place, trace = {code.co_filename for code in codes}, None, error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        place = (file, trace.tb_lineno) if file in files else place
        trace = trace.tb_next
    return place


def shortened(text: str, most: int = MAX_MESSAGE) -> str:
    """Return a text of at most ``most`` characters: a longer one keeps its beginning, which says where, and its end."""
    if len(text) <= most:
        return text
    kept = most - len(MIDDLE)
    return text[: kept - kept // 2] + MIDDLE + text[len(text) - kept // 2 :]


def visible(text: str) -> str:
    """Return a text on one line: what a terminal acts on, such as a line's end or an escape, is written as in Python.

    File names and code that nobody has checked can hold any character, and must not forge what symdyn prints.
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def one_of(names: Iterable[str], most: int = MAX_LIST) -> str:
    """Return the valid names, for the end of a message: as many as a person reads."""
    shown, length, every = [], 0, list(names)
    for name in every:
        length += len(name) + 2
        if length > most:
            break
        shown.append(name)
    more = len(every) - len(shown)
    return "valid: " + ", ".join(shown) + (f" and {more} more" if more else "")


def few_of(names: Sequence[str], most: int = 4) -> str:
    """List names; of many, the first and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def unknown_name(kind: str, name: object, valid: Iterable[str]) -> str:
    """Say that ``name`` is no such ``kind``, with the nearest valid name first when one is near."""
    from difflib import get_close_matches  # at call time: everything imports this module, few need that one

    names = list(valid)
    near = get_close_matches(str(name)[:MAX_FIELD], names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    most = BESIDE_HINT if near else MAX_LIST
    return f"unknown {kind} {shortened(str(name), MAX_FIELD)!r}; {hint}{one_of(names, most)}"
