"""Inverse dynamics with outermost links in the axes of their parents: their inertia is turned, and no vector is.

Scalars: any commutative ring.
Frames:  those of `newton_euler`; outermost links in held axes (see `held_axes`).

Through the joint of a link that carries no other five vectors are turned: ω, ω̇ or a column of Ω, v̇, and back f and n.
To turn its inertia is less work. The parent then bears it as a part of its own, and the excess has a wrench apart.
Where the parent's axes are not along the held ones, to add the inertias would be more work than it saves; there the
link keeps its wrench, in held axes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Sym3, turned_vector_about_axis
from symdyn.dynamics.held_axes import about_axis, excess_wrench, field_in_held_axes, held_pose, turned_by_joint
from symdyn.dynamics.newton_euler import (
    InverseDynamics,
    joint_torques,
    joint_wrenches,
    link_motions,
    link_wrench,
    on_last_link,
    rotor_wrench,
)
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, Pose
from symdyn.mechanism.reformulate.outermost import can_be_held
from symdyn.mechanism.rigid_body import Inertia, Wrench, joined, net_wrench, shifted, turned
from symdyn.model.robot import BASE

S = TypeVar("S", bound=Scalar)
Item = TypeVar("Item")

_NO_TENSOR: Sym3[Any] = Sym3(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)


def inverse_dynamics_held(
    mechanism: Mechanism[S],
    poses: Sequence[Pose[S]],
    qd: Sequence[S],
    qdd: Sequence[S],
    inertias: Sequence[Inertia[S]],
    turns: Sequence[tuple[S, S]],
    external: Wrench[S] | None = None,
) -> InverseDynamics[S]:
    """τ(q, q̇, q̈), as `inverse_dynamics`.

    ``turns`` are the cosines and sines of all joints. Outermost links have their origins at their joints.
    """
    where, bodies, tip = list(poses), list(inertias), mechanism.tip
    held: dict[int, JointGeometry[S]] = {}
    for link, joint in enumerate(mechanism.joints):
        if joint.shortcuts.held:
            held[link] = joint
            turn = about_axis(joint, turns)
            bodies[link] = turned_by_joint(bodies[link], *turn)
            where[link] = held_pose(joint)
            if link == mechanism.last:
                tip = turned_vector_about_axis(tip, *turn)
    motions = link_motions(mechanism, where, qd, qdd)
    merged = {link: joint for link, joint in held.items() if joint.shortcuts.permutes_axes}
    net = [
        (rotor_wrench if joint.shortcuts.axial_rotor else link_wrench)(joint, inertia, motion.acceleration)
        for joint, inertia, motion in zip(mechanism.joints, _merged(mechanism, bodies, merged), motions, strict=True)
    ]
    tau_of_parent = {}
    for link, joint in merged.items():
        ((i, twist),) = joint.columns()
        parent, pose = motions[joint.parent], where[link]
        net[link] = excess_wrench(joint, pose, bodies[link], parent.omega, (qd[i], qdd[i]))
        of_parent = net_wrench(bodies[link], field_in_held_axes(parent, pose))
        tau_of_parent[i] = twist.power(of_parent.f, of_parent.n)
    if external and mechanism.last != BASE:
        net[mechanism.last] = net[mechanism.last] - on_last_link(replace(mechanism, tip=tip), where, external)
    wrenches = joint_wrenches(mechanism, where, net)
    tau = list(joint_torques(mechanism, wrenches))
    for i, share in tau_of_parent.items():
        tau[i] = tau[i] + share
    return InverseDynamics(tuple(tau), _others(motions, held), _others(wrenches, held))


def _merged(
    mechanism: Mechanism[S], bodies: Sequence[Inertia[S]], merged: Mapping[int, JointGeometry[S]]
) -> list[Inertia[S]]:
    """Inertias of the links, the merged ones part of their parents."""
    own = list(bodies)
    for link, joint in merged.items():
        below = shifted(turned(bodies[link], joint.K0 + joint.K1), joint.parent_p_joint)
        own[joint.parent] = joined(own[joint.parent], below)
    for parent in sorted({joint.parent for joint in merged.values()}, reverse=True):
        _settle(mechanism, own, parent)
    return own


def _settle(mechanism: Mechanism[S], own: list[Inertia[S]], link: int) -> None:
    """Give a link's first moment along its joint's axis to its parent: the axis belongs to both."""
    joint = mechanism.joints[link]
    if joint.parent == BASE or not can_be_held(joint):
        return
    along = joint.axis.dot(joint.joint_p_link)
    on_axis = joint.axis.scale(along)  # the point of the axis nearest to the link's origin, from the joint's
    moment = joint.axis.dot(own[link].h)
    line = Inertia(ZERO, joint.axis.scale(moment), _NO_TENSOR)
    own[link] = _less(own[link], shifted(line, on_axis - joint.joint_p_link))
    below = turned(shifted(line, on_axis), joint.K0 + joint.K1)
    own[joint.parent] = joined(own[joint.parent], shifted(below, joint.parent_p_joint))


def _less(inertia: Inertia[S], part: Inertia[S]) -> Inertia[S]:
    return Inertia(inertia.m, inertia.h - part.h, inertia.I - part.I)


def _others(items: Sequence[Item], held: Collection[int]) -> tuple[Item | None, ...]:
    """Leave out what is not in a link's own frame."""
    return tuple(None if link in held else item for link, item in enumerate(items))
