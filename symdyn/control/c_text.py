"""Rows of a law's C header: members of structs, return codes."""

from __future__ import annotations

from symdyn.control.codes import BAD_THETA, EVERYWHERE, bad_gain
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.start import must_be
from symdyn.interface.rules import MEANINGS

COLUMN = 28  # where comments of members begin


def gain_row(gain: SizedGain, scalar: str) -> str:
    """Declare a gain, with its meaning, unit and range."""
    about = gain.gain
    if gain.is_choice:
        choices = ", ".join(f"{i}: {choice}" for i, choice in enumerate(about.choices))
        return _row(f"int {gain.name};", f"{about.meaning}; {choices}")
    off = "; 0: off" if about.default_rule == "0: off" else ""
    meaning = f"{about.meaning} [{about.unit}]; {MEANINGS[about.rule].range}{off}"
    return _row(f"{scalar} {gain.name}{_size(gain.size, gain.shape)};", meaning)


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
    gains = [bad_gain(gain.name, must_be(gain)) for gain in plan.gains]
    codes = [*EVERYWHERE, *gains, *((BAD_THETA,) if plan.u else ()), *plan.law.codes]
    return [(str(code), code.meaning) for code in codes]
