"""Loops that are linear, as of parallelograms and belts: A and b proposed from numbers, and proved in a finite field.

Scalars: numbers with sixty digits for what is proposed, with more where its fractions are long; a finite field for
         what is decided.

Where the loops are closed near `closed_at` and around it, how fast joints follow the actuated ones is the same, and a
rational number; what is left over at zero is a multiple of π/12 or a decimal number. Nothing of this is trusted. All
rows of all cut joints must vanish at q = A Q + b for random Q in a finite field, where a polynomial that is not zero
vanishes with odds of degree in p. And since the actuated joints determine the others at `closed_at`, the closed
positions that are connected with it are these and no others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symdyn.algebra.decimals import mp_context
from symdyn.algebra.exact import EXACT_PI, Exact, exact
from symdyn.closure.cut_equations import cut_frames
from symdyn.closure.drawn import closure_constants, drawn_turns
from symdyn.closure.linear_closure import (
    ONE,
    ZERO,
    Beside,
    Combination,
    LinearClosure,
    behind_transmission,
    of_couplings,
    through,
)
from symdyn.closure.reduced import combined, tree_positions
from symdyn.closure.start import Number, Rows, Start, rates_of, start_of
from symdyn.mechanism.geometry_field import field_of
from symdyn.mechanism.mechanism import poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot


@dataclass(frozen=True, slots=True)
class Fineness:
    """How long the fractions are that are proposed, and how near a number must be to one."""

    denominator: int
    near: Number


SIMPLE = Fineness(10**6, mp_context.mpf(10) ** -30)
FINE = Fineness(10**60, mp_context.mpf(10) ** -135)  # for products of decimals of fifteen digits
ASIDE = (mp_context.mpf("0.0213"), mp_context.mpf("-0.0178"))  # rad or m, each joint by a part of its own
TWELFTHS = 24  # of π in a full turn
POINTS = 2


def linear_closure(robot: Robot) -> LinearClosure | None:
    """Return the closure of a closed robot where it is linear, else None."""
    assert robot.closing is not None, "a tree has no closure"
    if not robot.closing.loops:
        return of_couplings(robot)
    start = start_of(robot)
    E = _constant_rates(start)
    if E is None:
        return None
    proposed = _proposed(robot, start, E, SIMPLE)
    if proposed is None:
        with start.in_detail() as detailed:
            proposed = _proposed(robot, detailed, rates_of(detailed, detailed.jacobian), FINE)
    if proposed is None or not _proved(robot, proposed):
        return None
    return behind_transmission(robot, proposed)


# -- proposing ------------------------------------------------------------------------


def _proposed(robot: Robot, start: Start, E: Rows, fine: Fineness) -> LinearClosure | None:
    closing, joints = start.numeric.closing, start.numeric.joints
    number = {joint: j for j, joint in enumerate(closing.actuated)}
    rows: dict[int, Combination] = {joint: ((j, ONE),) for joint, j in number.items()}
    b: dict[int, Exact] = dict.fromkeys(number, ZERO)
    following = {coupling.joint for coupling in closing.couplings}
    for i, row in zip(start.dependent, E, strict=True):
        if i in following:
            continue
        factors = [_fraction(x, fine) for x in row]
        left = start.q[i] - sum(x * start.q[j] for x, j in zip(row, closing.actuated, strict=True))
        rest = _angle(left, fine) if joints[i].kind.turns else _length(left, fine)
        if rest is None or any(factor is None for factor in factors):
            return None
        rows[i] = tuple((j, exact(factor)) for j, factor in enumerate(factors) if factor)
        b[i] = rest
    assert robot.closing is not None
    for coupling in robot.closing.couplings:  # as the file has them, which may be no rationals
        known = [rows.get(i, ()) for i in range(len(joints))]
        rows[coupling.joint] = through(coupling.factors, known)
        b[coupling.joint] = sum((factor * b[i] for i, factor in coupling.factors), coupling.plus)
    everyone = range(len(joints))
    closure = LinearClosure(tuple(rows[i] for i in everyone), tuple(b[i] for i in everyone), len(number))
    return _with_cut_rates(closure, start, fine)


def _constant_rates(start: Start) -> Rows | None:
    """Return the rates of the dependent joints, if they are the same nearby."""
    E = rates_of(start, start.jacobian)
    for aside in ASIDE:
        q = list(start.q)
        for k, i in enumerate(start.numeric.closing.actuated):
            q[i] += aside / (k + 1)
        for k, i in enumerate(start.dependent):  # where they are if the closure is linear: few steps lead on from there
            q[i] += sum(x * (q[j] - start.q[j]) for x, j in zip(E[k], start.numeric.closing.actuated, strict=True))
        values, jacobian = start.numeric.equations(q)
        if max((abs(x) for x in values), default=0) > SIMPLE.near:
            return None
        other = rates_of(start, jacobian)
        pairs = (pair for rows in zip(E, other, strict=True) for pair in zip(*rows, strict=True))
        if any(abs(x - y) > SIMPLE.near for x, y in pairs):
            return None
    return E


def _with_cut_rates(closure: LinearClosure, start: Start, fine: Fineness) -> LinearClosure | None:
    beside = []
    columns = closure.columns()
    for cut, frames in zip(start.numeric.closing.loops, start.numeric.frames(start.q), strict=True):
        for rates in frames.free_rates() if cut.effects else ():
            factors = [_fraction(combined(column, rates, start.numeric.lift), fine) for column in columns]
            if any(factor is None for factor in factors):
                return None
            row = tuple((j, exact(factor)) for j, factor in enumerate(factors) if factor)
            beside.append(Beside(cut.name, cut.effects, row))
    return LinearClosure(closure.A, closure.b, closure.n, tuple(beside))


def _fraction(x: Number, fine: Fineness) -> Fraction | None:
    found = Fraction(str(mp_context.nstr(x, mp_context.dps))).limit_denominator(fine.denominator)
    near = abs(mp_context.mpf(found.numerator) / found.denominator - x) < fine.near
    return found if near else None


def _length(x: Number, fine: Fineness) -> Exact | None:
    found = _fraction(x, fine)
    return None if found is None else exact(found)


def _angle(x: Number, fine: Fineness) -> Exact | None:
    """Return a decimal number plus a multiple of π/12, the simplest there is, within half a turn of zero."""
    unit = mp_context.pi / 12
    turns = mp_context.nint(x / (TWELFTHS * unit))
    x = x - turns * TWELFTHS * unit
    found = []
    for twelfth in range(-TWELFTHS // 2, TWELFTHS // 2 + 1):
        rest = _fraction(x - twelfth * unit, fine)
        if rest is not None:
            found.append((rest.denominator, abs(rest.numerator), abs(twelfth), rest, twelfth))
    if not found:
        return None
    *_, rest, twelfth = min(found)
    return exact(rest) + EXACT_PI * Fraction(twelfth, 12)


# -- proving --------------------------------------------------------------------------


def _proved(robot: Robot, closure: LinearClosure) -> bool:
    """Whether all rows of all loops vanish, and cut joints move as proposed, at random coordinates."""
    return all(_holds(robot, closure, seed) for seed in range(POINTS))


def _holds(robot: Robot, closure: LinearClosure, seed: int) -> bool:
    assert robot.closing is not None
    embedding = field_of(robot, seed, closure_constants(robot, closure))
    mechanism = mechanism_over(robot.tree, embedding)
    turns = drawn_turns(robot, closure, embedding)
    q = tree_positions(closure, [embedding.random_element() for _ in range(closure.n)], embedding)
    at = poses(mechanism, q, [c for c, _ in turns], [s for _, s in turns])
    frames = cut_frames(robot.closing.loops, mechanism, at, embedding)
    if any(any(one.rows()) for one in frames):
        return False
    rates = [
        row for cut, one in zip(robot.closing.loops, frames, strict=True) if cut.effects for row in one.free_rates()
    ]
    columns = [[(i, factor) for i, factor in column if i < len(closure.A)] for column in closure.columns()]
    for beside, row in zip(closure.beside, rates, strict=True):
        claimed = dict(beside.row)
        if any(combined(column, row, embedding) - embedding(claimed.get(j, ZERO)) for j, column in enumerate(columns)):
            return False
    return True
