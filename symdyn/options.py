"""What a user may choose about generated code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Scalar = Literal["double", "float"]
LANGUAGES = ("c", "python")
SCALARS: tuple[Scalar, ...] = ("double", "float")
Trig = Literal["vector", "libm"]
TRIGS: tuple[Trig, ...] = ("vector", "libm")


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of one generation; everything that changes the output is here."""

    languages: tuple[str, ...] = LANGUAGES
    scalar: Scalar = "double"
    fold: bool = False  # bake the file's parameters in instead of taking `pi`
    only: tuple[str, ...] = ()  # kernels to generate; empty: all
    laws: tuple[str, ...] = ()  # controllers to generate beside the kernels
    trig: Trig = "vector"  # sines and cosines in C: all joints at once by emitted code, or one by one by the C library
