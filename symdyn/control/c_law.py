"""A law's header and source in C: all that their templates may see."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symdyn.algebra.decimals import to_float
from symdyn.control.c_prototypes import init_comment, law_comment, prototype, step_comment
from symdyn.control.c_text import check_lines, code_rows, gain_row, gradient_lines, member_rows, parameter_lines
from symdyn.control.law import Rule
from symdyn.control.numbers import (
    BITS,
    EPSILON,
    EXPONENT_BITS,
    LARGEST,
    MINUS_INFINITY_BITS,
    SMALLEST,
    c_number,
    lines_of,
)
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.program import law_program
from symdyn.emit import Facts
from symdyn.emit.c.routine_expression import Target
from symdyn.emit.c.unit import c_unit
from symdyn.emit.templates import fill
from symdyn.interface import STATE

INDENT = "    "
SWEEPS = 8  # of Jacobi over 4 x 4: errors fall quadratically, five are enough for doubles


@dataclass(frozen=True, slots=True)
class CLawView:
    """What the C templates of laws show."""

    banner: tuple[str, ...]
    title: str
    equations: tuple[str, ...]
    usage: tuple[str, ...]
    robot: str
    name: str
    macro: str
    scalar: str
    largest: str
    smallest: str
    epsilon: str
    bits: str
    exponent_bits: str
    minus_infinity_bits: str
    sqrt: str
    fabs: str
    n: int
    nn: int
    u: int
    k: int
    nk: int
    needs_math: bool
    theta_remark: str
    theta_comment: str
    theta_table: tuple[str, ...]
    theta_values: tuple[str, ...]
    codes: tuple[str, ...]
    gains: tuple[str, ...]
    members: tuple[str, ...]
    default_gains: tuple[str, ...]
    init: str
    law: str
    torque: str
    step: str
    init_comment: tuple[str, ...]
    law_comment: tuple[str, ...]
    step_comment: tuple[str, ...]
    checks: tuple[str, ...]
    start: tuple[str, ...]
    parameters: tuple[str, ...]
    parameter_lines: tuple[str, ...]
    pi: str
    pi_argument: str
    gradient_lines: tuple[str, ...]
    law_arguments: str
    consistency: tuple[str, ...]
    bodies: tuple[str, ...]
    body_count: int
    sweeps: int
    unit_matrix: str
    pieces: tuple[str, ...] = ()


def c_law_files(plan: Plan, facts: Facts) -> dict[str, str]:
    """Return the header and the source of a law."""
    view = c_law_view(plan, facts)
    return {
        f"{plan.name}.h": fill("c/law_header.h.jinja", view),
        f"{plan.name}.c": fill("c/law_source.c.jinja", replace(view, pieces=_pieces(plan, view))),
    }


def _pieces(plan: Plan, view: CLawView) -> tuple[str, ...]:
    """The functions of the source in order; a helper only where something calls it."""
    if plan.law.routines:
        return c_unit(law_program(plan).unit, _target(plan), {"law": view.law, "init": view.init, "step": view.step})
    matrices = any(gain.gain.rule is Rule.POSITIVE_DEFINITE for gain in plan.gains)
    wanted = {
        "law_finite": True,
        "law_at_least": True,
        "law_positive_definite": matrices,
        "law_parameters": plan.theta.B is not None,
        "law_consistency": bool(view.consistency),
        "law_bounds": plan.law.adapts,
        "law_estimates": plan.law.adapts,
        **dict.fromkeys(plan.law.pieces, True),
        "law_feedback": plan.law.adapts and matrices,
        f"law_{plan.law.name}": True,
        "law_adaptive": plan.law.adapts,
        "law_init": True,
        f"law_{_step_template(plan)}": True,
    }
    return tuple(fill(f"c/{piece}.c.jinja", view).rstrip("\n") for piece, there in wanted.items() if there)


def _target(plan: Plan) -> Target:
    return Target(plan.name, plan.robot, plan.options.scalar)


def _step_template(plan: Plan) -> str:
    if plan.law.memory:
        return f"{plan.law.name}_step"
    return "adaptive_step" if plan.law.adapts else "step"


def declarations(plan: Plan, facts: Facts) -> str:
    """Return what Python calls, for cffi."""
    view = c_law_view(plan, facts)
    gains = "\n".join(view.gains)
    members = "\n".join(view.members)
    types = f"typedef struct {{\n{gains}\n}} {plan.name}_gains;\ntypedef struct {{\n{members}\n}} {plan.name};\n"
    return types + "".join(f"{prototype};\n" for prototype in (view.init, view.law, view.step))


def c_law_view(plan: Plan, facts: Facts) -> CLawView:
    """Return the view of a law's C files, without the functions."""
    scalar, name = plan.options.scalar, plan.name
    macro = name.upper()
    suffix = "f" if scalar == "float" else ""
    values = plan.theta.values or ()
    return CLawView(
        banner=facts.banner,
        title=f"{plan.law.summary}, for the robot '{plan.robot}'.",
        equations=plan.law.equations,
        usage=_usage(plan),
        robot=plan.robot,
        name=name,
        macro=macro,
        scalar=scalar,
        largest=LARGEST[scalar],
        smallest=SMALLEST[scalar],
        epsilon=EPSILON[scalar],
        bits=BITS[scalar],
        exponent_bits=EXPONENT_BITS[scalar],
        minus_infinity_bits=MINUS_INFINITY_BITS[scalar],
        sqrt=f"sqrt{suffix}",
        fabs=f"fabs{suffix}",
        n=plan.n,
        nn=plan.n * plan.n,
        u=plan.u,
        k=plan.k,
        nk=plan.n * plan.k,
        needs_math=plan.law.uses_math or bool(_consistency(plan)),
        theta_remark="entries of theta",
        theta_comment=_theta_comment(plan),
        theta_table=tuple(f"theta[{i}]  {one}" for i, one in enumerate(plan.theta.names)),
        theta_values=lines_of([c_number(to_float(value), scalar) for value in values]),
        codes=code_rows(plan, macro),
        gains=tuple(gain_row(gain, scalar) for gain in plan.gains),
        members=member_rows(plan),
        default_gains=tuple(line for gain in plan.gains for line in _default_lines(gain, scalar)),
        init=prototype(plan, "init"),
        law=prototype(plan, "law"),
        torque=prototype(plan, "torque"),
        step=prototype(plan, "step"),
        init_comment=init_comment(plan),
        law_comment=law_comment(plan),
        step_comment=step_comment(plan),
        checks=check_lines(plan, macro),
        start=_start_lines(plan),
        parameters=_parameters(plan),
        parameter_lines=parameter_lines(plan),
        pi=_pi(plan),
        pi_argument=f", {_pi(plan)}" if _pi(plan) else "",
        gradient_lines=gradient_lines(plan),
        law_arguments=", ".join(("self", *STATE, *plan.law.more_inputs, "tau")),
        consistency=_consistency(plan),
        bodies=tuple("{" + ", ".join(f"{i}u" for i in ten) + "}," for ten in plan.theta.bodies),
        body_count=len(plan.theta.bodies),
        sweeps=SWEEPS,
        unit_matrix="{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}",
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


def _default_lines(gain: SizedGain, scalar: str) -> list[str]:
    if gain.is_choice:
        return [f"{int(gain.default[0])}, /* {gain.name} */"]
    texts = [c_number(value, scalar) for value in gain.default]
    if not gain.shape:
        return [f"{texts[0]}, /* {gain.name} */"]
    rows = [texts[i : i + gain.shape[-1]] for i in range(0, len(texts), gain.shape[-1])]  # of a matrix, one a line
    return [f"/* {gain.name} */ {{", *(f"    {line}" for row in rows for line in lines_of(row)), "},"]


def _start_lines(plan: Plan) -> tuple[str, ...]:
    lines: list[str] = []
    if plan.u:
        first = [f"{INDENT}self->theta[j] = theta[j];"]
        if plan.law.adapts:
            within = f"{plan.name}_within(theta[j], self->gains.theta_min[j], self->gains.theta_max[j])"
            first = [f"{INDENT}self->theta[j] = {within};", f"{INDENT}self->theta_start[j] = self->theta[j];"]
        lines += [f"for (size_t j = 0; j < {plan.u}u; ++j) {{", *first, "}"]
    for one in plan.memory:
        if one.shape:
            lines += [f"for (size_t j = 0; j < {one.size}u; ++j) {{", f"{INDENT}self->{one.name}[j] = 0;", "}"]
        else:
            lines.append(f"self->{one.name} = 0;")
    return tuple(lines)


def _parameters(plan: Plan) -> tuple[str, ...]:
    """Lines at the head of a law that make pi of theta, where it is not theta itself."""
    if plan.theta.B is None:
        return ()
    return (f"{plan.options.scalar} pi[{plan.k}];", f"{plan.name}_parameters(self->theta, pi);")


def _pi(plan: Plan) -> str:
    """Where the kernels' parameters are; nowhere if they are baked in."""
    if plan.options.fold:
        return ""
    return "pi" if plan.theta.B is not None else "self->theta"


def _consistency(plan: Plan) -> tuple[str, ...]:
    if not plan.law.adapts or not plan.theta.bodies:
        return ()
    return (
        "if (gains->body_floor > 0) {",
        f"{INDENT}wrong |= {plan.name}_make_consistent(gains->body_floor, theta);",
        "}",
    )
