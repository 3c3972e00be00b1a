"""A load without a wrist sensor: what two identifications, without it and with it, differ by.

The load's ten parameters enter the minimal ones linearly, π(loaded) - π(empty) = W φ with W exact; φ is found from
the difference by least squares in the measure of both covariances. Friction is the same in both logs, where they do
not say otherwise: if it is not, what the load does not enter is left free, at the cost of a wider σ.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit import identify
from symdyn.identification.load.solve import Estimate
from symdyn.identification.logs.log import Array, Log, Mask
from symdyn.identification.vectors import minimal_matrix
from symdyn.model import load
from symdyn.model.robot import Robot

TEN = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
CERTAIN = 5.0  # σ
MOST_TOLD = 4
SEEN = 1e-9  # of the largest singular value, columns of length one
FINE = 1e-12  # of a parameter's variance in its own units: below, rounding


def load_from_torques(robot: Robot, loaded: Log, empty: Log, filter: float | None, delay: float = 0.0) -> Estimate:
    """Identify the robot twice and return the load between the two, in the frame of the last link."""
    source = copy.deepcopy(dict(robot.source))
    source.setdefault("load", {})  # on the last link, of unknown mass and inertia
    carrying = load(source)
    fits = [identify(carrying, log, filter=filter, delay=delay, physical=False) for log in (loaded, empty)]
    names = carrying.parameter_names
    W = minimal_matrix(carrying)[:, [names.index(f"load.{letter}") for letter in TEN]]
    difference = fits[0].pi - fits[1].pi
    covariance = fits[0].covariance + fits[1].covariance
    known = np.isfinite(np.diag(covariance))
    changed = _changed(W, difference, covariance) & known
    alike = known & (W.any(axis=1) | (not changed.any()))
    told = [_told(changed, fits[0].names, loaded.name, empty.name)] if changed.any() else []
    ten, spread, condition = _weighted(W[alike], difference[alike], covariance[np.ix_(alike, alike)], loaded.name)
    noise = float(np.sqrt(np.mean([one.error**2 for one in fits[0].errors])))
    rows, doubts = min(fit.rows for fit in fits), (*(note for fit in fits for note in fit.notes), *told)
    cutoff, errors = fits[0].cutoffs[0], fits[0].errors
    return Estimate(ten, spread, condition, np.array([noise]), rows, cutoff, errors=errors, doubts=doubts)


def _changed(W: Array, difference: Array, covariance: Array) -> Mask:
    """Return which parameters differ, beyond doubt, although no load enters them."""
    sigma = np.sqrt(np.diag(covariance))
    with np.errstate(invalid="ignore"):
        return np.asarray(~W.any(axis=1) & (np.abs(difference) > CERTAIN * sigma))


def _told(changed: Mask, names: Sequence[str], loaded: str, empty: str) -> str:
    """Say what differs between two logs that should not, and what was done about it."""
    told = [name for name, is_so in zip(names, changed, strict=False) if is_so]
    some = ", ".join(told[:MOST_TOLD]) + (f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else "")
    what = f"{some} differ between {loaded} and {empty}, which no load explains"
    return f"{what}: all that no load enters is left free; record both logs with the robot as warm"


def _weighted(W: Array, y: Array, covariance: Array, name: str) -> tuple[Array, Array, float]:
    """Solve W x = y in the measure of a covariance."""
    scale = np.sqrt(np.diag(covariance))
    scale = np.where(scale > 0, scale, 1.0)
    values, vectors = np.linalg.eigh(covariance / np.outer(scale, scale))
    half = (vectors / np.sqrt(np.maximum(values, FINE))).T / scale
    A = half @ W
    lengths = np.linalg.norm(A, axis=0)
    lengths = np.where(lengths > 0, lengths, 1.0)
    singular = np.linalg.svd(A / lengths, compute_uv=False)
    if len(singular) < len(TEN) or singular[-1] < SEEN * singular[0]:
        what = "joint torques do not show all ten parameters of a load on this robot's last link in these motions"
        raise InputError(f"{what}; use a wrist sensor, or let all joints accelerate in many poses", file=name)
    x, *_ = np.linalg.lstsq(A / lengths, half @ y, rcond=None)
    spread = np.linalg.inv((A / lengths).T @ (A / lengths)) / np.outer(lengths, lengths)
    return x / lengths, spread, float(singular[0] / singular[-1])
