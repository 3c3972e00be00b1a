"""Rows of regressor and wrench -> the load's parameters: least squares, every entry of the wrench by its own noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.factor import Factor, factor_of
from symdyn.identification.fit.noise import inflation
from symdyn.identification.fit.solve import Solution, solve
from symdyn.identification.fit.student import Together, widened
from symdyn.identification.fit.verdict import JointError
from symdyn.identification.load.delay import wrench_delay
from symdyn.identification.load.doubts import channel_errors, explanation_doubts
from symdyn.identification.load.rows import AT_REST, CHANNELS, WrenchRows
from symdyn.identification.logs.log import Array, Mask

NAMES = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
CERTAIN = 5.0  # σ
MENDED = 0.1  # of the forces: a fit that leaves more has other faults than an offset


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


def estimated(
    rows: WrenchRows, method: str, name: str, *, offset: bool = False, poses: bool = False, delay: float = 0.0
) -> Estimate:
    """Fit the rows; ``offset`` adds what the sensor shows of nothing, six more; ``poses`` are in no order.

    A ``delay`` of the wrench was taken off them.
    """
    count, _, k = rows.A.shape
    A = rows.A
    if offset:
        A = np.concatenate([A, rows.unit[:, None, None] * np.eye(6)], axis=2)
    factors = [factor_of(A[:, channel], rows.w[:, channel]) for channel in range(6)]
    first = solve(factors, method)  # [Atkeson86 (9)]
    _refuse_unseen(np.asarray(first.blind[:, :k].any(axis=0)), k, name)
    residuals = rows.w - A @ first.x
    of_nothing = "" if offset else _shown_of_nothing(rows, method, residuals)
    doubts = explanation_doubts(A, rows.w, residuals, name, of_nothing, poses=poses)
    found = _as_sure_as_rows(factors, residuals, method, ordered=rows.ordered)
    beside = None if poses else wrench_delay(rows, A, found, delay)
    if beside is not None and beside.told:
        doubts.append(f"{name}: {beside.told}")
    sensor = found.x[k:] if offset else None
    x, covariance = found.x[:k], found.covariance[:k, :k]
    errors = channel_errors((rows.w - A @ found.x) / rows.unit[:, None], rows.w / rows.unit[:, None])
    told = (*rows.notes, *doubts)
    return Estimate(x, covariance, found.condition, found.noise, count, rows.cutoff, sensor, errors, told)


def _as_sure_as_rows(factors: Sequence[Factor], residuals: Array, method: str, *, ordered: bool) -> Solution:
    """Solve, as sure as rows are independent."""
    together = np.array([inflation(one) if ordered else 1.0 for one in residuals.T])
    found = solve(factors, method, together)
    rows = np.full(len(factors), float(len(residuals)))
    return widened(found, Together(together, rows / together, rows).freedom(found, rows))


def _shown_of_nothing(rows: WrenchRows, method: str, before: Array) -> str:
    """Say what the sensor shows of nothing, where that is beyond doubt, and explains what else was left over."""
    A = np.concatenate([rows.A, rows.unit[:, None, None] * np.eye(6)], axis=2)
    factors = [factor_of(A[:, channel], rows.w[:, channel]) for channel in range(6)]
    first = solve(factors, method)
    if first.blind.any():
        return ""
    residuals = rows.w - A @ first.x
    left, left_before, all_of_it = (float(np.linalg.norm(part[:, :3])) for part in (residuals, before, rows.w))
    if left > max(left_before / 2, MENDED * all_of_it):
        return ""
    found = _as_sure_as_rows(factors, residuals, method, ordered=rows.ordered)
    offset, sigma = found.x[-6:], np.sqrt(np.diag(found.covariance)[-6:])
    sure = np.abs(offset) > CERTAIN * sigma
    told = ", ".join(f"{CHANNELS[i]} {offset[i]:.3g}" for i in np.flatnonzero(sure))
    return f"the sensor shows {told} of nothing: --offset takes that off" if told else ""


def _refuse_unseen(hidden: Mask, k: int, name: str) -> None:
    if not hidden.any():
        return
    told = ", ".join(name for name, unseen in zip(NAMES, hidden, strict=False) if unseen)
    if k == AT_REST:
        what = "poses in which gravity points the same way show no more than three of four parameters"
        raise InputError(f"{what}; hold the load in another orientation, too", file=name)
    what = f"this motion does not show {told} of the load"
    raise InputError(f"{what}; turn the wrist about more axes, or ask for the static estimate", file=name)
