"""Random points at which a robot's loops are closed, in a finite field, in the way in which it was assembled.

Scalars: a finite field.

A root's sign is that of √D > 0, which a field does not know. Where D is no square of what is known so far, its two
roots are conjugate: what holds of one holds of the other, and either serves. Where it is one, the two belong to
different ways of assembling the robot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import NoRootError, some_root
from symdyn.algebra.scalar import Ring
from symdyn.closure.closed_tree import ClosedTree, SignedStep, closed_tree
from symdyn.closure.schedule import Step
from symdyn.closure.stance import Stance
from symdyn.errors import InputError
from symdyn.model.robot import Robot

TRIES = 4000
FEW_ROOTS = 6  # for which that many tries are plenty
PAIRS_MET = 100
MANY = 40  # points at which a root that may be missing is not, with odds of one in 2^40

Turn = tuple[FieldElement, FieldElement]


@dataclass(frozen=True, slots=True)
class VarietyPoint:
    """A position of the tree in which it is closed, and the roots that were taken to get there, by their squares."""

    stance: Stance[FieldElement]
    roots: dict[FieldElement, FieldElement]

    def q(self, joints: Sequence[int]) -> tuple[FieldElement, ...]:
        """Numbers of some joints."""
        return tuple(self.stance.q[i] for i in joints)

    def turns(self, joints: Sequence[int]) -> tuple[Turn, ...]:
        """Cosines and sines of some joints, offsets included."""
        return tuple((self.stance.c[i], self.stance.s[i]) for i in joints)


class VarietyPoints:
    """Where points are drawn from: coordinates at random, the robot's or others from which steps lead on."""

    def __init__(
        self, robot: Robot, steps: Sequence[SignedStep], embedding: Embedding, given: Sequence[int] | None = None
    ) -> None:
        """Carry a robot into a field."""
        self._steps, self._embedding, self._name = steps, embedding, robot.name
        self._roots: dict[FieldElement, FieldElement] = {}
        self._met: list[int] = []  # of pairs of joints that were found together: how many positions there were
        self._taken = self._repeated = 0  # roots asked for on the way to a point; those that were there already
        functions: dict[str, Callable[..., Any]] = {"sqrt": self._root, "pick": self._picked}
        self.tree: ClosedTree[FieldElement] = closed_tree(robot, Ring(embedding, functions))
        self.given = self.tree.actuated if given is None else tuple(given)

    def bound_root(self) -> Step | None:
        """Return the step whose root is missing nowhere: it is made of others, and has their sign, or is no root.

        A root that equals an earlier one's, as of two equal loops, is that one.
        """
        with_roots = [step for step, _ in self._steps if step.has_root]
        missing: set[int] = set()
        for _ in range(MANY << len(with_roots)):
            if len(missing) + self._repeated == len(with_roots):
                pair = next((step for step in with_roots if step.beside is not None), None)
                return None if pair is None or self._is_one_way() else pair
            self._roots, self._taken = {}, 0
            try:
                self._at_random()
            except NoRootError:
                missing.add(self._taken)
            except (ZeroDivisionError, ValueError):
                continue
        return next(step for k, step in enumerate(with_roots, 1) if k not in missing)

    def _is_one_way(self) -> bool:
        """Whether joints that are found in pairs have one position on average, and loops are closed then.

        On average there are as many as kinds of positions of which none is another's conjugate. Single numbers of them
        vary by about one, so the average of a hundred by a tenth.
        """
        self._met = []
        while len(self._met) < PAIRS_MET:
            self._roots, self._taken = {}, 0
            try:
                stance = self._at_random()
            except (NoRootError, ZeroDivisionError, ValueError):
                continue
            if not self.tree.is_closed(stance):
                return False
        return 0.5 < sum(self._met) / len(self._met) < 1.5

    def draw(self) -> VarietyPoint:
        """Return a point; of half of all positions a root is not in the field, and others are tried."""
        roots = sum(step.has_root for step, _ in self._steps)
        for _ in range(TRIES << max(0, roots - FEW_ROOTS)):
            self._roots, self._taken = {}, 0
            try:
                stance = self._at_random()
            except (NoRootError, ZeroDivisionError, ValueError):
                continue
            for joint in range(self.tree.joints):
                if joint not in self.given and self._turning(joint):
                    stance.q[joint] = self._embedding.random_element()  # no number goes with an angle in a field
            return VarietyPoint(stance, self._roots)
        what = "no position was found in a finite field in which the loops are closed"
        raise InputError(f"{what}; is the geometry degenerate?", field=self._name)

    def _at_random(self) -> Stance[FieldElement]:
        q = [self._embedding.random_element() for _ in self.given]
        turns = [self._embedding.random_rotation() for _ in self.given]
        return self.tree.closed(self._steps, q, turns, self.given)[0]

    def _turning(self, joint: int) -> bool:
        return any(joint in entry.coordinates and entry.kind.turns for entry in self.tree.mechanism.joints)

    def _root(self, square: FieldElement) -> FieldElement:
        self._taken += 1
        if square in self._roots:
            self._repeated = max(self._repeated, self._taken - len(self._roots))
        else:
            modulus = self._embedding.modulus
            self._roots[square] = FieldElement(some_root(square.value, modulus), modulus)
        return self._roots[square]

    def _picked(self, meetings: Sequence[tuple[FieldElement, FieldElement]]) -> tuple[FieldElement, FieldElement]:
        """Return any of the positions of two joints."""
        self._taken += 1
        self._met.append(len(meetings))
        if not meetings:
            raise NoRootError("two joints have no position in this field")
        return meetings[self._embedding.random_element().value % len(meetings)]
