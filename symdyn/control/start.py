"""How a controller begins: gains and estimates are tested, then everything has its first value.

C does both in init, which returns which gain cannot be used; Python raises an error. Tests and values are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.control.codes import BAD_THETA, NOT_FINITE, OK, bad_gain
from symdyn.control.pieces.estimates import start_estimates, start_parameters, take_estimates
from symdyn.control.plan import Plan, SizedGain
from symdyn.emit.control_law import Test
from symdyn.interface.laws import Rule
from symdyn.interface.rules import CHOICES, MEANINGS, at_least
from symdyn.routines.expressions import (
    Array,
    Call,
    CodeName,
    Comparison,
    Element,
    Expression,
    Kind,
    Limit,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Unary,
)
from symdyn.routines.program import Assign, Entries, For, If, Parameter, Return, Routine, Statement
from symdyn.routines.read import read
from symdyn.routines.words import LOWEST, Extreme

SELF, GAINS = Name("self"), Name("gains")
THETA = Parameter("theta", Array(("u",)))
TAU = Parameter("tau", Array(("n",)))
ON_RESET: Mapping[str, Expression] = {
    "tau_held": Element(Name("tau"), (Name("j"),)),
    "start_left": Member(Member(SELF, "gains"), "start_time"),
    "starting": Literal(True),
}
KEPT_ON_RESET = ("passive",)  # the arm is where it was


def gain_tests(plan: Plan) -> tuple[Test, ...]:
    """Return the tests of gains, in their order."""
    return tuple(_gain_test(gain) for gain in plan.gains)


def _gain_test(gain: SizedGain) -> Test:
    place, above = Member(GAINS, gain.name), gain.gain.above
    meaning = MEANINGS[gain.gain.rule]
    others = tuple(_other(one, gain) for one in meaning.others)
    bad: Expression = Unary("not", Call(meaning.test.__name__, (place, *others)))
    if above:
        bad = Logic("or", (bad, Unary("not", Comparison(">", place, Member(GAINS, above)))))
    return Test(bad, bad_gain(gain.name, ""), gain.name, must_be(gain))


def _other(one: Extreme | int | str, gain: SizedGain) -> Expression:
    if isinstance(one, Extreme):
        return Limit(one.name)
    if isinstance(one, str):
        return Literal(len(gain.gain.choices)) if one == CHOICES else Member(GAINS, one)
    return Literal(one)


def must_be(gain: SizedGain) -> str:
    """Say which values a gain may have."""
    if gain.gain.above:
        return f"above {gain.gain.above}"
    return f"from 0 to {len(gain.gain.choices) - 1}" if gain.is_choice else MEANINGS[gain.gain.rule].demand


def theta_test(plan: Plan) -> tuple[Test, ...]:
    """Return the test of estimates, where there are any."""
    meaning = MEANINGS[Rule.ANY]
    (least,) = (Limit(one.name) for one in meaning.others if isinstance(one, Extreme))
    bad = Unary("not", Call(meaning.test.__name__, (Name("theta"), least)))
    return (Test(bad, BAD_THETA, "theta", "finite"),) if plan.u else ()


@dataclass(frozen=True, slots=True)
class Start:
    """The routine that gives estimates and memory their first values, and the function that it was made of, if any."""

    routine: Routine
    functions: tuple[Callable[..., Any], ...]


def start(plan: Plan) -> Start:
    """Return the first values of a controller."""
    parameters = (Parameter("self", Record("self")), *((THETA,) if plan.u else ()))
    routine = Routine("start", ("Start again, with these estimates.",), parameters, None, _first_values(plan))
    return Start(routine, _first_estimates(plan))


def _first_estimates(plan: Plan) -> tuple[Callable[..., Any], ...]:
    if not plan.u:
        return ()
    return (start_estimates if plan.law.adapts and not plan.law.watches else start_parameters,)


def _first_values(plan: Plan) -> tuple[Statement, ...]:
    estimates = (one for function in _first_estimates(plan) for one in read(function).routine.body)
    return (*estimates, *_remembered(plan, {}))


def _remembered(plan: Plan, other: Mapping[str, Expression], kept: Sequence[str] = ()) -> Iterator[Statement]:
    """Yield what gives memory its first values: zero, or others."""
    for one in (one for one in plan.memory if one.name not in kept):
        place = Member(SELF, one.name)
        value = other.get(one.name, Literal(False) if one.memory.whole else Literal(0))
        if one.shape:
            yield For("j", Entries(tuple(one.memory.shape)), (Assign(Element(place, (Name("j"),)), "", value),))
            yield from (Assign(Element(place, (Literal(j),)), "", _number(x)) for j, x in enumerate(one.first))
        else:
            yield Assign(place, "", value)


def more_starts(plan: Plan) -> tuple[Routine, ...]:
    """Return what starts a controller anew with the estimates that it has, and what gives it others."""
    me, least = Parameter("self", Record("self")), Limit(LOWEST.name)
    taken = take_estimates if plan.law.adapts and not plan.law.watches else start_parameters
    set_theta = (_refused("theta", BAD_THETA, least), *read(taken).routine.body, Return(CodeName(OK)))
    again = (*_remembered(plan, ON_RESET, KEPT_ON_RESET), Return(CodeName(OK)))
    found = [Routine("set_theta", (), (me, THETA), Kind.CODE, set_theta)] if plan.u else []
    if not plan.law.watches:
        found.append(Routine("reset", (), (me, TAU), Kind.CODE, (_refused("tau", NOT_FINITE, least), *again)))
    return tuple(found)


def _refused(values: str, code: str, least: Expression) -> Statement:
    return If(Unary("not", Call(at_least.__name__, (Name(values), least))), (Return(CodeName(code)),))


def _number(x: float) -> Expression:
    return Unary("-", Literal(-x)) if x < 0 else Literal(x)


def init(plan: Plan) -> Routine:
    """Return the routine that begins with gains and estimates, or says what is wrong with them."""
    tests = [If(test.bad, (Return(CodeName(test.code)),)) for test in (*gain_tests(plan), *theta_test(plan))]
    copied = Assign(Member(SELF, "gains"), "", GAINS)
    parameters = (Parameter("self", Record("self")), Parameter("gains", Record("gains")), *((THETA,) if plan.u else ()))
    body = (*tests, copied, *_first_values(plan), Return(CodeName(OK)))
    return Routine("init", (), parameters, Kind.CODE, body)
