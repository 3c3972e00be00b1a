"""Where the joints are that follow q, of a robot whose loops are closed by Newton's method: found from a guess.

A step is no longer than half a radian or half a metre in any joint, so that a guess that is far off does not throw the
loops over into another way of closing. Where it has, the loops count as not closed.
"""

from __future__ import annotations

from symdyn.control.codes import CANNOT_CLOSE, NOT_FINITE, OK
from symdyn.routines.words import LARGEST, Code, Following, Joints, Number, array, d, finite, n, robot

CLOSE_ITERATIONS = 10  # always; two or three suffice from a guess that is near


def close(q: Joints, guess: Following, largest_gap: Number, passive: Following) -> Code:
    """Joints that follow q, where the loops are closed; without end where they cannot be."""
    change, rest, sense, gap = array(d), array(d), array(1), array(1)
    wrong = False
    for j in range(d):
        passive[j] = guess[j]
    for _k in range(CLOSE_ITERATIONS):
        robot.close_step(q, passive, change)
        far: Number = 1
        for j in range(d):
            far = 2 * abs(change[j]) if 2 * abs(change[j]) > far else far
        for j in range(d):
            passive[j] += change[j] / far
    robot.close_rest(q, passive, rest, sense)
    for j in range(d):
        passive[j] = rest[j]
    robot.close_gap(q, passive, gap)
    for i in range(n):
        wrong |= not finite(q[i])
    if wrong or not gap[0] <= largest_gap or not sense[0] > 0:
        beyond: Number = LARGEST
        for j in range(d):
            passive[j] = beyond * beyond  # what is computed there is no number
        return NOT_FINITE if wrong else CANNOT_CLOSE
    return OK
