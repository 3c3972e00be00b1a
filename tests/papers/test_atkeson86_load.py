"""Atkeson, An and Hollerbach, sections 2.1, 3.1, 4.1 and Appendix II: what a wrist sensor shows of a load.

Laws are exact, over fractions. Where numbers of the trial are computed, they are those of `puma_trial`.
"""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from puma_trial import BLOCK_COM, BLOCK_MASS, bar, block, minimum_jerk, regressor, trial

import symdyn
from symdyn.algebra.spatial import Vec3, square
from symdyn.identification.load import RecursiveLoad, identify_load
from symdyn.identification.load.body import about_centre, body_of
from symdyn.identification.load.integral import crossing, inertia_columns, integrated_regressor, simpson
from symdyn.identification.load.sensor import SensorKernels
from symdyn.kernels.load import load_rows
from symdyn.mechanism.rigid_body import Acceleration, acceleration_gradient


def fractions(draw: Random, *shape: int) -> np.ndarray:
    count = int(np.prod(shape))
    return np.array([Fraction(draw.randint(-99, 99), draw.randint(1, 30)) for _ in range(count)]).reshape(shape)


class Moving:
    """A body in motion, drawn at random: everything in its own frame."""

    def __init__(self, seed: int) -> None:
        draw = Random(seed)
        self.m = abs(fractions(draw, 1)[0]) + 1
        self.c, self.omega, self.omega_dot, self.p_ddot, self.g = fractions(draw, 5, 3)
        half = fractions(draw, 3, 3)
        self.I = half + half.T  # about the centre
        self.q_ddot = (  # [Atkeson86 (3)]
            self.p_ddot + np.cross(self.omega_dot, self.c) + np.cross(self.omega, np.cross(self.omega, self.c))
        )
        self.f = self.m * self.q_ddot - self.m * self.g  # [Atkeson86 (1)]
        self.n = (  # [Atkeson86 (2)]
            np.cross(self.c, self.f) + self.I @ self.omega_dot + np.cross(self.omega, self.I @ self.omega)
        )
        outer = np.outer(self.c, self.c)
        one = np.eye(3, dtype=int)
        self.I_p = self.I + self.m * (self.c @ self.c * one - outer)  # [Atkeson86 (6)]

    @property
    def ten(self) -> list[Any]:
        I = self.I_p
        return [self.m, *(self.m * self.c), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]]


@pytest.fixture(params=range(5))
def moving(request: pytest.FixtureRequest) -> Moving:
    return Moving(request.param)


def equal(a: Any, b: Any) -> bool:
    return bool(np.all(np.asarray(a) == np.asarray(b)))


# --- 2. the Newton-Euler equations of one body


def test_1_3_4_force_is_that_of_the_centre_s_acceleration(moving: Moving) -> None:
    h = moving.m * moving.c
    spun = np.cross(moving.omega_dot, h) + np.cross(moving.omega, np.cross(moving.omega, h))
    assert equal(moving.f, moving.m * (moving.p_ddot - moving.g) + spun)


def test_2_5_moment_about_the_centre_moved_to_the_joint(moving: Moving) -> None:
    m, c, I = moving.m, moving.c, moving.I
    n = (  # [Atkeson86 (5)]
        np.cross(moving.g - moving.p_ddot, m * c)
        + I @ moving.omega_dot
        + m * np.cross(c, np.cross(moving.omega_dot, c))
        + np.cross(moving.omega, I @ moving.omega)
        + m * np.cross(c, np.cross(moving.omega, np.cross(moving.omega, c)))
    )
    assert equal(n, moving.n)


def test_6_7_inertia_about_the_joint_makes_the_moment_linear(moving: Moving) -> None:
    of_first_moment = np.cross(moving.g - moving.p_ddot, moving.m * moving.c)
    spun = moving.I_p @ moving.omega_dot + np.cross(moving.omega, moving.I_p @ moving.omega)
    assert equal(of_first_moment + spun, moving.n)


def test_8_wrench_is_a_matrix_times_the_ten_parameters(moving: Moving) -> None:
    W = square(Vec3(*moving.omega))
    omega_dot = Vec3(*moving.omega_dot)
    field = Acceleration(omega_dot, W, acceleration_gradient(omega_dot, W), Vec3(*(moving.p_ddot - moving.g)))
    A = np.array(load_rows(field))
    assert equal(A @ moving.ten, [*moving.f, *moving.n])


def printed_crossing(v: Any) -> np.ndarray:
    """[ω×] as it is printed: the last row has ω_z where ω_x belongs."""
    x, y, z = v
    return np.array([[0, -z, y], [z, 0, -x], [-y, z, 0]])


def test_8_cross_product_matrix_as_printed_fails() -> None:
    v, c = fractions(Random(1), 2, 3)
    assert equal(crossing(v) @ c, np.cross(v, c))
    assert not equal(printed_crossing(v) @ c, np.cross(v, c))


def test_8_inertia_times_velocity_is_linear_in_six_entries(moving: Moving) -> None:
    assert equal(inertia_columns(moving.omega) @ moving.ten[4:], moving.I_p @ moving.omega)


# --- 2.1. least squares


def test_9_trial_without_noise_is_exact_and_recursive_estimation_ends_there() -> None:
    log = trial(block())
    assert log.qd is not None and log.qdd is not None and log.wrench is not None
    found = identify_load("puma560", log, method="ols")
    A = regressor(log.q, log.qd, log.qdd)
    stacked = A.reshape(-1, 10)
    formula = np.linalg.solve(stacked.T @ stacked, stacked.T @ log.wrench.ravel())
    assert np.abs(found.parameters - block().ten).max() < 1e-12  # rounding: 1e-16 times the condition, 25
    assert np.abs(formula - block().ten).max() < 1e-11  # the formula squares the condition
    running = RecursiveLoad()
    for rows, wrench in zip(A, log.wrench, strict=True):
        running.add(rows, wrench)
    assert np.abs(running.ten - block().ten).max() < 1e-12


def test_9_two_samples_are_enough_and_one_is_not() -> None:
    log = trial(block())
    assert log.qd is not None and log.qdd is not None
    A = regressor(log.q, log.qd, log.qdd)
    assert np.linalg.matrix_rank(A[100]) == 6
    assert np.linalg.matrix_rank(A[[100, 300]].reshape(12, 10)) == 10


def test_10_centre_and_inertia_about_it_are_those_of_the_block(moving: Moving) -> None:
    ten = np.array([float(entry) for entry in moving.ten])
    # rounding of the ten, about 1e-16 of their size, which is m |c|² = 1e6
    assert np.abs(about_centre(ten) - moving.I.astype(float)).max() < 1e-8
    assert np.allclose(ten[1:4] / ten[0], moving.c.astype(float), rtol=1e-14)


def test_11_principal_axes_turn_the_inertia_into_its_principal_moments() -> None:
    body = body_of(bar().ten, np.zeros((10, 10)))
    assert body.axes is not None and body.principal_moments is not None and body.inertia is not None
    assert np.allclose(body.axes @ np.diag(body.principal_moments) @ body.axes.T, body.inertia, atol=1e-15)
    assert np.isclose(np.linalg.det(body.axes), 1.0)
    assert np.allclose(body.principal_moments, [0.0007, 0.0242, 0.0244], atol=1e-14)


# --- 3.1. at rest, and moving


def test_21_one_pose_shows_three_and_two_poses_show_four() -> None:
    draw = np.random.default_rng(1)
    q, still = draw.uniform(-1.5, 1.5, (6, 6)), np.zeros((6, 6))
    A = regressor(q, still, still)
    assert equal(A[:, :, 4:], np.zeros((6, 6, 6)))  # gravity shows mass and first moments alone
    rank = [np.linalg.matrix_rank(A[:poses, :, :4].reshape(-1, 4)) for poses in (1, 2)]
    assert rank == [3, 4]
    R, _, _ = SensorKernels(symdyn.load("puma560"), windows=True).velocities(q, still)
    g = R @ [0, 0, -9.80665]
    f, n = -BLOCK_MASS * g, -BLOCK_MASS * np.cross(BLOCK_COM, g)
    assert np.allclose(A @ block().ten, np.hstack([f, n]), atol=1e-14)


def test_3_1_3_block_has_the_moment_of_the_paper() -> None:
    assert max(np.diag(block().inertia)) == pytest.approx(0.00238, abs=5e-6)  # printed with three digits


def test_table_1_mass_and_centre_scatter_less_than_the_paper_s_estimates() -> None:  # [Atkeson86 Table 1]
    estimates = [identify_load("puma560", trial(block(), seed=seed), method="ols") for seed in range(20)]
    assert np.std([one.mass for one in estimates]) < 0.04  # the paper: within 40 g of the actual mass
    assert np.std([one.com for one in estimates], axis=0).max() < 0.002  # and 2 mm of the centre


def test_table_2_moments_of_inertia_scatter_as_the_paper_s_estimates_do() -> None:  # [Atkeson86 Table 2]
    printed = {
        "PUMA": [0.0192, -0.0048, 0.0019, 0.0021, -0.0016, 0.0176],
        "DDA": [0.023, 0.0006, 0.0005, -0.0002, -0.0002, 0.0241],
    }
    actual = np.array([0.0244, 0, 0, 0.0007, 0, 0.0242])
    estimates = []
    for seed in range(20):
        inertia = identify_load("puma560", trial(bar(), seed=seed), method="ols").inertia
        assert inertia is not None
        estimates.append(inertia[np.triu_indices(3)])
    scatter = np.sqrt(np.mean((np.array(estimates) - actual) ** 2))
    worst, best = (np.sqrt(np.mean((np.array(printed[arm]) - actual) ** 2)) for arm in ("PUMA", "DDA"))
    assert best / 2 < scatter < worst  # one trial of each arm is printed: its size is all that can be compared


# --- 4.1. principal axes, and what gravity hides


@pytest.mark.parametrize("angle", [Fraction(3, 5), Fraction(5, 13)])
def test_23_24_angle_enters_only_with_the_difference_of_the_moments(angle: Fraction) -> None:
    s = angle
    c = {Fraction(3, 5): Fraction(4, 5), Fraction(5, 13): Fraction(12, 13)}[s]
    one, two = Fraction(7), Fraction(4)
    turn = np.array([[c, -s], [s, c]])
    eps = one - two
    expected = [[two + eps * c * c, eps * c * s], [eps * c * s, two + eps * s * s]]
    assert equal(turn @ np.diag([one, two]) @ turn.T, expected)


def test_23_24_nearly_equal_moments_leave_the_axes_unknown_and_say_so() -> None:
    noisy = identify_load("puma560", trial(bar(), seed=3))
    assert noisy.sigma.axes is not None
    assert any("2 and 3 are nearly equal" in note for note in noisy.notes)
    assert noisy.sigma.axes[0] < 0.1 < noisy.sigma.axes[2]
    same = body_of(block().ten, np.zeros((10, 10)))
    assert any("any axes in their plane" in note for note in same.notes)


def test_4_1_moment_of_a_sphere_is_two_sevenths_of_that_about_a_tangent() -> None:
    m, r = Fraction(3), Fraction(2)
    centre = Fraction(2, 5) * m * r * r
    tangent = centre + m * r * r
    assert centre / tangent == Fraction(2, 7) != Fraction(4, 2)  # printed: 4/2


def test_4_1_point_mass_on_a_circle_needs_430_ms() -> None:
    # 2π in T by minimum jerk: the largest acceleration is (10/√3) 2π/T², and r times it is g at 5 cm
    seconds = np.sqrt(10 / np.sqrt(3) * 2 * np.pi * 0.05 / 9.8)
    assert seconds == pytest.approx(0.430, abs=5e-4)  # printed: 425 ms


# --- Appendix II: integrals


def windowed(first: int, last: int) -> tuple[np.ndarray, ...]:
    """R, ṗ, ω and A of the trial, finely sampled, between two samples."""
    t, q, qd, qdd = minimum_jerk(4001, 2.0)
    inside = slice(first, last + 1)
    R, velocity, omega = SensorKernels(symdyn.load("puma560"), windows=True).velocities(q[inside], qd[inside])
    A = regressor(q[inside], qd[inside], qdd[inside])
    return R, velocity, omega, A, np.array([t[1] - t[0]])


def test_25_26_27_integral_of_the_regressor_needs_no_accelerations() -> None:
    R, velocity, omega, A, step = windowed(800, 1600)
    whole = integrated_regressor(R, velocity, omega, np.array([0, 0, -9.80665]), step[0])
    # Simpson's rule is off by step⁴ = 6e-14 times the fourth derivative
    assert np.abs(whole - simpson(A, step[0])).max() < 1e-11
    assert np.abs(whole @ block().ten - simpson(A @ block().ten, step[0])).max() < 1e-12


def test_25_windows_estimate_the_block() -> None:
    for window in (0.05, 0.1, 0.25):
        found = identify_load("puma560", trial(block(), samples=4000), integral=True, window=window)
        assert np.abs(found.parameters - block().ten).max() < 1e-12  # Simpson's rule at steps of 0.5 ms


def test_25_windows_amplify_what_never_changes() -> None:
    log = trial(block(), samples=2000)
    assert log.wrench is not None
    log.wrench[:] += 0.2  # a sensor that drifted
    errors = {
        integral: np.abs(identify_load("puma560", log, integral=integral).parameters - block().ten)[4:].max()
        for integral in (False, True)
    }
    assert errors[True] > 0.5 * errors[False] > 0
    for integral in (False, True):
        mended = identify_load("puma560", log, integral=integral, offset=True)
        assert mended.offset is not None
        assert np.abs(mended.offset - 0.2).max() < 1e-9  # Simpson's rule at steps of 1 ms
        assert np.abs(mended.parameters - block().ten).max() < 1e-9


def test_a1_to_a7_change_of_velocity_seen_from_the_sensor() -> None:
    R, velocity, omega, A, step = windowed(800, 1600)
    gravity = np.array([0, 0, -9.80665])
    p_ddot = A[:, :3, 0] + R @ gravity  # the first column is p̈ - g
    change = velocity[-1] - velocity[0]
    left = simpson(p_ddot, step[0])
    right = change + simpson(np.cross(omega, velocity), step[0])  # [Atkeson86 (A1), (A2), (A3)]
    assert np.abs(left - right).max() < 1e-11
    printed = simpson(velocity, step[0])  # (A3) as printed: ∫ ṗ on the left
    assert np.abs(printed - right).max() > 0.01
    turning = crossing(omega)
    omega_dot = A[:, :3, 1:4] - turning @ turning  # the second block is [ω̇×] + [ω×]²
    spin = omega[-1] - omega[0]
    assert np.abs(simpson(omega_dot, step[0]) - crossing(spin)).max() < 1e-10  # [Atkeson86 (A4)] [Atkeson86 (A6)]
    assert np.abs(simpson(R @ gravity, step[0]) - simpson(R, step[0]) @ gravity).max() < 1e-12  # [Atkeson86 (A5)]
    spinning = A[:, 3:, 4:] - turning @ inertia_columns(omega)
    assert np.abs(simpson(spinning, step[0]) - inertia_columns(spin)).max() < 1e-10  # [Atkeson86 (A7)]
