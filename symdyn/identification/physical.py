"""Are there bodies with these parameters? Verdicts on a full vector, and a search for one behind minimal parameters.

Minimal parameters fix only combinations of the full ones. `find_physical_parameters` looks for a full vector of real
bodies with the same combinations, and answers in one of three ways, the first two with a proof:

    feasible     a vector with W φ = π whose bodies all exist: judged anew, body by body
    infeasible   weights y with yᵀπ < 0, while yᵀW φ >= 0 for every φ of real bodies
    undecided    neither was found: π lies on the border, or only bodies of unbounded size come near
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from symdyn.identification.central_path import central_path
from symdyn.identification.cones import NOT_NEGATIVE, Cones, pseudo_inertia
from symdyn.identification.problem import Problem, Separation, problem_of
from symdyn.identification.recover import nearest, nominal_vector
from symdyn.identification.vectors import Values, minimal_matrix, parameter_vector, pi_vector
from symdyn.model.conventions import about_com
from symdyn.model.plausibility import implausible
from symdyn.model.robot import Robot

# Rods, plates and point masses lie on the border, where rounding (1e-16) must not decide; decimals are coarser by far.
RELATIVE_TOLERANCE = 1e-9
MARGIN = 1e-7  # of the size: projections aim this far inside the cone, and so arrive
BOUNDS = (2.0, 200.0)  # sizes within which the central path searches, small ones first: closer to a real robot
BISECTIONS = 40
SHORT_OF_BORDER = 1e-3  # of the way from the point inside
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
    `margin` the smallest of the `verdicts` on it. `iterations` counts projections and centres.
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
        iterations: most of the projections to and fro between W φ = π and the cone, which stay near the nominal vector.
            Where they find nothing, the central path decides: it wanders further off, but proves.
    """
    wanted, start = pi_vector(robot, pi), nominal_vector(robot, nominal)
    first = nearest(robot, wanted, start, np.ones_like(start))
    if _all_physical(robot, first):
        return _search(robot, wanted, first, None, 0)
    problem = problem_of(robot, wanted, start, first)
    x, count = _projected_to_and_fro(problem, iterations)
    full = problem.full(x)
    if _all_physical(robot, full):
        return _search(robot, wanted, full, None, count)
    for bound in BOUNDS:
        for centre in central_path(problem.cones, problem.A, problem.b, bound * np.sqrt(problem.cones.degree)):
            count += 1
            if problem.cones.smallest(centre.x) > 0:
                inside = problem.full(_drawn_back(problem.cones, centre.x, x))
                if _all_physical(robot, inside):
                    return _search(robot, wanted, inside, None, count)
            if problem.separation(centre.y).excludes(ENOUGH * problem.size):
                return _search(robot, wanted, full, problem.separation(centre.y), count)
    return _search(robot, wanted, full, _separation_on_a_face(problem), count)


def _separation_on_a_face(problem: Problem) -> Separation | None:
    """Look for a certificate among the combinations that can be one: see `Problem.face`."""
    face = problem.face()
    if not face.size:
        return None
    bound = BOUNDS[-1] * np.sqrt(problem.cones.degree)
    for centre in central_path(problem.cones, face.T @ problem.A, face.T @ problem.b, bound):
        separation = problem.separation(face @ centre.y)
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
    x = cones.scaling @ problem.start[cones.constrained] / problem.size
    x = x + inverse @ (b - A @ x)
    for count in range(iterations):
        if cones.smallest(x) >= 0:
            return x, count
        inside = cones.projected(x, MARGIN)
        x = inside + inverse @ (b - A @ inside)
    return x, iterations


def _drawn_back(cones: Cones, inside: np.ndarray, near: np.ndarray) -> np.ndarray:
    """Go from a point inside the cone towards one near the nominal vector, and stop short of the border."""
    within, beyond = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (within + beyond) / 2
        if cones.smallest(inside + middle * (near - inside)) > 0:
            within = middle
        else:
            beyond = middle
    return np.asarray(inside + (1 - SHORT_OF_BORDER) * within * (near - inside))
