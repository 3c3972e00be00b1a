"""Constants of composite bodies: what the links from i outwards always have, seen from link i.

Scalars: exact constants; masses, moments and inertias are linear forms in the full parameter vector.
Frames:  everything of link i in frame i, whose z axis is the axis of joint i (driving-axis frames, as in modified DH).

    paper   code            meaning
    m̂_i     constants.m     mass of links i to n
    k_i     constants.h     the part of their first moment about the origin of frame i that no joint beyond i changes
    U_i     constants.I     the same part of their inertia tensor
    b_i     b               origin of frame i-1 to the axis of joint i; in modified DH along x of frame i-1
    d_i     d               from there along the axis to the origin of frame i; a translational joint adds q_i
    R       R               link i in frame i-1, with the joint at zero

A rotational joint turns what lies beyond it, so only what is symmetric about its axis stays the same for the link
below; a translational joint turns nothing, so everything stays but the mass's travel. Both are carried to the link
below like the inertia of one rigid body. Fixed links and a load have joined the links that carry them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.compact import compact
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.linear_form import NO_FORM, LinearForm, variable
from symdyn.algebra.scalar import Ring
from symdyn.algebra.spatial import Mat3, Sym3, Vec3
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.errors import InputError
from symdyn.joints.turn_or_slide import require_turn_or_slide
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.mechanism.mechanism import JointGeometry
from symdyn.mechanism.reformulate.lumping import lump_fixed_links
from symdyn.mechanism.rigid_body import Inertia, joined, shifted, turned
from symdyn.model.robot import Robot

MOST_TERMS = 30  # of a coefficient that is carried on multiplied out
NEED = "the sets of Lin and of Gautier and Khalil need"
PIVOT_SET = "use the pivot set"


@dataclass(frozen=True, slots=True)
class DrivingJoint:
    """A joint that moves its link about or along the z axis of the link's frame."""

    name: str
    turns: bool  # it slides otherwise
    R: Mat3[Exact]
    b: Vec3[Exact]
    d: Exact

    @property
    def axis(self) -> Vec3[Exact]:
        """The joint's axis in the frame of the link below."""
        return Vec3(self.R.row_x.z, self.R.row_y.z, self.R.row_z.z)

    @property
    def step(self) -> Vec3[Exact]:
        """The constant part of the vector from origin to origin, in the frame of the link below."""
        return self.b + self.axis.scale(self.d)  # [Lin95 (4)]


@dataclass(frozen=True, slots=True)
class Chain:
    """A serial chain in driving-axis frames, the inertias of its links, and how to recognise zero.

    `vanishes` sees a zero through every relation between the constants of the geometry, sums of angles included,
    where the canonical form of a constant would not.
    """

    joints: tuple[DrivingJoint, ...]
    inertias: tuple[Inertia[LinearForm], ...]
    gravity: Vec3[Exact]
    vanishes: Callable[[Exact], bool]

    @property
    def is_modified_dh(self) -> bool:
        """Whether every axis crosses the x axis below it at a right angle: R = Rx(alpha) Rz(theta), b along x."""
        return all(self.vanishes(x) for joint in self.joints for x in (joint.axis.x, joint.b.y, joint.b.z))

    def row(self, form: LinearForm, size: int) -> tuple[Exact, ...]:
        """Return the coefficients of a form, those that vanish written as 0."""
        return tuple(exact(0) if self.vanishes(x) else x for x in form.row(size))


def driving_chain(robot: Robot) -> Chain:
    """Read a robot as a serial chain in driving-axis frames, or say why it is none."""
    if "driving_chain" not in robot.memo:
        robot.memo["driving_chain"] = _read(robot)
    chain: Chain = robot.memo["driving_chain"]
    return chain


def _read(robot: Robot) -> Chain:
    if robot.closing is not None:
        raise InputError(f"{NEED} a serial chain, and loops, couplings or motors close {robot.name}; {PIVOT_SET}")
    parameters = robot.full_parameters
    forms = [NO_FORM if parameter.vanishes else variable(i) for i, parameter in enumerate(parameters)]
    at: Setting[Any] = setting_over(robot, Ring(lambda constant: constant), {"parameters": forms})
    lumping = lump_fixed_links(at.whole)
    moving, inertias = lumping.mechanism, lumping.bodies(at.link_inertias)
    vanishes = zero_test(geometry_constants(robot))
    joints = []
    for i, (joint, name) in enumerate(zip(moving.joints, robot.joint_names, strict=True)):
        if joint.parent != i - 1:
            raise InputError(f"{NEED} a serial chain, and {name} does not stand on the link before it; {PIVOT_SET}")
        joints.append(_driving_joint(joint, name, vanishes))
    return Chain(tuple(joints), inertias, moving.gravity, vanishes)


def zero_test(constants: Sequence[Exact]) -> Callable[[Exact], bool]:
    """Return a test for zero of constants made of the same atoms: by their image in a large finite field.

    An image that is not zero proves that the constant is not; a zero image is wrong with a probability of about 1e-18.
    """
    embedding = Embedding(constants)
    return lambda constant: not (constant and embedding(constant))


def _driving_joint(joint: JointGeometry[Any], name: str, vanishes: Callable[[Exact], bool]) -> DrivingJoint:
    require_turn_or_slide(joint.kind, name, "the sets of Lin and of Gautier and Khalil")
    offset = joint.joint_p_link
    off_axis = (joint.axis.x, joint.axis.y, joint.axis.z - 1, offset.x, offset.y)
    if not all(vanishes(x) for x in off_axis):
        what = "frames whose z axis is the joint's own, as in modified DH"
        raise InputError(f"{NEED} {what}; that of {name} is not; {PIVOT_SET}")
    R = joint.K0 + joint.K1  # cosine 1, sine 0
    return DrivingJoint(name, joint.kind.turns, R, joint.parent_p_joint, offset.z)


def composite_constants(chain: Chain) -> tuple[Inertia[LinearForm], ...]:
    """Return m̂, k and U of every composite body."""
    bodies = list(chain.inertias)
    for i in reversed(range(len(bodies) - 1)):
        bodies[i] = joined(bodies[i], unchanging_part(_manageable(bodies[i + 1]), chain.joints[i + 1]))
    return tuple(bodies)


def _manageable(body: Inertia[LinearForm]) -> Inertia[LinearForm]:
    """Take long coefficients as one before they are carried on: multiplied out, they grow with every joint."""

    def form(whole: LinearForm) -> LinearForm:
        return whole.map(lambda coefficient: compact(coefficient, MOST_TERMS))

    return Inertia(form(body.m), body.h.map(form), Sym3(*map(form, body.I)))


def unchanging_part(body: Inertia[Any], joint: DrivingJoint) -> Inertia[Any]:
    """Return what of the bodies beyond a joint stays the same for the link below it, in that link's frame."""
    if joint.turns:
        return carried(symmetric_about_z(body), joint.R, joint.step)  # [Lin95 (10)] [Lin95 (12)]
    return carried(body, joint.R, joint.b)  # [Lin95 (10)] [Lin95 (14)]


def symmetric_about_z(body: Inertia[Any]) -> Inertia[Any]:
    """Return the part that a turn about z does not change, (U)_22 standing for both moments across the axis."""
    across, zero = body.I.yy, body.I.yy * 0
    return Inertia(body.m, Vec3(zero, zero, body.h.z), Sym3(across, zero, across, zero, zero, body.I.zz))


def carried(body: Inertia[Any], R: Mat3[Any], p: Vec3[Any]) -> Inertia[Any]:
    """Return a body's inertia in the frame in which its own frame has the axes R and the origin p."""
    return shifted(turned(body, R), p)
