"""Long constants taken as one atom, so that computing with them does not multiply them out.

Long is one of many terms, or of few whose text is long: roots and reciprocals of sums write these out, and nested a few
times they would fill the memory.
"""

from __future__ import annotations

from functools import lru_cache

from symdyn.algebra.atom import LET, Atom
from symdyn.algebra.exact import Exact, exact, from_atom

LONGEST_TEXT = 20_000  # characters
LET_TEXT = 16  # characters of a name such as let_0123456789ab


def compact(x: Exact, most_terms: int) -> Exact:
    """Return the constant itself, or one atom that stands for it when it has too many terms to compute with.

    Relations between such atoms are not seen by the canonical form, only by maps into other rings.
    """
    return x if len(x.terms) <= most_terms and _is_short(x) else as_one(x)


def _is_short(x: Exact) -> bool:
    """Tell whether a constant's text is short; as a rule without writing it."""
    digits = sum(value.numerator.bit_length() + value.denominator.bit_length() for value in x.terms.values()) // 3
    factors = sum(_longest_text(atom) + 10 for monomial in x.terms for atom, _ in monomial)
    return digits + factors + 10 * len(x.terms) <= LONGEST_TEXT or len(str(x)) <= LONGEST_TEXT


@lru_cache(maxsize=100_000)  # asked for every factor of every term
def _longest_text(atom: Atom) -> int:
    return LET_TEXT if atom.kind == LET else len(str(atom))


@lru_cache(maxsize=100_000)  # one atom for equal constants: comparing two would compare all their terms
def as_one(x: Exact) -> Exact:
    """Return one atom that stands for a constant."""
    return from_atom(Atom(LET, x))


def written_out(x: Exact) -> Exact:
    """Return a constant with everything written out that was taken as one atom."""
    if all(atom.kind != LET for monomial in x.terms for atom, _ in monomial):
        return x
    return x.map(exact, _written_out_power)


def _written_out_power(atom: Atom, exponent: int) -> Exact:
    return (written_out(atom.argument) if atom.kind == LET else from_atom(atom)) ** exponent
