"""The one door: what closes a robot, as the simplest kind of closure that it is.

A kind is a function that returns the closure of a robot with loops, or None where it is none of its kind; simpler kinds
are asked first. Robots without loops are linear, always.
"""

from __future__ import annotations

from collections.abc import Callable

from symdyn.closure.explicit_closure import ExplicitClosure, explicit_closure, following_screws, sets_that_go
from symdyn.closure.iterative_closure import IterativeClosure, iterative_closure
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.linear_loops import linear_closure
from symdyn.errors import InputError
from symdyn.model.equal_robots import shared
from symdyn.model.robot import Robot

Closure = LinearClosure | ExplicitClosure | IterativeClosure
Kind = Callable[[Robot], Closure | None]

KINDS: tuple[Kind, ...] = (linear_closure, explicit_closure, iterative_closure)


def closure_of(robot: Robot) -> Closure | None:
    """Return the closure of a robot, None for a tree; an InputError says what of a closing cannot be closed here."""
    if robot.closing is None:
        return None
    return shared(robot, "closure", lambda: _simplest(robot))  # [Walker88 (4)]


def _simplest(robot: Robot) -> Closure:
    for kind in KINDS:
        found = kind(robot)
        if found is not None:
            return found
    closing = robot.closing
    assert closing is not None
    beside = ["a transmission"] * bool(closing.transmission) + ["couplings"] * bool(closing.couplings)
    if beside:
        what = f"these loops are not linear, and no code is made of such beside {' and '.join(beside)} so far"
        raise InputError(f"{what}; let the joints themselves be actuated, each by itself", field=robot.name)
    if screws := following_screws(robot):
        what = f"{screws[0]} is a screw that follows from others through a loop, and no code is made of such so far"
        raise InputError(f"{what}; {sets_that_go(robot, 'a joint that slides in its place')}", field=robot.name)
    what = "no joints of these loops lead to all others one by one, nor with two found at once; no code is made of such"
    advice = sets_that_go(robot, "loops that are cut at other joints")
    raise InputError(f"{what} so far; {advice}", field=robot.name)
