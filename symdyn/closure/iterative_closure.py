"""The iterative closure: some joints of the loops are found only together, by Newton's method.

Scalars: decided in a finite field.

Positions of all joints are inputs of whatever is computed, so no root is taken there, and E is found as ever. Points at
random in a field are another matter, since Newton's method does not lead to any: they are drawn from other coordinates,
from which the loops close one joint after the other. Of a platform on legs these are the platform's own. Where no such
are to be had, as of three legs that swing about one axis each, two joints are found at once on the way to a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.closure.blocks import Block
from symdyn.closure.blocks_of_loops import blocks_at
from symdyn.closure.closed_tree import ClosedTree, SignedStep, closed_tree
from symdyn.closure.explicit_closure import following_screws, refuse_springs, rubbing_cuts, stance_of
from symdyn.closure.linear_closure import Beside
from symdyn.closure.schedule import Scheduler, Step, constant_roots
from symdyn.closure.stance import Stance
from symdyn.closure.start import start_of
from symdyn.closure.together import Way, way_of, with_signs
from symdyn.closure.variety_points import VarietyPoints
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot

SETS_TRIED = 200


@dataclass(frozen=True, slots=True)
class IterativeClosure:
    """Blocks of rates, and from which coordinates steps lead to all joints.

    `position` is where all joints of the tree are when the robot is assembled; `actuated` are the tree's coordinates
    that the robot has; `given` are those that points are drawn from; `beside` are the rates of cut joints in which
    something rubs. `way` is how all joints are found from the coordinates, few together; None where only all are, in
    their blocks, of whose determinants the signs are then `senses`.
    """

    given: tuple[int, ...]
    steps: tuple[SignedStep, ...]
    blocks: tuple[Block, ...]
    position: tuple[float, ...]
    actuated: tuple[int, ...]
    beside: tuple[Beside, ...] = ()
    way: Way | None = None
    senses: tuple[int, ...] = ()

    @property
    def n(self) -> int:
        """Number of coordinates of the robot."""
        return len(self.actuated)

    @property
    def passive(self) -> tuple[int, ...]:
        """The tree's coordinates that follow, in their order in the tree."""
        return tuple(i for i in range(len(self.position)) if i not in self.actuated)

    @property
    def roots(self) -> int:
        """How many roots are taken on the way to a point."""
        return sum(step.has_root for step, _ in self.steps)


def iterative_closure(robot: Robot) -> IterativeClosure | None:
    """Return the closure of a robot of whose loops some joints are found together, else None."""
    closing = robot.closing
    assert closing is not None, "a tree has no closure"
    if not closing.loops or closing.couplings or closing.transmission:
        return None
    start, embedding = start_of(robot), field_of(robot)
    moving = robot.tree.moving_joints
    passive = [i for i in range(len(moving)) if i not in closing.actuated]
    if following_screws(robot):
        return None
    refuse_springs(robot, passive)
    scheduler = Scheduler(robot, embedding)
    ways = _ways(scheduler, closing.actuated) or _ways(scheduler, closing.actuated, pairs=1)
    for given, steps in ways:
        if constant_roots(steps):
            continue  # a root that no position changes has a sign of its own, which points do not know here
        signed = tuple((step, 1) for step in steps)
        points = VarietyPoints(robot, signed, embedding, given)
        if points.bound_root() is not None:  # else either sign of a root serves: what holds of one holds of the other
            continue
        at = points.draw().stance
        blocks = blocks_at(points, at, robot, embedding, passive)
        if blocks is not None:
            position = tuple(float(x) for x in start.q)
            tree: ClosedTree[float] = closed_tree(start.numeric.robot, Ring(to_float))
            here = stance_of(start.numeric.robot, position)
            beside = rubbing_cuts(closing)
            whole = IterativeClosure(given, signed, blocks, position, closing.actuated, beside)
            way = way_of(scheduler, points.tree, at, embedding)
            if way is None or len(way) == 1:  # all joints together: their blocks are as good
                return replace(whole, senses=_senses(tree, here, blocks))
            return replace(whole, way=with_signs(way, tree, here))
    return None


def _senses(tree: ClosedTree[float], at: Stance[float], blocks: Sequence[Block]) -> tuple[int, ...]:
    """Return the signs of blocks' determinants in a position."""
    return tuple(1 if one > 0 else -1 for one in tree.rates(at, blocks).determinants())


def _ways(
    scheduler: Scheduler, actuated: tuple[int, ...], *, pairs: int = 0
) -> list[tuple[tuple[int, ...], list[Step]]]:
    """Return sets of coordinates from which steps lead to all joints, those with few roots first.

    Joints that most loops share are worth trying, as a platform's; with all of one leg in place of the first of them,
    that leg needs no roots. At most so many steps find ``pairs`` of joints.
    """
    loops = scheduler.loops_of
    apart = [i for i in actuated if i not in loops]
    count = len(actuated) - len(apart)
    shared = sorted(loops, key=lambda i: (-len(loops[i]), i))
    own = [i for i in sorted(loops) if loops[i] == {0}]
    likely = [shared[:count], [*own, *shared[len(own) : count]]]
    found = []
    for chosen in (*likely, *islice(combinations(shared, count), SETS_TRIED)):
        given = tuple(sorted((*apart, *chosen)))
        steps, unknown = scheduler.schedule(given, pairs=pairs)
        if not unknown:
            found.append((given, steps))
        if len(found) == len(likely):
            break
    return sorted(found, key=lambda way: sum(step.has_root for step in way[1]))
