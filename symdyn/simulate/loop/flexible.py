"""The equations of a plant with springs between motors and joints, for SciPy's integrator; see `springs`.

The kernels take friction at the joints. Where a joint has a motor behind a spring, that is taken off again and put on
the motor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symdyn.simulate.loop.plant import Plant, dry_friction
from symdyn.simulate.loop.springs import Springs
from symdyn.simulate.motion.motion import Array


def flexible_rate(plant: Plant, springs: Springs, pi: Array) -> Callable[[Array, Array], Array]:
    """Return the rate of (q, q̇, θ, θ̇) as a function of it and the torque."""
    torque, mass, n, soft = plant.kernels.inverse_dynamics, plant.kernels.mass_matrix, plant.robot.n, springs.soft
    viscous, coulomb, solver = plant.of_joints("fv"), plant.coulomb, plant.solver
    still = np.zeros(n)

    def rate(x: Array, tau: Array) -> Array:
        q, qd, theta_dot = x[:n], x[n : 2 * n], x[3 * n :]
        in_kernel = viscous * qd + coulomb * np.sign(qd)
        own = np.where(soft, 0.0, viscous * qd + coulomb * dry_friction(qd, solver))
        spring = springs.torque(x)
        on_joints = np.where(soft, spring, tau) - torque(q, qd, still, pi) + in_kernel - own
        qdd = np.linalg.solve(mass(q, pi) - np.diag(springs.within), on_joints)
        rubbing = viscous * theta_dot + coulomb * dry_friction(theta_dot, solver)
        theta_dd = np.where(soft, (tau - spring - rubbing) / springs.rotor, 0.0)
        return np.concatenate((qd, qdd, np.where(soft, theta_dot, 0.0), theta_dd))

    return rate


def loaded_springs(plant: Plant, x: Array) -> Array:
    """Return the state at the start: springs that hold the arm's weight, motors as fast as joints."""
    if plant.springs is None:
        return x
    n = plant.robot.n
    weight = plant.kernels.inverse_dynamics(x[:n], np.zeros(n), np.zeros(n), plant.parameters_at(0.0)[1])
    return plant.springs.at_rest(x, weight)
