"""Inverses of matrices of exact constants."""

import random

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact, symbol
from symdyn.algebra.exact_inverse import exact_inverse
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin

Matrix = tuple[tuple[Exact, ...], ...]
ZERO = exact(0)
ATOMS = (exact(1), square_root(exact(2)), symbol("l1"), *cos_sin(exact(1) * 7))


def random_matrix(seed: int, size: int) -> Matrix:
    """A sparse matrix with roots, symbols and cosines, ones on a diagonal that is out of order."""
    source = random.Random(f"matrix {seed}")
    places = source.sample(range(size), size)
    rows = [[exact(0)] * size for _ in range(size)]
    for i, place in enumerate(places):
        rows[i][place] = exact(source.choice((1, -1, 2)))
        for j in source.sample(range(size), 2):
            rows[i][j] = rows[i][j] + source.choice(ATOMS) * source.randint(-3, 3)
    return tuple(map(tuple, rows))


def field_for(rows: Matrix) -> Embedding:
    return Embedding({*ATOMS, *(x for row in rows for x in row)})


def test_inverse_times_matrix_is_the_identity() -> None:
    inverted = 0
    for rows in (random_matrix(seed, 5) for seed in range(12)):
        field = field_for(rows)
        inverse = exact_inverse(rows, lambda x, field=field: not field(x))
        if inverse is None:
            continue
        inverted += 1
        for i, row in enumerate(inverse):
            for j in range(len(rows)):
                entry = sum((field(x) * field(other[j]) for x, other in zip(row, rows, strict=True)), start=field(ZERO))
                assert entry == int(i == j)
    assert inverted >= 6  # some are drawn singular


def test_a_singular_matrix_has_none() -> None:
    l1 = symbol("l1")
    assert exact_inverse(((l1, l1 * 2), (exact(1), exact(2))), lambda x: not x) is None


def test_zero_that_the_canonical_form_hides_is_seen_through_the_field() -> None:
    c, s = cos_sin(exact(1))
    c2, _ = cos_sin(exact(2))
    hidden = c2 - (c * c - s * s)  # zero, as the cosine of twice an angle
    rows = ((hidden, exact(1)), (exact(1), exact(0)))
    field = Embedding({c, s, c2})
    assert not field(hidden)
    assert exact_inverse(rows, lambda x: not field(x)) == ((exact(0), exact(1)), (exact(1), exact(0)))
