"""The forms of a robot's minimal set that have a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symdyn.errors import InputError, unknown_name
from symdyn.model.robot import Robot
from symdyn.parameters.forms.chain_forms import gautier_khalil_form, lin_form
from symdyn.parameters.forms.form import Form, pivot_form
from symdyn.parameters.minimal_parameters import MinimalSet, minimal_parameters

PIVOT = "pivot"
FORMS: Mapping[str, Callable[[Robot, MinimalSet], Form]] = {
    PIVOT: lambda robot, pivot_set: pivot_form(pivot_set),
    "lin": lin_form,
    "gautier_khalil": gautier_khalil_form,
}


def form_of(robot: Robot, name: str) -> Form:
    """Return the minimal set of a robot in a form; an InputError where the form is not for such robots."""
    if name not in FORMS:
        raise InputError(unknown_name("form", name, FORMS))
    key = f"form {name}"
    if key not in robot.memo:
        robot.memo[key] = FORMS[name](robot, minimal_parameters(robot))
    found: Form = robot.memo[key]
    return found
