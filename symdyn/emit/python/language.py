"""Python with NumPy: how numbers, inputs and functions are written, and which names are taken."""

from __future__ import annotations

from keyword import kwlist

from symdyn.emit.number_text import constant_text
from symdyn.emit.planning.notation import Notation
from symdyn.ir.op import Op

USED_BY_TEMPLATES = frozenset({"np", "shape", "pi"})


def python_notation() -> Notation:
    """NumPy, with samples along the leading axes."""
    return Notation(
        literal=lambda value: constant_text(value, "double"),
        element=_last,
        entry=lambda entry: _last(entry.port, entry.index),
        functions={Op.SIN: "np.sin", Op.COS: "np.cos", Op.SIGN: "np.sign"},
        reserved=frozenset(kwlist) | USED_BY_TEMPLATES,
    )


def _last(array: str, index: int) -> str:
    return f"{array}[..., {index}]"
