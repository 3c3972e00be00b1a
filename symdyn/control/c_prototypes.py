"""The functions of a law in C: their first lines, and what their comments say."""

from __future__ import annotations

from symdyn.control.plan import Plan
from symdyn.emit.c.function import signature
from symdyn.interface import STATE


def prototype(plan: Plan, which: str) -> str:
    """Write the first line of init, law or step."""
    scalar, name = plan.options.scalar, plan.name
    states = [f"const {scalar} {one}[{plan.n}]" for one in STATE]
    if which == "init":
        theta = [f"const {scalar} theta[{plan.u}]"] if plan.u else []
        return signature(f"{name}_init", [f"{name} *self", f"const {name}_gains *gains", *theta], "int")
    if which == "law":
        states += [f"const {scalar} {one}[{plan.n}]" for one in plan.law.more_inputs]
        rate = [f"{scalar} theta_dot[{plan.u}]"] if plan.law.adapts else []
        return signature(f"{name}_law", [f"const {name} *self", *states, f"{scalar} tau[{plan.n}]", *rate], "void")
    return signature(f"{name}_step", [f"{name} *self", f"{scalar} dt", *states, f"{scalar} tau[{plan.n}]"], "int")


def init_comment(plan: Plan) -> tuple[str, ...]:
    """Say what init does."""
    theta = " and parameters" if plan.u else ""
    if plan.law.adapts:
        return (
            "/*",
            " * Start with gains and estimates; an estimate outside its bounds starts at the nearest. Returns 0, or",
            " * which of them cannot be used: the controller is then as it was.",
            " */",
        )
    return (
        f"/* Start with gains{theta}. Returns 0, or which of them cannot be used: the controller is then as it was. */",
    )


def law_comment(plan: Plan) -> tuple[str, ...]:
    """Say what law does."""
    rate = ", and the rate of the estimates" if plan.law.adapts else ""
    return (f"/* The law itself, in continuous time: the torque{rate}. Changes nothing. */",)


def step_comment(plan: Plan) -> tuple[str, ...]:
    """Say what step does."""
    if plan.law.codes:
        zero = "after BAD_TIME_STEP and NOT_FINITE tau is zero"
        return (f"/* The torque for the next dt seconds. Returns 0, or one of the codes above; {zero}. */",)
    if not plan.law.adapts:
        return ("/* The torque for the next dt seconds. Returns 0, or why there is none: tau is then zero. */",)
    return (
        "/*",
        " * The torque for the next dt seconds, and the estimates after them. Returns 0, or why there are none: tau is",
        " * then zero and the controller as it was.",
        " */",
    )
