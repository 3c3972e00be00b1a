"""A control law in Python: its module with all that its template may see, and how it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from symdyn.emit.beside import BesideText
from symdyn.emit.control_law import ControlLaw, LawGain, LawGolden, LawProgram, Test
from symdyn.emit.facts import Facts
from symdyn.emit.number_text import lines_of
from symdyn.emit.python.language import bounded_number
from symdyn.emit.python.routine_expression import Expressions
from symdyn.emit.python.unit import python_unit
from symdyn.emit.templates import fill

USE = """```python
import {name}

controller = {name}.Controller({start})
{output} = controller.step(0.001, {inputs})
```"""


@dataclass(frozen=True, slots=True)
class Table:
    """An array of numbers."""

    name: str
    lines: tuple[str, ...]
    dtype: str
    shape: str


@dataclass(frozen=True, slots=True)
class PythonLawView:
    """What the Python template of laws shows."""

    banner: tuple[str, ...]
    title: str
    equations: tuple[str, ...]
    robot: str
    name: str
    u: int
    head: tuple[str, ...]
    theta_names: tuple[str, ...]
    theta_values: tuple[str, ...]
    theta_default: str
    default_gains: tuple[Table, ...]
    checks: tuple[str, ...]
    theta_checks: tuple[str, ...]
    start_arguments: str
    law_arguments: str
    law_results: str
    converted: str
    watches: bool
    wrong_dt: str
    has_law: bool
    inputs: str
    output: str
    returned: str
    functions: tuple[str, ...]
    methods: tuple[str, ...]


def python_law(law: ControlLaw, facts: Facts, golden: Callable[[], LawGolden | None]) -> BesideText:
    """Write a law as a module of NumPy, which has no self-test of its own."""
    return BesideText(
        files={f"{law.name}.py": python_law_text(law, facts)},
        about={f"{law.name}.py": "the same law in NumPy"},
        usage=USE.format(
            name=law.name,
            start="" if law.theta_values is not None else "theta=theta",
            output=law.output,
            inputs=", ".join(law.inputs),
        ),
    )


def python_law_text(law: ControlLaw, facts: Facts) -> str:
    """Return the module of a law; kept with it: files, golden vectors and the proof need the same."""
    if law.memo.get("facts") is not facts:
        law.memo.update(facts=facts, python=fill("python/law_module.py.jinja", _view(law, facts, law.program)))
    text: str = law.memo["python"]
    return text


def _view(law: ControlLaw, facts: Facts, program: LawProgram) -> PythonLawView:
    inputs, values = ", ".join((*law.inputs, *law.more_inputs)), law.theta_values
    text = python_unit(program.unit, [program.start, *(one for one in program.unit.routines if one.name != "init")])
    return PythonLawView(
        banner=facts.banner,
        title=law.title,
        equations=law.equations,
        robot=law.robot,
        name=law.name,
        u=law.u,
        head=text.head,
        theta_names=law.theta_names,
        theta_values=lines_of([bounded_number(value) for value in values or ()]),
        theta_default="THETA" if values else ("()" if not law.u else "None"),
        default_gains=tuple(_table(gain) for gain in law.gains),
        checks=tuple(_check_lines(program, program.gain_tests)),
        theta_checks=tuple(_check_lines(program, program.theta_test)),
        start_arguments="theta" if law.u else "",
        law_arguments=inputs,
        law_results="tau, theta_dot" if law.adapts else "tau",
        converted=f'_array(x, (N,), "an input") for x in ({inputs})',
        watches=law.watches,
        has_law=not law.watches,
        wrong_dt="dt must be positive" if law.watches else "dt must be positive, and at most dt_max",
        inputs=", ".join(law.inputs),
        output=law.output,
        returned="by how much torques were not expected" if law.watches else "the torque",
        functions=text.functions,
        methods=text.methods,
    )


def _table(gain: LawGain) -> Table:
    about = gain.interface
    return Table(gain.name, lines_of([bounded_number(value) for value in about.default]), "DTYPE", str(about.shape))


def _check_lines(program: LawProgram, tests: Iterable[Test]) -> Iterable[str]:
    writer = Expressions(program.unit, program.unit.routine("init"))
    for test in tests:
        yield f"if {writer.text(test.bad)}:"
        yield f'    raise ValueError("{test.name} must be {test.must_be}")'
