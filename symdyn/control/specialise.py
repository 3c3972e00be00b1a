"""A routine for one robot: without what its sizes leave out, and with the kernels' parameters that its estimates make.

if body_count and …     is left out where no whole body is estimated
self.pi                 theta itself; or pi = pi_0 + B theta, made where it is used; or nothing, where it is baked in
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symdyn.control.plan import Plan
from symdyn.routines.expressions import Array, Call, Expression, Logic, Member, Name, Size
from symdyn.routines.program import Alias, Declare, Do, If, Kernel, Local, Routine, Statement
from symdyn.routines.walk import found, rewritten, rewritten_blocks

PI, THETA = Member(Name("self"), "pi"), Member(Name("self"), "theta")
PARAMETERS = "parameters"  # the routine that makes pi


def specialised(routine: Routine, plan: Plan) -> Routine:
    """Return a routine for a plan."""
    return _with_parameters(rewritten_blocks(routine, lambda block: _with_sizes(block, plan)), plan)


def _with_sizes(block: tuple[Statement, ...], plan: Plan) -> tuple[Statement, ...]:
    """Leave out branches that need what there is none of."""
    kept: list[Statement] = []
    for one in block:
        if isinstance(one, If) and isinstance(one.test, Logic) and one.test.operator == "and":
            sizes = [part for part in one.test.parts if isinstance(part, Size)]
            if not all(plan.sizes[size.letter] for size in sizes):
                continue
            kept.append(replace(one, test=_all_of([part for part in one.test.parts if part not in sizes])))
        else:
            kept.append(one)
    return tuple(kept)


def _all_of(parts: list[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Logic("and", tuple(parts))


def _with_parameters(routine: Routine, plan: Plan) -> Routine:
    if PI not in found(routine.body, Member):
        return routine
    if plan.options.fold:
        return _rewritten(routine, _without_pi)
    if plan.theta.B is None:
        return _rewritten(routine, lambda part: THETA if part == PI else part)
    inside = _rewritten(routine, lambda part: Name("pi") if part == PI else part)
    made = (Declare((Local("pi", Array(("k",))),)), Do(Call(PARAMETERS, (THETA, Name("pi")))))
    body = inside.body
    first = next((i for i, one in enumerate(body) if not isinstance(one, Declare | Alias)), len(body))
    return replace(inside, body=(*body[:first], *made, *body[first:]))


def _rewritten(routine: Routine, change: Any) -> Routine:
    return replace(routine, body=rewritten(routine.body, change))


def _without_pi(part: Any) -> Any:
    return (
        replace(part, arguments=tuple(one for one in part.arguments if one != PI)) if isinstance(part, Kernel) else part
    )
