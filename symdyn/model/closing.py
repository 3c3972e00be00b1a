"""What closes a tree: cut joints, couplings between joints, and motors that move several joints.

A robot with any of these has fewer coordinates than its tree has moving joints. Its tree is a robot like any other
(`Robot.tree`), and q = U(Q) says where the tree's joints are when the robot's coordinates are Q.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact
from symdyn.joints.cut import CutKind
from symdyn.model.parts import Parameter, Placement


@dataclass(frozen=True, slots=True)
class CutJoint:
    """A joint that closes a loop: its first frame is on the parent, its second on the child.

    Both are indices of links in the tree, or BASE.

    `effects` are those of `<loop>.fv fc fo` that the file has, in this order.
    """

    name: str
    kind: CutKind
    parent: int
    child: int
    parent_frame: Placement
    child_frame: Placement
    effects: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Coupling:
    """A joint that follows others: q[joint] = sum of factor * q[other], + plus; indices of the tree's coordinates."""

    joint: int
    factors: tuple[tuple[int, Exact], ...]
    plus: Exact


@dataclass(frozen=True, slots=True)
class Motor:
    """A motor behind a transmission; `effects` are those of `<motor>.Ia fv fc fo` that the file has."""

    name: str
    effects: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class Closing:
    """Everything that makes a tree move with fewer coordinates than it has joints.

    loops         cut joints
    couplings     joints that follow others, none of them in a circle
    actuated      the tree's coordinates that the robot is described by, in the order of Q
    closed_at     a position of every joint of a loop in which the loops are closed, nearly; None for other joints
    transmission  actuated joints = matrix * motor coordinates, by rows; None where the joints are driven one by one
    motors        one for each column of `transmission`, or none
    """

    loops: tuple[CutJoint, ...]
    couplings: tuple[Coupling, ...]
    actuated: tuple[int, ...]
    closed_at: tuple[float | None, ...] = ()
    transmission: tuple[tuple[Exact, ...], ...] | None = None
    motors: tuple[Motor, ...] = ()

    @property
    def motor_names(self) -> tuple[str, ...]:
        """Names of the motors behind a transmission."""
        columns = len(self.transmission[0]) if self.transmission else 0
        return tuple(motor.name for motor in self.motors) or tuple(f"motor{i + 1}" for i in range(columns))

    @property
    def effects(self) -> tuple[Parameter, ...]:
        """Parameters of cut joints and motors, in their order in the full vector."""
        of_loops = tuple(parameter for loop in self.loops for parameter in loop.effects)
        return of_loops + tuple(parameter for motor in self.motors for parameter in motor.effects)
