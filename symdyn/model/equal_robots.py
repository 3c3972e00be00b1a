"""Results that equal robots share: whoever reads a robot again finds what was derived of it before.

A notebook builds a robot, then a controller of it, then asks for its parameters; each reads the file anew. A robot is
known again by all that it is, its source too, so that one that was changed by hand is another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from symdyn.model.robot import Robot

T = TypeVar("T")
MOST = 24  # robots; a process has to do with a few, over and over

_known: deque[tuple[Robot, dict[str, Any]]] = deque(maxlen=MOST)


def shared(robot: Robot, what: str, make: Callable[[], T]) -> T:
    """Return a result about a robot, made once for all that equal it."""
    if what not in robot.memo:
        results = _results(robot)
        if what not in results:
            results[what] = make()
        robot.memo[what] = results[what]
    found: T = robot.memo[what]
    return found


def forget() -> None:
    """Share nothing with robots of before: for whoever changes how results are made."""
    _known.clear()


def _results(robot: Robot) -> dict[str, Any]:
    for known, results in _known:
        if known is robot or (known.name == robot.name and type(known) is type(robot) and known == robot):
            return results
    _known.appendleft((robot, {}))
    return _known[0][1]
