"""The exact witness of closed robots, on points of their varieties: laws with ==, the numeric witness, refusals."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from closed_robots import parallelogram
from variety_points import ROBOTS, Plane, Rationals, constants_of, drawn_point, rational_four_bar

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import exact
from symdyn.reference import Witness
from symdyn.reference.exact import Course, ExactClosedWitness, ExactWitness, OffTheVarietyError, read_exactly
from symdyn.reference.exact.forms import potential_energy
from symdyn.reference.exact.jets import ONE, TT, D, T


class Drawn:
    """A witness at a drawn point, with drawn rates, signs and parameters."""

    def __init__(self, name: str) -> None:
        self.witness, self.plane = drawn_point(name)
        self.p, self.n = self.plane.p, self.witness.n
        self.qd, self.qdd, self.v, self.u = (self.draw(self.n) for _ in range(4))
        self.phi = list(self.draw(len(self.witness.mechanism.parameters)))
        self.signs = self.draw(len(self.witness.rates(self.course(qd=self.qd))[0]))

    def draw(self, count: int) -> Any:
        return np.array([self.plane.element() for _ in range(count)], dtype=object)

    def course(self, **rates: Any) -> Any:
        return self.witness.trace(Course(self.witness.variety.turns, self.witness.variety.q, **rates))

    def torque(self, phi: Any) -> Any:
        moving = self.course(qd=self.qd, qdd=self.qdd)
        total = self.witness.inertial_torque(moving, phi)[0] + self.witness.weight_torque(moving, phi)[0]
        total = total + self.witness.spring_torque(moving, phi)[0]
        return (total + self.witness.friction_torque(moving, self.signs, phi)[0]) % self.p

    def mass_times(self, v: Any) -> Any:
        return self.witness.inertial_torque(self.course(qdd=v), self.phi)[0]


@pytest.fixture(params=[*ROBOTS], scope="module")
def at(request: pytest.FixtureRequest) -> Drawn:
    return Drawn(request.param)


def test_the_mass_matrix_is_symmetric(at: Drawn) -> None:
    assert (at.u @ at.mass_times(at.v) - at.v @ at.mass_times(at.u)) % at.p == 0


def test_the_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(at: Drawn) -> None:
    _, half_rate = at.witness.kinetic_energy(at.course(qd=at.v, along_q=at.qd), at.v, at.phi)
    C_v = at.witness.inertial_torque(at.course(qd=at.qd, along_qd=at.v), at.phi)[1]
    assert (2 * half_rate - at.v @ C_v) % at.p == 0  # C_v is twice C v


def test_power_balances(at: Drawn) -> None:
    forward = at.course(qd=at.qd, along_q=at.qd, along_qd=at.qdd)
    _, kinetic = at.witness.kinetic_energy(forward, at.qd, at.phi)
    rates, _ = at.witness.rates(forward)
    fv, fc, fo = (at.witness._of_all(kind, at.phi) for kind in ("fv", "fc", "fo"))
    taken = (rates * (fv * rates + fc * at.signs + fo)).sum()
    joints = len(at.witness.variety.q)
    springs = at.witness.own("ks", at.phi) * np.array(at.witness.variety.q) - at.witness.own("kr", at.phi)
    potential = (rates[:joints] * springs).sum()
    gravity = at.witness._gravity
    for pose, S in at.witness._bodies(forward, at.phi):
        # the energy of weight is linear in the pose
        potential += potential_energy(at.witness.scalars, {ONE: pose[D]}, S, gravity) if D in pose else 0
    assert (at.qd @ at.torque(at.phi) - kinetic - potential - taken) % at.p == 0


def test_torque_is_linear_in_all_parameters(at: Drawn) -> None:
    units = np.eye(len(at.phi), dtype=int).astype(object)
    Y = np.stack([at.torque(list(unit)) for unit in units], axis=1)
    assert not any((Y @ np.array(at.phi, dtype=object) - at.torque(at.phi)) % at.p)


def test_a_motion_along_the_reference_itself_is_walkers_and_slotine_and_lis(at: Drawn) -> None:
    moving = at.course(qd=at.qd, qdd=at.qdd)
    inertial = at.witness.inertial_torque(moving, at.phi)[0] + at.witness.weight_torque(moving, at.phi)[0]
    walking = at.course(qd=at.qd, along_q=at.qd), at.course(qd=at.qdd)
    assert not any((at.witness.walker_torque(*walking, at.phi) - inertial) % at.p)
    # along a reference both have the same power on its error, which is what stability rests on
    walking = at.course(qd=at.u, along_q=at.qd), at.course(qd=at.v)
    referred = at.course(qd=at.qd, along_qd=at.u, along_qdd=2 * at.v)
    twice = at.witness.inertial_torque(referred, at.phi)[1]
    difference = 2 * at.witness.walker_torque(*walking, at.phi) - 2 * at.witness.weight_torque(moving, at.phi)[0]
    assert (at.qd - at.u) @ (difference - twice) % at.p == 0


def test_e_is_the_null_space_and_that_of_a_parallelogram_is_constant() -> None:
    at = Drawn("parallelogram")
    known = np.array([[1, 0], [-1, 1], [0, 1], [1, -1]], dtype=object)
    assert not ((at.witness.variety.E - known) % at.p).any()
    still = at.course(qd=at.qd, qdd=[0, 0])
    assert not any(still.joints[TT])


def test_over_the_rationals_it_is_the_numeric_witness() -> None:
    mapping, turns = rational_four_bar()
    mechanism, numeric = read_exactly(mapping), Witness(mapping)
    angles = [float(np.arctan2(float(s), float(c))) for c, s in turns]
    witness = ExactClosedWitness(mechanism, Rationals(), turns, [Fraction(angle) for angle in angles])
    phi = [Fraction(0) if value is None else value.rational for value in mechanism.parameters]
    q, qd, qdd, one = angles[:1], [Fraction(2)], [Fraction(3)], [Fraction(1)]

    def course(**rates: Any) -> Any:
        return witness.trace(Course(witness.variety.turns, witness.variety.q, **rates))

    moving, faster = course(qd=qd, qdd=qdd, along_q=one), course(qd=qd, qdd=qdd, along_qd=one)
    signs = [1 if rate > 0 else -1 for rate in witness.rates(moving)[0]]

    def torque(traced: Any) -> tuple[float, float]:
        parts = witness.inertial_torque(traced, phi), witness.weight_torque(traced, phi)
        pairs = *parts, witness.friction_torque(traced, signs, phi)
        return float(sum(pair[0][0] for pair in pairs)), float(sum(pair[1][0] for pair in pairs))

    close = {"rel": 1e-12}  # the numeric witness closes the loop to 1e-14
    state = q, [2.0], [3.0]
    by_q, by_qd = numeric.torque_derivatives(*state)
    assert torque(moving) == pytest.approx((numeric.inverse_dynamics(*state)[0], by_q[0, 0]), **close)
    assert torque(faster)[1] == pytest.approx(by_qd[0, 0], **close)
    energy = witness.kinetic_energy(moving, qd, phi)[0]
    assert float(energy) == pytest.approx(numeric.kinetic_energy(q, [2.0]), **close)
    jacobian = [float(x) for x in witness.tip_velocity(course(qd=one))]
    assert jacobian == pytest.approx(numeric.jacobian(q)[:, 0], **close)
    rate = [float(x) for x in witness.tip_velocity_along(course(qd=one, along_q=qd))]
    assert rate == pytest.approx(numeric.tip_motion(q, [2.0])[2][:, 0], **close)
    poses = witness.link_poses(moving).astype(float)
    np.testing.assert_allclose(poses, numeric.forward_kinematics(q), atol=1e-14)


COUPLED = {
    "joints": [{"type": "revolute", "rotor_inertia": 1}, {"type": "revolute"}, {"type": "prismatic"}],
    "couplings": [
        {"joint": "joint2", "equals": {"joint1": "2/3"}, "plus": "pi/2"},
        {"joint": "joint3", "equals": {"joint2": 2}, "plus": 1},
    ],
    "transmission": [[3]],
    "motors": [{"rotor_inertia": 5, "friction": {"viscous": 7}}],
}


def coupled_point(spoilt: str = "") -> ExactClosedWitness:
    mechanism = read_exactly(COUPLED)
    field = Embedding(constants_of(mechanism), 3)
    plane = Plane(field)
    third, angle = plane.drawn(), plane.element()
    double = plane.less(third, (third[0], -third[1] % plane.p))
    triple = plane.less(double, (third[0], -third[1] % plane.p))
    second = -double[1] % plane.p, double[0]  # a quarter turn further
    quarter = int(field(exact("0.5")).value) * int(field(mechanism.closing.couplings[0].plus).value)  # type: ignore[union-attr]
    follows = plane.over(2 * angle, 3) + 2 * quarter
    turns, q = [triple, second, (1, 0)], [angle, follows % plane.p, (2 * follows + 1) % plane.p]
    if spoilt == "rotation":
        turns[1] = double
    if spoilt == "number":
        q[2] += 1
    if spoilt == "circle":
        turns[0] = (triple[0] + 1, triple[1])
    return ExactClosedWitness(mechanism, field, turns, q)


def test_couplings_are_followed_through_chains_and_gears() -> None:
    witness = coupled_point()
    moving = witness.trace(Course(witness.variety.turns, witness.variety.q, qd=[1], qdd=[2]))
    reduced = witness.scalars.reduced
    assert list(moving.joints[T]) == [3, 2, 4]
    assert [reduced(2 * x) for x in moving.joints[TT]] == [6, 4, 8]
    index = {name: i for i, name in enumerate(witness.mechanism.parameter_names)}
    phi = [0] * len(index)
    phi[index["joint1.Ia"]], phi[index["motor1.Ia"]], phi[index["motor1.fv"]] = 1, 5, 7
    assert witness.inertial_torque(moving, phi)[0].tolist() == [3 * 6 + 5 * 2]
    assert witness.friction([1], [1, 1, 1, 1], phi).tolist() == [7]


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("rotation", "joint2: its rotation is not what the coupling says"),
        ("number", "joint3: its number is not what the coupling says"),
        ("circle", "joint1: cosine and sine are not those of an angle"),
    ],
)
def test_a_point_is_not_trusted(spoilt: str, said: str) -> None:
    with pytest.raises(OffTheVarietyError, match=said):
        coupled_point(spoilt)


def test_an_open_loop_and_a_singular_point_are_refused() -> None:
    mechanism = read_exactly(parallelogram())
    field = Embedding(constants_of(mechanism))
    straight = [(1, 0)] * 4
    with pytest.raises(OffTheVarietyError, match="the actuated joints do not determine the others here"):
        ExactClosedWitness(mechanism, field, straight, [0] * 4)
    with pytest.raises(OffTheVarietyError, match="loop1: the loop is not closed here"):
        ExactClosedWitness(mechanism, field, [(0, 1), *straight[1:]], [0] * 4)


def test_the_witness_of_trees_refuses_a_closed_robot_and_courses_elsewhere() -> None:
    mechanism = read_exactly(parallelogram())
    with pytest.raises(ValueError, match="trees only"):
        ExactWitness(mechanism, Embedding(constants_of(mechanism)))
    at = Drawn("parallelogram")
    with pytest.raises(OffTheVarietyError, match="the course is elsewhere"):
        at.witness.trace(Course([(1, 0)] * 4, at.witness.variety.q))
