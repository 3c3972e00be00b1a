"""Constants that are equal as reals have equal images in the finite field, and finding the field takes no search."""

import random
import time
from itertools import pairwise

import pytest

from symdyn.algebra.atom import LET, Atom
from symdyn.algebra.compact import compact
from symdyn.algebra.decimals import to_float
from symdyn.algebra.embedding import Embedding, UnknownAngleError
from symdyn.algebra.exact import EXACT_PI, exact, from_atom, reciprocal, symbol
from symdyn.algebra.primes import LARGE_PRIME
from symdyn.algebra.rational_roots import UnknownRootError
from symdyn.algebra.roots import square_root
from symdyn.algebra.trigonometry import cos_sin

A, B = 10**12 + 39, 10**12 + 61
X, Y = symbol("x"), symbol("y")


def root(x):
    return square_root(exact(x))


def hard_roots(count, source):
    """Return square roots of numbers of 32 digits, which have factors that nobody looks for."""
    return [root(source.randrange(10**31, 10**32)) for _ in range(count)]


def vanish(differences, seed=0):
    embedding = Embedding(differences, seed)
    return [not embedding(difference) for difference in differences]


EQUAL = {
    "roots of numbers too large to factor": root(A) * root(B) - root(A * B),
    "a cube's root": root(A**3) - A * root(A),
    "a common factor": root(A * 5) * root(B * 5) - 5 * root(A) * root(B),
    "the golden ratio": root(5) - 4 * cos_sin(EXACT_PI / 5)[0] + 1,
    "the heptagon": root(7) - 2 * (cos_sin(2 * EXACT_PI / 7)[1] + cos_sin(4 * EXACT_PI / 7)[1])
    + 2 * cos_sin(EXACT_PI / 7)[1],
    "an angle of 15 degrees": cos_sin(EXACT_PI / 12)[0] * 4 - root(2) - root(6),
    "a nested root that denests": square_root(3 + 2 * root(2)) - 1 - root(2),
    "a nested root less another": square_root(7 - 4 * root(3)) - 2 + root(3),
    "a nested root of larger numbers": square_root(A + B + 2 * root(A * B)) - root(A) - root(B),
    "a rational factor under a root of a sum": square_root(4 * X + 4 * Y * Y) - 2 * square_root(X + Y * Y),
    "an irrational factor": square_root(2 * X + 2 * Y) - root(2) * square_root(X + Y),
    "a root and its reciprocal": square_root(X + Y) * reciprocal(square_root(X + Y)) - 1,
    "the square of a nested root": square_root(1 + root(5)) ** 2 - 1 - root(5),
    "a long constant taken as one": compact((1 + root(A) + X) ** 3, 2) - (1 + root(A) + X) ** 3,
    "angles with roots": cos_sin(root(A) * root(B))[0] - cos_sin(root(A * B))[0],
    "angles that add up": cos_sin(X / 3 + exact("0.7"))[0]
    - cos_sin(X / 3)[0] * cos_sin(exact("0.7"))[0]
    + cos_sin(X / 3)[1] * cos_sin(exact("0.7"))[1],
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", EQUAL)
def test_equal_reals_have_equal_images(name, seed):
    at = {name: 0.25 + i for i, name in enumerate(sorted(EQUAL[name].symbols()))}
    assert abs(to_float(EQUAL[name], at)) < 1e-17  # sixty digits less the eighteen of the largest term, A**(3/2)
    assert vanish([EQUAL[name]], seed) == [True]


@pytest.mark.parametrize("seed", range(4))
def test_equal_reals_have_equal_images_where_the_field_has_p_squared_elements(seed):
    hard = hard_roots(12, random.Random(4))
    differences = list(EQUAL.values())
    embedding = Embedding([*differences, *hard], seed)
    assert embedding.degree == 2
    assert not any(embedding(difference) for difference in differences)
    for a, b in pairwise(hard):
        assert embedding(a) * embedding(b) == embedding(a * b)
        assert embedding(a + 2 * b) ** 2 == embedding((a + 2 * b) * (a + 2 * b))
        assert embedding(a) != embedding(b)


@pytest.mark.parametrize(
    "constant",
    [
        root(A) - root(B),
        root(5) + 4 * cos_sin(EXACT_PI / 5)[0] - 1,
        square_root(3 + 2 * root(2)) - 1,
        square_root(X + Y) - X,
        cos_sin(exact("0.7"))[0] - cos_sin(exact("0.35"))[0],
    ],
    ids=str,
)
def test_different_reals_have_different_images(constant):
    assert vanish([constant]) == [False]


def test_a_hundred_roots_of_numbers_too_large_to_factor_take_no_time():
    constants = hard_roots(100, random.Random(5))
    begin = time.perf_counter()
    embedding = Embedding(constants)
    assert time.perf_counter() - begin < 2  # a search for a prime with all roots would try 2^100 of them
    assert embedding.degree == 2
    for constant in constants:
        assert embedding(constant) ** 2 == embedding(constant * constant)


def test_a_few_roots_stay_in_a_field_of_p_elements():
    embedding = Embedding([root(2) + root(3), root(5), root(A)])
    assert embedding.degree == 1
    assert isinstance(embedding.modulus, int)
    assert embedding(root(A)) ** 2 == A


def test_roots_of_sums_of_many_symbols_are_found():
    constants = [square_root(symbol(f"x{i}") ** 2 + symbol(f"y{i}") ** 2) for i in range(20)]
    embedding = Embedding(constants)
    assert all(embedding(x) ** 2 == embedding(x * x) for x in constants)


def test_roots_within_long_constants_angles_and_roots_are_met_too():
    inner = root(A) + root(B)
    constants = [from_atom(Atom(LET, 1 + inner)), cos_sin(inner)[0], square_root(1 + root(7 * A))]
    embedding = Embedding(constants)
    assert embedding(constants[0]) == embedding(1 + inner)


def test_constants_made_of_the_same_atoms_may_follow():
    embedding = Embedding([root(A), root(B), cos_sin(exact("0.7"))[0]])
    assert embedding(root(A * B)) == embedding(root(A)) * embedding(root(B))
    c, s = cos_sin(exact("1.4"))
    assert embedding(c) ** 2 + embedding(s) ** 2 == 1
    assert embedding(c) == 2 * embedding(cos_sin(exact("0.7"))[0]) ** 2 - 1
    assert embedding(cos_sin(EXACT_PI / 12)[0] * 4) == embedding(root(2)) * (1 + embedding(root(3)))


def test_a_root_that_comes_later_is_refused_rather_than_guessed():
    embedding = Embedding([root(A)])
    with pytest.raises(UnknownRootError, match="for which this field was chosen"):
        embedding(root(B))


def test_an_angle_that_comes_later_is_refused_rather_than_rounded():
    embedding = Embedding([cos_sin(exact("0.5"))[0]])
    with pytest.raises(UnknownAngleError, match="for which this field was chosen"):
        embedding(cos_sin(exact("0.25"))[0])


def test_a_length_that_is_the_usual_prime_is_not_zero():
    for constant in (exact(LARGE_PRIME), reciprocal(exact(LARGE_PRIME)), root(LARGE_PRIME), X * LARGE_PRIME):
        assert vanish([constant]) == [False]


def test_fractions_of_pi_with_many_digits_find_their_field():
    angle = EXACT_PI * exact("0.123456789012345678901234567890")
    c, s = cos_sin(angle)
    embedding = Embedding([c, s])
    assert embedding(c) ** 2 + embedding(s) ** 2 == 1
    assert embedding(c) != 1
