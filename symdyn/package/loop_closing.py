"""`close`, the companion of robots with loops: what it is made of, in the languages that were asked for."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot

from symdyn.algebra.decimals import to_float
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.start import start_of
from symdyn.emit import Beside, Facts, backends
from symdyn.emit.loop_closing import FASTEST, ITERATIONS, SUMMARY, LoopClosing
from symdyn.interface import LoopInterface
from symdyn.kernels.close_step import CLOSING
from symdyn.model import NumericRobot

KERNEL = "loop_motion"


def closing_data(robot: NumericRobot, kernels: Collection[str]) -> LoopClosing | None:
    """Return what `close` is made of, where a robot has loops and the kernels that it calls; None for others."""
    closing = robot.closing
    if closing is None or not closing.loops or closing.transmission or KERNEL not in kernels:
        return None
    data = loop_closing(robot)
    return None if data.by_newton and not CLOSING.keys() <= set(kernels) else data


def loop_interface(data: LoopClosing | None, scalar: str) -> LoopInterface | None:
    """Return how whoever calls the kernels closes loops with them."""
    if data is None:
        return None
    return LoopInterface(
        names=data.names,
        places=data.places,
        turns=data.turns,
        closed_at=data.closed_at,
        fastest=float(FASTEST),
        by_newton=data.by_newton,
        iterations=ITERATIONS,
        largest_gap=data.largest_gap(scalar),
    )


def closing_code(data: LoopClosing | None, facts: Facts) -> list[Beside]:
    """Return `close`, in the languages that were asked for."""
    if data is None:
        return []
    writers = {name: backend.close for name, backend in backends(facts.options.languages).items()}
    texts = {name: write(data, facts) for name, write in writers.items() if write is not None}
    return [Beside("close", SUMMARY, texts)]


def loop_closing(robot: NumericRobot) -> LoopClosing:
    """Return what `close` is made of."""
    assert robot.closing is not None
    closure = closure_of(robot)  # refuses what cannot be closed, with its own words
    position = [float(x) for x in start_of(robot).q]
    joints = robot.tree.moving_joints
    places = tuple(i for i in range(len(joints)) if i not in robot.closing.actuated)
    return LoopClosing(
        robot=robot.name,
        n=robot.n,
        joints=len(joints),
        names=tuple(joints[i].name for i in places),
        places=places,
        turns=tuple(joints[i].kind.turns for i in places),
        closed_at=tuple(position[i] for i in places),
        coordinates=tuple(position[i] for i in robot.closing.actuated),
        size=_size(robot),
        by_newton=isinstance(closure, IterativeClosure),
    )


def _size(robot: NumericRobot) -> float:
    """Return the length of all links together: gaps of loops are small or large beside it."""
    assert robot.closing is not None
    placements = [placement for joint in robot.tree.joints for placement in (joint.before, joint.after)]
    placements += [frame for loop in robot.closing.loops for frame in (loop.parent_frame, loop.child_frame)]
    return sum(hypot(*map(to_float, placement.position)) for placement in placements)
