"""Square roots of sums: equal reals have equal images in every field, whatever roots, products and angles they are."""

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import isqrt

import pytest

from symdyn.algebra.decimals import to_mpf
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import EXACT_PI, Exact, exact, reciprocal
from symdyn.algebra.nested_roots import UnknownNestedRootError, nested_roots
from symdyn.algebra.root_tower import RootTower, scaled, sum_of
from symdyn.algebra.roots import square_root
from symdyn.algebra.tower_squares import Squares
from symdyn.algebra.trigonometry import cos_sin

HALF = Fraction(1, 2)


def root(x: Exact | int) -> Exact:
    return square_root(exact(x))


def cos(part: Fraction | int) -> Exact:
    return cos_sin(EXACT_PI * (Fraction(1) / part))[0]


def sin(part: Fraction | int) -> Exact:
    return cos_sin(EXACT_PI * (Fraction(1) / part))[1]


R2, R3, R5, R6, R7 = map(root, (2, 3, 5, 6, 7))
UP, DOWN = root(2 + R2), root(2 - R2)
DEEP = root(1 + root(3 + R3))

EQUAL = {
    "a root that denests": root(5 + 2 * R6) - R2 - R3,
    "a root that denests to fractions": root(3 + R5) - (root(10) + R2) * HALF,
    "a root of four terms": root(10 + 2 * R6 + 2 * root(10) + 2 * root(15)) - R2 - R3 - R5,
    "a pair": UP * DOWN - R2,
    "a pair that is rational": root(3 + R5) * root(3 - R5) - 2,
    "a pair with a root that stands nowhere else": root(3 + R2) * root(3 - R2) - R7,
    "a quotient": UP * reciprocal(DOWN) - 1 - R2,
    "a reciprocal": root(reciprocal(4 + R3)) - root(4 - R3) * reciprocal(root(13)),
    "a product of roots": root(2 + R2) * root(3 + R3) - root((2 + R2) * (3 + R3)),
    "a product of deep roots": DEEP * root(2 + UP) - root((1 + root(3 + R3)) * (2 + UP)),
    "the same with a rational factor": root(12 + 6 * R2) - R6 * UP,
    "a sum of two roots": root(3 + R7) * R2 - root(3 + R2) - root(3 - R2),
    "the square of a sum": (UP + DOWN) ** 2 - 4 - 2 * R2,
    "a root of a sum of roots": root(UP + DOWN) ** 2 - root(4 + 2 * R2),
    "a root of the square of a sum": root((UP - R3 + 1) * (UP - R3 + 1)) - UP + R3 - 1,
    "an identity of Shanks": R5 + root(22 + 2 * R5)
    - root(11 + 2 * root(29)) - root(16 - 2 * root(29) + 2 * root(55 - 10 * root(29))),
    "the cosine of an eighth": UP - 2 * cos(8),
    "the sine of an eighth": DOWN - 2 * sin(8),
    "the cosine of a sixteenth": root(2 + UP) - 2 * cos(16),
    "the cosine of a 24th": root(2 + root(2 + R3)) - 2 * cos(24),
    "the sine of a fifth": root(10 - 2 * R5) - 4 * sin(5),
    "the sine of two fifths": root(10 + 2 * R5) - 4 * sin(Fraction(5, 2)),
    "a root of a cosine": root(2 + 2 * cos(30)) - 2 * cos(60),
}  # fmt: skip


def fields(constants: Sequence[Exact]) -> list[Embedding]:
    """Return embeddings in several fields: those before are kept out by a constant that their prime divides."""
    found: list[Embedding] = []
    for seed in range(6):
        found.append(Embedding([*constants, *(exact(each.p) for each in found[:4])], seed))
    return found


@pytest.mark.parametrize("name", EQUAL)
def test_equal_reals_have_equal_images_in_every_field(name: str) -> None:
    assert abs(to_mpf(EQUAL[name], {})) < 1e-55  # of sixty digits
    found = fields([EQUAL[name]])
    assert len({each.p for each in found}) >= 5
    assert all(each(EQUAL[name]) == 0 for each in found)


def test_equal_reals_have_equal_images_in_one_field_for_all() -> None:
    embedding = Embedding(EQUAL.values())
    assert {name: embedding(x).value for name, x in EQUAL.items()} == dict.fromkeys(EQUAL, 0)


@pytest.mark.parametrize("name", EQUAL)
def test_images_of_other_reals_differ(name: str) -> None:
    """Each root is somewhere compared with its negative, or with a number near it."""
    embedding = Embedding([EQUAL[name], UP, R3])
    assert all(embedding(EQUAL[name] + x) != 0 for x in (exact(1), UP - R3, UP * R3))


def drawn(source: random.Random, depth: int) -> Exact:
    """Return a positive number made of square roots."""
    while True:
        parts = [drawn(source, depth - 1) if depth else root(source.choice((2, 3, 5, 6, 7))) for _ in range(2)]
        total = sum((x * source.choice((1, 2, -1, HALF)) for x in parts), start=exact(source.randint(1, 4)))
        if to_mpf(total, {}) > 1e-9:
            return root(total) if source.random() < 0.6 else total


@pytest.mark.parametrize("seed", range(8))
def test_laws_of_roots_hold_for_any_numbers(seed: int) -> None:
    source = random.Random(seed)
    x, y = drawn(source, 1), drawn(source, seed % 2)
    laws = [
        root(x * x) - x,
        root(x) * root(y) - root(x * y),
        root(x * x * y) - x * root(y),
        root(x) * reciprocal(root(y)) - root(x * reciprocal(y)),
        root(x) * root(reciprocal(x)) - 1,
    ]
    embedding = Embedding(laws, seed)
    assert [embedding(law).value for law in laws] == [0] * len(laws)


def test_many_roots_that_are_free_of_each_other_take_no_search() -> None:
    source = random.Random(3)
    roots = [root(source.randint(20, 40) + source.randint(1, 5) * root(source.choice((2, 3, 5, 7)))) for _ in range(24)]
    embedding = Embedding(roots)
    assert all(embedding(x) ** 2 == embedding(x * x) for x in roots)
    products = [root(x * x * y * y) - x * y for x, y in pairwise(roots)]
    assert all(Embedding([product])(product) == 0 for product in products)


def test_a_root_that_comes_later_is_expressed_or_refused() -> None:
    embedding = Embedding([UP])
    assert embedding(DOWN) * embedding(UP) == embedding(R2)
    with pytest.raises(UnknownNestedRootError, match="for which this field was chosen"):
        embedding(root(3 + R2))


def test_roots_of_symbols_have_no_place_in_the_tower() -> None:
    assert nested_roots(root(exact(2) + 3 * cos(7)).atoms()).generators == []


# --- the tower itself


@cache
def tower() -> tuple[Squares, tuple[dict[int, Fraction], ...]]:
    """Return Q(sqrt(2), sqrt(3), sqrt(2 + sqrt(2)), sqrt(1 + sqrt(2 + sqrt(2)))), and its generators."""
    squares = Squares(RootTower())
    g = [squares.adjoin_number(2), squares.adjoin_number(3)]
    g.append(squares.adjoin(sum_of({0: Fraction(2)}, g[0])))
    g.append(squares.adjoin(sum_of({0: Fraction(1)}, g[2])))
    return squares, tuple(g)


def some_element(source: random.Random) -> dict[int, Fraction]:
    return {mask: Fraction(source.randint(1, 9), source.randint(1, 9)) for mask in source.sample(range(16), 3)}


@pytest.mark.parametrize("seed", range(10))
def test_the_tower_is_a_field(seed: int) -> None:
    source = random.Random(seed)
    field = tower()[0].tower
    a, b, c = (some_element(source) for _ in range(3))
    assert field.product(a, field.inverse(a)) == {0: 1}
    assert field.product(a, field.product(b, c)) == field.product(field.product(a, b), c)
    assert field.product(a, sum_of(b, c)) == sum_of(field.product(a, b), field.product(a, c))
    assert field.product(a, b) == field.product(b, a)


@pytest.mark.parametrize("seed", range(10))
def test_squares_are_recognised_and_others_are_not(seed: int) -> None:
    source = random.Random(seed)
    squares, g = tower()
    a, q = some_element(source), Fraction(source.randint(1, 50))
    found = squares.square_part(scaled(squares.tower.product(a, a), q))
    assert found is not None
    assert scaled(squares.tower.product(found[1], found[1]), found[0]) == scaled(squares.tower.product(a, a), q)
    other = squares.tower.product(squares.tower.product(a, a), sum_of({0: Fraction(3)}, g[0]))  # 3 + sqrt(2) is none
    assert squares.square_part(other) is None


@pytest.mark.parametrize("digits", [3, 30, 300])
def test_signs_of_numbers_near_zero_are_exact(digits: int) -> None:
    squares, g = tower()
    near = scaled(g[0], 10**digits)  # sqrt(2), and below it a number with as many digits
    above = sum_of(near, {0: Fraction(-isqrt(2 * 10 ** (2 * digits)))})
    assert squares.tower.sign(above) == 1
    assert squares.tower.sign(sum_of(above, {0: Fraction(-1)})) == -1
    assert squares.tower.sign(squares.tower.product(above, scaled(g[3], -1))) == -1
