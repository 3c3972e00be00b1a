"""Newton's method towards a closed position, for loops whose joints are found together: a step, and the way there.

Scalars: a field; floats for the way.

    J x = -Φ        with the coordinates held, in the blocks in which rates are found

A step that is wrong leads nowhere; that loops are closed, Φ alone says. So of the two the gap is what must be right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from symdyn.algebra.scalar import ZERO, Divisible, Ring
from symdyn.closure.closed_tree import ClosedTree, closed_tree
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.states import given_position
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Divisible)
WAY = 8  # parts of it
STEPS = 4  # in each
CLOSED = 1e-16  # sum of squares, m²: beyond that of rounding, below that of anything open


def newton_step(
    robot: Robot, closure: IterativeClosure, ring: Ring[S], given: Mapping[str, Sequence[S]]
) -> tuple[tuple[S, ...], S]:
    """Return by how much the joints that follow are to change, and the sum of the squares of all rows of loops."""
    return _step(closed_tree(robot, ring), closure, given)


def _step(
    tree: ClosedTree[Any], closure: IterativeClosure, given: Mapping[str, Sequence[S]]
) -> tuple[tuple[S, ...], S]:
    at = given_position(closure, tree, given)
    gaps = tree.gaps(at)
    change = tree.rates(at, closure.blocks).making_good(gaps, closure.actuated)
    return tuple(change[i] for i in closure.passive), sum((gap * gap for gap in gaps), start=ZERO)


class Follower:
    """A robot in floats, whose loops are closed by small steps from the position in which it was assembled."""

    def __init__(self, robot: Robot, closure: IterativeClosure, ring: Ring[float]) -> None:
        """Carry the robot's geometry into floats, once."""
        self._closure, self._ring = closure, ring
        self._tree: ClosedTree[float] = closed_tree(robot, ring)
        self._offsets = [joint.offset for joint in robot.tree.moving_joints]
        self.start = [closure.position[i] for i in closure.actuated]

    def passive(self, q: Sequence[float]) -> list[float] | None:
        """Return where the joints are that follow coordinates ``q``; None where the loops cannot be closed so far."""
        found = [self._closure.position[i] for i in self._closure.passive]
        gap = 0.0
        for part in range(1, WAY + 1):
            here = [a + (b - a) * part / WAY for a, b in zip(self.start, q, strict=True)]
            for _ in range(STEPS):
                try:
                    change, gap = _step(self._tree, self._closure, self._given(here, found))
                except (ZeroDivisionError, OverflowError, ValueError):
                    return None
                found = [x + by for x, by in zip(found, change, strict=True)]
            if not gap <= CLOSED:
                return None
        return found

    def _given(self, q: Sequence[float], passive: Sequence[float]) -> dict[str, Sequence[float]]:
        c, s = self._turns(q, self._closure.actuated)
        given: dict[str, Sequence[float]] = {"q": q, "c": c, "s": s, "passive": passive}
        c, s = self._turns(passive, self._closure.passive)
        return given | {"passive_cos": c, "passive_sin": s}

    def _turns(self, q: Sequence[float], joints: Sequence[int]) -> tuple[list[float], list[float]]:
        turns = [self._ring.turn(x, self._offsets[i]) for x, i in zip(q, joints, strict=True)]
        return [c for c, _ in turns], [s for _, s in turns]
