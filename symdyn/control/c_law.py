"""A law's header and source in C: all that their templates may see."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.control.c_prototypes import init_comment, law_comment, prototype, step_comment
from symdyn.control.c_text import code_rows, gain_row, member_rows
from symdyn.control.numbers import c_number, lines_of
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.program import law_program
from symdyn.emit import Facts
from symdyn.emit.c.routine_expression import Target
from symdyn.emit.c.unit import c_unit, needs_math
from symdyn.emit.templates import fill

PUBLIC = ("law", "init", "step")  # functions that others see


@dataclass(frozen=True, slots=True)
class CHeaderView:
    """What the header of a law shows."""

    banner: tuple[str, ...]
    title: str
    equations: tuple[str, ...]
    usage: tuple[str, ...]
    robot: str
    name: str
    macro: str
    scalar: str
    u: int
    theta_remark: str
    theta_comment: str
    theta_table: tuple[str, ...]
    theta_values: tuple[str, ...]
    codes: tuple[str, ...]
    gains: tuple[str, ...]
    members: tuple[str, ...]
    init: str
    law: str
    step: str
    init_comment: tuple[str, ...]
    law_comment: tuple[str, ...]
    step_comment: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CSourceView:
    """What the source of a law shows."""

    banner: tuple[str, ...]
    name: str
    macro: str
    scalar: str
    needs_math: bool
    default_gains: tuple[str, ...]
    theta_values: tuple[str, ...]
    pieces: tuple[str, ...]


def c_law_files(plan: Plan, facts: Facts) -> dict[str, str]:
    """Return the header and the source of a law."""
    return {
        f"{plan.name}.h": fill("c/law_header.h.jinja", _header(plan, facts)),
        f"{plan.name}.c": fill("c/law_source.c.jinja", _source(plan, facts)),
    }


def declarations(plan: Plan, facts: Facts) -> str:
    """Return what Python calls, for cffi."""
    view = _header(plan, facts)
    gains = "\n".join(view.gains)
    members = "\n".join(view.members)
    types = f"typedef struct {{\n{gains}\n}} {plan.name}_gains;\ntypedef struct {{\n{members}\n}} {plan.name};\n"
    return types + "".join(f"{prototype};\n" for prototype in (view.init, view.law, view.step))


def _header(plan: Plan, facts: Facts) -> CHeaderView:
    macro = plan.name.upper()
    return CHeaderView(
        banner=facts.banner,
        title=f"{plan.law.summary}, for the robot '{plan.robot}'.",
        equations=plan.law.equations,
        usage=_usage(plan),
        robot=plan.robot,
        name=plan.name,
        macro=macro,
        scalar=plan.options.scalar,
        u=plan.u,
        theta_remark="entries of theta",
        theta_comment=_theta_comment(plan),
        theta_table=tuple(f"theta[{i}]  {one}" for i, one in enumerate(plan.theta.names)),
        theta_values=_theta_values(plan),
        codes=code_rows(plan, macro),
        gains=tuple(gain_row(gain, plan.options.scalar) for gain in plan.gains),
        members=member_rows(plan),
        init=prototype(plan, "init"),
        law=prototype(plan, "law"),
        step=prototype(plan, "step"),
        init_comment=init_comment(plan),
        law_comment=law_comment(plan),
        step_comment=step_comment(plan),
    )


def _source(plan: Plan, facts: Facts) -> CSourceView:
    unit, scalar = law_program(plan).unit, plan.options.scalar
    target = Target(plan.name, plan.robot, scalar)
    return CSourceView(
        banner=facts.banner,
        name=plan.name,
        macro=target.macro,
        scalar=scalar,
        needs_math=needs_math(unit),
        default_gains=tuple(line for gain in plan.gains for line in _default_lines(gain, scalar)),
        theta_values=_theta_values(plan),
        pieces=c_unit(unit, target, {which: prototype(plan, which) for which in PUBLIC}),
    )


def _usage(plan: Plan) -> tuple[str, ...]:
    kept = "changes what the controller remembers" if plan.memory else "changes nothing"
    estimates = "changes the controller's estimates" if plan.law.adapts else kept
    return (
        "Call init once, then step at every sample: it returns the torque to hold until the next one, and",
        f"{estimates}. SI units. No allocation, no globals: any number of controllers, in any interrupt.",
    )


def _theta_comment(plan: Plan) -> str:
    what = "estimated" if plan.law.adapts else "the model's parameters, constant"
    return f"{what}" + (f"; the robot file's values are in {plan.name}_theta" if plan.theta.values else ":")


def _theta_values(plan: Plan) -> tuple[str, ...]:
    return lines_of([c_number(to_float(value), plan.options.scalar) for value in plan.theta.values or ()])


def _default_lines(gain: SizedGain, scalar: str) -> list[str]:
    if gain.is_choice:
        return [f"{int(gain.default[0])}, /* {gain.name} */"]
    texts = [c_number(value, scalar) for value in gain.default]
    if not gain.shape:
        return [f"{texts[0]}, /* {gain.name} */"]
    rows = [texts[i : i + gain.shape[-1]] for i in range(0, len(texts), gain.shape[-1])]  # of a matrix, one a line
    return [f"/* {gain.name} */ {{", *(f"    {line}" for row in rows for line in lines_of(row)), "},"]
