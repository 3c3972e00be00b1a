"""Whether optimal feedback closes its loop along a motion: eigenvalues of Φ - ΓK, the plant's Φ and Γ, the model's K.

The linear model is frozen at every time, as the paper does: eigenvalues inside the unit circle everywhere are what it
calls stable. For joints that only their inertia holds they are 0 and (2 - ρ)/(2 + ρ), ρ = q_pos T²/(2 q_vel), one of
each per joint; `expected` are those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
)
from symdyn.control.postures import state_matrices
from symdyn.errors import InputError, unknown_name
from symdyn.model import Robot, bind_symbols

Array = NDArray[np.float64]
USED = ("Qp", "Qv", "T")  # of the law's gains
ROWS = 9  # of times that the text shows


class JointMotion(Protocol):
    """Positions, velocities and accelerations, a row for every time."""

    q: Any
    qd: Any
    qdd: Any


@dataclass(frozen=True, slots=True, eq=False)
class FeedbackReport:
    """What feedback does along a motion of N times; n joints."""

    T: float
    eigenvalues: NDArray[np.complex128]  # (N, 2n), largest first
    gain: Array  # (N, n, 2n)
    expected: Array  # (n,): largest first, of joints that only their inertia holds
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
        gains: of the law; Qp, Qv and T are used, defaults are the law's.
        trajectory: the desired motion: anything with q, qd and qdd.
        plant: the robot that is controlled, where it is not the model.
    """
    Qp, Qv, T = _weights(robot.n, gains or {})
    rows = [np.atleast_2d(np.asarray(part, float)) for part in (trajectory.q, trajectory.qd, trajectory.qdd)]
    for name, part in zip(("q", "qd", "qdd"), rows, strict=True):
        if part.shape != (len(rows[0]), robot.n):
            raise InputError(f"must have shape (N, {robot.n}), not {part.shape}", field=f"trajectory.{name}")
    Q = np.concatenate([Qp, Qv])
    model = _samplings(robot, rows, T)
    actual = model if plant is None else _samplings(plant, rows, T)
    gain = [least_squares_gain(Phi, Gamma, Q) for Phi, Gamma, _, _ in model]
    loops = [closed_loop(Phi, Gamma, K) for (Phi, Gamma, _, _), K in zip(actual, gain, strict=True)]
    eigenvalues = [np.linalg.eigvals(loop) for loop in loops]
    rho = Qp * T**2 / (2.0 * Qv)
    return FeedbackReport(
        T,
        np.array([values[np.argsort(-np.abs(values), kind="stable")] for values in eigenvalues], complex),
        np.array(gain),
        np.sort((2.0 - rho) / (2.0 + rho))[::-1],
        np.array([terms for _, _, terms, _ in actual]),
        np.array([left for _, _, _, left in actual]),
    )


def _samplings(robot: Robot, rows: list[Array], T: float) -> list[tuple[Array, Array, int, float]]:
    """Φ, Γ, the terms they took and the bound on what is left out, at every time."""
    found = []
    for a, b in zip(*state_matrices(bind_symbols(robot), *rows), strict=True):
        try:
            terms = terms_for(a, T)
        except ValueError as error:
            raise InputError(str(error), field="gains.T") from None
        found.append((*sampled(a, b, T, terms), terms, remainder_bound(a, T, terms)))
    return found


def _weights(n: int, gains: Mapping[str, ArrayLike]) -> tuple[Array, Array, float]:
    defaults: dict[str, Any] = {"Qp": _default("Qp", n), "Qv": _default("Qv", n), "T": _default("T", n)}
    names = [gain.name for gain in LAW.gains]
    for name in gains:
        if name not in names:
            raise InputError(unknown_name("gain", name, names), field="gains")
    values = {name: np.asarray(gains.get(name, defaults[name]), float) for name in USED}
    for name, value in values.items():
        if value.shape not in ((), (n,) if name != "T" else ()) or not (np.isfinite(value) & (value > 0)).all():
            raise InputError(
                "must be positive" if name == "T" else f"must be {n} positive numbers", field=f"gains.{name}"
            )
    return np.broadcast_to(values["Qp"], n), np.broadcast_to(values["Qv"], n), float(values["T"])


def _default(name: str, n: int) -> Any:
    from symdyn.control.scales import Scales

    (gain,) = (gain for gain in LAW.gains if gain.name == name)
    return gain.default(Scales((1.0,) * n, (1.0,) * n, ()))


def _list(values: NDArray[Any]) -> str:
    return ", ".join(f"{x.real:.5f}" if abs(x.imag) < 5e-6 else f"{x.real:.5f}{x.imag:+.5f}i" for x in values)
