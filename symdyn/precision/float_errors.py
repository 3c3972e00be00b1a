"""The errors of a kernel in single precision, as the manifest states them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from symdyn.ir.program import Program
from symdyn.model.robot import Robot
from symdyn.precision.error_bound import Followed, any_of, error_bounds, known_value
from symdyn.precision.number_format import SINGLE
from symdyn.precision.observation import observed_errors
from symdyn.precision.ranges import STATES, Ranges, Samples, any_samples, input_ranges, stated_ranges
from symdyn.precision.rounding_up import rounded_up

OF_DOUBLES = 1.0 + 2.0**-28  # the doubles that floats are compared with are bounded alike, with 2^-53 for 2^-24
MEANING = (
    "errors of kernels in float against double, absolute, in the output's unit: observed at fixed states, and bounded "
    "over all states in the ranges, with and without fused multiply-add, without -ffast-math"
)

Values = Mapping[str, Sequence[float]]


def float_settings(robot: Robot, programs: Iterable[Program]) -> dict[str, Any]:
    """Say what the errors of programs are stated for."""
    return {
        "meaning": MEANING,
        "unit_roundoff": SINGLE.half_unit,
        "states": STATES,
        "ranges": stated_ranges(robot, programs),
    }


def float_errors(program: Program, robot: Robot, values: Values, samples: Samples | None = None) -> dict[str, Any]:
    """Return the errors of every output; ``values`` are those of the inputs that are parameters.

    They are observed at ``samples``, or at any states within the limits.
    """
    ranges = input_ranges(robot)
    bounds = error_bounds(program, _followed(ranges, values))
    observed = observed_errors(program, any_samples(robot) if samples is None else samples, values)
    entries, at = {}, 0
    for port in program.outputs:
        part = slice(at, at + port.size)
        error, size = max(seen.error for seen in observed[part]), max(seen.size for seen in observed[part])
        reason = next((bound.reason for bound in bounds[part] if bound.reason), "")
        bound = None if reason else max(bound.error for bound in bounds[part]) * OF_DOUBLES
        entries[port.name] = _entry(size, error, bound, reason)
        at += port.size
    return entries


def _followed(ranges: Ranges, values: Values) -> dict[str, list[Followed]]:
    given = {name: [any_of(*entry) for entry in entries] for name, entries in ranges.items()}
    return given | {name: [known_value(value) for value in entries] for name, entries in values.items()}


def _entry(size: float, observed: float, bound: float | None, reason: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "size": rounded_up(size),
        "observed": rounded_up(observed),
        "bound": rounded_up(bound),
        "observed_over_size": rounded_up(observed / size if size else 0.0),
        "bound_over_size": rounded_up(bound / size if bound is not None and size else None),
    }
    return entry | ({"reason": reason} if reason else {})
