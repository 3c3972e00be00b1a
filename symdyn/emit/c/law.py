"""A control law in C: its header and source with all that their templates may see, its test, and how it is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symdyn.emit.beside import BesideText
from symdyn.emit.c.language import bounded_number
from symdyn.emit.c.law_header import (
    RESET_COMMENT,
    code_rows,
    gain_row,
    init_comment,
    law_comment,
    layout_number,
    member_rows,
    prototype,
    set_theta_comment,
    step_comment,
)
from symdyn.emit.c.routine_expression import Target
from symdyn.emit.c.selftest import law_selftest
from symdyn.emit.c.unit import c_unit, needs_math
from symdyn.emit.control_law import ControlLaw, LawGain, LawGolden
from symdyn.emit.facts import Facts
from symdyn.emit.number_text import lines_of
from symdyn.emit.templates import fill

PUBLIC = ("law", "init", "set_theta", "reset", "step")  # functions that others see
USE = """```c
#include "{name}.h"

static {name} controller;   /* {bytes} bytes, yours: as many controllers as you like */
{scalar} {declared};
{name}_gains gains = {name}_default_gains;   /* then change what you tune */

if ({name}_init(&controller, &gains{theta}) != 0) {{ /* a gain cannot be used: the code says which */ }}
if ({name}_step(&controller, {dt}, {passed}) != 0) {{ /* {otherwise} */ }}
```"""


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
    layout: str
    init: str
    set_theta: str
    reset: str
    law: str
    step: str
    init_comment: tuple[str, ...]
    set_theta_comment: tuple[str, ...]
    reset_comment: tuple[str, ...]
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


def c_law(law: ControlLaw, facts: Facts, golden: Callable[[], LawGolden | None]) -> BesideText:
    """Write a law as C."""
    header = _header(law, facts)
    return BesideText(
        files={
            f"{law.name}.h": fill("c/law_header.h.jinja", header),
            f"{law.name}.c": fill("c/law_source.c.jinja", _source(law, facts)),
        },
        about={f"{law.name}.h": f"{law.summary}: gains, state, functions", f"{law.name}.c": "the law, C99"},
        usage=_use(law, facts.options.scalar),
        selftest=law_selftest(law, facts, golden()),
        declarations=_declarations(header),
    )


def _declarations(header: CHeaderView) -> str:
    """Return what Python calls, for cffi."""
    gains, members, name = "\n".join(header.gains), "\n".join(header.members), header.name
    types = f"typedef struct {{\n{gains}\n}} {name}_gains;\ntypedef struct {{\n{members}\n}} {name};\n"
    return types + "".join(
        f"{prototype};\n"
        for prototype in (header.init, header.set_theta, header.reset, header.law, header.step)
        if prototype
    )


def _header(law: ControlLaw, facts: Facts) -> CHeaderView:
    scalar = facts.options.scalar
    return CHeaderView(
        banner=facts.banner,
        title=law.title,
        equations=law.equations,
        usage=_usage(law),
        robot=law.robot,
        name=law.name,
        macro=law.name.upper(),
        scalar=scalar,
        u=law.u,
        theta_remark="entries of theta",
        theta_comment=_theta_comment(law),
        theta_table=tuple(f"theta[{i}]  {one}" for i, one in enumerate(law.theta_names)),
        theta_values=_theta_values(law, scalar),
        codes=code_rows(law),
        gains=tuple(gain_row(gain, scalar) for gain in law.gains),
        members=member_rows(law, scalar),
        layout=layout_number(law, scalar),
        init=prototype(law, "init", scalar),
        set_theta=prototype(law, "set_theta", scalar) if law.u else "",
        reset="" if law.watches else prototype(law, "reset", scalar),
        law="" if law.watches else prototype(law, "law", scalar),
        step=prototype(law, "step", scalar),
        init_comment=init_comment(law),
        set_theta_comment=set_theta_comment(law),
        reset_comment=RESET_COMMENT,
        law_comment=law_comment(law),
        step_comment=step_comment(law),
    )


def _source(law: ControlLaw, facts: Facts) -> CSourceView:
    unit, scalar = law.program.unit, facts.options.scalar
    target = Target(law.name, law.robot, scalar)
    return CSourceView(
        banner=facts.banner,
        name=law.name,
        macro=target.macro,
        scalar=scalar,
        needs_math=needs_math(unit),
        default_gains=tuple(line for gain in law.gains for line in _default_lines(gain, scalar)),
        theta_values=_theta_values(law, scalar),
        pieces=c_unit(unit, target, {which: prototype(law, which, scalar) for which in PUBLIC}),
    )


def _usage(law: ControlLaw) -> tuple[str, ...]:
    if law.watches:
        return (
            "Call init once, then step at every sample: it takes in the torque since the last one, and changes the",
            "estimates. SI units. No allocation, no globals: any number of watchers, in any interrupt.",
        )
    kept = "changes what the controller remembers" if law.memory else "changes nothing"
    estimates = "changes the controller's estimates" if law.adapts else kept
    return (
        "Call init once, then step at every sample, with the time since the last one (at first the period): it",
        f"returns the torque to hold until the next one, and {estimates}.",
        "SI units. No allocation, no globals: any number of controllers, in any interrupt.",
    )


def _theta_comment(law: ControlLaw) -> str:
    what = "estimated" if law.adapts else "the model's parameters, constant"
    return f"{what}" + (f"; the robot file's values are in {law.name}_theta" if law.theta_values else ":")


def _theta_values(law: ControlLaw, scalar: str) -> tuple[str, ...]:
    return lines_of([bounded_number(value, scalar) for value in law.theta_values or ()])


def _default_lines(gain: LawGain, scalar: str) -> list[str]:
    about = gain.interface
    if about.is_choice:
        return [f"{int(about.default[0])}, /* {gain.name} */"]
    texts = [bounded_number(value, scalar) for value in about.default]
    if not about.shape:
        return [f"{texts[0]}, /* {gain.name} */"]
    rows = [texts[i : i + about.shape[-1]] for i in range(0, len(texts), about.shape[-1])]  # of a matrix, one a line
    return [f"/* {gain.name} */ {{", *(f"    {line}" for row in rows for line in lines_of(row)), "},"]


def _use(law: ControlLaw, scalar: str) -> str:
    theta = "" if not law.u else (f", {law.name}_theta" if law.theta_values is not None else ", theta")
    dt = "0.001f" if scalar == "float" else "0.001"
    vectors = (*law.inputs, law.output)
    return USE.format(
        name=law.name,
        bytes=law.state_bytes,
        scalar=scalar,
        declared=", ".join(f"{one}[{law.n}]" for one in vectors),
        passed=", ".join(vectors),
        otherwise="nothing was taken in" if law.watches else "tau is that of before: brake",
        theta=theta,
        dt=dt,
    )
