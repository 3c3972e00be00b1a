"""Errors that users meet: each says where the fault is and what to do about it, in one line."""

from __future__ import annotations

from collections.abc import Iterable


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
        place = f"{file}:{line}" if file and line else file
        super().__init__(": ".join(part for part in (place, field, what) if part))


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


def one_of(names: Iterable[str]) -> str:
    """Return the valid names, for the end of a message."""
    return "valid: " + ", ".join(names)


def unknown_name(kind: str, name: object, valid: Iterable[str]) -> str:
    """Say that ``name`` is no such ``kind``, with the nearest valid name first when one is near."""
    from difflib import get_close_matches  # at call time: everything imports this module, few need that one

    names = list(valid)
    near = get_close_matches(str(name), names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"unknown {kind} {str(name)!r}; {hint}{one_of(names)}"
