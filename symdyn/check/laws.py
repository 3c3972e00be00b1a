"""Laws of mechanics that tie kernels to each other, whatever the witness says.

Each law is the difference of its two sides, relative to the size of what they say. `call` runs one kernel with inputs
by name, one sample or rows of them; derivatives are differences of kernels along a motion or a coordinate, with the
step measured so that all coordinates together turn by no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from symdyn.check.setting import Sample, Values
from symdyn.check.truth.differences import OFFSETS, slope
from symdyn.check.truth.kernel_truth import truth_of
from symdyn.check.truth.natural_size import mobility
from symdyn.check.truth.natural_size import torque as torque_size
from symdyn.check.truth.parameters import friction, takes_roots
from symdyn.check.truth.scale import relative, size_of
from symdyn.model import Robot

FINER = 4  # times smaller a step for the plant: the inverse of M bends more sharply than M


class Call(Protocol):
    """Runs a kernel with the parameters of the sample."""

    def __call__(self, kernel: str, **inputs: Values) -> Values:
        """Return its outputs, flat."""


@dataclass(frozen=True, slots=True)
class Law:
    """A law: how it reads, the kernels it needs, and the error of its two sides at a sample.

    `differences` laws hold at ordinary samples up to the error of differences; others everywhere up to rounding.
    """

    text: str
    needs: tuple[str, ...]
    error: Callable[[Call, Sample, Robot, float], float]
    differences: bool = False
    needs_inverse: bool = False

    def samples(self, every: Sequence[Sample]) -> list[Sample]:
        """Return the samples at which it holds."""
        return [
            sample
            for sample in every
            if (sample.state.ordinary or not self.differences)
            and (sample.mobility is not None or not self.needs_inverse)
        ]


def _torque(call: Call, at: Sample) -> Values:
    return call("inverse_dynamics", q=at.state["q"], qd=at.state["qd"], qdd=at.state["qdd"])


def _matrix(call: Call, kernel: str, at: Sample, *inputs: str) -> Values:
    n = len(at.state["q"])
    return call(kernel, **{name: at.state[name] for name in inputs}).reshape(-1, n)


def _size(kernel: str, at: Sample, value: Values) -> Values | float:
    return truth_of(kernel).scale(at, value)


def _regressor(call: Call, at: Sample, robot: Robot, step: float) -> float:
    tau = _torque(call, at)
    Y = call("regressor_full", q=at.state["q"], qd=at.state["qd"], qdd=at.state["qdd"]).reshape(len(tau), -1)
    return relative(Y @ at.parameters.full - tau, _size("inverse_dynamics", at, tau))


def _minimal_regressor(call: Call, at: Sample, robot: Robot, step: float) -> float:
    tau = _torque(call, at)
    Y = call("regressor", q=at.state["q"], qd=at.state["qd"], qdd=at.state["qdd"]).reshape(len(tau), -1)
    return relative(Y @ at.parameters.pi - tau, _size("inverse_dynamics", at, tau))


def _adaptive_regressor(call: Call, at: Sample, robot: Robot, step: float) -> float:
    q, qd, qd_r, qdd_r = (at.state[name] for name in ("q", "qd", "qd_r", "qdd_r"))
    parts = _matrix(call, "mass_matrix", at, "q") @ qdd_r + _matrix(call, "coriolis_matrix", at, "q", "qd") @ qd_r
    parts = parts + call("gravity", q=q) + friction(robot, at.parameters.full, q, qd)
    Y = call("regressor_slotine_li", q=q, qd=qd, qd_r=qd_r, qdd_r=qdd_r).reshape(len(q), -1)
    return relative(Y @ at.parameters.pi - parts, _size("inverse_dynamics", at, parts))


def _assembly(call: Call, at: Sample, robot: Robot, step: float) -> float:
    tau, qd = _torque(call, at), at.state["qd"]
    parts = _matrix(call, "mass_matrix", at, "q") @ at.state["qdd"]
    parts = parts + call("coriolis", q=at.state["q"], qd=qd) + call("gravity", q=at.state["q"])
    drag = friction(robot, at.parameters.full, at.state["q"], qd)
    return relative(parts + drag - tau, _size("inverse_dynamics", at, tau))


def _symmetry(call: Call, at: Sample, robot: Robot, step: float) -> float:
    M = _matrix(call, "mass_matrix", at, "q")
    return relative(M - M.T, _size("mass_matrix", at, M))


def _definite(call: Call, at: Sample, robot: Robot, step: float) -> float:
    M = _matrix(call, "mass_matrix", at, "q")
    return 0.0 if np.all(np.isfinite(M)) and np.linalg.eigvalsh(M)[0] > 0 else float("inf")


def _skew(call: Call, at: Sample, robot: Robot, step: float) -> float:
    C = _matrix(call, "coriolis_matrix", at, "q", "qd")
    q, qd = at.state["q"], at.state["qd"]
    dt = step / max(float(np.abs(qd).sum()), 1e-3)
    M_dot = slope(call("mass_matrix", q=q + np.outer(dt * OFFSETS, qd)), dt).reshape(C.shape)
    return relative(M_dot - C - C.T, _size("coriolis_matrix", at, C))


def _coriolis_vector(call: Call, at: Sample, robot: Robot, step: float) -> float:
    C, qd = _matrix(call, "coriolis_matrix", at, "q", "qd"), at.state["qd"]
    c = call("coriolis", q=at.state["q"], qd=qd)
    return relative(C @ qd - c, _size("coriolis", at, c))


def _kinetic(call: Call, at: Sample, robot: Robot, step: float) -> float:
    M, qd = _matrix(call, "mass_matrix", at, "q"), at.state["qd"]
    K = call("kinetic_energy", q=at.state["q"], qd=qd)
    return relative(K - qd @ M @ qd / 2, _size("kinetic_energy", at, K))


def _gradient(call: Call, at: Sample, robot: Robot, step: float) -> float:
    g, q = call("gravity", q=at.state["q"]), at.state["q"]
    return relative(_slopes(call, "potential_energy", step, "q", q).ravel() - g, _size("gravity", at, g))


def _power(call: Call, at: Sample, robot: Robot, step: float) -> float:
    q, qd, qdd = at.state["q"], at.state["qd"], at.state["qdd"]
    dt = step / max(float(np.abs(qd).sum() + np.sqrt(np.abs(qdd).sum())), 1e-3)
    t = dt * OFFSETS[:, None]
    q_t, qd_t = q + t * qd + t**2 / 2 * qdd, qd + t * qdd
    energy = call("kinetic_energy", q=q_t, qd=qd_t) + call("potential_energy", q=q_t)
    power = qd @ (_torque(call, at) - friction(robot, at.parameters.full, q, qd))
    return relative(slope(energy, dt) - power, size_of(power, torque_size(at) * at.state.size("qd")))


def _inverse(call: Call, at: Sample, robot: Robot, step: float) -> float:
    q, qd, qdd = at.state["q"], at.state["qd"], at.state["qdd"]
    again = call("forward_dynamics", q=q, qd=qd, tau=_torque(call, at))
    return relative(again - qdd, size_of(qdd, mobility(at) * torque_size(at)))


def _slopes(call: Call, kernel: str, step: float, moved: str, at: Values, **fixed: Values) -> Values:
    """Return the derivatives of a kernel by one of its inputs, a column for each entry."""
    shifts = np.concatenate([np.outer(step * OFFSETS, unit) for unit in np.eye(len(at))])
    rows = {name: np.tile(value, (len(shifts), 1)) for name, value in fixed.items()}
    values = call(kernel, **rows, **{moved: at + shifts})
    return np.stack([slope(part, step) for part in np.split(values, len(at))], axis=1)


def _without_friction(call: Call, at: Sample, robot: Robot) -> Call:
    """Return kernels of the same robot without friction, whose sign would spoil differences near rest.

    Where loops take roots, what is felt of friction changes with the position: there it stays.
    """
    if takes_roots(robot):
        return call

    def smooth(kernel: str, **inputs: Values) -> Values:
        drag = friction(robot, at.parameters.full, inputs["q"], inputs["qd"])
        if kernel == "inverse_dynamics":
            return call(kernel, **inputs) - drag
        return call(kernel, **{**inputs, "tau": inputs["tau"] + drag})

    return smooth


def _viscous(at: Sample, robot: Robot) -> Values:
    """Return the matrix of fv, which is diagonal where every coordinate is a joint's own."""
    once, q = np.eye(robot.n), at.state["q"]
    return (friction(robot, at.parameters.full, q, 2 * once) - friction(robot, at.parameters.full, q, once)).T


def _left_out(at: Sample, robot: Robot) -> Values:
    """Return the part of that matrix that kernels without friction lack."""
    return _viscous(at, robot) * (not takes_roots(robot))


def _torque_derivatives(call: Call, at: Sample) -> tuple[Values, Values]:
    by_q, by_qd = np.split(_matrix(call, "torque_derivatives", at, "q", "qd", "qdd"), 2)
    return by_q, by_qd


def _torque_slopes(call: Call, at: Sample, robot: Robot, step: float) -> float:
    by_q, by_qd = _torque_derivatives(call, at)
    q, qd, qdd = at.state["q"], at.state["qd"], at.state["qdd"]
    smooth = _without_friction(call, at, robot)
    errors = (
        by_q - _slopes(smooth, "inverse_dynamics", step, "q", q, qd=qd, qdd=qdd),
        by_qd - _slopes(smooth, "inverse_dynamics", step, "qd", qd, q=q, qdd=qdd) - _left_out(at, robot),
    )
    return relative(np.stack(errors), _size("torque_derivatives", at, np.stack((by_q, by_qd))))


def _twice_coriolis(call: Call, at: Sample, robot: Robot, step: float) -> float:
    _, by_qd = _torque_derivatives(call, at)
    C = _matrix(call, "coriolis_matrix", at, "q", "qd")
    return relative(by_qd - 2 * C - _viscous(at, robot), _size("torque_derivatives", at, by_qd))


def _state_matrices(call: Call, at: Sample) -> tuple[Values, Values, Values]:
    """Return the lower blocks of A and B; what is above them is known."""
    n = len(at.state["q"])
    flat = call("state_matrices", q=at.state["q"], qd=at.state["qd"], qdd=at.state["qdd"])
    A, B = flat[: 4 * n * n].reshape(2 * n, 2 * n), flat[4 * n * n :].reshape(2 * n, n)
    return A[n:, :n], A[n:, n:], B[n:]


def _linearised(call: Call, at: Sample, robot: Robot, step: float) -> float:
    by_q, by_qd, inverse = _state_matrices(call, at)
    M = _matrix(call, "mass_matrix", at, "q")
    of_q, of_qd = _torque_derivatives(call, at)
    condition = float(np.abs(M).max() * np.abs(inverse).max())  # by which the rounding of an inverse is enlarged
    found, expected = np.stack((by_q, by_qd)), np.stack((-inverse @ of_q, -inverse @ of_qd))
    of_blocks = relative(found - expected, _size("state_matrices", at, found))
    return max(of_blocks, relative(M @ inverse - np.eye(robot.n), condition))


def _plant_slopes(call: Call, at: Sample, robot: Robot, step: float) -> float:
    found = _state_matrices(call, at)
    q, qd = at.state["q"], at.state["qd"]
    smooth, step = _without_friction(call, at, robot), step / FINER
    tau = smooth("inverse_dynamics", q=q, qd=qd, qdd=at.state["qdd"])
    expected = (
        _slopes(smooth, "forward_dynamics", step, "q", q, qd=qd, tau=tau),
        _slopes(smooth, "forward_dynamics", step, "qd", qd, q=q, tau=tau) - found[2] @ _left_out(at, robot),
        _slopes(smooth, "forward_dynamics", step, "tau", tau, q=q, qd=qd),
    )
    return relative(np.stack(found) - np.stack(expected), _size("state_matrices", at, np.stack(found)))


def _external(call: Call, at: Sample, robot: Robot, step: float) -> float:
    tau, wrench = _torque(call, at), at.state["wrench"]
    pushed = call("inverse_dynamics_external", **{name: at.state[name] for name in ("q", "qd", "qdd", "wrench")})
    J = _matrix(call, "jacobian", at, "q")
    return relative(tau - J.T @ wrench - pushed, _size("inverse_dynamics_external", at, pushed))


ID, M, C, G = "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity"
_difference = partial(Law, differences=True)

LAWS = (
    Law("regressor_full · parameters = tau", ("regressor_full", ID), _regressor),
    Law("regressor · pi = tau", ("regressor", ID), _minimal_regressor),
    Law(
        "regressor_slotine_li · pi = M qdd_r + C qd_r + g + friction",
        ("regressor_slotine_li", M, C, G),
        _adaptive_regressor,
    ),
    Law("M qdd + C qd + g + friction = tau", (ID, M, "coriolis", G), _assembly),
    Law("coriolis_matrix · qd = coriolis", (C, "coriolis"), _coriolis_vector),
    Law("M = Mᵀ", (M,), _symmetry),
    Law("M is positive definite", (M,), _definite, needs_inverse=True),
    Law("qdᵀ M qd / 2 = K", (M, "kinetic_energy"), _kinetic),
    _difference("dM/dt = C + Cᵀ (dM/dt - 2C is skew)", (M, C), _skew),
    _difference("gravity = dP/dq", (G, "potential_energy"), _gradient),
    _difference("d(K + P)/dt = qd · (tau - friction)", (ID, "kinetic_energy", "potential_energy"), _power),
    Law("forward_dynamics inverts inverse_dynamics", ("forward_dynamics", ID), _inverse, needs_inverse=True),
    _difference("torque_derivatives = slopes of tau", ("torque_derivatives", ID), _torque_slopes),
    Law("dtau_dqd = 2 C + viscous friction", ("torque_derivatives", C), _twice_coriolis),
    Law(
        "A = -B · torque_derivatives, M · B = 1 (lower blocks)",
        ("state_matrices", M, "torque_derivatives"),
        _linearised,
        needs_inverse=True,
    ),
    _difference(
        "state_matrices = slopes of forward_dynamics",
        ("state_matrices", "forward_dynamics", ID),
        _plant_slopes,
        needs_inverse=True,
    ),
    Law("external: tau - Jᵀ wrench", ("inverse_dynamics_external", ID, "jacobian"), _external),
)
