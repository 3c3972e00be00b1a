"""What bodies and joints make of a motion: virtual work, energies, and the torques of rotors, friction and springs.

A body is its pseudo-inertia, the 4 x 4 matrix S = sum of m r rᵀ over its points r = (x, y, z, 1), so that

    kinetic energy   tr(T' S T'ᵀ) / 2        work of a virtual motion   tr(dT S T''ᵀ) - gravity . dT S e4

and the torque of joint i, with dT = xi_i T, is the inner product of xi_i with T'' S Tᵀ - gravity (T S e4)ᵀ, summed
over the bodies that the joint carries. No forces are passed on, and no link is seen from another.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from symdyn.reference.exact.jets import ONE, TD, TT, TTD, Array, D, Jet, Scalars, T, coefficient

Pair = tuple[Any, Any]
"""A value, and its derivative along d."""


def pseudo_inertia(ten: Sequence[Any], half: Any) -> Array:
    """Return S of `m mx my mz Ixx Ixy Iyy Ixz Iyz Izz`."""
    m, x, y, z, xx, xy, yy, xz, yz, zz = ten
    trace = (xx + yy + zz) * half
    rows = [
        [trace - xx, -xy, -xz, x],
        [-xy, trace - yy, -yz, y],
        [-xz, -yz, trace - zz, z],
        [x, y, z, m],
    ]
    return np.array(rows, dtype=object)


def inertial_work(scalars: Scalars, pose: Jet, S: Array) -> Pair:
    """T'' S Tᵀ of one body, 4 x 4, and its derivative."""
    here = pose[ONE]
    t2, t2d, d = (coefficient(pose, k, here) for k in (TT, TTD, D))
    left, left_d, right, right_d = 2 * (t2 @ S), 2 * (t2d @ S), here.T, d.T
    return scalars.reduced(left @ right), scalars.reduced(left_d @ right + left @ right_d)


def weight_work(scalars: Scalars, pose: Jet, S: Array, gravity: Array) -> Pair:
    """- gravity (T S e4)ᵀ of one body, 4 x 4, and its derivative."""
    here = pose[ONE]
    moments = here @ S[:, 3], coefficient(pose, D, here) @ S[:, 3]
    of, of_d = (scalars.reduced(-np.outer(gravity, moment)) for moment in moments)
    return of, of_d


def twice_kinetic_energy(scalars: Scalars, pose: Jet, S: Array) -> Pair:
    """tr(T' S T'ᵀ) of one body, and its derivative."""
    here = pose[ONE]
    rate, rate_d = (coefficient(pose, k, here) for k in (T, TD))
    momentum = rate @ S
    return scalars.reduced((momentum * rate).sum()), scalars.reduced(2 * (momentum * rate_d).sum())


def potential_energy(scalars: Scalars, pose: Jet, S: Array, gravity: Array) -> Any:
    """Return - gravity . T S e4 of one body."""
    return scalars.reduced(-(gravity @ (pose[ONE] @ S[:, 3])))


def body_power(scalars: Scalars, pose: Jet, S: Array, gravity: Array, twist: Sequence[Any]) -> Any:
    """tr(dT S T''ᵀ) - gravity . dT S e4 of one body, dT = T xi of a twist (linear over angular) in its own axes."""
    vx, vy, vz, wx, wy, wz = twist
    xi = np.array([[0, -wz, wy, vx], [wz, 0, -wx, vy], [-wy, wx, 0, vz], [0, 0, 0, 0]], dtype=object)
    moved = scalars.reduced(scalars.reduced(pose[ONE] @ xi) @ S)
    acceleration = 2 * coefficient(pose, TT, pose[ONE])
    return scalars.reduced((moved * acceleration).sum() - gravity @ moved[:, 3])


def angular(scalars: Scalars, rate: Array, pose: Array) -> Array:
    """The vector w of the skew matrix R' Rᵀ."""
    skew = scalars.reduced(rate[:3, :3] @ pose[:3, :3].T)
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]], dtype=object)
