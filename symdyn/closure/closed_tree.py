"""A closed tree over a field: put into the position that its coordinates lead to, and moved there.

Scalars: a field with the square roots that steps ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible, Ring
from symdyn.closure.blocks import Block
from symdyn.closure.consequences import ROW, Consequence, evaluated
from symdyn.closure.cut_motion import CutMotion
from symdyn.closure.loop_rates import LoopRates
from symdyn.closure.parallel_turns import Turns, parallel_turns
from symdyn.closure.schedule import Step
from symdyn.closure.stance import Cut, Stance, cuts_over
from symdyn.closure.steps import Taken, take_step
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Divisible)
SignedStep = tuple[Step, int]


@dataclass(frozen=True, slots=True)
class ClosedTree(Generic[S]):
    """Mechanism and cut joints over a ring, and which of the tree's joints the robot's coordinates are."""

    ring: Ring[S]
    mechanism: Mechanism[S]
    cuts: tuple[Cut[S], ...]
    actuated: tuple[int, ...]
    joints: int
    turns: Turns[S] = ()
    as_written: tuple[Cut[S], ...] = ()  # cut joints with the file's own frames

    def closed(
        self,
        steps: Sequence[SignedStep],
        q: Sequence[S],
        turns: Sequence[tuple[S, S]],
        given: Sequence[int] | None = None,
    ) -> tuple[Stance[S], list[Taken[S]]]:
        """Return the position that coordinates lead to, and what steps divided by on the way.

        ``turns`` are cosines and sines of the coordinates, offsets included; these are the robot's, or others that are
        ``given``.
        """
        still = [ZERO] * self.joints
        at = Stance(
            self.mechanism, still, [ONE] * self.joints, still, self.turns
        )  # whatever is unknown stands where it may
        for joint, number, turn in zip(self.actuated if given is None else given, q, turns, strict=True):
            at.knows(joint, q=number, turn=turn)
        return at, [take_step(step, sign, at, self.cuts, self.ring) for step, sign in steps]

    def is_closed(self, at: Stance[S]) -> bool:
        """Whether all angles are such, and all equations of cut joints hold; asked in fields, where that is clear."""
        turns = [joint for joint in self.mechanism.joints if joint.kind.turns]
        circles = [at.c[i] * at.c[i] + at.s[i] * at.s[i] - 1 for joint in turns for i in joint.coordinates]
        return not any(bool(x) for x in (*circles, *self.gaps(at)))

    def gaps(self, at: Stance[S]) -> list[S]:
        """Return the rows of all cut joints, which vanish where loops are closed, in the order of the Jacobian's."""
        return [
            evaluated(Consequence(ROW, loop, place=row), cut, at)
            for loop, cut in enumerate(self.as_written)
            for row in range(cut.kind.rows)
        ]

    def cut_motion(self, at: Stance[S]) -> CutMotion[S]:
        """Return how cut joints move in a position."""
        return CutMotion(at, self.cuts, self.joints)

    def rates(self, at: Stance[S], blocks: Sequence[Block]) -> LoopRates[S]:
        """Return how all joints move with the coordinates."""
        return LoopRates(self.cut_motion(at), blocks, self.actuated, self.joints)


def closed_tree(robot: Robot, ring: Ring[S]) -> ClosedTree[S]:
    """Carry a closed robot into a ring."""
    assert robot.closing is not None
    mechanism = mechanism_over(robot.tree, ring.lift)
    cuts, turns = cuts_over(robot, ring.lift), parallel_turns(robot, ring.lift)
    as_written = cuts_over(robot, ring.lift, as_written=True)
    return ClosedTree(ring, mechanism, cuts, robot.closing.actuated, robot.tree.n, turns, as_written)
