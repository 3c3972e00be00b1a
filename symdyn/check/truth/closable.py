"""Test states at which a robot with loops closes: those of any robot, drawn towards a position where it does.

The numeric witness closes loops by continuation, step by step from `closed_at`, and takes how joints move with the
coordinates from its equations there. Both end where links are in line, or out of reach. Angles far away would take it
all day. So such states are brought near: angles within a turn, a little aside of round ones, and then nearer by half,
until the witness has an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import numpy as np
from numpy.typing import NDArray

from symdyn.check.truth.states import State
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.model import NumericRobot
from symdyn.reference import Witness

Vector = NDArray[np.float64]
ASIDE = 0.0173  # rad or m, of the first coordinate, less of the next: off positions that are in line
HALVINGS = 8
STEEP = 3  # times the rates of joints where the robot was assembled


def closable(states: Sequence[State], robot: NumericRobot, witness: Witness) -> tuple[State, ...]:
    """Return the states as they are, or of a robot with loops, where they can be closed."""
    closing = robot.closing
    if closing is None or not closing.loops:
        return tuple(states)
    start = witness.closed_coordinates
    aside = ASIDE / np.arange(1, robot.n + 1)
    roots = not isinstance(closure_of(robot), LinearClosure)
    near = [_near(state["q"], start, aside, witness, roots=roots) for state in states]
    passive = following(near, robot, witness)
    return tuple(
        replace(state, inputs={**state.inputs, "q": q, "passive": joints})
        for state, q, joints in zip(states, near, passive, strict=True)
    )


def following(rows: Sequence[Vector], robot: NumericRobot, witness: Witness) -> Vector:
    """Return where the joints are that follow rows of coordinates, as the witness closes loops."""
    assert robot.closing is not None
    places = [i for i in range(robot.tree.n) if i not in robot.closing.actuated]
    return np.array([witness.loop_motion(q, np.zeros(len(q)))[0][places] for q in rows])


def _near(q: Vector, start: Vector, aside: Vector, witness: Witness, *, roots: bool) -> Vector:
    _, E, _ = witness.loop_motion(start, np.ones(len(q)))
    slow = max(1.0, np.abs(E).max())
    way = np.remainder(q - start + pi, 2 * pi) - pi + aside
    for halving in range(HALVINGS):
        at = start + way / 2**halving
        try:
            _, E, _ = witness.loop_motion(at, np.ones(len(q)))
        except ValueError:
            continue
        if np.abs(E).max() > STEEP * slow:
            continue  # so near to a singular position, differences tell nothing
        if roots and witness.passes_a_fold(at):
            continue  # beyond it a root of fixed sign may be another way of assembling, which is as good
        return np.asarray(np.float32(at), np.float64)  # what floats hold, doubles do
    return np.asarray(np.float32(start), np.float64)
