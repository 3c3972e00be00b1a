"""The ring of closed forms, and the rewriting of its terms."""

import random
from fractions import Fraction

import pytest

import symdyn
from symdyn.algebra.exact import exact, symbol
from symdyn.algebra.rational_rotation import rational_rotation
from symdyn.closed_form.angle_groups import angle_groups
from symdyn.closed_form.angle_sums import with_angle_sums
from symdyn.closed_form.polynomial import Polynomial, PolynomialRing, TooLargeError
from symdyn.closed_form.squares import with_shorter_squares
from symdyn.closed_form.terms import ONE, Terms, Turn

RING = PolynomialRing(["c1", "s1", "c2", "s2", "x"], {"s1": "c1", "s2": "c2"}, largest=1000)


def cosine(*joints: int) -> Turn:
    return Turn("c", tuple((i, 1) for i in joints))


def sine(*joints: int) -> Turn:
    return Turn("s", tuple((i, 1) for i in joints))


def random_polynomial(source: random.Random) -> Polynomial:
    total = RING.constant(0)
    for _ in range(4):
        term = RING.constant(Fraction(source.randint(-5, 5), source.randint(1, 4)))
        for name in source.choices(RING.letters, k=3):
            term = term * RING.letter(name)
        total = total + term
    return total


@pytest.mark.parametrize("seed", range(10))
def test_ring_laws_hold(seed: int) -> None:
    source = random.Random(seed)
    a, b, c = (random_polynomial(source) for _ in range(3))
    assert (a + b) * c == a * c + b * c
    assert (a * b) * c == a * (b * c) and a * b == b * a
    assert a - a == 0 and a + 0 == a and 1 * a == a and a * 0 == 0


def test_squares_of_sine_and_cosine_sum_to_one() -> None:
    c, s = RING.letter("c1"), RING.letter("s1")
    assert c * c + s * s == 1
    assert (c * c - s * s) * (c * c - s * s) + 4 * (s * c) * (s * c) == 1


def test_symbols_of_the_geometry_are_coefficients() -> None:
    x = RING.letter("x")
    length = symbol("l2")
    assert (x * length) * (x * length) - x * x * (length * length) == 0
    assert not x * length * exact(0)


def test_polynomial_of_too_many_terms_is_refused() -> None:
    ring = PolynomialRing([f"x{i}" for i in range(8)], {}, largest=20)
    total = sum((ring.letter(f"x{i}") for i in range(8)), start=ring.constant(0))
    with pytest.raises(TooLargeError):
        _ = total * total


@pytest.mark.parametrize(
    ("name", "groups"),
    [("two_link", [(0, 1)]), ("three_link", [(1, 2)]), ("ddarm", []), ("scara", [(0, 1, 3)]), ("ur5", [(1, 2, 3)])],
)
def test_parallel_joints_are_found(name: str, groups: list[tuple[int, ...]]) -> None:
    assert angle_groups(symdyn.load(name)) == groups


def test_addition_theorems_are_applied_to_parallel_joints() -> None:
    c1c2 = frozenset({(cosine(0), 1), (cosine(1), 1)})
    s1s2 = frozenset({(sine(0), 1), (sine(1), 1)})
    assert with_angle_sums({c1c2: 1, s1s2: -1}, (0, 1)) == {frozenset({(cosine(0, 1), 1)}): 1}


def test_products_with_a_common_angle_are_kept_as_products() -> None:
    """c1**2*c2 - c1*s1*s2 is c1*c12."""
    terms: Terms = {
        frozenset({(cosine(0), 2), (cosine(1), 1)}): 1,
        frozenset({(cosine(0), 1), (sine(0), 1), (sine(1), 1)}): -1,
    }
    assert with_angle_sums(terms, (0, 1)) == {frozenset({(cosine(0), 1), (cosine(0, 1), 1)}): 1}


@pytest.mark.parametrize("seed", range(40))
def test_rewriting_keeps_the_value_at_every_state(seed: int) -> None:
    source = random.Random(f"turns {seed}")
    terms: Terms = {}
    for _ in range(6):
        exponents = {Turn(kind, ((i, 1),)): source.randint(0, 2) for kind in "cs" for i in range(3)}
        terms[frozenset((turn, n) for turn, n in exponents.items() if n)] = source.choice((-2, -1, 1, 2))
    turns = [rational_rotation(Fraction(source.randint(1, 9), source.randint(1, 9))) for _ in range(3)]
    expected = value(terms, turns)
    assert value(with_angle_sums(terms, (0, 1, 2)), turns) == expected
    assert value(with_shorter_squares(with_angle_sums(terms, (0, 2))), turns) == expected


def test_each_rule_for_products_is_used() -> None:
    """c1, s1 times c12, s12, dissolved into single angles and joined again."""
    for first in "cs":
        for second in "cs":
            product: Terms = {}
            parts = {"c": [("cc", 1), ("ss", -1)], "s": [("sc", 1), ("cs", 1)]}[second]
            for (kind_1, kind_2), sign in parts:
                factors = {Turn(first, ((0, 1),)): 1}
                for turn in (Turn(kind_1, ((0, 1),)), Turn(kind_2, ((1, 1),))):
                    factors[turn] = factors.get(turn, 0) + 1
                product[frozenset(factors.items())] = sign
            joined = frozenset({(Turn(first, ((0, 1),)), 1), (Turn(second, ((0, 1), (1, 1))), 1)})
            assert with_angle_sums(product, (0, 1)) == {joined: 1}, (first, second)


def value(terms: Terms, turns: list[tuple[Fraction, Fraction]]) -> Fraction:
    total = Fraction(0)
    for monomial, coefficient in terms.items():
        term = Fraction(coefficient)  # type: ignore[arg-type]
        for turn, exponent in monomial:
            assert isinstance(turn, Turn)
            c, s = Fraction(1), Fraction(0)
            for i, multiple in turn.angle:
                cos, sin = turns[i]
                for _ in range(abs(multiple)):
                    step = sin if multiple > 0 else -sin
                    c, s = c * cos - s * step, s * cos + c * step
            term *= (c if turn.kind == "c" else s) ** exponent
        total += term
    return total


def test_the_shorter_square_is_chosen() -> None:
    squares: Terms = {frozenset({(cosine(0), 2)}): -3, ONE: 3}
    assert with_shorter_squares(squares) == {frozenset({(sine(0), 2)}): 3}
    both: Terms = {frozenset({(cosine(0), 2)}): 2, frozenset({(cosine(1), 2)}): 5, ONE: -7}
    assert with_shorter_squares(both) == {frozenset({(sine(0), 2)}): -2, frozenset({(sine(1), 2)}): -5}
    product: Terms = {
        ONE: 1,
        frozenset({(cosine(0), 2)}): -1,
        frozenset({(cosine(1), 2)}): -1,
        frozenset({(cosine(0), 2), (cosine(1), 2)}): 1,
    }
    assert with_shorter_squares(product) == {frozenset({(sine(0), 2), (sine(1), 2)}): 1}
