"""Routines that the estimates of one robot make: pi = pi_0 + B theta, and w += B' g, entry by entry.

What is 0 or 1 in B is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.control.plan import Plan
from symdyn.routines.expressions import Array, Binary, Element, Expression, Literal, Name, Size, Unary
from symdyn.routines.program import Assign, For, Parameter, Routine, Steps

PI, THETA = Parameter("pi", Array(("k",))), Parameter("theta", Array(("u",)))
G, W = Parameter("g", Array(("k",))), Parameter("w", Array(("u",)))
PARAMETERS_DOC = ("The kernels' parameters with these estimates.",)
GRADIENT_DOC = ("Add to w what drives the estimates through the kernels' parameters.",)


def parameter_routines(plan: Plan) -> tuple[Routine, ...]:
    """Return `parameters`, where pi is not theta itself, and `add_gradient`."""
    B, pi_0 = plan.theta.B, plan.theta.pi_0
    if B is None or pi_0 is None:
        added = Assign(Element(Name("w"), (Name("j"),)), "+", Element(Name("g"), (Name("j"),)))
        loop = For("j", Steps(Literal(0), Size("u")), (added,))
        return (Routine("add_gradient", GRADIENT_DOC, (G, W), None, (loop,)),)
    rows = [
        _entry("pi", i, "", _sum(constant, row, "theta")) for i, (constant, row) in enumerate(zip(pi_0, B, strict=True))
    ]
    columns = [_entry("w", j, "+", _sum(exact(0), column, "g")) for j, column in enumerate(zip(*B, strict=True))]
    return (
        Routine("parameters", PARAMETERS_DOC, (THETA, PI), None, tuple(rows)),
        Routine("add_gradient", GRADIENT_DOC, (G, W), None, tuple(columns)),
    )


def _entry(array: str, at: int, operator: str, value: Expression) -> Assign:
    return Assign(Element(Name(array), (Literal(at),)), operator, value)


def _sum(constant: Exact, weights: Sequence[Exact], vector: str) -> Expression:
    """Return constant + the weighted sum of a vector's entries, without those that weigh nothing."""
    total: Expression | None = _literal(to_float(constant)) if constant or not any(weights) else None
    for j, weight in enumerate(weights):
        if weight:
            total = _plus(total, to_float(weight), Element(Name(vector), (Literal(j),)))
    return total or Literal(0.0)


def _plus(total: Expression | None, weight: float, entry: Expression) -> Expression:
    size = entry if abs(weight) == 1 else Binary("*", Literal(abs(weight)), entry)
    if total is not None:
        return Binary("-" if weight < 0 else "+", total, size)
    return size if weight > 0 else _minus(weight, entry)


def _minus(weight: float, entry: Expression) -> Expression:
    return Unary("-", entry) if weight == -1 else Binary("*", _literal(weight), entry)


def _literal(value: float) -> Expression:
    return Unary("-", Literal(-value)) if value < 0 else Literal(value)
