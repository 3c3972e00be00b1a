"""Numbers of laws as text of C and of Python."""

from __future__ import annotations

import math
from collections.abc import Sequence

from symdyn.emit.number_text import number_text

LARGEST = {"double": "DBL_MAX", "float": "FLT_MAX"}
WIDTH = 100


def c_number(value: float, scalar: str) -> str:
    """Write a number in C; without bound is the largest there is, which -ffast-math knows too."""
    if math.isinf(value):
        return f"-{LARGEST[scalar]}" if value < 0 else LARGEST[scalar]
    return number_text(value, scalar)


def python_number(value: float) -> str:
    """Write a number in Python."""
    if math.isinf(value):
        return "-np.inf" if value < 0 else "np.inf"
    return repr(value)


def lines_of(texts: Sequence[str]) -> tuple[str, ...]:
    """Lay entries out in lines, each with a comma after it."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= WIDTH:
            lines[-1] += f" {text},"
        else:
            lines.append(f"{text},")
    return tuple(lines)
