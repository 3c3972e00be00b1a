"""What must hold of every kernel at a point: its outputs against the independent derivation.

Vectors are compared as they are. Of a matrix A the product A v with a random v is compared, which differs from the
truth's in at least one entry, but for odds of one in p, as soon as A does. What a kernel solves for is put back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from symdyn.errors import InputError
from symdyn.proof.directions import Direction
from symdyn.proof.point import Point
from symdyn.proof.truth import Truth

Claim = tuple[str, Any, Any]
"""What is compared, and its two sides."""

Claims = Callable[[Point, Truth, tuple[Any, ...]], Iterator[Claim]]


def _torque(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "tau", out[0], truth.torque()


def _torque_friction(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "tau", out[0], truth.torque() + truth.friction_apart(at.phi)


def _torque_external(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    work = at.wrench @ truth.jacobian_times(at.v)
    yield "v' tau", at.v @ out[0], at.v @ truth.torque() - work


def _gravity(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "g", out[0], truth.gravity


def _coriolis(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "c", out[0], truth.coriolis


def _coriolis_matrix(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "C v", out[0] @ at.v, truth.coriolis_times_v


def _mass_matrix(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "M v", out[0] @ at.v, truth.mass_times(at.v)


def _forward_dynamics(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "torque of qdd", truth.torque_at(out[0]), at.tau


def _regressor(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "Y pi", out[0] @ at.pi, truth.torque()


def _regressor_unknown(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    theta, full = truth.adapted
    yield "Y theta", out[0] @ theta, truth.torque(full)


def _regressor_slotine_li(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "Y pi", out[0] @ at.pi, truth.slotine_li()


def _regressor_full(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "Y parameters", out[0] @ at.everywhere, truth.torque(at.everywhere)


def _regressor_filtered(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    momentum, rest = out
    of_energy = at.v @ (truth.gravity + truth.friction(at.phi)) - truth.kinetic_energy[1]
    yield "Y_momentum pi", momentum @ at.pi, truth.mass_times(at.qd)
    yield "v' Y_rest pi", at.v @ (rest @ at.pi), of_energy


def _forward_kinematics(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "T", out[0], truth.link_poses()


def _jacobian(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "J v", out[0] @ at.v, truth.jacobian_times(at.v)


def _tip_pose(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "T", out[0], truth.tip_pose()


def _tip_motion(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    pose, jacobian, rate = out
    yield "T", pose, truth.tip_pose()
    yield "J v", jacobian @ at.v, truth.jacobian_times(at.v)
    yield "J_dot v", rate @ at.v, truth.jacobian_rate_times_v()


def _loop_motion(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    positions, E, drift = out
    angles = [i for i, x in enumerate(positions) if isinstance(x, Direction)]
    numbers = [i for i in range(len(positions)) if i not in angles]
    yield "q_tree", [positions[i] for i in numbers], [truth.joint_positions()[i] for i in numbers]
    for i in angles:
        c, s = at.turns[i]
        yield "q_tree", [positions[i]], [Direction(s, c)]
    yield "E v", E @ at.v, truth.joint_rates(at.v)
    yield "Edot_qd", drift, truth.joint_drift()


def _close_step(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "change", out[0], [0] * len(out[0])  # where loops are closed; which way led there is of no matter


def _close_rest(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    rest, sense = out
    places = truth.following()
    angles = [k for k, x in enumerate(rest) if isinstance(x, Direction)]
    numbers = [k for k in range(len(rest)) if k not in angles]
    yield "rest", [rest[k] for k in numbers], [truth.joint_positions()[places[k]] for k in numbers]
    for k in angles:
        c, s = at.turns[places[k]]
        yield "rest", [rest[k]], [Direction(s, c)]
    yield "sense", sense, [1]  # signs of determinants are those of where the robot was assembled: a field has none


def _close_gap(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "gap", out[0], [truth.gap()]


def _load_regressor(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "w' A", at.wrench @ out[0], truth.load_power(at.wrench)


def _kinetic_energy(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "K", out[0], truth.kinetic_energy[0]


def _potential_energy(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    yield "P", out[0], truth.potential_energy()


def _torque_derivatives(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    by_q, by_qd = out
    yield "dtau_dq v", by_q @ at.v, truth.torque_by_q_times_v()
    yield "dtau_dqd v", by_qd @ at.v, truth.torque_by_qd_times_v()


def _state_matrices(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    A, B = out
    n = len(at.v)
    yield "upper half of A", [list(row) for row in A[:n]], [[int(j == i + n) for j in range(2 * n)] for i in range(n)]
    yield "upper half of B", [list(row) for row in B[:n]], [[0] * n for _ in range(n)]
    yield "M B v", truth.mass_times(at.ring.reduced(B[n:] @ at.v)), at.v
    by_q, by_qd = (truth.mass_times(at.ring.reduced(part @ at.v)) for part in (A[n:, :n], A[n:, n:]))
    yield "M A v, by q", by_q, -truth.torque_by_q_times_v()
    yield "M A v, by qd", by_qd, -truth.torque_by_qd_times_v()


def _forward_dynamics_derivatives(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    by_q, by_qd, by_tau = out
    zero = at.v * 0
    qdd = at.ring.reduced(by_tau @ at.ring.reduced(at.tau - truth.torque_at(zero)))
    yield "torque of qdd", truth.torque_at(qdd), at.tau
    yield "M dqdd_dtau v", truth.mass_times(at.ring.reduced(by_tau @ at.v)), at.v
    yield "M dqdd_dq v", truth.mass_times(at.ring.reduced(by_q @ at.v)), -truth.torque_by_q_times_v_at(qdd)
    yield "M dqdd_dqd v", truth.mass_times(at.ring.reduced(by_qd @ at.v)), -truth.torque_by_qd_times_v()


def _adaptive_inverse_dynamics(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    theta, full = truth.adapted
    yield "tau", out[0], truth.torque() + truth.friction_apart(at.phi)
    yield "w' theta", out[1] @ theta, at.s @ (truth.torque(full) + truth.friction_apart(full))


def _adaptive_slotine_li(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    theta, full = truth.adapted
    yield "tau", out[0], truth.slotine_li() + truth.friction_apart(at.phi)
    yield "w' theta", out[1] @ theta, at.s @ (truth.slotine_li(full) + truth.friction_apart(full))


def _adaptive_walker(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    torque = truth.walker(at.freely) + truth.friction_apart(at.freely)
    yield "tau", out[0], torque
    everywhere = truth.walker(at.everywhere) + truth.friction_apart(at.everywhere)
    yield "w' parameters", out[1] @ at.everywhere, at.s @ everywhere


def _dynamics_all(at: Point, truth: Truth, out: tuple[Any, ...]) -> Iterator[Claim]:
    tau, M, g, J = out
    yield from _torque(at, truth, (tau,))
    yield from _mass_matrix(at, truth, (M,))
    yield from _gravity(at, truth, (g,))
    yield from _jacobian(at, truth, (J,))


WHERE_LOOPS_ARE_OPEN = frozenset({"close_gap"})
"""Kernels of which something is claimed where loops are not closed: elsewhere it would be that nothing is nothing."""

CLAIMS: dict[str, Claims] = {
    "inverse_dynamics": _torque,
    "inverse_dynamics_external": _torque_external,
    "inverse_dynamics_friction": _torque_friction,
    "gravity": _gravity,
    "coriolis": _coriolis,
    "coriolis_matrix": _coriolis_matrix,
    "mass_matrix": _mass_matrix,
    "forward_dynamics": _forward_dynamics,
    "regressor": _regressor,
    "regressor_unknown": _regressor_unknown,
    "regressor_slotine_li": _regressor_slotine_li,
    "regressor_full": _regressor_full,
    "regressor_filtered": _regressor_filtered,
    "forward_kinematics": _forward_kinematics,
    "jacobian": _jacobian,
    "tip_pose": _tip_pose,
    "tip_motion": _tip_motion,
    "load_regressor": _load_regressor,
    "loop_motion": _loop_motion,
    "close_step": _close_step,
    "close_rest": _close_rest,
    "close_gap": _close_gap,
    "kinetic_energy": _kinetic_energy,
    "potential_energy": _potential_energy,
    "torque_derivatives": _torque_derivatives,
    "state_matrices": _state_matrices,
    "forward_dynamics_derivatives": _forward_dynamics_derivatives,
    "adaptive_inverse_dynamics": _adaptive_inverse_dynamics,
    "adaptive_slotine_li": _adaptive_slotine_li,
    "adaptive_walker": _adaptive_walker,
    "dynamics_all": _dynamics_all,
}


def register_claims(kernel: str, claims: Claims) -> None:
    """Say what must hold of a kernel that was added to the table."""
    if kernel in CLAIMS:
        raise InputError(f"there are claims about {kernel} already")
    CLAIMS[kernel] = claims
