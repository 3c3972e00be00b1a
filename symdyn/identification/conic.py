"""Convex problems over real bodies, solved by Clarabel, an optional extra; nobody believes its answers unseen.

    minimise xᵀ P x / 2 + qᵀ x   subject to   h - G x in a product of cones

What comes back is x, or the multipliers z of the rows, which prove that there is no x: Gᵀ z = 0, hᵀ z < 0, z in the
dual cones. Callers compute anew what x or z says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

import numpy as np

from symdyn.identification.cones import Cones

Kind = Literal["zero", "not negative", "semidefinite", "exponential"]
SOLVED = ("Solved", "AlmostSolved")
INFEASIBLE = ("PrimalInfeasible", "AlmostPrimalInfeasible")


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Rows h - G x in a cone; of "semidefinite", the entries of ``order`` columns of an upper triangle, √2 off it."""

    kind: Kind
    G: np.ndarray
    h: np.ndarray
    order: int = 4


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """A minimum, or multipliers that prove that there is none; neither where the solver gave up."""

    x: np.ndarray | None = None
    multipliers: np.ndarray | None = None


def available() -> bool:
    """Whether there is a solver."""
    return find_spec("clarabel") is not None and find_spec("scipy") is not None


def minimised(P: np.ndarray, q: np.ndarray, rows: Sequence[Rows]) -> Answer:
    """Solve a problem; an ImportError where there is no solver."""
    import clarabel
    from scipy import sparse

    made = {"zero": clarabel.ZeroConeT, "not negative": clarabel.NonnegativeConeT}
    cones = []
    for one in rows:
        if one.kind == "semidefinite":
            cones.append(clarabel.PSDTriangleConeT(one.order))
        elif one.kind == "exponential":
            cones.append(clarabel.ExponentialConeT())
        else:
            cones.append(made[one.kind](len(one.h)))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    G = sparse.csc_matrix(np.vstack([one.G for one in rows]))
    h = np.concatenate([one.h for one in rows])
    solved = clarabel.DefaultSolver(sparse.triu(sparse.csc_matrix(P)).tocsc(), q, G, h, cones, settings).solve()
    status = str(solved.status)
    return Answer(
        x=np.array(solved.x) if status in SOLVED else None,
        multipliers=np.array(solved.z) if status in INFEASIBLE else None,
    )


def real_bodies(cones: Cones, size: int, inside: float) -> list[Rows]:
    """Return the rows that keep the first coordinates of x, which has ``size``, in the cones, and away from the border.

    A body's matrix goes in by columns of its upper triangle, where its ten coordinates go by rows.
    """
    unit, found = -np.eye(size), []
    if len(cones.half_lines):
        found.append(Rows("not negative", unit[cones.half_lines], np.zeros(len(cones.half_lines))))
    order = {(int(i), int(j)): k for k, (i, j) in enumerate(zip(*np.triu_indices(4), strict=True))}
    by_columns = [order[i, j] for j in range(4) for i in range(j + 1)]
    diagonal = np.array([float(i == j) for j in range(4) for i in range(j + 1)])
    found += [Rows("semidefinite", unit[ten[by_columns]], -inside * diagonal) for ten in cones.bodies]
    return found


def nearest_real(cones: Cones, A: np.ndarray, b: np.ndarray, start: np.ndarray, inside: float) -> Answer:
    """Look for the real bodies nearest to ``start`` with A x = b; multipliers are those of A's rows."""
    size = len(start)
    rows = [Rows("zero", A, b), *real_bodies(cones, size, inside)]
    found = minimised(np.eye(size), -start, rows)
    return found if found.multipliers is None else Answer(multipliers=found.multipliers[: len(b)])
