"""Lin's combinations as a minimal set beside the pivot set, with the exact map between the two.

Theorem 2 speaks of links alone. Where the file has rotors, friction or springs, their parameters join: one that is a
pivot stands for itself; one that acts like part of a link (a rotor of the first joint) is added to that combination.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.errors import InputError
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_parameters import lin_parameters
from symdyn.parameters.link_geometry import manageable
from symdyn.parameters.minimal_parameters import MinimalSet


@dataclass(frozen=True, slots=True)
class LinCombinations:
    """Names, coefficients over the full vector, and coefficients over the pivot set."""

    names: tuple[str, ...]
    rows: tuple[tuple[Exact, ...], ...]
    pivot_rows: tuple[tuple[Exact, ...], ...]


def lin_combinations(robot: Robot, pivot_set: MinimalSet) -> LinCombinations:
    """Return Theorem 2's set; an InputError where the theorem does not apply or its set is not minimal."""
    lin = lin_parameters(robot)
    effects = {parameter.name for joint in robot.joints for parameter in joint.effects}
    own = [k for k, name in enumerate(pivot_set.names) if name in effects]
    links = [k for k, name in enumerate(pivot_set.names) if name not in effects]
    if len(lin.names) != len(links):
        raise InputError(
            f"Theorem 2 gives {len(lin.names)} combinations where {len(links)} are minimal: it takes all ten parameters"
            " of every link as free; use the pivot set"
        )
    size = len(pivot_set.names)
    pivot_rows = [[exact(0)] * size for _ in range(size)]
    for i, row in enumerate(lin.matrix):
        for k in links:
            pivot_rows[i][k] = row[pivot_set.pivots[k]]
    for i, k in enumerate(own, start=len(links)):
        pivot_rows[i][k] = exact(1)
    rows = _product(pivot_rows, pivot_set.matrix)
    _require_same(robot, lin.matrix, rows, effects)
    names = (*lin.names, *(pivot_set.names[k] for k in own))
    return LinCombinations(names, rows, tuple(tuple(row) for row in pivot_rows))


def _product(a: list[list[Exact]], b: tuple[tuple[Exact, ...], ...]) -> tuple[tuple[Exact, ...], ...]:
    width = len(b[0]) if b else 0
    result = []
    for row in a:
        used = [(x, b[k]) for k, x in enumerate(row) if x]
        sums = (sum((x * other[j] for x, other in used if other[j]), start=exact(0)) for j in range(width))
        result.append(tuple(map(manageable, sums)))
    return tuple(result)


def _require_same(
    robot: Robot, lin: tuple[tuple[Exact, ...], ...], rows: tuple[tuple[Exact, ...], ...], effects: set[str]
) -> None:
    """Prove that the pivot set expresses Lin's: coefficient by coefficient, exactly."""
    embedding = field_of(robot)
    for lin_row, row in zip(lin, rows, strict=False):
        for j, parameter in enumerate(robot.full_parameters):
            if parameter.name in effects or parameter.vanishes:
                continue
            difference = lin_row[j] - row[j]
            if difference and embedding(difference):  # a difference of zero may be too long to be seen as one
                raise InputError("Theorem 2 and the exact method disagree; please report it")
