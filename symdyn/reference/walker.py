"""The bodies' part of Walker's torque, body by body in base axes, without recursion.

A body's origin has velocity v, and along the reference v_r, its frame turns with omega and omega_r, and

    a = d(v_r)/dt - omega_r x (v - v_r) - gravity
    f = m a + d(omega_r)/dt x c + omega_r x (omega_r x c)
    n = c x a + A d(omega_r)/dt + omega_r x A omega_r

where the reference's velocities are Jacobians times qd_r and their rates are taken while the robot moves with qd.
This is I dv/dt + v x I v of spatial vectors, spelt out at the body's origin; m, c, A as in `lagrangian`.
"""

import numpy as np

from symdyn.reference.kinematics import Kinematics
from symdyn.reference.lagrangian import in_base_axes
from symdyn.reference.mechanism import Mechanism
from symdyn.reference.transforms import Array, cross


def bodies_walker_torque(
    mechanism: Mechanism, at: Kinematics, qd: Array, qd_r: Array, qdd_r: Array, phi: Array
) -> Array:
    """Return the torques of the bodies; joints' own parameters are not in it."""
    mass, moment, inertia = in_base_axes(mechanism, at, phi)
    rate = at.jacobian @ qdd_r + at.jacobian_derivative @ qd @ qd_r
    slip = (at.jacobian @ (qd - qd_r))[:, :3]
    spin, spin_rate = (at.jacobian @ qd_r)[:, 3:], rate[:, 3:]
    a = rate[:, :3] - cross(spin, slip) - mechanism.gravity
    f = mass[:, None] * a + cross(spin_rate, moment) + cross(spin, cross(spin, moment))
    n = cross(moment, a) + _applied(inertia, spin_rate) + cross(spin, _applied(inertia, spin))
    return np.asarray(np.einsum("bai,ba->i", at.jacobian, np.concatenate([f, n], axis=1)))


def _applied(inertia: Array, vectors: Array) -> Array:
    return np.asarray((inertia @ vectors[..., None])[..., 0])
