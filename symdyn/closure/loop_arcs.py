"""States of a tree along arcs on which its loops stay closed: power series through one point, in a finite field.

Scalars: series over a finite field.

A point where many roots exist takes long to find; one that is found serves for all. Coordinates move from it along a
straight line of random direction, and the same steps lead on to all joints, with roots of series. What vanishes along
all lines through a point, in every order, vanishes on all that is connected with it.
"""

from __future__ import annotations

from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import ONE, Ring, turned
from symdyn.algebra.series import Series
from symdyn.closure.closed_tree import ClosedTree, closed_tree
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.loop_states import LoopStates
from symdyn.model.robot import Robot

FIRST_ORDER = 8  # as many coefficients; every arc takes more, so that what is quiet is so in higher orders too
MORE = 2


class LoopArcs:
    """Where arcs are drawn from."""

    def __init__(self, robot: Robot, closure: IterativeClosure, embedding: Embedding) -> None:
        """Carry a robot into a field, and find a point."""
        self._embedding, self._closure = embedding, closure
        self._states = LoopStates(robot, closure, embedding)
        self._point = self._states.points.draw()
        self._tree: ClosedTree[Any] = closed_tree(robot, Ring(embedding, {"sqrt": self._root}))
        self._order = FIRST_ORDER

    def draw(self) -> dict[str, Any]:
        """Return states of the tree along an arc, by the names of settings' fields, with E."""
        embedding, at = self._embedding, self._point.stance
        given = self._closure.given
        q = [self._series(at.q[i], embedding.random_element()) for i in given]
        turns = [turned(at.c[i], at.s[i], *self._turning()) for i in given]
        stance, _ = self._tree.closed(self._closure.steps, q, turns, given)
        for joint in self._closure.passive:
            if joint not in given:
                stance.q[joint] = stance.q[joint] + self._series(embedding.element(0), embedding.random_element())
        self._order += MORE
        return self._states.moving(self._tree, stance)

    def _series(self, first: FieldElement, second: FieldElement) -> Series:
        return Series([first.value, second.value, *[0] * (self._order - 2)], self._embedding.modulus)

    def _turning(self) -> tuple[Series, Series]:
        """Cosine and sine of an angle whose tangent's half is a random multiple of t."""
        u = self._series(self._embedding.element(0), self._embedding.random_element())
        over = ONE / (u * u + 1)
        return (1 - u * u) * over, 2 * u * over

    def _root(self, square: Series) -> Series:
        first = FieldElement(square.coefficients[0], self._embedding.modulus)
        return square.root(self._point.roots[first].value)
