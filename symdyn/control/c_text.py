"""Rows of a law's C text: members of structs, return codes, checks of gains, parameters out of estimates."""

from __future__ import annotations

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.control.law import Rule
from symdyn.control.numbers import SMALLEST, c_number
from symdyn.control.plan import Plan, SizedGain
from symdyn.interface.rules import MEANINGS

COLUMN = 28  # where comments of members begin


def gain_row(gain: SizedGain, scalar: str) -> str:
    """Declare a gain, with its meaning, unit and range."""
    about = gain.gain
    if gain.is_choice:
        choices = ", ".join(f"{i}: {choice}" for i, choice in enumerate(about.choices))
        return _row(f"int {gain.name};", f"{about.meaning}; {choices}")
    off = "; 0: off" if about.default_rule == "0: off" else ""
    return _row(
        f"{scalar} {gain.name}{_size(gain.size, gain.shape)};",
        f"{about.meaning} [{about.unit}]; {MEANINGS[about.rule].range}{off}",
    )


def member_rows(plan: Plan) -> tuple[str, ...]:
    """Declare what a controller holds."""
    scalar = plan.options.scalar
    rows = [f"{plan.name}_gains gains;"]
    if plan.u:
        what = "estimates" if plan.law.adapts else "parameters of the model"
        rows.append(_row(f"{scalar} theta[{plan.u}];", what))
    if plan.law.adapts:
        rows.append(_row(f"{scalar} theta_start[{plan.u}];", "estimates that it started with"))
    for one in plan.memory:
        type_name = "int" if one.memory.whole else scalar
        rows.append(_row(f"{type_name} {one.name}{_size(one.size, one.shape)};", one.memory.meaning))
    return tuple(rows)


def _row(declaration: str, comment: str) -> str:
    return f"{declaration.ljust(COLUMN)} /* {comment} */"


def _size(size: int, shape: tuple[int, ...]) -> str:
    return f"[{size}]" if shape else ""


def code_rows(plan: Plan, macro: str) -> tuple[str, ...]:
    """Declare what init and step return."""
    return tuple(f"{macro}_{code} = {i}, /* {meaning} */" for i, (code, meaning) in enumerate(return_codes(plan)))


def return_codes(plan: Plan) -> list[tuple[str, str]]:
    """Names and meanings of what init and step return, from 0 on."""
    codes = [("OK", "done"), ("BAD_TIME_STEP", "dt is not a positive number")]
    codes.append(("NOT_FINITE", "an input, or what follows from it, is not a finite number"))
    codes += [(f"BAD_{gain.name.upper()}", f"{gain.name} must be {_must_be(gain)}") for gain in plan.gains]
    codes += [("BAD_THETA", "an estimate is not a finite number")] if plan.u else []
    return [*codes, *plan.law.codes]


def _must_be(gain: SizedGain) -> str:
    if gain.gain.above:
        return f"above {gain.gain.above}"
    return f"from 0 to {len(gain.gain.choices) - 1}" if gain.is_choice else MEANINGS[gain.gain.rule].demand


def check_lines(plan: Plan, macro: str) -> tuple[str, ...]:
    """Write the tests of init, each with its way out."""
    lines: list[str] = []
    for gain in plan.gains:
        lines += [f"if ({_is_bad(plan, gain)}) {{", f"    return {macro}_BAD_{gain.name.upper()};", "}"]
    if plan.u:
        largest = c_number(float("inf"), plan.options.scalar)
        finite = f"{plan.name}_at_least(theta, {plan.u}u, -{largest})"
        lines += [f"if (!{finite}) {{", f"    return {macro}_BAD_THETA;", "}"]
    return tuple(lines)


def _is_bad(plan: Plan, gain: SizedGain) -> str:
    name, rule = plan.name, gain.gain.rule
    if gain.is_choice:
        return f"gains->{gain.name} < 0 || gains->{gain.name} >= {len(gain.gain.choices)}"
    place = f"gains->{gain.name}" if gain.shape else f"&gains->{gain.name}"
    if rule is Rule.POSITIVE_DEFINITE:
        return f"!{name}_positive_definite({place})"
    if gain.name == "theta_min":
        return f"!{name}_are_lower(gains->theta_min, gains->theta_max)"
    if gain.name == "theta_max":
        return f"!{name}_are_upper(gains->theta_max)"
    least = SMALLEST[plan.options.scalar] if rule is Rule.POSITIVE else "0"
    above = f" || !(gains->{gain.name} > gains->{gain.gain.above})" if gain.gain.above else ""
    return f"!{name}_at_least({place}, {gain.size}u, {least}){above}"


def parameter_lines(plan: Plan) -> tuple[str, ...]:
    """Write pi = pi_0 + B theta, entry by entry; what is 0 or 1 is left out."""
    if plan.theta.B is None or plan.theta.pi_0 is None:
        return ()
    rows = zip(plan.theta.pi_0, plan.theta.B, strict=True)
    lines = [f"pi[{i}] = {_sum(constant, row, plan.options.scalar)};" for i, (constant, row) in enumerate(rows)]
    return tuple(lines)


def gradient_lines(plan: Plan) -> tuple[str, ...]:
    """Write w += B' g, entry by entry."""
    if plan.theta.B is None:
        return (f"for (size_t j = 0; j < {plan.u}u; ++j) {{", "    w[j] += g[j];", "}")
    columns = zip(*plan.theta.B, strict=True)
    return tuple(f"w[{j}] += {_sum(exact(0), column, plan.options.scalar, 'g')};" for j, column in enumerate(columns))


def _sum(constant: Exact, row: tuple[Exact, ...], scalar: str, vector: str = "theta") -> str:
    terms = [(weight, f"{vector}[{j}]") for j, weight in enumerate(row) if weight]
    text = c_number(to_float(constant), scalar) if constant or not terms else ""
    for weight, what in terms:
        value = to_float(weight)
        size = what if abs(value) == 1 else f"{c_number(abs(value), scalar)} * {what}"
        sign = "-" if value < 0 else "+"
        text += f" {sign} {size}" if text else (f"-{size}" if value < 0 else size)
    return text
