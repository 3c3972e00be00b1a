"""Long constants taken as one atom, so that computing with them does not multiply them out.

Long is one of many terms, or of few whose text is long: roots and reciprocals of sums write these out, and nested a few
times they would fill the memory.
"""

from __future__ import annotations

from functools import lru_cache

from symdyn.algebra.exact import LET, Atom, Exact, exact, from_atom

LONGEST_TEXT = 20_000  # characters


def compact(x: Exact, most_terms: int) -> Exact:
    """Return the constant itself, or one atom that stands for it when it has too many terms to compute with.

    Relations between such atoms are not seen by the canonical form, only by maps into other rings.
    """
    return x if len(x.terms) <= most_terms and len(str(x)) <= LONGEST_TEXT else _as_one(x)


@lru_cache(maxsize=100_000)  # one atom for equal constants: comparing two would compare all their terms
def _as_one(x: Exact) -> Exact:
    return from_atom(Atom(LET, x))


def written_out(x: Exact) -> Exact:
    """Return a constant with everything written out that was taken as one atom."""
    if all(atom.kind != LET for monomial in x.terms for atom, _ in monomial):
        return x
    return x.map(exact, _written_out_power)


def _written_out_power(atom: Atom, exponent: int) -> Exact:
    return (written_out(atom.argument) if atom.kind == LET else from_atom(atom)) ** exponent
