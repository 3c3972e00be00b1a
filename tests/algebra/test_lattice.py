"""Short vectors of lattices of whole numbers."""

import random
from fractions import Fraction

import pytest

from symdyn.algebra.lattice import reduced, small_relation

PRIME = 2**127 - 1


def volume(rows):
    """Return the determinant."""
    rows, total = [[Fraction(x) for x in row] for row in rows], Fraction(1)
    for k in range(len(rows)):
        at = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if at is None:
            return Fraction(0)
        if at != k:
            rows[k], rows[at], total = rows[at], rows[k], -total
        total *= rows[k][k]
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return total


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_a_reduced_basis_spans_the_same_lattice_with_short_rows(n):
    draw = random.Random(n)
    rows = [[draw.randint(-(10**9), 10**9) for _ in range(n)] for _ in range(n)]
    found = reduced(rows)
    size = volume(rows)
    assert abs(volume(found)) == abs(size)
    for row in found:  # whole combinations of the given ones, by Cramer's rule
        for k in range(n):
            assert (volume([*rows[:k], row, *rows[k + 1 :]]) / size).denominator == 1
    first = sum(x * x for x in found[0])
    assert first**n <= 2 ** (n * (n - 1) // 2) * size**2  # as the three have proved


def test_small_numbers_are_found_of_which_a_residue_is_made():
    draw = random.Random(0)
    for _ in range(20):
        root, x = draw.randrange(PRIME), [draw.randint(-999, 999) for _ in range(4)]
        value = (x[0] + x[1] * root) * pow(x[2] + x[3] * root, -1, PRIME) % PRIME
        found = small_relation([1, root, -value % PRIME, -value * root % PRIME], PRIME)
        assert [found[i] * x[3] for i in range(4)] == [x[i] * found[3] for i in range(4)]  # the same quotient
