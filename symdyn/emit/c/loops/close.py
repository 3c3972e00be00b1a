"""`close` in C: its header and source with all that their templates may see, its test, and how it is used."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.emit.beside import BesideText
from symdyn.emit.facts import Facts
from symdyn.emit.loop_closing import FASTEST, ITERATIONS, SUMMARY, LoopClosing
from symdyn.emit.number_text import number_text
from symdyn.emit.templates import fill

USE = """```c
#include "{robot}_close.h"

{scalar} passive[{macro}_PASSIVE];
const int code = {robot}_close(q, {robot}_closed_at, passive); /* 0 closed, 1 cannot close, 2 near singular */
```"""


@dataclass(frozen=True, slots=True)
class CCloseView:
    """What the templates of `close` show."""

    banner: tuple[str, ...]
    robot: str
    macro: str
    scalar: str
    suffix: str
    n: int
    joints: int
    count: int
    rates: int
    followers: tuple[str, ...]
    codes: tuple[str, ...]
    places: str
    turns: str
    closed_at: str
    coordinates: str
    fastest: str
    turn: str
    tolerance: str
    batch: bool
    by_newton: bool
    iterations: int
    largest_gap: str


def c_close(closing: LoopClosing, facts: Facts) -> BesideText:
    """Write `close` as C."""
    view = _view(closing, facts)
    name = f"{closing.robot}_close"
    return BesideText(
        files={
            f"{name}.h": fill("c/close_header.h.jinja", view),
            f"{name}.c": fill("c/close_source.c.jinja", view),
        },
        about={f"{name}.h": f"{SUMMARY}: return codes, functions", f"{name}.c": "the same, C99"},
        usage=USE.format(robot=closing.robot, scalar=view.scalar, macro=view.macro),
        selftest=fill("c/close_selftest.c.jinja", view).rstrip("\n"),
    )


def _view(closing: LoopClosing, facts: Facts) -> CCloseView:
    scalar = facts.options.scalar

    def numbers(values: tuple[float, ...]) -> str:
        return ", ".join(number_text(value, scalar) for value in values)

    return CCloseView(
        banner=facts.banner,
        robot=closing.robot,
        macro=closing.robot.upper(),
        scalar=scalar,
        suffix="f" if scalar == "float" else "",
        n=closing.n,
        joints=closing.joints,
        count=len(closing.places),
        rates=closing.joints * closing.n,
        followers=tuple(f"passive[{i}]  {name}" for i, name in enumerate(closing.names)),
        codes=_codes(closing),
        places=", ".join(f"{place}u" for place in closing.places),
        turns=", ".join(f"{int(turns)}u" for turns in closing.turns),
        closed_at=numbers(closing.closed_at),
        coordinates=numbers(closing.coordinates),
        fastest=number_text(float(FASTEST), scalar),
        turn=number_text(6.283185307179586, scalar),
        tolerance=number_text(1e-3, scalar),
        batch=facts.options.batch,
        by_newton=closing.by_newton,
        iterations=ITERATIONS,
        largest_gap=number_text(closing.largest_gap(scalar), scalar),
    )


def _codes(closing: LoopClosing) -> tuple[str, ...]:
    """Write the codes as entries of an enumeration."""
    macro, last = closing.robot.upper(), len(closing.codes) - 1
    return tuple(
        f"{macro}_{name} = {code}{'' if i == last else ','} /* {meaning} */"
        for i, (name, code, meaning) in enumerate(closing.codes)
    )
