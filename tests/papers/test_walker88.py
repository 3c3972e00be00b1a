"""Walker, sections 2.2 to 5 for trees, with `==`, in the paper's order."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_settings import FRACTIONS, compute, inner, matrix, moving, prime_field, product, random_setting
from random_robots import random_robot

import symdyn
from symdyn.algebra.dual import Dual, derivative_of
from symdyn.algebra.spatial import NULL, Vec3
from symdyn.dynamics.forward import solve_mass_matrix
from symdyn.dynamics.regressors.slotine_li import slotine_li_regressor
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.rigid_body import Inertia, inertia_from_ten
from symdyn.papers.walker import WalkerLaw, adaptation, mass_drive, reference_velocity, walker_law
from symdyn.papers.walker import forward as outwards
from symdyn.papers.walker_explicit import base_motion, force, joints_below, lyapunov, walker_regressor
from symdyn.papers.walker_spatial import Spatial, momentum

ALPHA, BETA, GAMMA = Fraction(3, 2), Fraction(5, 7), Fraction(2, 3)
TREES = {f"tree {seed}": (seed, bool(seed % 2)) for seed in (80, 81, 82, 84, 85, 87)}


def tree(seed: int, rational: bool) -> Setting[Any]:
    """A random tree with viscous friction at every joint, over the rationals, or any geometry over a finite field."""
    mapping = random_robot(seed, entries=6, tree=True, rational=rational, effects=False, load=True)
    for joint in mapping["joints"]:
        if joint["type"] != "fixed":
            joint["friction"] = {"viscous": 0.5}
    robot = symdyn.load(mapping)
    return random_setting(robot, seed, FRACTIONS if rational else prime_field(robot))


@pytest.fixture(params=TREES, scope="session")
def at(request: pytest.FixtureRequest) -> Setting[Any]:
    """Trees whose reference is apart from their motion."""
    return tree(*TREES[request.param])


@pytest.fixture(params=(81, 85), scope="session")
def rational(request: pytest.FixtureRequest) -> Setting[Any]:
    """Trees over the rationals, which duals are taken over."""
    return tree(request.param, True)


def damping(at: Setting[Any]) -> list[Any]:
    return [dict(effects)["fv"] for effects in at.effects]


def law(at: Setting[Any]) -> WalkerLaw[Any]:
    return walker_law(at, at.link_inertias, damping(at))


def velocity_error(at: Setting[Any]) -> list[Any]:
    return [rate - wanted for rate, wanted in zip(at.qd, at.qd_r, strict=True)]


def ten(inertia: Inertia[Any]) -> list[Any]:
    return [inertia.m, *inertia.h, *inertia.I]


def added(a: Sequence[Any], b: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def projected(at: Setting[Any], forces: Sequence[Spatial[Any]]) -> tuple[Any, ...]:
    """The torques that forces on the links need: each on the screws of the joints below its link."""
    screws = base_motion(at).screws
    tau: list[Any] = [0] * at.robot.n
    for link, on_link in enumerate(forces):
        for k in joints_below(at, link):
            tau[k] = tau[k] + screws[k].dot(on_link)
    return tuple(tau)


# --- 2.4 Mass parameters


def test_10_rate_of_a_quadratic_form_of_the_inertia(rational: Setting[Any]) -> None:
    at = rational
    y = Spatial(Vec3(*at.parameters[:3]), Vec3(*at.parameters[3:6]))
    y_dot = Spatial(Vec3(*at.parameters[6:9]), Vec3(*at.parameters[1:4]))
    changing = Spatial(*(Vec3(*map(Dual, part, rate)) for part, rate in ((y.first, y_dot.first), (y.last, y_dot.last))))
    still, turning = base_motion(at), base_motion(running(at, at.qdd))
    for X, X_moving, v, inertia in zip(still.base_X_link, turning.base_X_link, still.v, at.link_inertias, strict=True):
        of_link = X_moving.inverse(changing)
        rate = derivative_of(of_link.dot(momentum(inertia, of_link)))
        I_y, I_y_dot = (X.apply(momentum(inertia, X.inverse(a))) for a in (y, y_dot))
        assert rate == 2 * y.dot(I_y_dot + v.cross(I_y))


# --- 3. The equations of motion


def test_1_to_15_with_the_motion_itself_for_reference_the_torque_is_that_of_the_motion(at: Setting[Any]) -> None:
    tracking = replace(at, qd_r=at.qd, qdd_r=at.qdd)
    motion = base_motion(tracking)
    forces = [force(tracking, motion, link, inertia) for link, inertia in enumerate(at.link_inertias)]
    friction = [d * rate for d, rate in zip(damping(at), at.qd, strict=True)]
    assert added(projected(tracking, forces), friction) == law(tracking).tau == compute("inverse_dynamics", at)


def test_12_gravity_printed_with_its_linear_part_first_does_not_hold_the_robot(at: Setting[Any]) -> None:
    right, printed = Spatial(NULL, at.whole.gravity), Spatial(at.whole.gravity, NULL)
    links = list(zip(base_motion(at).base_X_link, at.link_inertias, strict=True))

    def held(g: Spatial[Any]) -> tuple[Any, ...]:
        return projected(at, [X.apply(momentum(inertia, X.inverse(g))).scale(-1) for X, inertia in links])

    assert held(right) == compute("gravity", at) != held(printed)


# --- 4. Adaptive controller


def test_16_power_of_the_torque_is_that_of_the_forces_on_the_links(at: Setting[Any]) -> None:
    motion = base_motion(at)
    forces = [force(at, motion, link, inertia) for link, inertia in enumerate(at.link_inertias)]
    on_links = sum(v.dot(F) for v, F in zip(motion.v_tilde, forces, strict=True))
    on_joints = inner(law(at).of_friction, damping(at))
    assert inner(velocity_error(at), law(at).tau) == on_links + on_joints  # [Walker88 (16)]


def test_17_velocity_error_is_a_filter_of_the_tracking_error(rational: Setting[Any]) -> None:
    at, q_e, stiffness = rational, rational.q, [Fraction(i + 2, 3) for i in range(rational.robot.n)]
    qd_d = [rate - of_error for rate, of_error in zip(at.qd, at.qdd, strict=True)]  # with q̈ in the part of ė
    reference = reference_velocity(qd_d, q_e, stiffness)
    error = [rate - wanted for rate, wanted in zip(at.qd, reference, strict=True)]
    assert error == [e_dot + gain * e for e_dot, gain, e in zip(at.qdd, stiffness, q_e, strict=True)]


def test_18_to_20_recursion_outwards_gives_the_velocities_of_the_base_coordinates(at: Setting[Any]) -> None:
    motion = base_motion(at)
    for link, (state, X) in enumerate(zip(outwards(at), motion.base_X_link, strict=True)):
        assert state.v == X.inverse(motion.v[link])
        assert state.v_hat == X.inverse(motion.v_hat[link])
        assert state.v_tilde == X.inverse(motion.v_tilde[link])
        lifted = motion.v_hat_dot[link] - Spatial(NULL, at.whole.gravity)
        assert state.v_hat_dot == X.inverse(lifted)


def regressor_rows(at: Setting[Any]) -> list[list[Any]]:
    blocks = walker_regressor(at)
    return [[entry for block in blocks for entry in block[i]] for i in range(at.robot.n)]


def test_21_25_recursion_equals_the_regressor_written_out(at: Setting[Any]) -> None:
    Y, found = regressor_rows(at), law(at)
    masses = [value for inertia in at.link_inertias for value in ten(inertia)]
    friction = [d * rate for d, rate in zip(damping(at), at.qd, strict=True)]
    assert found.tau == added(product(Y, masses), friction)
    assert [w for of_link in found.w for w in of_link] == list(product(list(zip(*Y, strict=True)), velocity_error(at)))


def test_21_torque_is_not_that_of_slotine_and_li_but_has_its_power(at: Setting[Any]) -> None:
    walker, slotine_li = law(at).tau, product(slotine_li_regressor(at), at.parameters)
    difference = [a - b for a, b in zip(walker, slotine_li, strict=True)]
    assert inner(velocity_error(at), difference) == 0
    assert any(difference)


def test_21_printed_with_tildes_has_another_power(at: Setting[Any]) -> None:
    """Read as printed, with ṽ in the place of v̂, F̂ does not do the work that V̇ needs."""
    printed = replace(at, qd_r=velocity_error(at))
    assert inner(velocity_error(at), law(printed).tau) != inner(velocity_error(at), law(at).tau)


def test_21_printed_in_section_5_with_a_dot_too_many_is_not_even_the_torque_of_the_motion(at: Setting[Any]) -> None:
    tracking = replace(at, qd_r=at.qd, qdd_r=at.qdd)
    printed = []
    for state, inertia in zip(outwards(tracking), at.link_inertias, strict=True):
        rate = momentum(inertia, state.v_hat_dot)
        printed.append(rate + state.v_hat.cross(rate))
    in_base = [X.apply(F) for X, F in zip(base_motion(tracking).base_X_link, printed, strict=True)]
    friction = [d * rate for d, rate in zip(damping(at), at.qd, strict=True)]
    assert added(projected(tracking, in_base), friction) != compute("inverse_dynamics", at)


# --- 4. Stability: (22)-(29)


def running(at: Setting[Any], qdd: Sequence[Any]) -> Setting[Any]:
    """The state as it moves on: q' = qd, qd' = qdd, qd_r' = qdd_r."""
    running = moving(replace(at, qdd=tuple(qdd)), at.qd)
    rates = tuple(Dual(rate, change) for rate, change in zip(at.qd_r, at.qdd_r, strict=True))
    return replace(running, qd_r=rates, qdd_r=tuple(Dual(change, 0) for change in at.qdd_r))


class Run:
    """A robot under the law: estimates that are not the parameters, and the acceleration that the torque causes."""

    def __init__(self, at: Setting[Any]) -> None:
        estimated = [value * 2 + Fraction(1, 3) for value in at.parameters]
        guessed = replace(at, parameters=estimated)
        initial = [inertia_from_ten([value * GAMMA + k for k, value in enumerate(ten(i))]) for i in at.link_inertias]
        self.at, self.initial = at, initial
        self.law = walker_law(at, guessed.link_inertias, damping(guessed), initial)
        n = at.robot.n
        bias = compute("inverse_dynamics", replace(at, qdd=(0,) * n))
        M = matrix(compute("mass_matrix", at), n)
        self.qdd = solve_mass_matrix(M, [tau - h for tau, h in zip(self.law.tau, bias, strict=True)])
        truth = [ten(inertia) for inertia in at.link_inertias]
        self.mass_errors = [
            [true - estimate for true, estimate in zip(pair[0], ten(pair[1]), strict=True)]
            for pair in zip(truth, guessed.link_inertias, strict=True)
        ]
        self.friction_errors = [true - guess for true, guess in zip(damping(at), damping(guessed), strict=True)]
        self.friction_estimates = damping(guessed)

    def rate(self, alpha: Any, beta: Any, *, printed: bool = False, sign: int = 1) -> Any:
        """V̇ with the update laws; with 0 for α and β that of its kinetic part alone, with `sign` another (23)."""
        state = running(self.at, self.qdd)
        mass_rates, friction_rates = adaptation(self.law, ALPHA, BETA)
        masses = [
            [Dual(error, -sign * rate) for error, rate in zip(errors, rates, strict=True)]
            for errors, rates in zip(self.mass_errors, mass_rates, strict=True)
        ]
        of_friction = [Dual(e, -rate) for e, rate in zip(self.friction_errors, friction_rates, strict=True)]
        if printed:  # d̂ instead of d̃
            of_friction = [Dual(d, rate) for d, rate in zip(self.friction_estimates, friction_rates, strict=True)]
        return derivative_of(lyapunov(state, state.link_inertias, masses, of_friction, alpha, beta))

    @property
    def dissipated(self) -> Any:
        """Σ γ ṽ' I⁰ ṽ."""
        states = outwards(self.at)
        return sum(s.v_tilde.dot(momentum(I, s.v_tilde)) for s, I in zip(states, self.initial, strict=True))

    @property
    def mass_power(self) -> Any:
        """Σ m̃ᵀ w."""
        return sum(inner(error, w) for error, w in zip(self.mass_errors, self.law.w, strict=True))

    @property
    def friction_power(self) -> Any:
        """Σ d̃ q̇ q̃̇."""
        return inner(self.friction_errors, self.law.of_friction)


@pytest.fixture(scope="session")
def run(rational: Setting[Any]) -> Run:
    return Run(rational)


def test_22_to_29_lyapunov_function_falls_by_the_feedback_alone(run: Run) -> None:
    assert run.rate(ALPHA, BETA) == -run.dissipated != 0


def test_23_read_as_the_rate_of_the_error_drives_the_estimates_away(run: Run) -> None:
    assert run.rate(ALPHA, BETA, sign=-1) == -run.dissipated - 2 * run.mass_power != -run.dissipated


def test_27_kinetic_part_falls_with_the_errors_power_where_the_print_has_plus(run: Run) -> None:
    kinetic = run.rate(0, 0)
    assert kinetic == -run.mass_power - run.dissipated - run.friction_power  # [Walker88 (27)]
    assert kinetic != run.mass_power - run.dissipated + run.friction_power  # as printed


def test_28_29_parameter_parts_rise_by_what_the_kinetic_part_loses(run: Run) -> None:
    mass_rates, friction_rates = adaptation(run.law, ALPHA, BETA)
    masses = sum(-ALPHA * inner(*pair) for pair in zip(run.mass_errors, mass_rates, strict=True))
    assert masses == run.mass_power != 0  # [Walker88 (28)]
    assert -BETA * inner(run.friction_errors, friction_rates) == run.friction_power != 0  # [Walker88 (29)]


def test_26_printed_with_the_estimate_of_friction_for_its_error_is_no_lyapunov_function(run: Run) -> None:
    assert run.rate(ALPHA, BETA, printed=True) != -run.dissipated


def test_25_drive_of_a_link_at_its_reference_is_zero(rational: Setting[Any]) -> None:
    tracking = replace(rational, qd_r=rational.qd)
    assert all(w == 0 for state in outwards(tracking) for w in mass_drive(state))
    assert any(w != 0 for state in outwards(rational) for w in mass_drive(state))
