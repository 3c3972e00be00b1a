"""The regressor in another minimal set: the paper's SP1..SP6 instead of ours, or Lin's combinations."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from symdyn.errors import InputError
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.symbolic.exact_expression import constant, expression
from symdyn.symbolic.model import Model


def regressor_in(model: Model, definitions: Mapping[str, sp.Expr]) -> sp.ImmutableDenseMatrix:
    """Return the regressor whose columns multiply the parameters defined, each linear in the full parameters.

    The definitions must be a minimal set themselves: as many as `pi`, and able to express it.
    """
    n, k = model.robot.n, len(model.pi)
    pi_from_new = _map_to_pi(model, definitions)
    columns = [[constant(pi_from_new[i, j]) for i in range(k)] for j in range(k)]
    entries = model.polynomials("regressor")
    rows = []
    for i in range(n):
        row = entries[i * k : (i + 1) * k]
        totals = [sum((y * x for y, x in zip(row, column, strict=True) if x), start=row[0] * 0) for column in columns]
        rows.append([model.expression(total) for total in totals])
    return sp.ImmutableDenseMatrix(rows)


def _map_to_pi(model: Model, definitions: Mapping[str, sp.Expr]) -> sp.Matrix:
    """Return T with pi = T * new; T L = W for the coefficients L of the new set and W of ours, 1 at its pivots."""
    L = sp.Matrix([[sp.expand(x).coeff(p) for p in model.parameters] for x in definitions.values()])
    minimal = minimal_parameters(model.robot)
    if L.shape[0] != len(minimal.pivots):
        raise InputError(f"{L.shape[0]} parameters are defined; a minimal set has {len(minimal.pivots)}")
    T = inverse(L[:, list(minimal.pivots)])
    W = sp.Matrix([[expression(x) for x in row] for row in minimal.matrix])
    if T is None or (T * L - W).applyfunc(sp.expand) != sp.zeros(*W.shape):
        raise InputError("the parameters defined are no minimal set: they cannot express the minimal parameters")
    return T


def inverse(matrix: sp.Matrix) -> sp.Matrix | None:
    """Return the exact inverse of a matrix, None where there is none."""
    try:
        return DomainMatrix.from_Matrix(sp.Matrix(matrix)).to_field().inv().to_Matrix()
    except sp.polys.matrices.exceptions.DMNonInvertibleMatrixError:
        return None
