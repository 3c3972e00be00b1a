"""`close` in Python: its module with all that its template may see, and how it is used."""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.emit.beside import BesideText
from symdyn.emit.facts import Facts
from symdyn.emit.loop_closing import FASTEST, ITERATIONS, SUMMARY, LoopClosing
from symdyn.emit.number_text import number_text
from symdyn.emit.templates import fill

USE = """```python
import {robot}_close

passive, status = {robot}_close.close(q)   # rows of samples close in order, each near the last; guess= for others
```"""


@dataclass(frozen=True, slots=True)
class PythonCloseView:
    """What the template of `close` shows."""

    banner: tuple[str, ...]
    robot: str
    names: str
    codes: tuple[str, ...]
    places: str
    turns: str
    closed_at: str
    fastest: str
    by_newton: bool
    iterations: int
    largest_gap: str


def python_close(closing: LoopClosing, facts: Facts) -> BesideText:
    """Write `close` as a module of NumPy."""
    view = PythonCloseView(
        banner=facts.banner,
        robot=closing.robot,
        names="".join(f'"{name}", ' for name in closing.names).rstrip(),
        codes=tuple(f"{name} = {code}  # {meaning}" for name, code, meaning in closing.codes),
        places=", ".join(map(str, closing.places)),
        turns=", ".join(map(str, closing.turns)),
        closed_at=", ".join(number_text(value, "double") for value in closing.closed_at),
        fastest=number_text(float(FASTEST), "double"),
        by_newton=closing.by_newton,
        iterations=ITERATIONS,
        largest_gap=number_text(closing.largest_gap(facts.options.scalar), "double"),
    )
    name = f"{closing.robot}_close"
    return BesideText(
        files={f"{name}.py": fill("python/close_module.py.jinja", view)},
        about={f"{name}.py": f"{SUMMARY}, in NumPy"},
        usage=USE.format(robot=closing.robot),
    )
