"""What a user may choose about generated code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from symdyn.errors import OptionError

Scalar = Literal["double", "float"]
USUAL_LANGUAGES = ("c", "python")  # `symdyn.languages` has all
SCALARS: tuple[Scalar, ...] = ("double", "float")
Trig = Literal["vector", "libm"]
TRIGS: tuple[Trig, ...] = ("vector", "libm")


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one generation; everything that changes the output is here.

    Names may be given in any sequence, and a single one as it is: `Options(only="gravity")`.
    """

    languages: tuple[str, ...] = USUAL_LANGUAGES
    scalar: Scalar = "double"
    fold: bool = False  # bake the file's parameters in instead of taking `pi`
    only: tuple[str, ...] = ()  # kernels to generate; empty: all
    laws: tuple[str, ...] = ()  # controllers to generate beside the kernels
    trig: Trig = "vector"  # sines and cosines in C: all joints at once by emitted code, or one by one by the C library
    batch: bool = True  # in C, every kernel for rows of samples too

    def __post_init__(self) -> None:
        """Put names into tuples, so that equal choices are equal; which names there are, `generate` knows."""
        for field, example in (("languages", "c"), ("only", "gravity"), ("laws", "slotine_li")):
            object.__setattr__(self, field, _names(field, getattr(self, field), example))
        if not self.languages:
            raise OptionError("needs a name, such as ('c',)", field="languages")
        for field in ("fold", "batch"):
            if not isinstance(getattr(self, field), bool):
                raise OptionError(f"must be True or False, not {getattr(self, field)!r}", field=field)


def _names(field: str, given: Any, example: str) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list | tuple) else (None,)
    if not all(isinstance(name, str) for name in names):
        raise OptionError(f"must be names, such as ({example!r},), not {given!r}", field=field)
    return names
