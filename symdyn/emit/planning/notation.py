"""Notation: how a language writes the leaves of expressions, numbers, inputs and functions; operators are as in C.

Every language's `language.py` makes one; `statements` writes programs with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry


@dataclass(frozen=True, slots=True)
class Notation:
    """The leaves of expressions in one language, and the names that its statements must stay clear of.

    A number is never negative: signs are operators.
    """

    literal: Callable[[Exact], str]
    element: Callable[[str, int], str]  # of an array, for one sample
    entry: Callable[[InputEntry], str]
    functions: Mapping[Op, str]
    reserved: frozenset[str]
