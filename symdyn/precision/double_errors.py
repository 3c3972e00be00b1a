"""The errors of a kernel in double precision, as the manifest states them.

They are errors against exact arithmetic with the file's exact parameters, so what rounding `pi` itself costs is in
them. A kernel without a division has a bound over all states in the ranges. One that divides, by a mass matrix that no
interval keeps from being singular, has the largest error that was observed at fixed states, and says so; a bound that
intervals have blown up, as those of a chain of twenty joints, has it beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.exact import Exact
from symdyn.ir.program import DIV, Program
from symdyn.model.robot import Robot
from symdyn.precision.error_bound import any_of, error_bounds, known_constant
from symdyn.precision.fixed_point import distance, fixed, fixed_fraction, in_fixed_point
from symdyn.precision.number_format import DOUBLE, stored
from symdyn.precision.observation import results_in
from symdyn.precision.ranges import STATES, Ranges, Samples, input_ranges, sampled_states
from symdyn.precision.rounding_up import rounded_up

COMPARED = 8  # of the states: those at which kernels that divide are run with many digits
TELLING = 1e-6  # of the results: a larger bound tells little
MEANING = (
    "errors of kernels in double against exact arithmetic with the exact parameters, absolute, in the output's unit: "
    "bounded over all states in the ranges, with and without fused multiply-add, without -ffast-math; of kernels that "
    "divide, and where the bound is large, observed at fixed states"
)

ExactValues = Mapping[str, Sequence[Exact]]


def double_precision(robot: Robot, programs: Sequence[Program], values: ExactValues) -> dict[str, Any]:
    """Say how wrong doubles are: within which ranges, and how much in every kernel.

    Args:
        robot: whose limits are the ranges.
        programs: the kernels.
        values: the exact values of the inputs that are parameters.
    """
    ranges = input_ranges(robot)
    samples = sampled_states(ranges)
    return {
        "meaning": MEANING,
        "unit_roundoff": DOUBLE.half_unit,
        "states": STATES,
        "states_compared": COMPARED,
        "pi_rounding": rounded_up(max((stored(value, DOUBLE)[1] for value in values["pi"]), default=0.0)),
        "ranges": {name: [list(entry) for entry in entries] for name, entries in ranges.items()},
        "kernels": {program.name: double_errors(program, ranges, samples, values) for program in programs},
    }


def double_errors(program: Program, ranges: Ranges, samples: Samples, values: ExactValues) -> dict[str, Any]:
    """Return the errors of every output of a kernel."""
    computed = in_doubles(program, samples, values)
    sizes = [float(np.max(np.abs(result))) for result in computed]
    if any(op is DIV for op, _, _ in program.instructions):
        return _by_output(program, sizes, {"observed": observed_errors(program, samples, values, computed)})
    given = {name: [any_of(*entry) for entry in entries] for name, entries in ranges.items()}
    given |= {name: [known_constant(value, DOUBLE) for value in entries] for name, entries in values.items()}
    errors = {"bound": [bound.error for bound in error_bounds(program, given, DOUBLE)]}
    if not max(errors["bound"], default=0.0) <= TELLING * max(sizes, default=0.0):
        errors["observed"] = observed_errors(program, samples, values, computed)
    return _by_output(program, sizes, errors)


def in_doubles(program: Program, samples: Samples, values: ExactValues) -> Sequence[NDArray[Any]]:
    """Return the results of a program, in doubles."""
    doubles = {name: [stored(value, DOUBLE)[0] for value in entries] for name, entries in values.items()}
    return results_in(np.float64, program, samples, doubles)


def observed_errors(
    program: Program, samples: Samples, values: ExactValues, computed: Sequence[Any], states: int = COMPARED
) -> list[float]:
    """Return how far the doubles of every result lie from what they should be, at most, at the first states."""
    known = {name: [fixed(value) for value in entries] for name, entries in values.items()}
    errors = [0.0] * len(program.results)
    for state in range(states):
        at = {name: [fixed_fraction(Fraction(float(x))) for x in rows[state]] for name, rows in samples.items()}
        try:
            exactly = in_fixed_point(program, at | known)
        except ZeroDivisionError:  # a singular mass matrix: there is nothing to compare
            continue
        found = [float(np.broadcast_to(result, samples["q"].shape[:1])[state]) for result in computed]
        errors = [max(error, distance(x, y)) for error, x, y in zip(errors, exactly, found, strict=True)]
    return errors


def _by_output(program: Program, sizes: Sequence[float], errors: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Return the size of every output and its largest errors, of each sort that there is."""
    entries, at = {}, 0
    for port in program.outputs:
        part = slice(at, at + port.size)
        size = max(sizes[part], default=0.0)
        entry = {"size": rounded_up(size)}
        for sort, found in errors.items():
            error = max(found[part], default=0.0)
            entry |= {sort: rounded_up(error), f"{sort}_over_size": rounded_up(error / size if size else 0.0)}
        entries[port.name] = entry
        at += port.size
    return entries
