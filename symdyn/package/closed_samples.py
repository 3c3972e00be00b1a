"""States at which a robot's loops are closed, far from singular positions: errors elsewhere would say nothing."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.newton_step import Follower
from symdyn.model import NumericRobot
from symdyn.package.regular_positions import RegularPositions
from symdyn.precision import Samples, any_samples, samples_at

HALVINGS = 8
GRAIN = 1 << 20  # positions are whole multiples of its inverse, which floats hold; and so much are loops open
REACH = 0.5  # of the way from where the robot was assembled to any state: few that Newton finds are closed further on


def closed_samples(robot: NumericRobot) -> Samples | None:
    """Return states of a robot, drawn towards a closed position until they are closed; None where any serves."""
    closure = closure_of(robot)
    samples = any_samples(robot)
    if isinstance(closure, ExplicitClosure):
        regular = RegularPositions(robot, closure)
        return samples_at(samples, [_nearest(regular, row) for row in samples["q"].tolist()])
    if not isinstance(closure, IterativeClosure):
        return None
    regular, follower = RegularPositions(robot, closure), Follower(robot, closure)
    pairs = [_nearest_found(regular, follower, closure, row) for row in samples["q"].tolist()]
    return samples_at(samples, [q for q, _ in pairs], [passive for _, passive in pairs])


def _nearest(regular: RegularPositions, q: Sequence[float]) -> Sequence[float]:
    """Return a position from which steps lead on: the state's own, if it is one."""
    here, part = q, 1.0
    for _ in range(HALVINGS):
        if regular.hold(here):
            return here
        part /= 2
        here = _part_of_the_way(regular.start, q, part)
    return regular.start


def _nearest_found(
    regular: RegularPositions, follower: Follower, closure: IterativeClosure, q: Sequence[float]
) -> tuple[Sequence[float], Sequence[float]]:
    """Return a position that Newton's method finds, and the joints that follow."""
    part = REACH
    for _ in range(HALVINGS):
        here = _part_of_the_way(follower.start, q, part)
        passive = follower.passive(here)
        if passive is not None and regular.hold(here, passive):
            return here, [round(x * GRAIN) / GRAIN for x in passive]
        part /= 2
    return follower.start, [closure.position[i] for i in closure.passive]


def _part_of_the_way(start: Sequence[float], q: Sequence[float], part: float) -> list[float]:
    return [round((a + (b - a) * part) * GRAIN) / GRAIN for a, b in zip(start, q, strict=True)]
