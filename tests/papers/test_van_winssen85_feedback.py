"""Van Winssen and de Silva, sections 2.2 to 2.3.1 and 4.1: the sampled model, the gain, the loop's eigenvalues."""

import math
import random
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from numpy.typing import NDArray

from symdyn.control.optimal_feedback_series import (
    closed_loop,
    least_squares_gain,
    remainder_bound,
    sampled,
    terms_for,
    with_integrals,
)

T = Fraction(1, 100)
Exact = NDArray[Any]


def rational(source: random.Random, *shape: int) -> Exact:
    entries = [Fraction(source.randint(-9, 9), source.randint(1, 9)) for _ in range(int(np.prod(shape)))]
    return np.array(entries, object).reshape(shape)


def integrators(M: Exact) -> tuple[Exact, Exact]:
    """Joints that nothing but their inertia holds: A and B of q̈ = M⁻¹ u, for a symmetric M of two joints."""
    (a, b), (_, d) = M
    inverse = np.array([[d, -b], [-b, a]], object) / (a * d - b * b)
    A = np.array([[int(j == i + 2) * Fraction(1) for j in range(4)] for i in range(4)], object)
    return A, np.concatenate([np.zeros((2, 2), int) * Fraction(1), inverse])


def is_eigenvalue(matrix: Exact, value: Fraction) -> bool:
    n = len(matrix)
    rows = [[matrix[i, j] - (value if i == j else 0) for j in range(n)] for i in range(n)]
    return rank(rows) < n


def rank(rows: Any) -> int:
    return int(sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in row] for row in rows]).rank())


def test_two_terms_are_exact_for_a_double_integrator() -> None:  # (7), (13), (14)
    A, B = np.array([[0, 1], [0, 0]], object), np.array([[0], [Fraction(1, 3)]], object)
    Phi, Gamma = sampled(A, B, T, terms=2)
    assert Phi.tolist() == [[1, T], [0, 1]]
    assert Gamma.tolist() == [[T**2 / 6], [T / 3]]


def test_sampling_twice_is_sampling_with_the_double_period() -> None:  # (7)
    A = np.array([[0, 1, 2], [0, 0, 3], [0, 0, 0]], object) * Fraction(1, 2)  # nilpotent: three terms are all there are
    B = np.array([[1], [Fraction(1, 5)], [2]], object)
    Phi, Gamma = sampled(A, B, T, terms=3)
    Phi_twice, Gamma_twice = sampled(A, B, 2 * T, terms=3)
    assert (Phi_twice == Phi @ Phi).all()
    assert (Gamma_twice == Phi @ Gamma + Gamma).all()


@pytest.mark.parametrize("n", [1, 2, 3])
def test_gain_makes_the_weighted_square_of_the_next_state_smallest(n: int) -> None:  # (8)-(10)
    source = random.Random(n)
    Phi, Gamma, x = rational(source, 2 * n, 2 * n), rational(source, 2 * n, n), rational(source, 2 * n)
    Q = np.array([Fraction(source.randint(1, 9), source.randint(1, 9)) for _ in range(2 * n)], object)
    u = -least_squares_gain(Phi, Gamma, Q) @ x

    def index(torque: Exact) -> Any:
        following = Phi @ x + Gamma @ torque
        return following @ (Q * following)

    for _ in range(5):  # exactly: the index rises by the square of what another torque adds to the next state
        other = rational(source, n)
        assert index(u + other) - index(u) == (Gamma @ other) @ (Q * (Gamma @ other))


def test_printed_gain_is_no_matrix() -> None:  # (10): as printed it ends in x(k), and (9) multiplies by x(k) again
    source = random.Random(10)
    Phi, Gamma, x = rational(source, 4, 4), rational(source, 4, 2), rational(source, 4)
    K = least_squares_gain(Phi, Gamma, np.array([Fraction(1)] * 4, object))
    printed = K @ x
    assert (K @ x).shape == (2,)
    with pytest.raises(ValueError, match="mismatch"):
        printed @ x


def test_gain_exists_only_where_every_torque_has_an_effect_that_counts() -> None:  # (11), (12)
    source = random.Random(11)
    Phi, Gamma = rational(source, 4, 4), rational(source, 4, 2)
    lost = Gamma.copy()
    lost[:, 1] = 3 * Gamma[:, 0]
    weights = np.array([Fraction(1)] * 4, object)
    uncounted = np.array([Fraction(1), 0, 0, 0], object)
    assert rank(Gamma.T) == 2 and rank(lost.T) == 1
    least_squares_gain(Phi, Gamma, weights)
    for degenerate, Q in ((lost, weights), (Gamma, uncounted)):
        with pytest.raises(ZeroDivisionError):
            least_squares_gain(Phi, degenerate, Q)


def test_every_joint_has_the_eigenvalues_of_its_own_weights() -> None:  # 2.3.1
    A, B = integrators(np.array([[5, 2], [2, 3]], object) * Fraction(1, 7))
    weights = [(Fraction(4000), Fraction(1)), (Fraction(700), Fraction(2, 3))]  # of position and velocity
    Q = np.array([w for w, _ in weights] + [w for _, w in weights], object)
    Phi, Gamma = sampled(A, B, T, terms=2)
    loop = closed_loop(Phi, Gamma, least_squares_gain(Phi, Gamma, Q))
    assert rank(loop) == 2  # two eigenvalues are zero, whatever the weights: a torque for each joint
    for of_position, of_velocity in weights:
        rho = of_position * T**2 / (2 * of_velocity)
        assert is_eigenvalue(loop, (2 - rho) / (2 + rho))
    assert not is_eigenvalue(loop, Fraction(1, 2))


@pytest.mark.parametrize("seed", range(5))
def test_integrals_leave_no_deviation_and_close_every_loop(seed: int) -> None:  # (8)-(10), 2.3.1: one more state
    """Joints that only their inertia holds: x(k+1) = (Φ - ΓK) x(k) + Γ d keeps a deviation without z, and none with it.

    λ² - (1 + p - r) λ + p has its roots inside the unit circle if and only if |p| < 1 and |1 + p - r| < 1 + p.
    """
    source = random.Random(seed)
    A, B = integrators(np.array([[5, 2], [2, 3]], object) * Fraction(1, 7))
    weights = [Fraction(source.randint(1, 10**7), source.randint(1, 99)) for _ in range(6)]
    plain = sampled(A, B, T, terms=2)
    Phi, Gamma = with_integrals(*plain, T, range(2))
    loop = closed_loop(Phi, Gamma, least_squares_gain(Phi, Gamma, np.array(weights, object)))
    assert rank(loop) == 4
    push = np.array([Fraction(1), Fraction(-2)], object)
    for transition, effect, stays in (
        (loop, Gamma, False),
        (closed_loop(*plain, least_squares_gain(*plain, np.array(weights[:4], object))), plain[1], True),
    ):
        still = sp.eye(len(transition)) - sp.Matrix(transition)
        rest = still.LUsolve(sp.Matrix(effect @ push))
        assert all((x != 0) == stays for x in rest[:2]) and all(x == 0 for x in rest[2:4])
    product = sp.Poly(1, sp.Symbol("x"))
    for i in range(2):
        rho, kappa = weights[i] * T**2 / (2 * weights[2 + i]), weights[4 + i] * T**4 / (2 * weights[2 + i])
        D = 1 + (rho + kappa) / 2
        p, r = (1 - rho / 2) / D, kappa / D
        assert abs(p) < 1 and abs(1 + p - r) < 1 + p
        product *= sp.Poly([1, r - 1 - p, p], sp.Symbol("x"))
    assert sp.Matrix(loop).charpoly(sp.Symbol("x")).all_coeffs() == [*product.all_coeffs(), 0, 0]


def test_equal_weights_barely_close_the_loop() -> (
    None
):  # 2.3.1: nothing says so, but with Q = 1 the paper's loop is this
    A, B = integrators(np.array([[5, 2], [2, 3]], object) * Fraction(1, 7))
    Phi, Gamma = sampled(A, B, T, terms=2)
    loop = closed_loop(Phi, Gamma, least_squares_gain(Phi, Gamma, np.array([Fraction(1)] * 4, object)))
    assert is_eigenvalue(
        loop, (2 - T**2 / 2) / (2 + T**2 / 2)
    )  # 0.99995: half of an error is left after 14,000 periods


def test_model_errors_move_the_eigenvalues() -> None:  # 2.3.1: Φ and Γ of the plant, the gain of the model
    A, B = integrators(np.array([[5, 0], [0, 3]], object) * Fraction(1))
    _, heavier = integrators(np.array([[6, 0], [0, 3]], object) * Fraction(1))
    Q = np.array([Fraction(4000), Fraction(4000), 1, 1], object)
    Phi, Gamma = sampled(A, B, T, terms=2)
    K = least_squares_gain(Phi, Gamma, Q)
    rho = 4000 * T**2 / 2
    right, wrong = closed_loop(Phi, Gamma, K), closed_loop(*sampled(A, heavier, T, terms=2), K)
    assert is_eigenvalue(wrong, (2 - rho) / (2 + rho))  # the second joint's, which is modelled well
    trace, wrong_trace = (sum(loop[i, i] for i in range(4)) for loop in (right, wrong))
    assert wrong_trace - trace == K[0] @ (Gamma[:, 0] - Fraction(5, 6) * Gamma[:, 0])


ROTATING = np.array([[0.0, 0, 1, 0], [0, 0, 0, 1], [-40.0, 9, -1, 0.5], [12, 25, 0.3, -2]])
EFFECT = np.array([[0.0, 0], [0, 0], [3, -1], [-1, 5]])


@pytest.mark.parametrize("period", [0.001, 0.01, 0.1])
def test_series_equals_sylvesters_route(period: float) -> None:  # (13), (14), 4.1
    lambdas, one = np.linalg.eigvals(ROTATING), np.eye(4)
    Phi, Gamma = np.zeros((4, 4), complex), np.zeros((4, 2), complex)
    for i, value in enumerate(lambdas):
        F = one.astype(complex)
        for j, other in enumerate(lambdas):
            if j != i:
                F = F @ (ROTATING - other * one) / (value - other)
        Phi += F * np.exp(value * period)
        Gamma += F @ EFFECT * np.expm1(value * period) / value
    found = sampled(ROTATING, EFFECT, period, terms_for(ROTATING, period))
    tolerance = 1e-12  # the F of nearby eigenvalues cancel: a thousand roundings of their size
    np.testing.assert_allclose(found[0], Phi.real, atol=tolerance)
    np.testing.assert_allclose(found[1], Gamma.real, atol=tolerance)


@pytest.mark.parametrize("period", [0.001, 0.01, 0.1, 1.0])
def test_series_equals_the_exponential_with_many_digits(period: float) -> None:  # (13), (14)
    with mpmath.workdps(40):
        both = mpmath.matrix(6, 6)  # the exponential of [[A, B], [0, 0]] T holds Φ and Γ
        for i in range(4):
            for j in range(4):
                both[i, j] = mpmath.mpf(float(ROTATING[i, j])) * period
            for j in range(2):
                both[i, 4 + j] = mpmath.mpf(float(EFFECT[i, j])) * period
        truth = np.array(mpmath.expm(both).tolist(), float)
    Phi, Gamma = sampled(ROTATING, EFFECT, period, terms_for(ROTATING, period))
    np.testing.assert_allclose(np.hstack([Phi, Gamma]), truth[:4], rtol=1e-13, atol=1e-13 * np.abs(truth).max())


@pytest.mark.parametrize("terms", range(1, 12))
def test_remainder_stays_within_its_bound(terms: int) -> None:  # (13), (14)
    source = random.Random(terms)
    A, B = rational(source, 4, 4), rational(source, 4, 2)
    many = 60
    Phi, Gamma = sampled(A, B, T * 10, terms)
    all_of_it = sampled(A, B, T * 10, many)

    def norm(matrix: Exact) -> Any:
        return max(sum(abs(entry) for entry in row) for row in matrix)

    bound = remainder_bound(A.astype(float), 0.1, terms)
    left_out = float(norm(all_of_it[1] - Gamma) / (T * 10 * norm(B)))
    assert 0 < left_out <= bound * (1 + 1e-12)  # the bound is in floats
    assert float(norm(all_of_it[0] - Phi)) <= float(norm(A)) * 0.1 * bound * (1 + 1e-12)
    assert bound <= remainder_bound(A.astype(float), 0.1, terms - 1) if terms > 1 else bound < 5


@pytest.mark.parametrize("seed", range(5))
def test_generated_code_leaves_out_less_than_it_says(seed: int) -> None:  # (13), (14): 14 terms, argument at most 1/2
    """The state is (δq, T δq̇) and time counts periods: then Γ = (X1, X2) M⁻¹ T², with X1 about 1/2 and X2 about 1."""
    source = random.Random(seed)
    A1, A2 = rational(source, 2, 2), rational(source, 2, 2)
    a1, a2 = (max(abs(row).sum() for row in block) for block in (A1, A2))
    A1, A2 = A1 / a1 / 8, A2 / a2 / 4  # 1/2 is the positive root of r² = |A2| r + |A1|
    zero, one = np.array([[0, 0], [0, 0]], object), np.array([[1, 0], [0, 1]], object)
    A, E = np.block([[zero, one], [A1, A2]]), np.concatenate([zero, one])
    left_out = sampled(A, E, Fraction(1), 40)[1] - sampled(A, E, Fraction(1), 14)[1]
    relative = [2 * max(abs(row).sum() for row in left_out[:2]), max(abs(row).sum() for row in left_out[2:])]
    bound = 2 * Fraction(1, 2) ** 13 / math.factorial(15) / (1 - Fraction(1, 32))
    assert 0 < max(relative) <= bound < 2e-16


def test_a_period_far_too_long_for_the_series_is_told() -> None:
    assert remainder_bound(ROTATING, 10.0, 20) == float("inf")
    with pytest.raises(ValueError, match="far too long"):
        terms_for(ROTATING, 100.0)
