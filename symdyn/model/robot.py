"""The robot as frozen data, with exact geometry.

Frames: `before` places the joint's frame in the parent link, `after` places the link frame in the frame that the
joint has moved, so that with the joint's motion about or along `axis`

    parent_T_link = before * motion(q) * after

covers explicit frames (after = 1), modified DH and standard DH (before = 1) alike. `offset` is added to an angle q.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Vec3
from symdyn.joints.kind import Kind
from symdyn.joints.registry import MOTOR
from symdyn.model.closing import Closing
from symdyn.model.notes import Note
from symdyn.model.parts import BASE, IDENTITY, Z_AXIS, ZERO_VECTOR, Parameter, Placement

__all__ = [
    "BASE",
    "IDENTITY",
    "ZERO_VECTOR",
    "Z_AXIS",
    "Body",
    "Joint",
    "Limits",
    "Load",
    "NumericRobot",
    "Parameter",
    "Placement",
    "Robot",
    "Unknown",
]

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, slots=True)
class Limits:
    """Range of motion, and largest speed and effort; None where the file says nothing."""

    lower: float | None = None
    upper: float | None = None
    velocity: float | None = None
    effort: float | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """A rigid body by its ten parameters m mx my mz Ixx Ixy Iyy Ixz Iyz Izz, about the origin of its frame.

    A massless one, such as the frame of a tool, has no parameters at all. `com` is the centre of mass, None where the
    file leaves any of it unknown.
    """

    name: str
    parameters: tuple[Parameter, ...]
    com: Vec3[Exact] | None = None


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint, the link it moves, and what acts on the joint beside the link's inertia.

    `own` are the numbers that its kind has of its own, by their keys in the file. `effects` are those of
    `<joint>.Ia fv fc fo ks kr` that the file has, in this order.
    """

    name: str
    kind: Kind
    parent: int
    before: Placement
    axis: Vec3[Exact]
    offset: Exact
    after: Placement
    link: Body
    own: tuple[tuple[str, Exact], ...] = ()
    effects: tuple[Parameter, ...] = ()
    limits: Limits = field(default_factory=Limits)

    @property
    def moves(self) -> bool:
        """Whether the joint has a coordinate."""
        return self.kind.moves


@dataclass(frozen=True, slots=True)
class Load:
    """A rigid body on the tip; `placement` is that of its frame in the tip's."""

    placement: Placement
    body: Body


@dataclass(frozen=True, slots=True)
class Unknown:
    """A parameter that is adapted: the full parameters that change with it, and by how much; the first by one."""

    name: str
    weights: tuple[tuple[str, Exact], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Robot:
    """Everything a robot file says.

    `joints` are those of its tree; `closing` says what closes loops in it and couples joints, None where nothing does.
    `symbols` maps the file's names to their values (None: no value). `source` is the mapping that was read,
    plain enough for JSON, from which the same robot can be read again. `notes` are things the user should know,
    one line each (near-special angles, inertias that no body has).
    """

    name: str
    gravity: Vec3[Exact]
    joints: tuple[Joint, ...]
    load: Load | None
    symbols: Mapping[str, Exact | None]
    structural_zeros: bool
    unknown: tuple[Unknown, ...] | None  # None: every minimal parameter
    source: Mapping[str, Any]
    tip: int  # the entry whose link Jacobians and wrenches refer to, and that carries the load
    tips: tuple[int, ...] = ()  # entries whose links have Jacobians and wrenches of their own, called after them
    notes: tuple[Note, ...] = field(default=(), compare=False)  # about the text, not the robot
    closing: Closing | None = None
    memo: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # results worth keeping

    def __repr__(self) -> str:
        """Say which robot it is; `source` says all of it."""
        kinds = "".join(joint.kind.letter for joint in self.joints)
        known = sum(parameter.known for parameter in self.full_parameters)
        return f"<robot {self.name}: {kinds}, n = {self.n}, {known} of {len(self.full_parameters)} parameters known>"

    @property
    def tree(self) -> Robot:
        """The robot without what closes it: every moving joint has a coordinate of its own."""
        if self.closing is None:
            return self
        if "tree" not in self.memo:
            self.memo["tree"] = replace(self, closing=None)
        tree: Robot = self.memo["tree"]
        return tree

    @property
    def moving_joints(self) -> tuple[Joint, ...]:
        """The joints that have a coordinate, in its order; behind a transmission, one for each motor."""
        moving = tuple(joint for joint in self.joints if joint.moves)
        if self.closing is None:
            return moving
        if self.closing.transmission is None:
            return tuple(moving[i] for i in self.closing.actuated)
        names = self.closing.motor_names
        return tuple(Joint(name, MOTOR, BASE, IDENTITY, Z_AXIS, exact(0), IDENTITY, Body(name, ())) for name in names)

    @property
    def n(self) -> int:
        """Number of coordinates: moving joints, or those of them that are actuated."""
        return len(self.moving_joints)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints that have a coordinate, or of the motors."""
        return tuple(joint.name for joint in self.moving_joints)

    @property
    def tree_joint_names(self) -> tuple[str, ...]:
        """Names of all moving joints of the tree, the passive ones too."""
        return self.tree.joint_names

    @property
    def full_parameters(self) -> tuple[Parameter, ...]:
        """The full vector: by entries, the link's ten and the joint's own; of cuts and motors; the load's ten."""
        entries = [parameter for joint in self.joints for parameter in (*joint.link.parameters, *joint.effects)]
        closing = self.closing.effects if self.closing else ()
        return (*entries, *closing, *(self.load.body.parameters if self.load else ()))

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Names of the full parameter vector."""
        return tuple(parameter.name for parameter in self.full_parameters)

    @property
    def parameters(self) -> np.ndarray:
        """The full parameter vector as doubles, NaN where a parameter is unknown."""
        from symdyn.model.bind import parameter_values  # at call time: that module needs this one

        if "parameters" not in self.memo:
            self.memo["parameters"] = parameter_values(self)
        values: np.ndarray = self.memo["parameters"]
        return values.copy()


@dataclass(frozen=True, slots=True, repr=False)
class NumericRobot(Robot):
    """A robot whose geometry has no symbols: what code is made for, and what moves. `bind_symbols` alone makes one.

    Its inertial parameters may be unknown still, each a symbol without a value.
    """
