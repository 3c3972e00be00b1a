"""The errors of a kernel in double precision, as the manifest states them.

They are errors against exact arithmetic with the file's exact parameters, so what rounding `pi` itself costs is in
them. A kernel without a division has a bound over all states in the ranges. One that divides, by a mass matrix that no
interval keeps from being singular, has the largest error that was observed at fixed states, and says so, as has one
with a square root of what may come down to zero; a bound that tells little, as that of a chain of a hundred joints, has
it beside. Bounds come from intervals; where these are loose, turned vectors are followed by their lengths too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.exact import Exact
from symdyn.ir.op import DIV
from symdyn.ir.program import Program
from symdyn.model.robot import Robot
from symdyn.precision.error_bound import ROOTLESS, any_of, error_bounds, known_constant
from symdyn.precision.fixed_point import distance, fixed, fixed_fraction, in_fixed_point
from symdyn.precision.number_format import DOUBLE, stored
from symdyn.precision.observation import largest, results_in
from symdyn.precision.ranges import STATES, Ranges, Samples, any_samples, input_ranges, stated_ranges
from symdyn.precision.rounding_up import rounded_up

COMPARED = 8  # of the states: those at which kernels that divide are run with many digits
LOOSE = 2e4  # half units of the results: a larger bound is worth the time of a closer look
TELLING = 1e-6  # of the results: a larger bound tells little
MEANING = (
    "errors of kernels in double against exact arithmetic with the exact parameters, absolute, in the output's unit: "
    "bounded over all states in the ranges, with and without fused multiply-add, without -ffast-math; of kernels that "
    "divide, and where the bound is large, observed at fixed states"
)

ExactValues = Mapping[str, Sequence[Exact]]


class KernelErrors:
    """The errors of every result of a kernel: bounded over all states, and observed at fixed ones.

    `bound` is None of a kernel that divides, or takes a root of what may be zero. `sizes` are the largest values seen.
    """

    def __init__(self, program: Program, ranges: Ranges, samples: Samples, values: ExactValues) -> None:
        """Run the program in doubles, and follow its rounding."""
        self.program = program
        self._samples, self._values = samples, values
        self._computed = in_doubles(program, samples, values)
        self.sizes = [largest(np.abs(result), program) for result in self._computed]
        divides = any(op is DIV for op, _, _ in program.instructions)
        self.bound = None if divides else _bounds(program, ranges, values, self.sizes)

    @cached_property
    def observed(self) -> list[float]:
        """The largest error at the first states, against eighty digits."""
        return observed_errors(self.program, self._samples, self._values, self._computed)

    def stated(self) -> dict[str, Any]:
        """Return what the manifest states of every output."""
        if self.bound is None:
            return _by_output(self.program, self.sizes, {"observed": self.observed})
        errors = {"bound": self.bound}
        if not max(self.bound, default=0.0) <= TELLING * max(self.sizes, default=0.0):
            errors["observed"] = self.observed
        return _by_output(self.program, self.sizes, errors)


def kernel_errors(
    robot: Robot, programs: Sequence[Program], values: ExactValues, samples: Samples | None = None
) -> list[KernelErrors]:
    """Return the errors of kernels in doubles, within a robot's limits.

    Args:
        robot: whose limits are the ranges.
        programs: the kernels.
        values: the exact values of the inputs that are parameters.
        samples: the states at which errors are observed; any within the limits if none are given.
    """
    ranges = input_ranges(robot)
    samples = any_samples(robot) if samples is None else samples
    return [KernelErrors(program, ranges, samples, values) for program in programs]


def largest_torques(
    robot: Robot, inverse_dynamics: Program, values: ExactValues, samples: Samples | None = None
) -> list[float]:
    """Return the largest torque of every joint at the first states within a robot's limits, by many digits.

    Doubles might have lost it, and what they have instead might be larger.
    """
    found = [0.0] * robot.n
    samples = any_samples(robot) if samples is None else samples
    for _, exactly in _with_many_digits(inverse_dynamics, samples, values, COMPARED):
        found = [max(size, distance(torque, 0.0)) for size, torque in zip(found, exactly, strict=True)]
    return found


def double_precision(robot: Robot, kernels: Sequence[KernelErrors], values: ExactValues) -> dict[str, Any]:
    """Say how wrong doubles are: within which ranges, and how much in every kernel."""
    return {
        "meaning": MEANING,
        "unit_roundoff": DOUBLE.half_unit,
        "states": STATES,
        "states_compared": COMPARED,
        "pi_rounding": rounded_up(max((stored(value, DOUBLE)[1] for value in values["pi"]), default=0.0)),
        "ranges": stated_ranges(robot, [errors.program for errors in kernels]),
        "kernels": {errors.program.name: errors.stated() for errors in kernels},
    }


def _bounds(program: Program, ranges: Ranges, values: ExactValues, sizes: Sequence[float]) -> list[float] | None:
    """Return the bound on the error of every result; None where a root has none."""
    given = {name: [any_of(*entry) for entry in entries] for name, entries in ranges.items()}
    given |= {name: [known_constant(value, DOUBLE) for value in entries] for name, entries in values.items()}
    bounds = error_bounds(program, given, DOUBLE)
    if any(bound.reason == ROOTLESS for bound in bounds):
        return None
    if _is_loose(program, [bound.error for bound in bounds], sizes):
        bounds = error_bounds(program, given, DOUBLE, by_lengths=True)
    return [bound.error for bound in bounds]


def _is_loose(program: Program, errors: Sequence[float], sizes: Sequence[float]) -> bool:
    """Tell whether the errors of an output are far beyond what its results' own rounding is."""
    at = 0
    for port in program.outputs:
        part = slice(at, at + port.size)
        if max(errors[part], default=0.0) > LOOSE * DOUBLE.half_unit * max(sizes[part], default=0.0):
            return True
        at += port.size
    return False


def in_doubles(program: Program, samples: Samples, values: ExactValues) -> Sequence[NDArray[Any]]:
    """Return the results of a program, in doubles."""
    doubles = {name: [stored(value, DOUBLE)[0] for value in entries] for name, entries in values.items()}
    return results_in(np.float64, program, samples, doubles)


def observed_errors(
    program: Program, samples: Samples, values: ExactValues, computed: Sequence[Any], states: int = COMPARED
) -> list[float]:
    """Return how far the doubles of every result lie from what they should be, at most, at the first states."""
    errors = [0.0] * len(program.results)
    for state, exactly in _with_many_digits(program, samples, values, states):
        found = [float(np.broadcast_to(result, samples["q"].shape[:1])[state]) for result in computed]
        errors = [max(error, distance(x, y)) for error, x, y in zip(errors, exactly, found, strict=True)]
    return errors


def _with_many_digits(
    program: Program, samples: Samples, values: ExactValues, states: int
) -> Iterator[tuple[int, list[int]]]:
    """Yield the first states and a program's results there in fixed point.

    None where a mass matrix is singular, or a root has no value.
    """
    known = {name: [fixed(value) for value in entries] for name, entries in values.items()}
    for state in range(states):
        at = {name: [fixed_fraction(Fraction(float(x))) for x in rows[state]] for name, rows in samples.items()}
        with suppress(ArithmeticError):
            yield state, in_fixed_point(program, at | known)


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
