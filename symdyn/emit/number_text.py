"""Literals, numbers as text of C: those that the scalar type holds; any other would become an infinity in silence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.errors import InputError, OptionError

LARGEST = {"double": float(np.finfo(np.float64).max), "float": float(np.finfo(np.float32).max)}
WIDTH = 100


def lines_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Lay entries of an array out in lines, each with a comma after it."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= WIDTH:
            lines[-1] += f" {text},"
        else:
            lines.append(f"{text},")
    return tuple(lines)


def number_text(value: float, scalar: str) -> str:
    """Write a number as a literal of C; a double's is one of Python too."""
    if not abs(value) <= LARGEST[scalar]:
        raise _beyond(f"{value:.3g}", scalar)
    if scalar == "double":
        return repr(value)
    text = str(np.float32(value))
    return f"{text}f" if "." in text or "e" in text else f"{text}.0f"


def constant_text(value: Exact, scalar: str) -> str:
    """Write an exact constant as a literal of C."""
    try:
        return number_text(to_float(value), scalar)
    except OverflowError:
        raise _beyond("a constant", scalar) from None


def _beyond(number: str, scalar: str) -> InputError:
    where = f"{number} in the code or at an ordinary state"
    most = f"a {scalar} holds, {LARGEST[scalar]:.3g}"
    if scalar == "float":
        return OptionError(f"{where} is beyond what {most}; use double", field="scalar")
    return InputError(f"{where} is beyond what {most}; use other units")
