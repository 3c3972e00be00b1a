"""Rows of regressor and wrench -> the load's parameters: least squares, every entry of the wrench by its own noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.factor import factor_of
from symdyn.identification.fit.noise import inflation
from symdyn.identification.fit.solve import solve
from symdyn.identification.fit.student import Together, widened
from symdyn.identification.fit.verdict import JointError
from symdyn.identification.load.doubts import channel_errors, explanation_doubts
from symdyn.identification.load.rows import AT_REST, WrenchRows
from symdyn.identification.logs.log import Array, Mask

NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """Parameters of a load with their covariance, four or ten of them; `noise` of the wrench's entries, in N and N m.

    `rows` counts samples or windows; `offset` is what the sensor shows of nothing, where that was asked. `errors` say
    what is left over, channel by channel or joint by joint; `doubts` where that is no noise.
    """

    x: Array
    covariance: Array
    condition: float
    noise: Array
    rows: int
    cutoff: float | None
    offset: Array | None = None
    errors: tuple[JointError, ...] = ()
    doubts: tuple[str, ...] = ()


def estimated(rows: WrenchRows, method: str, name: str, *, offset: bool = False, poses: bool = False) -> Estimate:
    """Fit the rows; ``offset`` adds what the sensor shows of nothing, six more; ``poses`` are in no order."""
    count, _, k = rows.A.shape
    A = rows.A
    if offset:
        A = np.concatenate([A, rows.unit[:, None, None] * np.eye(6)], axis=2)
    factors = [factor_of(A[:, channel], rows.w[:, channel]) for channel in range(6)]
    first = solve(factors, method)  # [Atkeson86 (9)]
    _refuse_unseen(np.asarray(first.blind[:, :k].any(axis=0)), k, name)
    residuals = rows.w - A @ first.x
    doubts = explanation_doubts(A, rows.w, residuals, name, poses=poses)
    together = np.array([inflation(residuals[:, channel]) if rows.ordered else 1.0 for channel in range(6)])
    found = solve(factors, method, together)
    all_rows = np.full(6, float(count))
    found = widened(found, Together(together, all_rows / together, all_rows).freedom(found, all_rows))
    sensor = found.x[k:] if offset else None
    x, covariance = found.x[:k], found.covariance[:k, :k]
    errors = channel_errors((rows.w - A @ found.x) / rows.unit[:, None], rows.w / rows.unit[:, None])
    return Estimate(x, covariance, found.condition, found.noise, count, rows.cutoff, sensor, errors, tuple(doubts))


def _refuse_unseen(hidden: Mask, k: int, name: str) -> None:
    if not hidden.any():
        return
    told = ", ".join(name for name, unseen in zip(NAMES, hidden, strict=False) if unseen)
    if k == AT_REST:
        what = "poses in which gravity points the same way show no more than three of four parameters"
        raise InputError(f"{what}; hold the load in another orientation, too", file=name)
    what = f"this motion does not show {told} of the load"
    raise InputError(f"{what}; turn the wrist about more axes, or ask for the static estimate", file=name)
