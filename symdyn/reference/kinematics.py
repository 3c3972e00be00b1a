"""Where every body is, its world Jacobian, and how that Jacobian changes with q.

Frames: everything is in base axes; the Jacobian of a body is that of the origin of
its frame, linear over angular.

| symbol | code | meaning |
|---|---|---|
| z_j, o_j | axes, origins | direction of joint j's axis, a point on it |
| p_b, R_b | position, rotation | origin and axes of body b |
| J_b | jacobian | (v, omega) of body b = J_b qd |
| dJ_b/dq_k | jacobian_derivative, bending | exact, last index k |
"""

from dataclasses import dataclass

import numpy as np

from symdyn.reference.mechanism import Mechanism
from symdyn.reference.transforms import Array, cross, screw


@dataclass(frozen=True, slots=True, eq=False)
class Kinematics:
    """All that the energies need to know of a configuration: B bodies, n joints."""

    links: Array
    """(entries, 4, 4) poses of the link frames in the base frame."""
    rotation: Array
    """(B, 3, 3)."""
    position: Array
    """(B, 3)."""
    jacobian: Array
    """(B, 6, n)."""
    bending: Array | None
    """(B, 6, n, n); None where it was not asked for."""

    @property
    def jacobian_derivative(self) -> Array:
        """(B, 6, n, n)."""
        assert self.bending is not None, "it was not asked for"
        return self.bending


def kinematics(mechanism: Mechanism, q: Array, *, bends: bool = True) -> Kinematics:
    """Return poses and Jacobians of all bodies at `q`, which may be complex; unless asked not to, how these bend."""
    links, axes, origins = _link_poses(mechanism, q)
    carriers = [np.eye(4) if body.entry is None else links[body.entry] for body in mechanism.bodies]
    placed = np.stack([carrier @ body.frame for carrier, body in zip(carriers, mechanism.bodies, strict=True)])
    position = placed[:, :3, 3]

    moves, carries = mechanism.moves, mechanism.carries
    turns, travels = mechanism.turns, mechanism.travels

    point = _point_jacobian(position, moves, axes, origins, turns, travels)
    spin = (moves * turns)[..., None] * axes
    jacobian = np.concatenate([point, spin], axis=-1).swapaxes(1, 2)
    if not bends:
        return Kinematics(links, placed[:, :3, :3], position, jacobian, None)
    d_axes = (carries * turns)[..., None] * cross(axes[None, :], axes[:, None])
    d_origins = _point_jacobian(origins, carries, axes, origins, turns, travels)

    # d/dq_k of z_j x (p_b - o_j), times how j turns, and of z_j, times how it travels; indices b, j, k.
    arms = (position[:, None] - origins[None, :])[:, :, None]
    d_arms = point[:, None] - d_origins[None]
    turning = cross(d_axes[None], arms) + cross(axes[None, :, None], d_arms)
    d_point = (moves * turns)[..., None, None] * turning
    d_point = d_point + (moves * travels)[..., None, None] * d_axes[None]
    d_spin = (moves * turns)[..., None, None] * d_axes[None]

    return Kinematics(
        links=links,
        rotation=placed[:, :3, :3],
        position=position,
        jacobian=jacobian,
        bending=np.moveaxis(np.concatenate([d_point, d_spin], axis=-1), -1, 1),
    )


def _link_poses(mechanism: Mechanism, q: Array) -> tuple[Array, Array, Array]:
    """Return the link poses, and the axis and a point of each moving joint."""
    links: list[Array] = []
    axes: list[Array] = []
    origins: list[Array] = []
    coordinate = iter(q)
    for joint in mechanism.joints:
        pose = np.eye(4) if joint.parent is None else links[joint.parent]
        pose = pose @ joint.before
        if joint.turn or joint.travel:
            axes.append(pose[:3, :3] @ joint.axis)
            origins.append(pose[:3, 3])
            q = next(coordinate)
            pose = pose @ screw(joint.axis, joint.turn * q, joint.travel * q)
        links.append(pose @ joint.after)
    shape = (len(axes), 3)
    return np.stack(links), np.reshape(axes, shape), np.reshape(origins, shape)


def _point_jacobian(points: Array, carried: Array, axes: Array, origins: Array, turns: Array, travels: Array) -> Array:
    """Return the velocity of each point for a unit rate of each joint: (P, n, 3)."""
    arms = points[:, None] - origins[None, :]
    turning = turns[:, None] * cross(axes[None], arms)
    sliding = travels[:, None] * axes
    return np.asarray(carried[..., None] * (turning + sliding))
