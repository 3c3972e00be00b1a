"""The explicit closure: every joint of a loop is found in one step of one unknown, with roots of a fixed sign.

Scalars: decided in a finite field; signs in floats, at the position in which the robot was assembled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, sin
from time import process_time

from symdyn.algebra.decimals import to_float
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact
from symdyn.closure.blocks import Block
from symdyn.closure.blocks_of_loops import blocks_at
from symdyn.closure.closed_tree import SignedStep
from symdyn.closure.consequences import evaluated
from symdyn.closure.linear_closure import Beside
from symdyn.closure.opened import with_unknown
from symdyn.closure.parallel_turns import parallel_turns
from symdyn.closure.schedule import QUADRATIC, ROOT, Scheduler, Step, constant_roots
from symdyn.closure.stance import Cut, Stance, cuts_over
from symdyn.closure.start import determining, start_of
from symdyn.closure.variety_points import VarietyPoints
from symdyn.errors import InputError
from symdyn.mechanism.geometry_field import field_of
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.closing import Closing
from symdyn.model.robot import NumericRobot, Robot

MOST_TRIED, MOST_NAMED = 12, 2  # sets of joints in place of those that do not go
LONGEST_SEARCH = 4.0  # seconds of CPU


@dataclass(frozen=True, slots=True)
class ExplicitClosure:
    """Steps with the signs of their roots, and blocks of rates.

    `position` is where all joints of the tree are when the robot is assembled; `actuated` are the tree's coordinates
    that the robot has; `beside` are the rates of cut joints in which something rubs.
    """

    steps: tuple[SignedStep, ...]
    blocks: tuple[Block, ...]
    position: tuple[float, ...]
    actuated: tuple[int, ...]
    beside: tuple[Beside, ...] = ()

    @property
    def n(self) -> int:
        """Number of coordinates of the robot."""
        return len(self.actuated)

    @property
    def given(self) -> tuple[int, ...]:
        """The tree's coordinates that steps start from."""
        return self.actuated

    @property
    def passive(self) -> tuple[int, ...]:
        """The tree's coordinates that steps find, in their order in the tree."""
        return tuple(sorted(step.joint for step, _ in self.steps))

    @property
    def constants(self) -> list[Exact]:
        """What a field must hold for the closure's sake."""
        return constant_roots([step for step, _ in self.steps])

    @property
    def roots(self) -> int:
        """How many steps take a root."""
        return sum(step.has_root for step, _ in self.steps)


def explicit_closure(robot: Robot) -> ExplicitClosure | None:
    """Return the closure of a robot whose loops close one unknown after the other, else None."""
    closing = robot.closing
    assert closing is not None, "a tree has no closure"
    if not closing.loops or closing.couplings or closing.transmission:
        return None
    if following_screws(robot):
        return None
    passive = [i for i in range(robot.tree.n) if i not in closing.actuated]
    start = start_of(robot)
    embedding = field_of(robot)
    steps, unknown = Scheduler(robot, embedding).schedule(closing.actuated)
    if unknown:
        return None
    refuse_springs(robot, passive)
    if roots := constant_roots(steps):
        embedding = field_of(robot, 0, roots)
    _refuse_bound_roots(robot, steps, embedding)
    numeric, position = start.numeric.robot, tuple(float(x) for x in start.q)
    at, cuts = stance_of(numeric, position), cuts_over(numeric, to_float)
    signed = tuple((step, _sign(step, at, cuts)) for step in steps)
    points = VarietyPoints(robot, signed, embedding)
    blocks = blocks_at(points, points.draw().stance, robot, embedding, passive)
    if blocks is None:
        return None
    return ExplicitClosure(signed, tuple(blocks), position, closing.actuated, rubbing_cuts(closing))


def _refuse_bound_roots(robot: Robot, steps: Sequence[Step], embedding: Embedding) -> None:
    """Refuse robots of whose roots one is made of the others, or is none; say of which joint, and what goes."""
    bound = VarietyPoints(robot, [(step, 1) for step in steps], embedding).bound_root()
    if bound is None:
        return
    first = bound is next(step for step in steps if step.has_root)
    root = "the root of what is a square" if first else "a root that is made of earlier ones, or none"
    what = f"{root}, as where links of equal lengths fold over, and no code is made of such so far"
    joint = robot.tree.moving_joints[bound.joint].name
    raise InputError(f"{joint} is found with {what}; {sets_that_go(robot, 'lengths that differ')}", field=robot.name)


def sets_that_go(robot: Robot, otherwise: str) -> str:
    """Say which other joints in `actuated` would do, or what ``otherwise`` would; sets like the robot's are tried."""
    closing = robot.closing
    assert closing is not None
    own, until = set(closing.actuated), process_time() + LONGEST_SEARCH
    others = sorted(determining(start_of(robot), len(own)), key=lambda one: -len(own.intersection(one)))
    going: list[str] = []
    for chosen in [one for one in others if set(one) != own][:MOST_TRIED]:
        if _goes(replace(robot, closing=replace(closing, actuated=chosen))):
            going.append(f"[{', '.join(robot.tree.moving_joints[i].name for i in chosen)}]")
        if len(going) == MOST_NAMED or process_time() > until:
            break
    if going:
        return f"{' or '.join(going)} in actuated would do"
    return f"no other joints were found that would do in actuated; {otherwise} would"


def _goes(robot: Robot) -> bool:
    """Whether all joints are found from the actuated ones, one after the other, with roots that are free."""
    closing = robot.closing
    assert closing is not None
    if following_screws(robot):
        return False
    try:
        steps, unknown = Scheduler(robot, field_of(robot)).schedule(closing.actuated)
        if unknown:
            return False
        embedding = field_of(robot, 0, constant_roots(steps))
        return VarietyPoints(robot, [(step, 1) for step in steps], embedding).bound_root() is None
    except InputError:
        return False


def following_screws(robot: Robot) -> list[str]:
    """Return the names of joints that turn and travel at once, and are not actuated: no step finds such."""
    closing, moving = robot.closing, robot.tree.moving_joints
    assert closing is not None
    passive = (moving[i] for i in range(len(moving)) if i not in closing.actuated)
    return [joint.name for joint in passive if joint.kind.turns and joint.kind.slides]


def rubbing_cuts(closing: Closing) -> tuple[Beside, ...]:
    """Return the rates of cut joints in which something rubs; what they are made of depends on the position."""
    return tuple(Beside(loop.name, loop.effects, ()) for loop in closing.loops if loop.effects for _ in loop.kind.free)


def stance_of(robot: NumericRobot, position: Sequence[float]) -> Stance[float]:
    """Return the tree in floats."""
    joints = robot.tree.moving_joints
    angles = [x + to_float(joint.offset) for joint, x in zip(joints, position, strict=True)]
    mechanism = mechanism_over(robot.tree, to_float)
    turns = parallel_turns(robot, to_float)
    return Stance(mechanism, position, [cos(x) for x in angles], [sin(x) for x in angles], turns)


def refuse_springs(robot: Robot, passive: Sequence[int]) -> None:
    """A spring needs the angle itself, where equations have its cosine and sine."""
    moving = robot.tree.moving_joints
    for joint in (moving[i] for i in passive):
        sprung = any(effect.name.rpartition(".")[2] in ("ks", "kr") for effect in joint.effects)
        if sprung and joint.kind.turns:
            what = "has a spring, but follows from others through a loop, and no code is made of springs there so far"
            raise InputError(f"{what}; leave the spring out, or name the joint in actuated", field=joint.name)


def _sign(step: Step, at: Stance[float], cuts: Sequence[Cut[float]]) -> int:
    """Return the sign of a step's root where the robot was assembled; 1 where the step takes none."""
    if step.how not in (ROOT, QUADRATIC):
        return 1
    open_at = with_unknown(at, step.joint, step.equations, cuts)
    (one,) = step.equations
    value = evaluated(one, open_at.cut(cuts[one.loop]), open_at)
    i = step.joint
    c, s = at.sum_of_turns(open_at.unknown_link) if open_at.whole else (at.c[i], at.s[i])
    slope = value.a * s - value.b * c if step.how == ROOT else 2 * value.b * at.q[i] + value.a
    return 1 if slope > 0 else -1
