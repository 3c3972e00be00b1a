"""Python with NumPy: how numbers, inputs and functions are written, and which names are taken."""

from __future__ import annotations

import math
from keyword import kwlist

from symdyn.emit.number_text import constant_text
from symdyn.emit.planning.notation import Notation
from symdyn.ir.op import Op

FUNCTIONS = {
    Op.SIN: "np.sin",
    Op.COS: "np.cos",
    Op.SIGN: "np.sign",
    Op.SQRT: "np.sqrt",
    Op.ATAN2: "np.arctan2",  # NumPy has had this name for it from the first
}
USED_BY_TEMPLATES = frozenset({"np", "shape", "pi"})


def bounded_number(value: float) -> str:
    """Write a number that may be a bound, which is infinite where there is none."""
    if math.isinf(value):
        return "-np.inf" if value < 0 else "np.inf"
    return repr(value)


def python_notation() -> Notation:
    """NumPy, with samples along the leading axes."""
    return Notation(
        literal=lambda value: constant_text(value, "double"),
        element=_last,
        entry=lambda entry: _last(entry.port, entry.index),
        functions=FUNCTIONS,
        reserved=frozenset(kwlist) | USED_BY_TEMPLATES,
    )


def _last(array: str, index: int) -> str:
    return f"{array}[..., {index}]"
