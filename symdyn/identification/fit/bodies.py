"""Bodies behind identified parameters: those that have them, or the nearest that can exist.

Noise often carries minimal parameters to where no bodies are. Then the fit is made again among real bodies: least
squares over the full vector, every body's pseudo-inertia positive semidefinite, friction and rotor inertia not
negative; and ever so slightly towards the file's values, which decides what no torque shows. With an entropic prior the
fit is always made so, and bodies are drawn towards those of another file. These are convex problems (`conic`); whether
an answer is one is judged by `physical_bodies`, body by body.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from symdyn.identification.cones import cones_of, length_of
from symdyn.identification.conic import Rows, available, minimised, real_bodies
from symdyn.identification.fit.entropy import Entropic, entropy_of
from symdyn.identification.fit.factor import Factor, triangle
from symdyn.identification.fit.held import Held
from symdyn.identification.logs.log import Array
from symdyn.identification.physical import find_physical_parameters, physical_bodies
from symdyn.identification.recover import full_parameters, nominal_vector
from symdyn.identification.vectors import minimal_matrix
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot

TOWARDS_FILE = 1e-6  # weight of a deviation from the file's values, beside what the data weighs a body or an effect
LEAST_WEIGHT = 1e-6  # of the largest length of a column: bodies that no torque shows are held by no less
INSIDE = 1e-7  # of the size: how far inside the cones the fit stays, so that rounding does not carry it out
NEAREST = "no real bodies have the parameters of the plain fit; these are the nearest"


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """A full vector, and what it is: real bodies with the identified parameters, the nearest real ones, or neither."""

    full: Array
    outcome: Literal["real", "nearest", "entropic", "not real", "not asked"]
    note: str = ""


def bodies_behind(
    robot: Robot,
    pi: Array,
    factors: Sequence[Factor],
    noise: Array,
    held: Held,
    *,
    search: bool,
    entropic: Entropic | None = None,
) -> Bodies:
    """Find bodies for minimal parameters; ``noise`` is what an independent row of every joint has."""
    if not search:
        return Bodies(full_parameters(robot, pi), "not asked")
    if entropic is None:
        found = find_physical_parameters(robot, pi)
        if found.outcome == "feasible":
            return Bodies(found.parameters, "real")
        if not available():
            note = "no real bodies have these parameters, it seems; Clarabel (pip install clarabel) finds the nearest"
            return Bodies(full_parameters(robot, pi), "not real", note)
    full = _constrained_fit(robot, [held.without(factor) for factor in factors], noise, held, entropic)
    if full is None or not all(verdict.physical for verdict in physical_bodies(robot, full)):
        return Bodies(full_parameters(robot, pi), "not real", "no real bodies were found near these parameters")
    return Bodies(full, "nearest", NEAREST) if entropic is None else Bodies(full, "entropic", entropic.note)


def _constrained_fit(
    robot: Robot, factors: Sequence[Factor], noise: Array, held: Held, entropic: Entropic | None
) -> Array | None:
    """Least squares among real bodies; None where the solver gives up."""
    W, nominal = minimal_matrix(robot), nominal_vector(robot)
    W = W[held.kept(len(W))]
    A, y = _rows(factors, noise)
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
    vanishing = [i for i, parameter in enumerate(robot.full_parameters) if parameter.vanishes]
    rows = []
    if vanishing:
        zero = np.zeros((len(vanishing), len(start)))
        zero[:, : len(constrained)] = back[np.searchsorted(constrained, vanishing)]
        rows.append(Rows("zero", zero, np.zeros(len(zero))))
    rows += real_bodies(cones, len(start), INSIDE * float(np.abs(start).max()))
    if entropic is not None:
        P, q, rows = entropy_of(cones, cones.scaling @ entropic.full[constrained], entropic.part * scale).added(
            P, q, rows
        )
    x = minimised(P, q, rows).x
    if x is None:
        return None
    full = nominal.copy()
    full[constrained] = back @ x[: len(constrained)]
    full[free] = x[len(constrained) : len(start)]
    full[vanishing] = 0.0
    return full


def _rows(factors: Sequence[Factor], noise: Array) -> tuple[Array, Array]:
    """The rows of all joints, by their noise."""
    R = triangle(np.vstack([factor.R / s for factor, s in zip(factors, noise, strict=True)]))
    return R[:-1, :-1], R[:-1, -1]


def _weights(columns: Array, bodies: Array) -> Array:
    """What a unit of every coordinate weighs: of a body as much as its heaviest entry, of others their own columns."""
    squares = (columns**2).sum(axis=0)
    for ten in bodies:
        squares[ten] = squares[ten].max()
    return np.asarray(np.maximum(squares, LEAST_WEIGHT**2 * squares.max(initial=0.0)))
