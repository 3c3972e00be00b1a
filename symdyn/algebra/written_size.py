"""How long an exact constant is when it is written out."""

from __future__ import annotations

from functools import lru_cache

from symdyn.algebra.atom import LET, POWER, Atom
from symdyn.algebra.exact import Exact


def written_size(constant: Exact) -> int:
    """Return how many terms and factors a constant has, those of its long parts and under its roots too."""
    return sum(1 + sum(atom_size(atom) for atom, _ in monomial) for monomial in constant.terms)


@lru_cache(maxsize=100_000)  # a long constant is part of many others
def atom_size(atom: Atom) -> int:
    """Return how many terms and factors one generator of constants has."""
    if atom.kind not in (LET, POWER):
        return 1
    return written_size(atom.argument if atom.kind == LET else atom.argument[0])
