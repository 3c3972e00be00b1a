"""States at which a robot whose loops are closed by Newton's method is closed: errors elsewhere would say nothing."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.newton_step import Follower
from symdyn.model import NumericRobot
from symdyn.precision import Samples, any_samples, samples_at

HALVINGS = 8
GRAIN = 1 << 20  # positions are whole multiples of its inverse, which floats hold; and so much are loops open
REACH = 0.5  # of the way from where the robot was assembled to any state: few are closed further on


def closed_samples(robot: NumericRobot) -> Samples | None:
    """Return states of a robot, drawn towards a closed position until they are closed; None where any serves."""
    closure = closure_of(robot)
    if not isinstance(closure, IterativeClosure):
        return None
    samples = any_samples(robot)
    follower = Follower(robot, closure)
    pairs = [_nearest(follower, closure, row) for row in samples["q"].tolist()]
    return samples_at(samples, [q for q, _ in pairs], [passive for _, passive in pairs])


def _nearest(
    follower: Follower, closure: IterativeClosure, q: Sequence[float]
) -> tuple[Sequence[float], Sequence[float]]:
    part = REACH
    for _ in range(HALVINGS):
        here = [round((a + (b - a) * part) * GRAIN) / GRAIN for a, b in zip(follower.start, q, strict=True)]
        passive = follower.passive(here)
        if passive is not None:
            return here, [round(x * GRAIN) / GRAIN for x in passive]
        part /= 2
    return follower.start, [closure.position[i] for i in closure.passive]
