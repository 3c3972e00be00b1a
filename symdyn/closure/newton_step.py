"""Newton's method towards a closed position, for loops whose joints are found together: a step, and the way there.

Scalars: a field with square roots and arctangents; floats for the way.

    J x = -f        with the coordinates held, in the smallest sets of joints of which equations f hold no others

The other joints follow in steps of one unknown. Where no set is smaller than all, f is the cut joints' own rows, in the
blocks in which rates are found. A step that is wrong leads nowhere; that loops are closed, the rows alone say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import ONE, ZERO, Divisible, Ring, turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.closed_tree import ClosedTree, closed_tree
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.stance import Stance
from symdyn.closure.states import given_position
from symdyn.closure.steps import take_step
from symdyn.closure.together import Together, linearised, root_at
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Divisible)
FLOATS: Ring[float] = Ring(to_float, {"cos": math.cos, "sin": math.sin})
Given = Mapping[str, Sequence[S]]
WAY = 8  # parts of it
STEPS = 4  # in each
NEAR = 0.05  # rad or m of every coordinate: no way then, one part will do
CLOSED = 1e-16  # sum of squares, m²: beyond that of rounding, below that of anything open


def newton_step(robot: Robot, closure: IterativeClosure, ring: Ring[S], given: Given[S]) -> tuple[S, ...]:
    """Return by how much the joints that follow are to change; those that are found by themselves do not."""
    tree = closed_tree(robot, ring)
    return _change(tree, closure, given_position(closure, tree, given))


def led_on(robot: Robot, closure: IterativeClosure, ring: Ring[S], given: Given[S]) -> tuple[tuple[S, ...], S]:
    """Return where the joints are that follow, and 1 where they are assembled as `closed_at` has them, else -1.

    Those that are found together are where they are given.
    """
    tree = closed_tree(robot, ring)
    at = given_position(closure, tree, given)
    sense: Any = ONE
    for determinant, sign in _determinants(tree, closure, at):
        sense = _both(sense, ring.function("sign", determinant) * sign, at.half)
    return _led_on(robot, tree, closure, given), sense


def gap_of(robot: Robot, closure: IterativeClosure, ring: Ring[S], given: Given[S]) -> S:
    """Return the sum of the squares of all rows of loops."""
    tree = closed_tree(robot, ring)
    found: S = _gap(tree, given_position(closure, tree, given))
    return found


def _change(tree: ClosedTree[Any], closure: IterativeClosure, at: Stance[Any]) -> tuple[Any, ...]:
    if closure.way is None:
        return _change_by_rows(tree, closure, at)
    found: dict[int, Any] = {}
    for one in closure.way:
        if isinstance(one, Together):
            found |= zip(one.joints, linearised(one, tree, at).change(), strict=True)
        else:
            take_step(*one, at, tree.cuts, tree.ring)
    return tuple(found.get(i, ZERO) for i in closure.passive)


def _change_by_rows(tree: ClosedTree[Any], closure: IterativeClosure, at: Stance[Any]) -> tuple[Any, ...]:
    change = tree.rates(at, closure.blocks).making_good(tree.gaps(at), closure.actuated)
    return tuple(change[i] for i in closure.passive)


def _led_on(robot: Robot, tree: ClosedTree[Any], closure: IterativeClosure, given: Given[Any]) -> tuple[Any, ...]:
    at, ring = given_position(closure, tree, given), tree.ring
    found = dict(zip(closure.passive, given["passive"], strict=True))
    joints = robot.tree.moving_joints
    for one in closure.way or ():
        if not isinstance(one, Together):
            i = one[0].joint
            take_step(*one, at, tree.cuts, ring)
            found[i] = at.q[i]
            if joints[i].kind.turns:
                c, s = turned(at.c[i], at.s[i], *(ring.lift(part) for part in cos_sin(-joints[i].offset)))
                found[i] = ring.function("atan2", s, c)
    return tuple(found.values())


def _determinants(tree: ClosedTree[Any], closure: IterativeClosure, at: Stance[Any]) -> list[tuple[Any, int]]:
    """Return what vanishes where ways of assembling meet, and its signs where the robot was assembled."""
    if closure.way is None:
        return list(zip(tree.rates(at, closure.blocks).determinants(), closure.senses, strict=True))
    found = []
    for one in closure.way:
        if not isinstance(one, Together):
            take_step(*one, at, tree.cuts, tree.ring)
        elif one.has_sense:
            found.append((linearised(one, tree, at).determinant(), one.sign))
    return found


def _both(one: Any, other: Any, half: Any) -> Any:
    """Return 1 where both are 1, else -1, of numbers that are either."""
    return other if one is ONE else (one + other + one * other - 1) * half


def _gap(tree: ClosedTree[Any], at: Stance[Any]) -> Any:
    return sum((gap * gap for gap in tree.gaps(at)), start=ZERO)


def roots_on(closure: IterativeClosure, tree: ClosedTree[S], at: Stance[S]) -> dict[S, S]:
    """Return the roots that are taken on the way to a closed position, by the numbers that they are of."""
    found: dict[S, S] = {}
    for one in closure.way or ():
        if not isinstance(one, Together) and one[0].has_root:
            square, root = root_at(one[0], tree, at)
            found[square] = root * one[1]
    return found


def signs_on(closure: IterativeClosure, tree: ClosedTree[S], at: Stance[S]) -> dict[S, int]:
    """Return the signs of determinants where the robot is assembled as `closed_at` has it, by these."""
    if closure.way is None:
        return dict(_determinants(tree, closure, at))
    sets = [one for one in closure.way if isinstance(one, Together) and one.has_sense]
    return {linearised(one, tree, at).determinant(): one.sign for one in sets}


class Follower:
    """A robot in floats, whose loops are closed by small steps from the position in which it was assembled.

    All joints that follow move together, by the rows: their steps share most work.
    """

    def __init__(self, robot: Robot, closure: IterativeClosure) -> None:
        """Carry the robot's geometry into floats, once."""
        self._closure = closure
        self._tree: ClosedTree[float] = closed_tree(robot, FLOATS)
        self._offsets = [joint.offset for joint in robot.tree.moving_joints]
        self.start = [closure.position[i] for i in closure.actuated]
        self._assembled = [closure.position[i] for i in closure.passive]
        self._last = list(self.start), self._assembled

    def passive(self, q: Sequence[float]) -> list[float] | None:
        """Return where the joints are that follow coordinates ``q``; None where the loops cannot be closed so far."""
        last, passive = self._last
        found = None
        if max(abs(a - b) for a, b in zip(last, q, strict=True)) < NEAR:
            found = self._led(last, passive, q, 1)
        if found is None:
            found = self._led(self.start, self._assembled, q, WAY)
        if found is not None:
            self._last = list(q), found
        return found

    def _led(self, start: Sequence[float], found: list[float], q: Sequence[float], parts: int) -> list[float] | None:
        for part in range(1, parts + 1):
            here = [a + (b - a) * part / parts for a, b in zip(start, q, strict=True)]
            try:
                for _ in range(STEPS):
                    change = _change_by_rows(self._tree, self._closure, self._at(here, found))
                    found = [x + by for x, by in zip(found, change, strict=True)]
                gap = _gap(self._tree, self._at(here, found))
            except (ZeroDivisionError, OverflowError, ValueError):
                return None
            if not gap <= CLOSED:
                return None
        return found

    def _at(self, q: Sequence[float], passive: Sequence[float]) -> Stance[float]:
        return given_position(self._closure, self._tree, self._given(q, passive))

    def _given(self, q: Sequence[float], passive: Sequence[float]) -> dict[str, Sequence[float]]:
        c, s = self._turns(q, self._closure.actuated)
        given: dict[str, Sequence[float]] = {"q": q, "c": c, "s": s, "passive": passive}
        c, s = self._turns(passive, self._closure.passive)
        return given | {"passive_cos": c, "passive_sin": s}

    def _turns(self, q: Sequence[float], joints: Sequence[int]) -> tuple[list[float], list[float]]:
        turns = [FLOATS.turn(x, self._offsets[i]) for x, i in zip(q, joints, strict=True)]
        return [c for c, _ in turns], [s for _, s in turns]
