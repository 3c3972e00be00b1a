"""Homogeneous transforms, 4 x 4, real or complex.

Every function of an angle or a distance is analytic in it, so that a complex step
through it gives its derivative.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
"""Real, or complex while a derivative is being taken by a complex step."""

X_AXIS = np.array([1.0, 0.0, 0.0])
Y_AXIS = np.array([0.0, 1.0, 0.0])
Z_AXIS = np.array([0.0, 0.0, 1.0])


def skew(vectors: Array) -> Array:
    """Return S with S(a) b = a x b; `vectors` is (..., 3), the result (..., 3, 3)."""
    S = np.zeros((*vectors.shape, 3), vectors.dtype)
    S[..., 2, 1], S[..., 0, 2], S[..., 1, 0] = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    return S - S.swapaxes(-1, -2)


def cross(a: Array, b: Array) -> Array:
    """Return a x b; both are (..., 3) and are broadcast. NumPy's own spends most of its time on where the axes are."""
    result = np.empty(np.broadcast_shapes(a.shape, b.shape), np.result_type(a, b))
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        result[..., i] = a[..., j] * b[..., k] - a[..., k] * b[..., j]
    return result


def rotation(axis: Array, angle: Any) -> Array:
    """Return the rotation by `angle` about the unit vector `axis` (Rodrigues)."""
    turn = skew(axis)
    block = np.eye(3) + np.sin(angle) * turn + (1 - np.cos(angle)) * (turn @ turn)
    transform = np.eye(4, dtype=block.dtype)
    transform[:3, :3] = block
    return transform


def translation(vector: Array) -> Array:
    """Return the translation by `vector`."""
    transform = np.eye(4, dtype=np.asarray(vector).dtype)
    transform[:3, 3] = vector
    return transform


def from_xyz_rpy(xyz: Array, rpy: Array) -> Array:
    """Return a URDF origin: at `xyz`, turned by Rz(yaw) Ry(pitch) Rx(roll)."""
    roll, pitch, yaw = rpy
    turned = rotation(Z_AXIS, yaw) @ rotation(Y_AXIS, pitch) @ rotation(X_AXIS, roll)
    return np.asarray(translation(xyz) @ turned)


def screw(axis: Array, angle: Any, distance: Any) -> Array:
    """Return the turn by `angle` about `axis` with the shift by `distance` along it."""
    return np.asarray(rotation(axis, angle) @ translation(distance * axis))
