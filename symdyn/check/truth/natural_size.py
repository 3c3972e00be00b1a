"""The size that a kernel's values naturally have at the speeds of a sample, from a few sizes of the robot."""

from __future__ import annotations

from symdyn.check.setting import Sample


def torque(at: Sample) -> float:
    """Return the size of torques."""
    return _own(at) + at.sizes.inertia * (at.state.size("qdd") + at.state.size("qd") ** 2)


def _own(at: Sample) -> float:
    """Return the size of torques that take no inertia: weight, springs and friction."""
    return weight(at) + at.sizes.viscous * at.state.size("qd") + at.sizes.steady


def pushed_torque(at: Sample) -> float:
    """Return the size of torques under a wrench."""
    return torque(at) + at.sizes.reach * at.state.size("wrench")


def reference_torque(at: Sample) -> float:
    """Return the size of torques of a reference, carried along at the speed of the motion."""
    return _of_reference(at, at.state.size("qd"))


def walker_torque(at: Sample) -> float:
    """Return the size of Walker's torques, which the reference's own speed takes part in."""
    return _of_reference(at, at.state.size("qd") + at.state.size("qd_r"))


def _of_reference(at: Sample, speed: float) -> float:
    return _own(at) + at.sizes.inertia * (at.state.size("qdd_r") + speed * at.state.size("qd_r"))


def weight(at: Sample) -> float:
    """Return the size of what holds the robot: weight and springs."""
    return at.sizes.weight + at.sizes.stiffness * at.state.size("q") + at.sizes.pull


def potential(at: Sample) -> float:
    """Return the size of potential energies."""
    pulled = at.sizes.stiffness * at.state.size("q") + at.sizes.pull
    return at.sizes.weight + pulled * at.state.size("q")


def inertia(at: Sample) -> float:
    """Return the size of M."""
    return at.sizes.inertia


def momentum(at: Sample) -> float:
    """Return the size of what is linear in the speeds."""
    return at.sizes.inertia * at.state.size("qd")


def energy(at: Sample) -> float:
    """Return the size of what is quadratic in the speeds."""
    return at.sizes.inertia * at.state.size("qd") ** 2


def acceleration(at: Sample) -> float:
    """Return the size of the accelerations that torques cause."""
    return mobility(at) * (at.state.size("tau") + _own(at) + energy(at))


def torque_slope(at: Sample) -> float:
    """Return the size of derivatives of torques."""
    return _moving_slope(at) + at.sizes.stiffness + at.sizes.viscous


def _moving_slope(at: Sample) -> float:
    return at.sizes.weight + at.sizes.inertia * (at.state.size("qdd") + at.state.size("qd") ** 2) + momentum(at)


def linearised_plant(at: Sample) -> float:
    """Return the size of the matrices of a linearised motion."""
    return mobility(at) * (1 + _moving_slope(at))


def acceleration_slope(at: Sample) -> float:
    """Return the size of derivatives of accelerations."""
    return mobility(at) + acceleration(at)


def mobility(at: Sample) -> float:
    """Return the size of the inverse of M, 0 where it has none."""
    return at.mobility or 0.0


def regressor(at: Sample) -> float:
    """Return the size of a regressor's entries."""
    return _regressor(at, at.state.size("qdd") + at.state.size("qd") ** 2)


def reference_regressor(at: Sample) -> float:
    """Return the size of the entries of a reference's regressor."""
    return _regressor(at, at.state.size("qdd_r") + at.state.size("qd") * at.state.size("qd_r"))


def filtered_regressor(at: Sample) -> float:
    """Return the size of the entries of a regressor without accelerations."""
    return _regressor(at, at.state.size("qd") + at.state.size("qd") ** 2)


def _regressor(at: Sample, angular_acceleration: float) -> float:
    return at.sizes.reach * (at.sizes.gravity + at.sizes.reach * angular_acceleration)


def load_regressor(at: Sample) -> float:
    """Return the size of what moves a load per unit of its mass, first moments and inertia."""
    turning = at.state.size("qdd") + at.state.size("qd") ** 2
    return at.sizes.gravity + (1 + at.sizes.reach) * turning


def reach(at: Sample) -> float:
    """Return the size of positions."""
    return at.sizes.reach


def joint_motion(at: Sample) -> float:
    """Return the size of positions of joints beside how they move: radians, or as many metres."""
    return 1.0 + at.state.size("q") + at.state.size("qd") ** 2


def reach_and_rate(at: Sample) -> float:
    """Return the size of positions beside their rates."""
    return at.sizes.reach * (1 + at.state.size("qd"))
