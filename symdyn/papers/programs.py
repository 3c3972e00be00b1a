"""Formulations as programs, each proved equal to the usual kernels before anybody sees or counts it."""

from __future__ import annotations

from symdyn.errors import ProofError
from symdyn.ir.evaluate import evaluate
from symdyn.ir.program import Program
from symdyn.kernels.point import Point
from symdyn.model.robot import NumericRobot
from symdyn.papers.formulation import PaperFormulation, usual_outputs
from symdyn.parameters.forms.table import form_of
from symdyn.trace import trace_kernel


def trace_formulation(formulation: PaperFormulation, robot: NumericRobot) -> Program:
    """Return the program of a formulation; an InputError where the paper does not treat such robots."""
    return prove_formulation(trace_kernel(formulation.kernel(robot), robot), formulation, robot)


def prove_formulation(program: Program, formulation: PaperFormulation, robot: NumericRobot) -> Program:
    """Return a formulation's program, traced or optimised, or raise a ProofError where a usual kernel says otherwise.

    Both are evaluated at a random point of a finite field.
    """
    form = form_of(robot, formulation.form)
    point = Point(robot, {x for row in form.rows for x in row}, formulation.leaves_out)
    expected = formulation.expected(robot, usual_outputs(formulation, point.outputs))
    found = evaluate(program, {**point.inputs, "pi": point.combinations(form.rows)}, point.ring)
    if len(found) != len(expected) or any(a != b for a, b in zip(found, expected, strict=True)):
        what = f"{robot.name}: the formulation {formulation.name} differs from {' and '.join(formulation.usual)}"
        raise ProofError(f"{what}; please report it")
    return program
