"""Are there bodies with these parameters? Verdicts on a full vector, and a search for one behind minimal parameters.

Minimal parameters fix only combinations of the full ones. `find_physical_parameters` looks for a full vector of real
bodies with the same combinations, and answers in one of three ways, the first two with a proof:

    feasible     a vector with W φ = π whose bodies all exist: judged anew, body by body
    infeasible   weights y with yᵀπ < 0, while yᵀW φ >= 0 for every φ of real bodies: computed anew
    undecided    neither was found: π lies on the border, or only bodies of unbounded size come near

The search is a convex problem for Clarabel. Without that optional package, projections to and fro between W φ = π and
the cone find most vectors, and prove nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from symdyn.identification.cones import NOT_NEGATIVE, pseudo_inertia
from symdyn.identification.conic import available, nearest_real
from symdyn.identification.problem import Problem, Separation, problem_of
from symdyn.identification.recover import nearest, nominal_vector
from symdyn.identification.vectors import Values, minimal_matrix, parameter_vector, pi_vector
from symdyn.model.conventions import about_com
from symdyn.model.plausibility import implausible
from symdyn.model.robot import Robot

# Rods, plates and point masses lie on the border, where rounding (1e-16) must not decide; decimals are coarser by far.
RELATIVE_TOLERANCE = 1e-9
MARGIN = 1e-7  # of the size: projections aim this far inside the cone, and so arrive
FEW = 50  # projections that show where bodies fail, once it is proved that they must
ENOUGH = 1e6  # a certificate counts if it rules out bodies up to this size; sizes relative to the nearest vector's


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a body, or a joint parameter, can be real.

    `margin` is the smallest eigenvalue of the body's pseudo-inertia (kg, m), or the joint parameter itself; `reason` is
    empty if it can.
    """

    name: str
    physical: bool
    margin: float
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PhysicalSearch:
    """What is known about bodies behind minimal parameters.

    `parameters` is the physical vector, or the nearest one found; `residual` is the largest entry of W φ - π, and
    `margin` the smallest of the `verdicts` on it. `iterations` counts projections.
    """

    outcome: Literal["feasible", "infeasible", "undecided"]
    parameters: np.ndarray
    residual: float
    margin: float
    verdicts: tuple[Verdict, ...]
    separation: Separation | None
    iterations: int


def physical_bodies(robot: Robot, full: Values) -> tuple[Verdict, ...]:
    """Judge each body of a full vector, then each rotor inertia, viscous and Coulomb friction.

    A body needs a positive mass and a positive semidefinite pseudo-inertia (see `cones`); one whose ten are all zero
    is none, and passes.
    """
    vector = parameter_vector(robot, full)
    position = {name: i for i, name in enumerate(robot.parameter_names)}
    links = [joint.link for joint in robot.joints] + ([robot.load.body] if robot.load else [])
    bodies = [body for body in links if body.parameters]
    verdicts = [_judged(body.name, vector[[position[p.name] for p in body.parameters]]) for body in bodies]
    rounding = RELATIVE_TOLERANCE * float(np.abs(vector).max(initial=0.0))
    for name, i in position.items():
        if name.rpartition(".")[2] in NOT_NEGATIVE:
            value = float(vector[i])
            reason = f"it is negative ({value:.6g})" if value < -rounding else ""
            verdicts.append(Verdict(name, not reason, value, reason))
    return tuple(verdicts)


def _judged(name: str, ten: np.ndarray) -> Verdict:
    J = pseudo_inertia(ten)
    margin = float(np.linalg.eigvalsh(J)[0])
    reason = _objection(ten, J)
    return Verdict(name, not reason, margin, reason)


def _objection(ten: np.ndarray, J: np.ndarray) -> str:
    """Say why no body has these ten; empty if one has."""
    m, second_moments = float(ten[0]), float(np.trace(J[:3, :3]))
    if not ten.any():
        return ""
    if m <= 0:
        return f"its mass is {'negative' if m < 0 else 'zero, and other parameters are not'} ({m:.6g})"
    if second_moments < 0:
        return f"the trace of its inertia is negative ({2 * second_moments:.6g})"
    length = float(np.sqrt(second_moments / m)) or 1.0
    units = np.diag([1 / length] * 3 + [1.0]) / np.sqrt(m)  # now the trace is 2, whatever the body's size
    smallest = float(np.linalg.eigvalsh(units @ J @ units)[0])
    if smallest >= -RELATIVE_TOLERANCE:
        return ""
    xx, xy, yy, xz, yz, zz = about_com([float(entry) for entry in ten])[2]
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return implausible(tensor, m) or f"its pseudo-inertia has a negative eigenvalue ({smallest:.3g} of its size)"


def find_physical_parameters(
    robot: Robot, pi: Values, nominal: Values | None = None, *, iterations: int = 5000
) -> PhysicalSearch:
    """Look for a full vector of real bodies with given minimal parameters.

    Args:
        robot: the robot; its symbols are taken at their values, its structural zeros stay zero.
        pi: minimal parameters (pivot set), in their order or by name.
        nominal: a full vector near which to search; default: the file's values, 0 where it has none.
        iterations: most of the projections to and fro between W φ = π and the cone, where Clarabel is not installed or
            decides nothing.
    """
    wanted, start = pi_vector(robot, pi), nominal_vector(robot, nominal)
    first = nearest(robot, wanted, start, np.ones_like(start))
    if _all_physical(robot, first):
        return _search(robot, wanted, first, None, 0)
    problem = problem_of(robot, wanted, start, first)
    separation = None
    if available():
        inside = _nearest_inside(problem)
        if inside is not None and _all_physical(robot, inside):
            return _search(robot, wanted, inside, None, 0)
        separation = _separation(problem)
    x, count = _projected_to_and_fro(problem, iterations if separation is None else min(iterations, FEW))
    return _search(robot, wanted, problem.full(x), separation, count)


def _nearest_inside(problem: Problem) -> np.ndarray | None:
    """Return the nearest vector of real bodies with W φ = π, if the solver finds one."""
    found = nearest_real(problem.cones, problem.A, problem.b, problem.nominal, MARGIN)
    return None if found.x is None else problem.full(found.x)


def _separation(problem: Problem) -> Separation | None:
    """Look for a certificate: among all combinations, then among those that can be one (see `Problem.face`)."""
    for face in (np.eye(len(problem.A)), problem.face()):
        if not face.size:
            continue
        found = nearest_real(problem.cones, face.T @ problem.A, face.T @ problem.b, problem.nominal, 0.0)
        if found.multipliers is not None:
            separation = problem.separation(face @ found.multipliers)
            if separation.excludes(ENOUGH * problem.size):
                return separation
    return None


def _all_physical(robot: Robot, full: np.ndarray) -> bool:
    return all(verdict.physical for verdict in physical_bodies(robot, full))


def _search(
    robot: Robot, pi: np.ndarray, full: np.ndarray, separation: Separation | None, iterations: int
) -> PhysicalSearch:
    verdicts = physical_bodies(robot, full)
    physical = all(verdict.physical for verdict in verdicts)
    residual = float(np.abs(minimal_matrix(robot) @ full - pi).max(initial=0.0))
    margin = min((verdict.margin for verdict in verdicts), default=0.0)
    outcome: Literal["feasible", "infeasible", "undecided"]
    outcome = "infeasible" if separation else "feasible" if physical else "undecided"
    return PhysicalSearch(outcome, full, residual, margin, verdicts, separation, iterations)


def _projected_to_and_fro(problem: Problem, iterations: int) -> tuple[np.ndarray, int]:
    """Project in turn on the cone and on A x = b, starting at the nominal vector."""
    cones, A, b = problem.cones, problem.A, problem.b
    inverse = np.linalg.pinv(A)
    x = problem.nominal + inverse @ (b - A @ problem.nominal)
    for count in range(iterations):
        if cones.smallest(x) >= 0:
            return x, count
        inside = cones.projected(x, MARGIN)
        x = inside + inverse @ (b - A @ inside)
    return x, iterations
