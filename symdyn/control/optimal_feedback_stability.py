"""Whether optimal feedback closes its loop along a motion: eigenvalues of Φ - ΓK, the plant's Φ and Γ, the model's K.

The linear model is frozen at every time, as the paper does: eigenvalues inside the unit circle everywhere are what it
calls stable. For joints that only their inertia holds they are 0 and (2 - ρ)/(2 + ρ), ρ = q_pos T²/(2 q_vel), one of
each per joint; where the deviation is integrated too, 0 and the roots of

    λ² - (1 + p - r) λ + p = 0         p = (1 - ρ/2)/D,  r = κ/D,  D = 1 + (ρ + κ)/2,  κ = q_int T⁴/(2 q_vel)

which are inside the unit circle for all positive weights. `expected` are those without the zeros.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.control.laws.optimal_feedback import LAW
from symdyn.control.optimal_feedback_series import (
    closed_loop,
    least_squares_gain,
    remainder_bound,
    sampled,
    terms_for,
    with_integrals,
)
from symdyn.control.postures import state_matrices
from symdyn.control.scales import robot_scales
from symdyn.errors import InputError, unknown_name
from symdyn.model import Robot, bind_symbols

Array = NDArray[np.float64]
USED = ("Qp", "Qv", "Qi", "T")  # of the law's gains
ROWS = 9  # of times that the text shows


class JointMotion(Protocol):
    """Positions, velocities and accelerations, a row for every time."""

    q: Any
    qd: Any
    qdd: Any


@dataclass(frozen=True, slots=True, eq=False)
class FeedbackReport:
    """What feedback does along a motion of N times; n joints, m of which have an integral of their deviation."""

    T: float
    eigenvalues: NDArray[np.complex128]  # (N, 2n + m), largest first
    gain: Array  # (N, n, 2n + m)
    expected: NDArray[Any]  # (n + m,): largest first, of joints that only their inertia holds
    terms: NDArray[np.int64]  # (N,), of the series
    remainder: Array  # (N,), a bound on what the series leave out, relative

    @property
    def radius(self) -> Array:
        """(N,): the largest magnitude of an eigenvalue."""
        return np.asarray(np.abs(self.eigenvalues).max(axis=1))

    @property
    def stable(self) -> bool:
        """Whether all eigenvalues are inside the unit circle."""
        return bool((self.radius < 1.0).all())

    def text(self) -> str:
        """Return a table to read."""
        shown = np.unique(np.linspace(0, len(self.radius) - 1, ROWS).round().astype(int))
        head = f"sampling period {self.T:g} s; expected of inertia alone: {_list(self.expected)}"
        lines = [f"{i:6d}  {self.radius[i]:8.5f}  {_list(self.eigenvalues[i])}" for i in shown]
        verdict = "inside the unit circle everywhere" if self.stable else "NOT inside the unit circle everywhere"
        end = f"largest magnitude {self.radius.max():.6f}: eigenvalues are {verdict}"
        return "\n".join([head, "sample    radius  eigenvalues", *lines, end])


def optimal_feedback_report(
    robot: Robot, gains: Mapping[str, Any] | None, trajectory: JointMotion, *, plant: Robot | None = None
) -> FeedbackReport:
    """Return eigenvalues of the closed loop along a motion.

    Args:
        robot: the controller's model.
        gains: of the law; Qp, Qv, Qi and T are used, defaults are the law's.
        trajectory: the desired motion: anything with q, qd and qdd.
        plant: the robot that is controlled, where it is not the model.
    """
    Qp, Qv, Qi, T = _weights(robot, gains or {})
    rows = [np.atleast_2d(np.asarray(part, float)) for part in (trajectory.q, trajectory.qd, trajectory.qdd)]
    for name, part in zip(("q", "qd", "qdd"), rows, strict=True):
        if part.shape != (len(rows[0]), robot.n):
            raise InputError(f"must have shape (N, {robot.n}), not {part.shape}", field=f"trajectory.{name}")
    integrated = np.flatnonzero(Qi)
    Q = np.concatenate([Qp, Qv, Qi[integrated]])
    model = _samplings(robot, rows, T, integrated)
    actual = model if plant is None else _samplings(plant, rows, T, integrated)
    gain = [least_squares_gain(Phi, Gamma, Q) for Phi, Gamma, _, _ in model]
    loops = [closed_loop(Phi, Gamma, K) for (Phi, Gamma, _, _), K in zip(actual, gain, strict=True)]
    eigenvalues = [np.linalg.eigvals(loop) for loop in loops]
    return FeedbackReport(
        T,
        np.array([values[np.argsort(-np.abs(values), kind="stable")] for values in eigenvalues], complex),
        np.array(gain),
        _of_inertia_alone(Qp * T**2 / (2.0 * Qv), Qi * T**4 / (2.0 * Qv)),
        np.array([terms for _, _, terms, _ in actual]),
        np.array([left for _, _, _, left in actual]),
    )


def _of_inertia_alone(rho: Array, kappa: Array) -> NDArray[Any]:
    """Return eigenvalues but zeros, largest first."""
    found: list[Any] = []
    for one, integral in zip(rho, kappa, strict=True):
        D = 1.0 + (one + integral) / 2.0
        p, r = (1.0 - one / 2.0) / D, integral / D
        found += list(np.roots([1.0, r - 1.0 - p, p])) if integral else [p]
    return np.array(found)[np.argsort(-np.abs(found), kind="stable")] if kappa.any() else np.sort(found)[::-1]


def _samplings(robot: Robot, rows: list[Array], T: float, integrated: Any) -> list[tuple[Array, Array, int, float]]:
    """Φ, Γ, the terms they took and the bound on what is left out, at every time."""
    found = []
    for a, b in zip(*state_matrices(bind_symbols(robot), *rows), strict=True):
        try:
            terms = terms_for(a, T)
        except ValueError as error:
            raise InputError(str(error), field="gains.T") from None
        whole = with_integrals(*sampled(a, b, T, terms), T, integrated)
        found.append((*whole, terms, remainder_bound(a, T, terms)))
    return found


def _weights(robot: Robot, gains: Mapping[str, ArrayLike]) -> tuple[Array, Array, Array, float]:
    n = robot.n
    names = [gain.name for gain in LAW.gains]
    for name in gains:
        if name not in names:
            raise InputError(unknown_name("gain", name, names), field="gains")
    values = {name: np.asarray(gains[name] if name in gains else _default(name, robot), float) for name in USED}
    for name, value in values.items():
        enough = value >= 0 if name == "Qi" else value > 0
        if value.shape not in ((), (n,) if name != "T" else ()) or not (np.isfinite(value) & enough).all():
            many = f"must be {n} numbers, 0 or more" if name == "Qi" else f"must be {n} positive numbers"
            raise InputError("must be positive" if name == "T" else many, field=f"gains.{name}")
    Qp, Qv, Qi = (np.broadcast_to(values[name], n) for name in ("Qp", "Qv", "Qi"))
    return Qp, Qv, Qi, float(values["T"])


def _default(name: str, robot: Robot) -> Any:
    (gain,) = (gain for gain in LAW.gains if gain.name == name)
    bound = bind_symbols(robot)
    return gain.default(robot_scales(bound, [Fraction(x) for x in bound.parameters], (), ()))


def _list(values: NDArray[Any]) -> str:
    return ", ".join(f"{x.real:.5f}" if abs(x.imag) < 5e-6 else f"{x.real:.5f}{x.imag:+.5f}i" for x in values)
