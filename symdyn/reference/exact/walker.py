"""The bodies' part of Walker's torque, body by body in base axes: the formula of `reference.walker`, over a field.

Of a body's origin and frame, with velocities v and w along the robot's motion, v_r and w_r along the reference,

    a = d(v_r)/dt - w_r x (v - v_r) - gravity
    f = m a + d(w_r)/dt x c + w_r x (w_r x c)
    n = c x a + A d(w_r)/dt + w_r x A w_r

where the reference's velocities change at its own acceleration and because the robot moves.
"""

from typing import Any

import numpy as np

from symdyn.reference.exact.forms import angular
from symdyn.reference.exact.jets import ONE, TD, Array, D, Jet, Scalars, T, coefficient


def walker_wrench(scalars: Scalars, pose: Jet, faster: Jet, S: Array, gravity: Array) -> Array:
    """Return a matrix whose inner product with a twist is the power of the body's force and moment.

    ``pose`` moves in time as the reference and along d as the robot, ``faster`` in time as the reference accelerates.
    """
    reduced = scalars.reduced
    here = pose[ONE]
    wanted, actual, mixed = (coefficient(pose, k, here) for k in (T, D, TD))
    change = coefficient(faster, T, here)
    R, p = here[:3, :3], here[:3, 3]
    spin = angular(scalars, wanted, here)
    spin_rate = reduced(angular(scalars, change, here) + _vee(mixed[:3, :3] @ R.T + wanted[:3, :3] @ actual[:3, :3].T))
    slip = actual[:3, 3] - wanted[:3, 3]
    a = reduced(change[:3, 3] + mixed[:3, 3] - _cross(spin, slip) - gravity[:3])
    m, c = S[3, 3], reduced(R @ S[:3, 3])
    second = S[:3, :3]
    inertia = np.eye(3, dtype=int).astype(object) * np.trace(second) - second
    A = reduced(reduced(R @ inertia) @ R.T)
    f = reduced(m * a + _cross(spin_rate, c) + _cross(spin, _cross(spin, c)))
    n = reduced(_cross(c, a) + A @ spin_rate + _cross(spin, reduced(A @ spin)))
    # power of a twist [S(w) v]: f . (v + w x p) + n . w, and <S(w), B> = 2 w . axial of B's skew part
    moment = reduced(n + _cross(p, f)) * scalars.half
    work: Any = np.zeros((4, 4), dtype=object)
    x, y, z = moment
    work[:3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
    work[:3, 3] = f
    return np.asarray(reduced(work))


def _vee(skew: Array) -> Array:
    return np.array([skew[2, 1], skew[0, 2], skew[1, 0]], dtype=object)


def _cross(a: Any, b: Any) -> Array:
    return np.array([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], dtype=object)
