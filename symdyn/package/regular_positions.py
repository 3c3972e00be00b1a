"""Positions in which a robot's loops are far from singular: nearer, doubles lose digits for no fault of the robot's.

Scalars: floats.

Whatever is divided by on the way to a position or to rates there, and what roots are taken of, vanishes where links are
in line or axes meet. Where such a number is small beside what it is as the robot was assembled, errors say how near the
position is to a singular one, and little of lengths and masses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.closure.closed_tree import ClosedTree, closed_tree
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.stance import Stance
from symdyn.model import NumericRobot

FLOATS: Ring[float] = Ring(to_float, {"cos": math.cos, "sin": math.sin, "sqrt": math.sqrt})
SMALL = 1e-2
"""Of what a number is where the robot was assembled: where a row and what it is to give vanish together, derivatives of
rates divide by its cube, and keep ten digits of sixteen then."""


class RegularPositions:
    """A robot with loops in floats, and the numbers that vanish in singular positions."""

    def __init__(self, robot: NumericRobot, closure: ExplicitClosure | IterativeClosure) -> None:
        """Take the numbers where the robot was assembled for their sizes."""
        self._closure = closure
        self._tree: ClosedTree[float] = closed_tree(robot, FLOATS)
        self._offsets = [joint.offset for joint in robot.tree.moving_joints]
        position = closure.position
        self.start = [position[i] for i in closure.actuated]
        self._usual = self._numbers(self.start, [position[i] for i in closure.passive])

    def hold(self, q: Sequence[float], passive: Sequence[float] = ()) -> bool:
        """Tell whether a position is one; ``passive`` is where the joints are that are found together."""
        try:
            numbers = self._numbers(q, passive)
        except (ArithmeticError, ValueError):  # a divisor that is nothing, the root of what is less
            return False
        pairs = zip(numbers, self._usual, strict=True)
        return all(abs(here) >= SMALL * abs(usual) and abs(here) > 0 for here, usual in pairs)

    def _numbers(self, q: Sequence[float], passive: Sequence[float]) -> list[float]:
        closure, tree = self._closure, self._tree
        steps = closure.steps if isinstance(closure, ExplicitClosure) else ()
        at, taken = tree.closed(steps, q, self._turns(q, closure.actuated))
        if isinstance(closure, IterativeClosure):
            self._placed(at, passive)
        found = [number for one in taken for number in (one.divisor, one.discriminant) if number is not None]
        return [*found, *(math.sqrt(abs(square)) for square in tree.rates(at, closure.blocks).squared_volumes())]

    def _placed(self, at: Stance[float], passive: Sequence[float]) -> None:
        turns = self._turns(passive, self._closure.passive)
        for joint, number, turn in zip(self._closure.passive, passive, turns, strict=True):
            at.knows(joint, q=number, turn=turn)

    def _turns(self, q: Sequence[float], joints: Sequence[int]) -> list[tuple[float, float]]:
        return [FLOATS.turn(x, self._offsets[i]) for x, i in zip(q, joints, strict=True)]
