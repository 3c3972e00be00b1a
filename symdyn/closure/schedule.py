"""Which joint is found from which equations, in which order: one unknown a step.

Scalars: a finite field, in which an equation depends on a joint if it changes with it.

    how          from                            gives
    QUOTIENT     two equations a c + b s = k     c and s, without a root
    LINEAR       k0 + k1 q = 0                   q
    ROOT         a c + b s = k                   c and s, with the sign of a root
    QUADRATIC    k0 + k1 q + k2 q² = 0           q, with the sign of a root
    PAIR         two equations in two joints     both, in a finite field alone: where points are drawn, if asked for

A step whose divisor is a constant is preferred, then one without a root; of two equations, those with constant factors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.roots import square_root
from symdyn.algebra.scalar import EXACTS, Ring
from symdyn.closure.consequences import COMPONENT, HEADING, Consequence, consequences, evaluated
from symdyn.closure.one_unknown import StanceWithUnknown
from symdyn.closure.opened import with_unknown
from symdyn.closure.pairs import Pair
from symdyn.closure.parallel_turns import Turns, parallel_turns
from symdyn.closure.stance import Cut, Stance, cuts_over
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot

QUOTIENT, LINEAR, ROOT, QUADRATIC, PAIR = "quotient", "linear", "root", "quadratic", "pair"
Coefficients = tuple[FieldElement, FieldElement, FieldElement]


@dataclass(frozen=True, slots=True)
class Step:
    """A joint of the tree, how it is found, the equations, and what is divided by where that is a constant.

    So is the root where nothing under it changes with the position: of a joint that keeps its angle.

    Of a pair: the joint that is found with it, and all equations of the two, two that tell both first.
    """

    joint: int
    how: str
    equations: tuple[Consequence, ...]
    divisor: Exact | None = None
    beside: int | None = None
    root: Exact | None = None

    @property
    def joints(self) -> tuple[int, ...]:
        """The joints that are found."""
        return (self.joint,) if self.beside is None else (self.joint, self.beside)

    @property
    def has_root(self) -> bool:
        """Whether a root is taken, so that there are two ways to go on."""
        return self.how in (ROOT, QUADRATIC, PAIR) and self.root is None


class Scheduler:
    """A closed robot in a field, at random positions of its tree that need not close."""

    def __init__(self, robot: Robot, embedding: Embedding) -> None:
        """Carry the robot into the field and find what every equation depends on."""
        self._embedding, self._robot = embedding, robot
        self._ring: Ring[FieldElement] = Ring(embedding)
        self._mechanism: Mechanism[FieldElement] = mechanism_over(robot.tree, embedding)
        self._cuts: tuple[Cut[FieldElement], ...] = cuts_over(robot, embedding)
        self._parallel: Turns[FieldElement] = parallel_turns(robot, embedding)
        self._turns = [joint.kind.turns for joint in robot.tree.moving_joints]
        self._places = [self._stance(), self._stance()]
        self._with_another = [self._stance(like=self._places[0], but=joint) for joint in range(len(self._turns))]
        self._best: dict[tuple[int, tuple[Consequence, ...]], tuple[tuple[int, int], Step]] = {}
        entries = [next(iter(joint.coordinates), None) for joint in self._mechanism.joints]
        moving = [
            tuple([k for k, link in enumerate(side) if entries[link] is not None] for side in cut.sides)
            for cut in self._cuts
        ]
        on_loop = [{entries[link] for side in cut.sides for link in side} - {None} for cut in self._cuts]
        listed = consequences([cut.kind for cut in self._cuts], [(a, b) for a, b in moving])
        self.depends = {
            one: self._dependence(one, sorted(x for x in on_loop[one.loop] if x is not None)) for one in listed
        }

    def schedule(self, known: Sequence[int], *, pairs: int = 0) -> tuple[list[Step], set[int]]:
        """Return steps from the joints that are known, and the joints of loops that no step finds.

        As many as ``pairs`` of the steps may find two joints at once.
        """
        found, steps = set(known), list[Step]()
        wanted = set().union(*self.depends.values()) - found
        while wanted:
            alone: dict[int, list[Consequence]] = {}
            for one, joints in self.depends.items():
                unknown = joints - found
                if len(unknown) == 1:
                    alone.setdefault(next(iter(unknown)), []).append(one)
            if not alone:
                pair = self._pair(found) if sum(step.how == PAIR for step in steps) < pairs else None
                if pair is None:
                    break
                steps.append(pair)
                found.update(pair.joints)
                wanted.difference_update(pair.joints)
                continue
            options = [self._option(joint, tuple(equations)) for joint, equations in sorted(alone.items())]
            _, step = min(options, key=lambda option: option[0])
            steps.append(step)
            found.add(step.joint)
            wanted.discard(step.joint)
        return steps, wanted

    def _pair(self, found: set[int]) -> Step | None:
        """Return a step that finds the two joints that most equations are about, and no other unknown ones."""
        about: dict[tuple[int, ...], list[Consequence]] = {}
        for one, joints in self.depends.items():
            if len(joints - found) == 2:
                about.setdefault(tuple(sorted(joints - found)), []).append(one)
        for (i, j), equations in sorted(about.items(), key=lambda item: (-len(item[1]), item[0])):
            for two in combinations(equations, 2):
                if Pair((i, j), self._stance(), self._cuts, self._ring).meetings(two) is not None:
                    others = tuple(one for one in equations if one not in two)
                    return Step(i, PAIR, (*two, *others), beside=j)
        return None

    @property
    def loops_of(self) -> dict[int, set[int]]:
        """By joints: the loops that it takes part in."""
        found: dict[int, set[int]] = {}
        for one, joints in self.depends.items():
            for joint in joints:
                found.setdefault(joint, set()).add(one.loop)
        return found

    def _option(self, joint: int, equations: tuple[Consequence, ...]) -> tuple[tuple[int, int], Step]:
        if (joint, equations) not in self._best:
            self._best[joint, equations] = self._best_step(joint, equations)
        return self._best[joint, equations]

    def _best_step(self, joint: int, equations: Sequence[Consequence]) -> tuple[tuple[int, int], Step]:
        """Return the cheapest step for a joint, with its rank among steps."""
        opened = [[with_unknown(at, joint, (one,), self._cuts) for one in equations] for at in self._places]
        here, there = (list(map(self._coefficients, equations, at)) for at in opened)
        if not self._turns[joint]:
            for i, (_, slope, square) in enumerate(here):
                if slope and not square:
                    varies = there[i][1] != slope
                    divisor = None if varies else self._at_rest(joint, (equations[i],))[0].a
                    return (int(varies), joint), Step(joint, LINEAR, (equations[i],), divisor)
            return (4, joint), Step(joint, QUADRATIC, (equations[0],))
        pairs = []
        for i, j in combinations(range(len(equations)), 2):
            divisor = _determinant(here[i], here[j])
            if divisor and opened[0][i].whole == opened[0][j].whole:  # both are in the same unknown
                varies = divisor != _determinant(there[i], there[j])
                changing = sum(here[k][m] != there[k][m] for k in (i, j) for m in (1, 2))
                apart = not _of_one_vector(equations[i], equations[j]), not self._is_of(joint, equations[i])
                pairs.append((varies, changing, *apart, i, j))
        if pairs:
            varies, *_, i, j = min(pairs)
            pair = equations[i], equations[j]
            return (int(varies), joint), Step(
                joint, QUOTIENT, pair, None if varies else _cross(*self._at_rest(joint, pair))
            )
        constant = [_norm(a) == _norm(b) for a, b in zip(here, there, strict=True)]
        i = constant.index(True) if True in constant else 0
        if not constant[i]:
            return (3, joint), Step(joint, ROOT, (equations[i],))
        (one,) = self._at_rest(joint, (equations[i],))
        square = one.a * one.a + one.b * one.b
        root = square_root(square - one.x * one.x) if here[i][0] == there[i][0] else None
        return (2, joint), Step(joint, ROOT, (equations[i],), square, root=root)

    def _is_of(self, joint: int, one: Consequence) -> bool:
        """Whether an equation is about the ways from a joint itself: its own turn is then all that is between them."""
        if one.kind not in (COMPONENT, HEADING):
            return False
        return joint in self._mechanism.joints[self._cuts[one.loop].sides[one.side][one.place]].coordinates

    def _at_rest(self, joint: int, equations: Sequence[Consequence]) -> list[Any]:
        """Return equations in a joint, exactly, all others at zero: what never changes, is that."""
        mechanism, cuts = mechanism_over(self._robot.tree, EXACTS.lift), cuts_over(self._robot, EXACTS.lift)
        still, upright = [exact(0)] * len(self._turns), [exact(1)] * len(self._turns)
        rest = Stance(mechanism, still, upright, still, parallel_turns(self._robot, EXACTS.lift))
        at = with_unknown(rest, joint, equations, cuts)
        return [evaluated(one, at.cut(cuts[one.loop]), at) for one in equations]

    def _coefficients(self, one: Consequence, at: StanceWithUnknown[FieldElement]) -> Coefficients:
        value = evaluated(one, at.cut(self._cuts[one.loop]), at)
        lift = self._embedding.element
        return lift(0) + value.x, lift(0) + value.a, lift(0) + value.b

    def _dependence(self, one: Consequence, joints: Sequence[int]) -> set[int]:
        at = self._places[0]
        before = evaluated(one, self._cuts[one.loop], at)
        return {j for j in joints if evaluated(one, self._cuts[one.loop], self._with_another[j]) != before}

    def _stance(self, like: Stance[FieldElement] | None = None, but: int | None = None) -> Stance[FieldElement]:
        """Draw a position of the tree, or of one joint."""
        rotations = [self._embedding.random_rotation() for _ in self._turns]
        q = [self._embedding.random_element() for _ in self._turns]
        c, s = [c for c, _ in rotations], [s for _, s in rotations]
        if like is not None and but is not None:
            drawn = q[but], c[but], s[but]
            q, c, s = list(like.q), list(like.c), list(like.s)
            q[but], c[but], s[but] = drawn
        return Stance(self._mechanism, q, c, s, self._parallel)


def _of_one_vector(one: Consequence, other: Consequence) -> bool:
    """Whether two equations are components of one: then they share most of their work."""
    return one.kind in (COMPONENT, HEADING) and replace(one, component=other.component) == other


def _determinant(one: Coefficients, other: Coefficients) -> FieldElement:
    return one[1] * other[2] - one[2] * other[1]


def _cross(one: Any, other: Any) -> Exact:
    found: Exact = exact(0) + (one.a * other.b - one.b * other.a)
    return found


def _norm(one: Coefficients) -> FieldElement:
    return one[1] * one[1] + one[2] * one[2]


def constant_roots(steps: Sequence[Step]) -> list[Exact]:
    """Return the roots that no position changes."""
    return [step.root for step in steps if step.root is not None]
