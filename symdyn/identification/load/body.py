"""From ten parameters to a body: mass, centre, inertia about it, principal moments and axes, each with its σ.

Errors are carried to first order. Principal axes i and j turn against each other by u_iᵀ dI u_j / (λ_j - λ_i): the
closer two moments, the less is known about their axes, and where they are equal any axes in their plane will do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array

UNCERTAIN = np.radians(10)  # σ of an axis from which on it is worth a warning
EQUAL = 1e-9  # of the largest moment
TOLD_APART = 2.0  # σ between two moments: closer ones may be equal, and which axis is whose is chance
PLACES = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))  # of Ixx Ixy Iyy Ixz Iyz Izz


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Standard deviations: of a body's mass, centre, inertia, principal moments, and of the axes' directions in rad."""

    mass: float
    com: Array
    inertia: Array | None = None
    principal_moments: Array | None = None
    axes: Array | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A body in the sensor's frame: `inertia` is about the centre; `axes` has the principal axes as columns.

    At rest gravity shows mass and centre alone: then the rest is None.
    """

    mass: float
    com: Array
    inertia: Array | None
    principal_moments: Array | None
    axes: Array | None
    sigma: Spread
    notes: tuple[str, ...]


def body_at_rest(four: Array, covariance: Array) -> Body:
    """Recover mass and centre from m mx my mz."""
    return Body(float(four[0]), four[1:4] / four[0], None, None, None, _centre_spread(four, covariance), ())


def body_of(ten: Array, covariance: Array) -> Body:
    """Recover a body from its ten parameters about the sensor's origin."""
    mass, com = float(ten[0]), ten[1:4] / ten[0]
    inertia = about_centre(ten)  # [Atkeson86 (10)]
    moments, axes = np.linalg.eigh(inertia)  # [Atkeson86 (11)]
    if np.linalg.det(axes) < 0:
        axes = axes * [1.0, 1.0, -1.0]
    slopes = _slopes(ten)  # (10, 3, 3)
    spread = _centre_spread(ten[:4], covariance[:4, :4])
    tensor = np.sqrt(np.maximum(np.einsum("aij,ab,bij->ij", slopes, covariance, slopes), 0.0))
    turned = np.einsum("ki,akl,lj->aij", axes, slopes, axes)  # per parameter, in principal axes
    entries = np.sqrt(np.maximum(np.einsum("aij,ab,bij->ij", turned, covariance, turned), 0.0))
    directions, notes = _axis_errors(moments, entries)
    sigma = Spread(spread.mass, spread.com, tensor, np.diag(entries).copy(), directions)
    return Body(mass, com, inertia, moments, axes, sigma, (*notes, *_doubts(ten, moments)))


def about_centre(ten: Array) -> Array:
    """Inertia about the centre: I - m (cᵀc 1 - c cᵀ)."""
    m, h = ten[0], ten[1:4]
    return np.asarray(_tensor(ten[4:]) - (h @ h * np.eye(3) - np.outer(h, h)) / m)


def _tensor(six: Array) -> Array:
    I = np.zeros((3, 3))
    for (i, j), entry in zip(PLACES, six, strict=True):
        I[i, j] = I[j, i] = entry
    return I


def _slopes(ten: Array) -> Array:
    """Derivatives of the inertia about the centre by the ten parameters."""
    m, h = ten[0], ten[1:4]
    slopes = np.zeros((10, 3, 3))
    slopes[0] = (h @ h * np.eye(3) - np.outer(h, h)) / m**2
    for k, unit in enumerate(np.eye(3)):
        slopes[1 + k] = -(2 * h[k] * np.eye(3) - np.outer(unit, h) - np.outer(h, unit)) / m
    for k, unit in enumerate(np.eye(6)):
        slopes[4 + k] = _tensor(unit)
    return slopes


def _centre_spread(four: Array, covariance: Array) -> Spread:
    m, com = four[0], four[1:4] / four[0]
    slopes = np.column_stack([-com, np.eye(3)]) / m  # of the centre, by m mx my mz
    variances = np.einsum("ia,ab,ib->i", slopes, covariance[:4, :4], slopes)
    return Spread(float(np.sqrt(covariance[0, 0])), np.sqrt(np.maximum(variances, 0.0)))


def _axis_errors(moments: Array, entries: Array) -> tuple[Array, list[str]]:
    """σ of every axis in rad, and a warning for pairs of moments that hardly differ."""
    errors, notes = np.zeros(3), []
    for i, j in ((0, 1), (0, 2), (1, 2)):
        apart = moments[j] - moments[i]  # [Atkeson86 (23)] [Atkeson86 (24)]
        same = apart <= EQUAL * np.abs(moments).max()
        told_apart = not same and apart > TOLD_APART * np.hypot(entries[i, i], entries[j, j])
        angle = entries[i, j] / apart if told_apart else np.inf
        errors[[i, j]] = np.hypot(errors[[i, j]], angle)
        if same:
            notes.append(f"principal moments {i + 1} and {j + 1} are equal: any axes in their plane are principal")
        elif angle > UNCERTAIN:
            known = f"known to ±{np.degrees(angle):.0f}° only" if angle < np.pi / 2 else "not known"
            notes.append(f"principal moments {i + 1} and {j + 1} are nearly equal: their axes are {known}")
    return errors, notes


def _doubts(ten: Array, moments: Array) -> list[str]:
    """Say what no body has."""
    if moments[0] < 0:
        return [f"no body has a principal moment of {moments[0]:.3g} kg m²: the noise is larger than the moment"]
    if moments[0] + moments[1] < moments[2]:
        return ["no body has these principal moments: the largest is above the sum of the others"]
    return []
