"""C99: how numbers, inputs and functions are written, and which names are taken."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import replace

from symdyn.emit.number_text import constant_text, number_text
from symdyn.emit.planning.notation import Notation
from symdyn.ir.op import Op

NAME = "c"
FUNCTIONS = {
    "double": {Op.SIN: "sin", Op.COS: "cos", Op.SQRT: "sqrt", Op.ATAN2: "atan2"},
    "float": {Op.SIN: "sinf", Op.COS: "cosf", Op.SQRT: "sqrtf", Op.ATAN2: "atan2f"},
}
OF_VECTORS = frozenset({Op.SIGN, Op.SQRT, Op.ATAN2})  # functions that blocks of samples have, lane by lane
LARGEST = {"double": "DBL_MAX", "float": "FLT_MAX"}
# fmt: off
KEYWORDS = frozenset({
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
})
USED_BY_TEMPLATES = frozenset({
    "sin", "cos", "sinf", "cosf", "count", "i", "size_t", "pi", "fabs", "fabsf", "v", "uint32_t", "uint64_t",
    "sqrt", "sqrtf", "atan2", "atan2f",
})
# fmt: on


def bounded_number(value: float, scalar: str) -> str:
    """Write a number that may be a bound; without one it is the largest there is, which -ffast-math knows too."""
    if math.isinf(value):
        return f"-{LARGEST[scalar]}" if value < 0 else LARGEST[scalar]
    return number_text(value, scalar)


def c_notation(scalar: str, robot_name: str) -> Notation:
    """C99 in double or float."""
    return Notation(
        literal=lambda value: constant_text(value, scalar),
        element=_element,
        entry=lambda entry: _element(entry.port, entry.index),
        functions={**FUNCTIONS[scalar], Op.SIGN: f"{robot_name}_sign"},
        reserved=KEYWORDS | USED_BY_TEMPLATES,
    )


def c_vector_notation(scalar: str, robot_name: str, shared: Collection[str]) -> Notation:
    """C99 for vector ``v`` of a block, whose arrays hold one row of vectors for each entry; ``shared`` have numbers."""
    plain = c_notation(scalar, robot_name)
    return replace(
        plain,
        element=_vector,
        entry=lambda entry: (_element if entry.port in shared else _vector)(entry.port, entry.index),
        functions={**plain.functions, **{op: f"{robot_name}_{op}_vector" for op in OF_VECTORS}},
    )


def _element(array: str, index: int) -> str:
    return f"{array}[{index}]"


def _vector(array: str, index: int) -> str:
    return f"{array}[{index}][v]"
