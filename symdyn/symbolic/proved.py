"""Prove equations before anybody reads them: at a random point of a finite field they give what the dynamics give.

The dynamics run on a full vector of parameters; equations take the combinations that their set makes of it. So the set,
the paper's formulation, the expansion and the arrangement are proved at once, against Newton and Euler's recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symdyn.errors import ProofError
from symdyn.kernels import KERNELS
from symdyn.kernels.point import Point
from symdyn.papers.formulation import usual_outputs
from symdyn.papers.table import FORMULATIONS
from symdyn.parameters.forms.form import pivots_in
from symdyn.symbolic.equations import Equation
from symdyn.symbolic.model import Model
from symdyn.symbolic.value_at import PointValues


def prove_equations(model: Model, equations: Sequence[Equation]) -> None:
    """Raise a ProofError where an equation is not what the dynamics give."""
    rows = [equation for equation in equations if equation.kernel and not isinstance(equation.right, list)]
    if not rows:
        return
    form = model.form
    T = pivots_in(model.robot, form)
    point = Point(model.robot, {x for matrix in (form.rows, T) for row in matrix for x in row})
    values = PointValues(model, point)
    expected = {kernel: _expected(model, point, kernel, T) for kernel in {equation.kernel for equation in rows}}
    for equation in rows:
        if values(equation.right) != expected[equation.kernel][equation.index]:
            raise _fault(model, f"{equation.name} is not what the dynamics give")


def _fault(model: Model, what: str) -> ProofError:
    return ProofError(f"{model.robot.name}: {what}; nothing is printed; please report it")


def _expected(model: Model, point: Point, kernel: str, T: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Return what a kernel or a paper's formulation must give at a point, in the parameters of the model's form."""
    if kernel in FORMULATIONS:
        formulation = FORMULATIONS[kernel]
        expected = formulation.expected(model.robot, usual_outputs(formulation, point.outputs))
        own = [x for port in point.outputs(formulation.kernel(model.robot)).values() for x in port]
        if any(a != b for a, b in zip(own, expected, strict=True)):
            raise _fault(model, f"the formulation {kernel} is not what the dynamics give")
        return expected
    ((_, found),) = point.outputs(KERNELS[kernel]).items()
    if kernel != "regressor" or model.form.is_pivot:
        return found
    size, columns = len(T), [[point.embedding(x) for x in column] for column in zip(*T, strict=True)]
    rows = [found[i : i + size] for i in range(0, len(found), size)]
    return [sum(y * x for y, x in zip(row, column, strict=True)) for row in rows for column in columns]
