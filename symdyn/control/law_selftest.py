"""A law's part of the self-test: a few steps from golden vectors, as finished C text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.control.law_golden import DT, STEPS, LawGolden, law_golden
from symdyn.control.numbers import c_number, lines_of
from symdyn.control.plan import Plan
from symdyn.emit import Facts, StagedKernel
from symdyn.emit.c.selftest import NEARLY_VANISHES, Vector
from symdyn.emit.templates import fill


@dataclass(frozen=True, slots=True)
class LawSelftestView:
    """What the template of a law's test shows."""

    name: str
    law: str
    scalar: str
    n: int
    steps: int
    dt: str
    theta: str
    vectors: tuple[Vector, ...]
    arguments: str
    comparison: str


def law_selftest(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> str:
    """Return the C function `test_law_<law>`, or nothing where the law is singular at its golden state."""
    golden = law_golden(plan, facts, kernels)
    if golden is None:
        return ""
    return fill("c/law_selftest.c.jinja", _view(plan, golden)).rstrip("\n")


def _view(plan: Plan, golden: LawGolden) -> LawSelftestView:
    scalar = plan.options.scalar
    values = dict(golden.inputs) | {"expected_tau": golden.tau}
    if plan.u:
        values |= {"theta": golden.theta, "expected_theta": golden.theta_after}
    vectors = [
        Vector(name, len(numbers), lines_of([c_number(x, scalar) for x in numbers])) for name, numbers in values.items()
    ]
    least = c_number(NEARLY_VANISHES, scalar)
    after = f" | differs(controller.theta, expected_theta, {plan.u}u, {least})" if plan.u else ""
    return LawSelftestView(
        name=plan.name,
        law=plan.law.name,
        scalar=scalar,
        n=plan.n,
        steps=STEPS,
        dt=c_number(DT, scalar),
        theta=", theta" if plan.u else "",
        vectors=tuple(vectors),
        arguments=", ".join(f"{name} + {plan.n}u * i" for name in golden.inputs),
        comparison=f"differs(tau, expected_tau, {plan.n}u, {least}){after}",
    )
