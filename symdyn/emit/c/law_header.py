"""What a law's C header declares: members of structs, return codes, functions, and what comments say of them."""

from __future__ import annotations

from math import prod
from zlib import crc32

from symdyn.emit.c.function import signature
from symdyn.emit.control_law import ControlLaw, LawGain
from symdyn.interface.rules import MEANINGS

RESET_COMMENT = (
    "/*",
    " * After a stop, or in place of another controller: start again with gains and estimates as they are. The first",
    " * torque is tau, what acts now; within start_time it becomes the law's. Returns 0, or NOT_FINITE: the controller",
    " * is then as it was.",
    " */",
)
COLUMN = 28  # where comments of members begin


def gain_row(gain: LawGain, scalar: str) -> str:
    """Declare a gain, with its meaning, unit and range."""
    about = gain.interface
    if about.is_choice:
        choices = ", ".join(f"{i}: {choice}" for i, choice in enumerate(about.choices))
        return _row(f"int {gain.name};", f"{gain.meaning}; {choices}")
    off = "; 0: off" if gain.off_at_zero else ""
    meaning = f"{gain.meaning} [{gain.unit}]; {MEANINGS[about.rule].range}{off}"
    return _row(f"{scalar} {gain.name}{_size(about.shape)};", meaning)


def member_rows(law: ControlLaw, scalar: str) -> tuple[str, ...]:
    """Declare what a controller holds."""
    rows = [f"{law.name}_gains gains;"]
    if law.u:
        what = "estimates" if law.adapts else "parameters of the model"
        rows.append(_row(f"{scalar} theta[{law.u}];", what))
    if law.adapts and not law.watches:
        rows.append(_row(f"{scalar} theta_start[{law.u}];", "estimates that it started with"))
    for one in law.memory:
        rows.append(_row(f"{'int' if one.whole else scalar} {one.name}{_size(one.shape)};", one.meaning))
    return tuple(rows)


def layout_number(law: ControlLaw, scalar: str) -> str:
    """Return a number that changes with names, sizes, order or type of what a controller holds."""
    rows = [*(gain_row(gain, scalar) for gain in law.gains), *member_rows(law, scalar)]
    return f"0x{crc32(' '.join(row.partition(';')[0] for row in rows).encode()):08x}u"


def _row(declaration: str, comment: str) -> str:
    return f"{declaration.ljust(COLUMN)} /* {comment} */"


def _size(shape: tuple[int, ...]) -> str:
    return f"[{prod(shape)}]" if shape else ""


def code_rows(law: ControlLaw) -> tuple[str, ...]:
    """Declare what init and step return."""
    macro = law.name.upper()
    return tuple(f"{macro}_{code} = {i}, /* {code.meaning} */" for i, code in enumerate(law.codes))


def prototype(law: ControlLaw, which: str, scalar: str) -> str:
    """Write the first line of init, law or step."""
    name, tau = law.name, f"{scalar} {law.output}[{law.n}]"
    states = [f"const {scalar} {one}[{law.n}]" for one in law.inputs]
    if which == "init":
        theta = [f"const {scalar} theta[{law.u}]"] if law.u else []
        return signature(f"{name}_init", [f"{name} *self", f"const {name}_gains *gains", *theta], "int")
    if which in ("set_theta", "reset"):
        given = f"theta[{law.u}]" if which == "set_theta" else f"tau[{law.n}]"
        return signature(f"{name}_{which}", [f"{name} *self", f"const {scalar} {given}"], "int")
    if which == "law":
        states += [f"const {scalar} {one}[{law.n}]" for one in law.more_inputs]
        rate = [f"{scalar} theta_dot[{law.u}]"] if law.adapts else []
        return signature(f"{name}_law", [f"const {name} *self", *states, tau, *rate], "void")
    return signature(f"{name}_step", [f"{name} *self", f"{scalar} dt", *states, tau], "int")


def init_comment(law: ControlLaw) -> tuple[str, ...]:
    """Say what init does."""
    theta = (" and estimates" if law.watches else " and parameters") if law.u else ""
    if law.adapts and not law.watches:
        return (
            "/*",
            " * Start with gains and estimates; an estimate outside its bounds starts at the nearest. Returns 0, or",
            " * which of them cannot be used: the controller is then as it was.",
            " */",
        )
    return (
        f"/* Start with gains{theta}. Returns 0, or which of them cannot be used: the controller is then as it was. */",
    )


def set_theta_comment(law: ControlLaw) -> tuple[str, ...]:
    """Say what set_theta does."""
    what = "Go on with other estimates" if law.adapts else "Go on with other parameters"
    bounds = ", within their bounds" if law.adapts and not law.watches else ""
    return (f"/* {what}{bounds}. Returns 0, or why they cannot be: the controller is then as it was. */",)


def law_comment(law: ControlLaw) -> tuple[str, ...]:
    """Say what law does."""
    rate = ", and the rate of the estimates" if law.adapts else ""
    return (f"/* The law itself, in continuous time: the torque{rate}. Changes nothing. */",)


def step_comment(law: ControlLaw) -> tuple[str, ...]:
    """Say what step does."""
    if law.watches:
        return (
            "/*",
            " * Take in the last dt seconds: q and qd now, and the torque that there was (held, or its mean). error is",
            " * by how much torques behind the filter were not expected. After a dt longer than 1/a the filter begins",
            " * anew. Returns 0, or why nothing was taken in: error is then zero.",
            " */",
        )
    if law.has_own_codes:
        zero = "after BAD_TIME_STEP and NOT_FINITE tau is that of before"
        return (f"/* The torque for the next dt seconds. Returns 0, or one of the codes above; {zero}. */",)
    if not law.adapts:
        return (
            "/* The torque for the next dt seconds. Returns 0, or why there is none: tau is then that of before. */",
        )
    return (
        "/*",
        " * The torque for the next dt seconds, and the estimates after them. Returns 0, or why there are none: tau is",
        " * then that of the step before and the controller as it was.",
        " */",
    )
