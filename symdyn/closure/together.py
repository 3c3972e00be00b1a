"""Joints of loops that are found together, as few as can be, and the steps that lead from them to all others.

Scalars: a finite field, at a point where the loops are closed; signs in floats, where the robot was assembled.

What follows from a closed loop holds fewer joints than its rows do. Of a platform on legs, every ball is as far from
its foot as the leg is long, wherever the leg points: so the platform is found first, and then each leg by itself, in
steps of one unknown. Of all sets of joints the smallest is taken of which as many equations hold no other unknown ones.

Newton's method finds the set. Its determinant vanishes where ways of assembling meet, and its sign is one on each side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Generic, TypeVar

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import ZERO, Divisible
from symdyn.closure.closed_tree import ClosedTree, SignedStep
from symdyn.closure.cofactors import DETERMINANTS_UP_TO, determinant, solved
from symdyn.closure.consequences import Consequence, evaluated
from symdyn.closure.opened import with_unknown
from symdyn.closure.schedule import QUADRATIC, QUOTIENT, ROOT, Scheduler, Step
from symdyn.closure.stance import Stance

S = TypeVar("S", bound=Divisible)


@dataclass(frozen=True, slots=True)
class Together:
    """Joints of the tree and as many equations; the sign of their determinant where the robot was assembled."""

    joints: tuple[int, ...]
    equations: tuple[Consequence, ...]
    sign: int = 1

    @property
    def has_sense(self) -> bool:
        """Whether the determinant's sign is asked for."""
        return len(self.joints) <= DETERMINANTS_UP_TO


Way = tuple[Together | SignedStep, ...]


@dataclass(frozen=True, slots=True)
class Linearised(Generic[S]):
    """Equations of joints that are found together: their values, and by rows how fast they change with each joint."""

    values: list[S]
    rows: list[list[S]]

    def change(self) -> list[S]:
        """Return by how much the joints are to change."""
        return [-x for x in solved(self.rows, self.values)]

    def determinant(self) -> S:
        """Return what vanishes where ways of assembling meet."""
        value: S = determinant(self.rows)
        return value


def linearised(one: Together, tree: ClosedTree[S], at: Stance[S]) -> Linearised[S]:
    """Linearise equations where all joints are that take part."""
    values = [evaluated(equation, tree.cuts[equation.loop], at) for equation in one.equations]
    return Linearised(
        values, [[_slope(equation, joint, tree, at) for joint in one.joints] for equation in one.equations]
    )


def _slope(equation: Consequence, joint: int, tree: ClosedTree[S], at: Stance[S]) -> S:
    """Return how fast an equation changes with a joint."""
    open_at = with_unknown(at, joint, (equation,), tree.cuts)
    value = evaluated(equation, open_at.cut(tree.cuts[equation.loop]), open_at)
    if isinstance(value, int) or value.is_constant:
        nothing: S = ZERO
        return nothing
    link = open_at.unknown_link
    if not tree.mechanism.joints[link].kind.turns:
        slope: S = value.a + 2 * value.b * at.q[joint]
        return slope
    turn = at.turns[link]
    c, s = at.sum_of_turns(link) if open_at.whole else (at.c[joint], at.s[joint])
    slope = value.b * c - value.a * s
    return -slope if open_at.whole and turn is not None and turn.sign < 0 else slope


def way_of(
    scheduler: Scheduler, tree: ClosedTree[FieldElement], at: Stance[FieldElement], embedding: Embedding
) -> Way | None:
    """Return how all joints are found from the coordinates, without signs; None where that is not to be told apart.

    ``at`` is a position in which the loops are closed: what vanishes there, vanishes in all.
    """
    known, way = set(tree.actuated), list[Together | SignedStep]()
    while True:
        steps, unknown = scheduler.schedule(sorted(known))
        if any(not _leads_on(step, tree, at) for step in steps):
            return None
        way += [(step, 1) for step in steps]
        known |= {step.joint for step in steps}
        if not unknown:
            return tuple(way)
        one = _smallest(scheduler.depends, known, tree, at, embedding)
        if one is None:
            return None
        way.append(one)
        known |= set(one.joints)


def _smallest(
    depends: Mapping[Consequence, set[int]],
    known: set[int],
    tree: ClosedTree[FieldElement],
    at: Stance[FieldElement],
    embedding: Embedding,
) -> Together | None:
    """Return the smallest set of joints that as many independent equations are about."""
    open_in = {one: frozenset(joints - known) for one, joints in depends.items() if joints - known}
    sets = set(open_in.values())
    unions = sets | {a | b for a, b in combinations(sets, 2)} | {frozenset().union(*sets)}
    zero = embedding.element(0)
    slopes: dict[tuple[Consequence, int], int] = {}

    def row(equation: Consequence, joints: Sequence[int]) -> list[int]:
        for joint in joints:
            if (equation, joint) not in slopes:
                slopes[equation, joint] = (zero + _slope(equation, joint, tree, at)).value
        return [slopes[equation, joint] for joint in joints]

    for union in sorted(unions, key=lambda one: (len(one), sorted(one))):
        joints = sorted(union)
        echelon = Echelon(len(joints), embedding.modulus)
        within = [equation for equation, held in open_in.items() if held <= union]
        chosen = [equation for equation in within if echelon.add(row(equation, joints))]
        if len(chosen) == len(joints):
            return Together(tuple(joints), tuple(chosen))
    return None


def _leads_on(step: Step, tree: ClosedTree[FieldElement], at: Stance[FieldElement]) -> bool:
    """Whether a step divides by nothing that vanishes where loops are closed, nor takes the root of such."""
    if step.how == QUOTIENT:
        open_at = with_unknown(at, step.joint, step.equations, tree.cuts)
        one, other = (evaluated(e, open_at.cut(tree.cuts[e.loop]), open_at) for e in step.equations)
        return bool(one.a * other.b - one.b * other.a)
    return bool(_slope(step.equations[0], step.joint, tree, at))


def with_signs(way: Way, tree: ClosedTree[float], at: Stance[float]) -> Way:
    """Give steps and sets of joints the signs that they have in a position."""
    found: list[Together | SignedStep] = []
    for one in way:
        if isinstance(one, Together):
            positive = not one.has_sense or linearised(one, tree, at).determinant() > 0
            found.append(replace(one, sign=1 if positive else -1))
        else:
            step, _ = one
            found.append((step, 1 if step.how not in (ROOT, QUADRATIC) or root_at(step, tree, at)[1] > 0 else -1))
    return tuple(found)


def root_at(step: Step, tree: ClosedTree[S], at: Stance[S]) -> tuple[S, S]:
    """Return, of a step with a root, the number that it takes one of, and the root that leads to a closed position."""
    (equation,) = step.equations
    open_at = with_unknown(at, step.joint, step.equations, tree.cuts)
    value = evaluated(equation, open_at.cut(tree.cuts[equation.loop]), open_at)
    if step.how == QUADRATIC:
        root: S = 2 * value.b * at.q[step.joint] + value.a
    else:
        link = open_at.unknown_link
        c, s = at.sum_of_turns(link) if open_at.whole else (at.c[step.joint], at.s[step.joint])
        root = value.a * s - value.b * c
    return root * root, root
