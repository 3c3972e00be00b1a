"""Whether the values of a robot's symbols are special: fewer minimal parameters than symbols in general have."""

from __future__ import annotations

from symdyn.errors import MissingValueError
from symdyn.model import bind_symbols
from symdyn.model.robot import Robot
from symdyn.parameters.minimal_parameters import minimal_parameters


def special_values_note(robot: Robot) -> str | None:
    """Return a line that says so, None where the counts agree or a symbol has no value."""
    if not robot.symbols:
        return None
    try:
        bound = bind_symbols(robot)
    except MissingValueError:
        return None
    generic, at_values = len(minimal_parameters(robot).names), len(minimal_parameters(bound).names)
    if generic == at_values:
        return None
    counts = f"{generic} minimal parameters with symbols in general, {at_values} at their values"
    return f"{robot.name}: {counts}; code takes the {at_values}"
