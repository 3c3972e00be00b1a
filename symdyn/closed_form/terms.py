"""Terms of a closed form: products of letters, cosines and sines, each with an exact coefficient.

A `Turn` is the cosine or sine of a whole combination of coordinates: c23 is Turn("c", ((1, 1), (2, 1))).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from symdyn.closed_form.polynomial import Coefficient

Multiples = tuple[tuple[int, int], ...]  # coordinates (zero-based) with their multiples, none of them zero


class Turn(NamedTuple):
    """The cosine ("c") or sine ("s") of a sum of multiples of coordinates, the first of them positive."""

    kind: str
    angle: Multiples


Letter = str | Turn
Monomial = frozenset[tuple[Letter, int]]  # letters with their exponents
Terms = dict[Monomial, Coefficient]

ONE: Monomial = frozenset()


def add_term(terms: Terms, monomial: Monomial, coefficient: Coefficient) -> None:
    """Add one term in place; a sum of zero disappears."""
    known = terms.get(monomial)
    total = coefficient if known is None else known + coefficient
    if total:
        terms[monomial] = total
    else:
        terms.pop(monomial, None)


def times(monomial: Monomial, factors: Mapping[Any, int]) -> Monomial:
    """Multiply a monomial by powers of letters; an exponent may be negative."""
    exponents = dict(monomial)
    for letter, exponent in factors.items():
        exponents[letter] = exponents.get(letter, 0) + exponent
    return frozenset((letter, exponent) for letter, exponent in exponents.items() if exponent)
