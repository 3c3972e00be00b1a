"""What a user may choose about generated code."""

from __future__ import annotations

from collections.abc import Mapping
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
    gains: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()  # of laws, in place of the robot's; or a mapping

    def __post_init__(self) -> None:
        """Put names into tuples, so that equal choices are equal; which names there are, `generate` knows."""
        for field, example in (("languages", "c"), ("only", "gravity"), ("laws", "slotine_li")):
            object.__setattr__(self, field, _names(field, getattr(self, field), example))
        object.__setattr__(self, "gains", _gains(self.gains))
        if not self.languages:
            raise OptionError("needs a name, such as ('c',)", field="languages")
        for field in ("fold", "batch"):
            if not isinstance(getattr(self, field), bool):
                raise OptionError(f"must be True or False, not {getattr(self, field)!r}", field=field)


def _gains(given: Any) -> tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]:
    """Put gains of laws by name into tuples; what they may be, `generate` knows."""
    laws: dict[Any, Any] = dict(given) if isinstance(given, Mapping | tuple | list) else {"": None}
    for law, gains in laws.items():
        if not isinstance(law, str) or not isinstance(gains, Mapping | tuple | list):
            what = f"must be gains of laws by name, such as {{'slotine_li': {{'Lambda': 10}}}}, not {given!r}"
            raise OptionError(what, field="gains")
    return tuple(
        (law, tuple((name, _frozen(value)) for name, value in dict(gains).items())) for law, gains in laws.items()
    )


def _frozen(value: Any) -> Any:
    value = value.tolist() if hasattr(value, "tolist") else value
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _names(field: str, given: Any, example: str) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, list | tuple) else (None,)
    if not all(isinstance(name, str) for name in names):
        raise OptionError(f"must be names, such as ({example!r},), not {given!r}", field=field)
    return names
