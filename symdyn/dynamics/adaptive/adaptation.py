"""What adaptive laws need of the dynamics, without a regressor: τ = Y π, and w = Yᵀ s for a virtual velocity s.

Scalars: any commutative ring that holds one half.
Frames:  of body i, everything in frame i of `Setting.moving`.

    paper   code      meaning
    s       virtual   a velocity of the joints that nothing need move with (in the laws, an error of velocity)
    w       w         sᵀ Y: the power, on that velocity, of the torques that a unit of each parameter asks for

The virtual velocity passes outwards as that of a real motion does: body i then moves with a virtual twist. The wrench
that a unit of a parameter needs has its power on this twist, so that w takes ten inner products a body and no matrix;
the accelerations, which τ needs too, are shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.adaptive.reference_motion import ReferenceMotion, from_base
from symdyn.dynamics.energy import propagate_velocity
from symdyn.dynamics.joint_effects import JointMotion, effects_torque
from symdyn.dynamics.newton_euler import joint_torques, joint_wrenches, link_wrench, rotor_wrench
from symdyn.dynamics.regressors.known_unknown import Direction
from symdyn.dynamics.regressors.regressor import torque_row
from symdyn.dynamics.setting import Setting
from symdyn.joints.twist import STILL, Twist
from symdyn.mechanism.mechanism import JointGeometry, Pose
from symdyn.mechanism.rigid_body import Acceleration, Inertia, Wrench

S = TypeVar("S", bound=Scalar)
DIAGONAL = (4, 6, 9)  # places of Ixx, Iyy, Izz among a body's ten


@dataclass(frozen=True, slots=True)
class Adaptation(Generic[S]):
    """τ, at all places, and w; and the acceleration fields that they were made of."""

    tau: tuple[S, ...]
    w: tuple[S, ...]
    fields: tuple[Acceleration[S], ...]


def adaptation(at: Setting[S], motion: ReferenceMotion[S], directions: Iterable[Direction]) -> Adaptation[S]:
    """Return the torque of a motion, and its power on the virtual velocity along directions of the full parameters."""
    fields, twists, wrenches, rows = [], [], [], []
    for joint, inertia, field, twist in zip(
        at.moving.joints, at.inertias, motion.fields, _virtual_twists(at), strict=True
    ):
        fields.append(field)
        twists.append(twist)
        wrenches.append(_net_wrench(joint, inertia, field))
        rows.append(_power_row(joint, twist, field))
    bodies = _Bodies(rows, fields, twists, motion.joints)
    w = tuple(bodies.power(at.at(parameters=each.over(at.lift)), is_point=each.is_point) for each in directions)
    own = [effects_torque(*joint) for joint in zip(at.effects, motion.joints, strict=True)]
    torques = joint_torques(at.moving, joint_wrenches(at.moving, at.poses, wrenches))
    tau = (*(torque + extra for torque, extra in zip(torques, own, strict=False)), *own[len(torques) :])
    return Adaptation(tau, w, tuple(fields))


def _virtual_twists(at: Setting[S]) -> Iterator[Twist[S]]:
    """Pass the virtual velocity outwards."""

    def step(parent: Twist[S], joint: JointGeometry[S], pose: Pose[S]) -> Twist[S]:
        return propagate_velocity(parent, pose, joint.motion(at.virtual))

    return from_base(at.moving, at.poses, STILL, step)


def _net_wrench(joint: JointGeometry[S], inertia: Inertia[S], field: Acceleration[S]) -> Wrench[S]:
    return (rotor_wrench if joint.shortcuts.axial_rotor else link_wrench)(joint, inertia, field)


def _power_row(joint: JointGeometry[S], twist: Twist[S], field: Acceleration[S]) -> list[S]:
    """Power per unit of each of a body's ten; of inertia about the axis as in `rotor_wrench`."""
    row = torque_row(twist, field)
    k = joint.shortcuts.frame_axis
    if joint.shortcuts.axial_rotor and k is not None:
        row[DIAGONAL[k]] = list(twist.angular)[k] * list(field.omega_dot)[k]
    return row


@dataclass(frozen=True, slots=True)
class _Bodies(Generic[S]):
    """What powers are taken from, body by body: rows of ten, fields and twists; and joint by joint."""

    rows: Sequence[Sequence[S]]
    fields: Sequence[Acceleration[S]]
    twists: Sequence[Twist[S]]
    joints: Sequence[JointMotion[S]]

    def power(self, unit: Setting[S], *, is_point: bool) -> S:
        """Power of the torques of a robot whose parameters are a direction's weights."""
        return self._of_point(unit) if is_point else self._of_bodies(unit) + self._of_joints(unit)

    def _of_point(self, unit: Setting[S]) -> S:
        """Force on a unit mass times the virtual velocity of its place."""
        total: S = ZERO
        for body, field, twist in zip(unit.inertias, self.fields, self.twists, strict=True):
            place = body.h  # of the unit mass, in the one body that has it
            total = total + field.at(place).dot(twist.linear + twist.angular.cross(place)) * body.m
        return total

    def _of_bodies(self, unit: Setting[S]) -> S:
        total: S = ZERO
        for body, row in zip(unit.inertias, self.rows, strict=True):
            ten = (body.m, *body.h, *body.I)
            total = sum((weight * power for weight, power in zip(ten, row, strict=True) if weight), start=total)
        return total

    def _of_joints(self, unit: Setting[S]) -> S:
        total: S = ZERO
        for effects, joint, rate in zip(unit.effects, self.joints, unit.virtual, strict=True):
            present = [(kind, weight) for kind, weight in effects if weight]
            if present:
                total = total + effects_torque(present, joint) * rate
        return total
