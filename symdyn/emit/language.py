"""How each target language writes numbers, inputs and functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from symdyn.algebra.exact import Exact
from symdyn.emit.number_text import constant_text
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry

C_FUNCTIONS = {"double": {Op.SIN: "sin", Op.COS: "cos"}, "float": {Op.SIN: "sinf", Op.COS: "cosf"}}
PYTHON_FUNCTIONS = {Op.SIN: "np.sin", Op.COS: "np.cos", Op.SIGN: "np.sign"}


@dataclass(frozen=True, slots=True)
class Language:
    """The leaves of expressions in one language; operators are the same in all of them."""

    literal: Callable[[Exact], str]
    element: Callable[[str, int], str]  # of an array, for one sample
    entry: Callable[[InputEntry], str]
    functions: dict[Op, str]


def c_language(scalar: str, robot_name: str) -> Language:
    """C99 in double or float."""
    return Language(
        literal=lambda value: constant_text(value, scalar),
        element=_element,
        entry=lambda entry: _element(entry.port, entry.index),
        functions={**C_FUNCTIONS[scalar], Op.SIGN: f"{robot_name}_sign"},
    )


def c_vector_language(scalar: str, robot_name: str, shared: Collection[str]) -> Language:
    """C99 for vector ``v`` of a block, whose arrays hold one row of vectors for each entry; ``shared`` have numbers."""
    plain = c_language(scalar, robot_name)
    return replace(
        plain,
        element=_vector,
        entry=lambda entry: (_element if entry.port in shared else _vector)(entry.port, entry.index),
        functions={**plain.functions, Op.SIGN: f"{robot_name}_sign_vector"},
    )


def python_language() -> Language:
    """NumPy, with samples along the leading axes."""
    return Language(
        literal=lambda value: constant_text(value, "double"),
        element=_last,
        entry=lambda entry: _last(entry.port, entry.index),
        functions=PYTHON_FUNCTIONS,
    )


def _element(array: str, index: int) -> str:
    return f"{array}[{index}]"


def _vector(array: str, index: int) -> str:
    return f"{array}[{index}][v]"


def _last(array: str, index: int) -> str:
    return f"{array}[..., {index}]"
