"""The letters of closed forms, and a robot at the state that they spell.

letter            meaning
c1 s1             cosine and sine of joint 1's angle
q1 qd1 qdd1 sg1   its coordinate, rate, change of rate, and the rate's sign
sr1               the sign of a rate made of several, where a joint that follows several rubs (see `sums_of_rates`)
pi1               a minimal parameter; the parameters that are no pivots are zero, which changes no torque
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import Scalar, turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closed_form.polynomial import PolynomialRing, simple_constant
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.closure.reduced import Combination, rubbing_sums
from symdyn.model.robot import Robot
from symdyn.parameters.pi import pi_names

S = TypeVar("S", bound=Scalar)

COSINE, SINE, PI, SIGN_OF_SUM = "c", "s", "pi", "sr"
STEMS = {"q": "q", "qd": "qd", "sign": "sg", "qdd": "qdd"}  # of the state's other inputs


def letter_counts(robot: Robot) -> dict[str, int]:
    """Return how many letters there are of every stem, in their order."""
    counts = dict.fromkeys((COSINE, SINE, "q", "qd", "qdd", "sg"), robot.n) | {PI: len(pi_names(robot))}
    sums = len(sums_of_rates(robot))
    return counts | ({SIGN_OF_SUM: sums} if sums else {})


def sums_of_rates(robot: Robot) -> tuple[Combination, ...]:
    """Return the sums of rates whose signs are letters."""
    if robot.closing is None:
        return ()
    closure = closure_of(robot)
    return rubbing_sums(robot, closure) if isinstance(closure, LinearClosure) else ()


def letter_ring(
    robot: Robot, simple: Callable[[Any], Any] = simple_constant, *, largest: float = inf, most_work: float = inf
) -> PolynomialRing:
    """Return the polynomials in all letters."""
    letters = [f"{stem}{i + 1}" for stem, count in letter_counts(robot).items() for i in range(count)]
    cosine_of = {f"{SINE}{i + 1}": f"{COSINE}{i + 1}" for i in range(robot.n)}
    return PolynomialRing(letters, cosine_of, simple, largest=largest, most_work=most_work)


def letter_inputs(
    robot: Robot, lift: Callable[[Exact], S], letter: Callable[[str, int], S]
) -> dict[str, tuple[S, ...]]:
    """Return the inputs of kernels in letters; ``letter`` gives the one with a stem and a number, from zero."""
    turns = []
    for i, joint in enumerate(robot.moving_joints):
        turn = letter(COSINE, i), letter(SINE, i)
        if is_right(joint.offset):
            c, s = cos_sin(joint.offset)
            turn = turned(*turn, lift(c), lift(s))
        turns.append(turn)
    state = {port: tuple(letter(stem, i) for i in range(robot.n)) for port, stem in STEMS.items()}
    state["sign"] += tuple(letter(SIGN_OF_SUM, k) for k in range(len(sums_of_rates(robot))))
    return {
        "cos": tuple(c for c, _ in turns),
        "sin": tuple(s for _, s in turns),
        "pi": tuple(letter(PI, k) for k in range(len(pi_names(robot)))),
        **state,
    }


def letter_offsets(robot: Robot) -> tuple[Exact, ...]:
    """Return what is added to every coordinate under cosines and sines; right angles are dissolved in signs instead."""
    return tuple(exact(0) if is_right(joint.offset) else joint.offset for joint in robot.moving_joints)


def is_right(angle: Exact) -> bool:
    """Whether cosine and sine of an angle are 0, 1 or -1."""
    return all(part.is_rational for part in cos_sin(angle))
