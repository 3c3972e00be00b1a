"""A law's twin in Python: all that its template may see."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symdyn.algebra.decimals import to_float
from symdyn.control.numbers import lines_of, python_number
from symdyn.control.plan import Plan, SizedGain
from symdyn.control.program import LawProgram, law_program
from symdyn.control.start import Test
from symdyn.emit import Facts
from symdyn.emit.python.routine_expression import Expressions
from symdyn.emit.python.unit import python_unit
from symdyn.emit.templates import fill
from symdyn.interface import STATE


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
    functions: tuple[str, ...]
    methods: tuple[str, ...]


def python_law_text(plan: Plan, facts: Facts) -> str:
    """Return the module of a law."""
    return fill("python/law_module.py.jinja", _view(plan, facts, law_program(plan)))


def _view(plan: Plan, facts: Facts, program: LawProgram) -> PythonLawView:
    inputs, values = ", ".join((*STATE, *plan.law.more_inputs)), plan.theta.values
    text = python_unit(program.unit, [program.start, *(one for one in program.unit.routines if one.name != "init")])
    return PythonLawView(
        banner=facts.banner,
        title=f"{plan.law.summary}, for the robot '{plan.robot}'.",
        equations=plan.law.equations,
        robot=plan.robot,
        name=plan.name,
        u=plan.u,
        head=text.head,
        theta_names=plan.theta.names,
        theta_values=lines_of([python_number(to_float(value)) for value in values or ()]),
        theta_default="THETA" if values else ("()" if not plan.u else "None"),
        default_gains=tuple(_table(gain) for gain in plan.gains),
        checks=tuple(_check_lines(program, program.gain_tests)),
        theta_checks=tuple(_check_lines(program, program.theta_test)),
        start_arguments="theta" if plan.u else "",
        law_arguments=inputs,
        law_results="tau, theta_dot" if plan.law.adapts else "tau",
        converted=f'_array(x, (N,), "an input") for x in ({inputs})',
        functions=text.functions,
        methods=text.methods,
    )


def _table(gain: SizedGain) -> Table:
    return Table(gain.name, lines_of([python_number(value) for value in gain.default]), "DTYPE", str(gain.shape))


def _check_lines(program: LawProgram, tests: Iterable[Test]) -> Iterable[str]:
    writer = Expressions(program.unit, program.unit.routine("init"))
    for test in tests:
        yield f"if {writer.text(test.bad)}:"
        yield f'    raise ValueError("{test.name} must be {test.must_be}")'
