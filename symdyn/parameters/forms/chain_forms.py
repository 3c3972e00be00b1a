"""The papers' sets of a serial chain as forms: Lin's combinations, and Gautier and Khalil's.

Both speak of links alone. Where the file has rotors, friction or springs, their parameters join: one that is a pivot
stands for itself; one that acts like part of a link (a rotor of the first joint) is added to that combination.
"""

from __future__ import annotations

from symdyn.algebra.exact import exact
from symdyn.errors import InputError
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot
from symdyn.parameters.forms.form import Form, Matrix, Row, at_pivots, differing, independent, over_full_vector
from symdyn.parameters.forms.gautier_khalil import gautier_khalil
from symdyn.parameters.forms.lin_parameters import lin_parameters
from symdyn.parameters.minimal_parameters import MinimalSet


def lin_form(robot: Robot, pivot_set: MinimalSet) -> Form:
    """Return Theorem 2's set; an InputError where the theorem does not apply or its set is not minimal."""
    lin = lin_parameters(robot)
    return _joined(robot, pivot_set, ("lin", "Lin's combinations", "Theorem 2"), lin.names, lin.matrix)


def gautier_khalil_form(robot: Robot, pivot_set: MinimalSet) -> Form:
    """Return Gautier and Khalil's set; an InputError where Theorem 2, whose counterpart it is, does not apply."""
    found = gautier_khalil(robot)
    called = ("gautier_khalil", "Gautier and Khalil's combinations", "Gautier and Khalil's regrouping")
    return _joined(robot, pivot_set, called, found.names, found.matrix)


def _joined(
    robot: Robot, pivot_set: MinimalSet, called: tuple[str, str, str], names: tuple[str, ...], matrix: Matrix
) -> Form:
    """Join combinations of links with the joints' own parameters, and prove that all together are minimal."""
    name, title, method = called
    effects = {parameter.name for joint in robot.joints for parameter in joint.effects}
    own = [k for k, pivot in enumerate(pivot_set.names) if pivot in effects]
    if len(names) != len(pivot_set.names) - len(own):
        raise InputError(
            f"{method} gives {len(names)} combinations where {len(pivot_set.names) - len(own)} are minimal: it takes"
            " all ten parameters of every link as free; use the pivot set"
        )
    pivot_rows = [_without(at_pivots(row, pivot_set), own) for row in matrix]
    pivot_rows += [tuple(exact(int(i == k)) for i in range(len(pivot_set.names))) for k in own]
    rows = tuple(over_full_vector(row, pivot_set) for row in pivot_rows)
    embedding = field_of(robot)
    wrong = [
        of
        for row, spread in zip(matrix, rows, strict=False)
        for of in differing(robot, row, spread, embedding)
        if of not in effects
    ]
    if wrong or not all(independent(pivot_rows, len(pivot_rows), embedding)):
        raise InputError(f"{method} and the exact method disagree; please report it")
    all_names = (*names, *(pivot_set.names[k] for k in own))
    return Form(name, title, all_names, rows, tuple(pivot_rows))


def _without(row: Row, own: list[int]) -> Row:
    """Leave out the joints' own parameters, of which a paper's combination knows nothing."""
    return tuple(exact(0) if k in own else x for k, x in enumerate(row))
