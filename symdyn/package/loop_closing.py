"""`close`, the companion of robots with loops: what it is made of, in the languages that were asked for."""

from __future__ import annotations

from collections.abc import Collection

from symdyn.closure.door import closure_of
from symdyn.closure.start import start_of
from symdyn.emit import Beside, Facts, backends
from symdyn.emit.loop_closing import SUMMARY, LoopClosing
from symdyn.model import NumericRobot

KERNEL = "loop_motion"


def closing_code(robot: NumericRobot, facts: Facts, kernels: Collection[str]) -> list[Beside]:
    """Return `close` where a robot has loops and the kernel that it calls; nothing for others."""
    closing = robot.closing
    if closing is None or not closing.loops or closing.transmission or KERNEL not in kernels:
        return []
    data = loop_closing(robot)
    writers = {name: backend.close for name, backend in backends(facts.options.languages).items()}
    texts = {name: write(data, facts) for name, write in writers.items() if write is not None}
    return [Beside("close", SUMMARY, texts)]


def loop_closing(robot: NumericRobot) -> LoopClosing:
    """Return what `close` is made of."""
    assert robot.closing is not None
    closure_of(robot)  # refuses what cannot be closed, with its own words
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
    )
