"""Bodies behind identified parameters: those that have them, or the nearest that can exist.

Noise often carries minimal parameters to where no bodies are. Then the fit is made again among real bodies: least
squares over the full vector, every body's pseudo-inertia positive semidefinite, friction and rotor inertia not
negative; and ever so slightly towards the file's values, which decides what no torque shows. It is a convex problem
(Clarabel); whether its answer is one is judged by `physical_bodies`, body by body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from symdyn.identification.cones import cones_of, length_of
from symdyn.identification.fit.factor import Factor, triangle
from symdyn.identification.logs.log import Array
from symdyn.identification.physical import find_physical_parameters, physical_bodies
from symdyn.identification.recover import full_parameters, nominal_vector
from symdyn.identification.vectors import minimal_matrix
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot

TOWARDS_FILE = 1e-6  # weight of a deviation from the file's values, beside what the data weighs a body or an effect
LEAST_WEIGHT = 1e-6  # of the largest length of a column: bodies that no torque shows are held by no less
INSIDE = 1e-7  # of the size: how far inside the cones the fit stays, so that rounding does not carry it out


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """A full vector, and what it is: real bodies with the identified parameters, the nearest real ones, or neither."""

    full: Array
    outcome: Literal["real", "nearest", "not real", "not asked"]
    note: str = ""


def bodies_behind(robot: Robot, pi: Array, factors: Sequence[Factor], noise: Array, *, search: bool) -> Bodies:
    """Find bodies for minimal parameters."""
    if not search:
        return Bodies(full_parameters(robot, pi), "not asked")
    found = find_physical_parameters(robot, pi)
    if found.outcome == "feasible":
        return Bodies(found.parameters, "real")
    try:
        full = _constrained_fit(robot, factors, noise)
    except ImportError:
        note = "no real bodies have these parameters; with Clarabel (pip install clarabel) the nearest are found"
        return Bodies(full_parameters(robot, pi), "not real", note)
    if full is None or not all(verdict.physical for verdict in physical_bodies(robot, full)):
        return Bodies(full_parameters(robot, pi), "not real", "no real bodies were found near these parameters")
    return Bodies(full, "nearest", "no real bodies have the parameters of the plain fit; these are the nearest")


def _constrained_fit(robot: Robot, factors: Sequence[Factor], noise: Array) -> Array | None:
    """Least squares among real bodies; None where the solver gives up."""
    import clarabel
    from scipy import sparse

    W, nominal = minimal_matrix(robot), nominal_vector(robot)
    R = triangle(np.vstack([factor.R / s for factor, s in zip(factors, noise, strict=True)]))
    A, y = R[:-1, : len(W)], R[:-1, -1]
    more = R[:-1, len(W) : -1]  # columns that a robot file cannot hold: free to fit whatever bodies leave
    if more.shape[1]:
        Q = np.linalg.qr(more)[0]
        A, y = A - Q @ (Q.T @ A), y - Q @ (Q.T @ y)
    cones = cones_of(robot, length_of(bind_symbols(robot)))
    constrained = cones.constrained
    free = np.setdiff1d(np.arange(len(nominal)), constrained)
    back = np.linalg.inv(cones.scaling)
    columns = np.hstack([A @ W[:, constrained] @ back, A @ W[:, free]])
    start = np.concatenate([cones.scaling @ nominal[constrained], nominal[free]])
    scale = float(np.abs(columns).max()) or 1.0
    columns, y = columns / scale, y / scale
    towards = TOWARDS_FILE * _weights(columns, cones.bodies)
    P = columns.T @ columns + np.diag(towards)
    q = -columns.T @ y - towards * start
    G, h, kinds = _constraints(cones.bodies, cones.half_lines, len(start), INSIDE * float(np.abs(start).max()))
    vanishing = [i for i, parameter in enumerate(robot.full_parameters) if parameter.vanishes]
    if vanishing:
        held = np.zeros((len(vanishing), len(start)))
        place = {int(j): i for i, j in enumerate(constrained)}
        for row, j in enumerate(vanishing):
            held[row, : len(constrained)] = back[place[j]]
        G, h, kinds = np.vstack([held, G]), np.concatenate([np.zeros(len(held)), h]), [("zero", len(held)), *kinds]
    made = {
        "zero": clarabel.ZeroConeT,
        "not negative": clarabel.NonnegativeConeT,
        "semidefinite": clarabel.PSDTriangleConeT,
    }
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    problem = (sparse.triu(sparse.csc_matrix(P)).tocsc(), q, sparse.csc_matrix(G), h)
    solved = clarabel.DefaultSolver(*problem, [made[kind](size) for kind, size in kinds], settings).solve()
    if str(solved.status) not in ("Solved", "AlmostSolved"):
        return None
    x = np.array(solved.x)
    full = nominal.copy()
    full[constrained] = back @ x[: len(constrained)]
    full[free] = x[len(constrained) :]
    full[vanishing] = 0.0
    return full


def _weights(columns: Array, bodies: Array) -> Array:
    """What a unit of every coordinate weighs: of a body as much as its heaviest entry, of others their own columns."""
    squares = (columns**2).sum(axis=0)
    for ten in bodies:
        squares[ten] = squares[ten].max()
    return np.asarray(np.maximum(squares, LEAST_WEIGHT**2 * squares.max(initial=0.0)))


def _constraints(
    bodies: Array, half_lines: Array, size: int, inside: float
) -> tuple[Array, Array, list[tuple[str, int]]]:
    """G x + s = h with s in cones: entries of half-lines, and every body's matrix by columns of its upper triangle."""
    G, h, kinds = [], [], []
    if len(half_lines):
        G.append(-np.eye(size)[half_lines])
        h.append(np.zeros(len(half_lines)))
        kinds.append(("not negative", len(half_lines)))
    order = {(int(i), int(j)): k for k, (i, j) in enumerate(zip(*np.triu_indices(4), strict=True))}
    by_columns = [order[i, j] for j in range(4) for i in range(j + 1)]
    diagonal = np.array([1.0 if i == j else 0.0 for j in range(4) for i in range(j + 1)])
    for ten in bodies:
        G.append(-np.eye(size)[ten[by_columns]])
        h.append(-inside * diagonal)
        kinds.append(("semidefinite", 4))
    return np.vstack(G), np.concatenate(h), kinds
