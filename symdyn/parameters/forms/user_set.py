"""A user's own set as a form: proved minimal, or refused with what is missing or too much.

Parameters that the robot file makes structurally zero are left out of combinations: they are zero.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.embedding import Embedding, NoFieldError
from symdyn.algebra.exact import exact
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.model.parameter_set import ParameterSet, SetMember
from symdyn.model.robot import Robot
from symdyn.parameters.forms.form import Form, Row, at_pivots, differing, independent, over_full_vector
from symdyn.parameters.minimal_parameters import MinimalSet

USER_SET = "set"
NAMED = 4  # of the parameters that a message names


def user_form(robot: Robot, pivot_set: MinimalSet, given: ParameterSet) -> Form:
    """Return a set as a form of the minimal set; an InputError with file and line where it is none."""
    embedding = _field(robot, given)
    rows = [_row(robot, member) for member in given.members]
    for member, row in zip(given.members, rows, strict=True):
        _require_felt(robot, pivot_set, member, row, embedding)
    pivot_rows = tuple(at_pivots(row, pivot_set) for row in rows)
    for member, adds in zip(given.members, independent(pivot_rows, len(pivot_set.names), embedding), strict=True):
        if not adds:
            what = "is redundant: it is a combination of the parameters above it; leave it out"
            raise member.place.error(what)
    _require_enough(pivot_set, given, pivot_rows, embedding)
    names = tuple(member.name for member in given.members)
    return Form(USER_SET, f"the set {given.name}", names, tuple(rows), pivot_rows)


def _field(robot: Robot, given: ParameterSet) -> Embedding:
    """Return a field that holds the geometry and the set's own coefficients."""
    constants = {*geometry_constants(robot), *(x for member in given.members for x in member.row)}
    try:
        return Embedding(constants)
    except NoFieldError as error:
        raise given.place.error(f"{error}; write coefficients as decimal numbers") from None


def _row(robot: Robot, member: SetMember) -> Row:
    parameters = zip(robot.full_parameters, member.row, strict=True)
    return tuple(exact(0) if parameter.vanishes else x for parameter, x in parameters)


def _require_felt(robot: Robot, pivot_set: MinimalSet, member: SetMember, row: Row, embedding: Embedding) -> None:
    """Refuse a combination that torques do not show as it stands."""
    if not any(row):
        raise member.place.error("is zero; leave it out")
    felt = over_full_vector(at_pivots(row, pivot_set), pivot_set)
    wrong = differing(robot, row, felt, embedding)
    if not wrong:
        return
    unfelt = [name for name in wrong if name in pivot_set.unidentifiable]
    if unfelt:
        raise member.place.error(f"holds {_few(unfelt)}, which no torque shows; leave it out")
    own = [name for name, x in zip(robot.parameter_names, row, strict=True) if x]
    what = f"is not felt as it stands: beside its other terms {_few(wrong)} enters in another proportion"
    if len(own) == 1:
        others = [name for name in wrong if name != own[0]]
        partners = _few(others) if others else "other parameters"
        what = f"is not felt as it stands: {own[0]} acts together with {partners} only"
    raise member.place.error(f"{what}; symdyn params lists combinations that are")


def _require_enough(
    pivot_set: MinimalSet, given: ParameterSet, pivot_rows: Sequence[Row], embedding: Embedding
) -> None:
    """Refuse a set that determines fewer torques than the minimal parameters do."""
    size = len(pivot_set.names)
    units = [tuple(exact(int(i == j)) for j in range(size)) for i in range(size)]
    adds = independent([*pivot_rows, *units], size, embedding)[len(pivot_rows) :]
    missing = [name for name, is_new in zip(pivot_set.names, adds, strict=True) if is_new]
    if missing:
        more = f"{len(missing)} more, for example those of {_few(missing)} in symdyn params"
        many = "1 parameter" if len(pivot_rows) == 1 else f"{len(pivot_rows)} parameters"
        raise given.place.error(f"{many} where {size} are minimal: it takes {more}")


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
