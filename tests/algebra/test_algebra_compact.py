"""Long constants are taken as one atom, whether they have many terms or few that are long to write."""

from fractions import Fraction

from symdyn.algebra.atom import COS, LET, Atom
from symdyn.algebra.compact import LONGEST_TEXT, compact
from symdyn.algebra.decimals import to_mpf
from symdyn.algebra.exact import Exact, exact, from_atom, reciprocal

MOST_TERMS = 10


def sums_of_reciprocals(levels: int) -> list[Exact]:
    """Constants of four terms each, the reciprocal of one being part of every term of the next."""
    atoms = [from_atom(Atom(COS, exact(Fraction(i, 7)))) for i in range(1, 5)]
    found = [sum(atoms, start=exact(0))]
    for _ in range(levels):
        inverse = reciprocal(found[-1])
        found.append(compact(sum((atom * inverse for atom in atoms), start=exact(1)), MOST_TERMS))
    return found


def test_nested_reciprocals_of_sums_stay_short_and_what_they_are() -> None:
    found = sums_of_reciprocals(20)  # written out, the last would have 4**20 reciprocals
    assert max(len(str(one)) for one in found) <= LONGEST_TEXT
    kinds = [{atom.kind for monomial in one.terms for atom, _ in monomial} for one in found]
    assert {LET} in kinds and LET not in kinds[1]
    cosines = [to_mpf(from_atom(Atom(COS, exact(Fraction(i, 7)))), {}) for i in range(1, 5)]
    value = sum(cosines)
    for one in found[1:]:
        value = 1 + sum(cosine / value for cosine in cosines)
        assert abs(to_mpf(one, {}) / value - 1) < 1e-50


def test_a_constant_of_many_terms_is_one_and_a_short_one_is_itself() -> None:
    few, many = (
        sum((from_atom(Atom(COS, exact(Fraction(i, 7)))) for i in range(1, n)), start=exact(0)) for n in (4, 15)
    )
    assert compact(few, MOST_TERMS) is few
    assert len(compact(many, MOST_TERMS).terms) == 1
