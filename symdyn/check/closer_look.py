"""A closer look at what seems wrong: how much of it rounding explains that correct code has too.

Where frames lie far from the bodies in them, doubles lose digits: those of the numeric witness, and those of any code.
So a kernel that misses the witness is compared again with the precise one, and may miss that by the bound on the
rounding of its proved program at this very state. A law may be missed a few times as far as the proved programs miss it
when they are run in the same numbers. None of this asks the code under check, so nothing that is wrong with it is
excused, and no bound is trusted beyond `Tolerance.most`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from symdyn.check.laws import Call, Law
from symdyn.check.result import Worst
from symdyn.check.setting import Sample, Setting, Values
from symdyn.check.truth.closable import following
from symdyn.check.truth.kernel_truth import truth_in
from symdyn.check.truth.scale import relative
from symdyn.precision.error_bound import any_of, error_bounds, known_constant
from symdyn.precision.number_format import DOUBLE, SINGLE
from symdyn.precision.observation import results_in
from symdyn.runtime.runner import DTYPES

FORMATS = {"double": DOUBLE, "float": SINGLE}
OTHER_ROUNDINGS = 8  # times the error of one evaluation: another order, fused products, a sample where fewer cancel


def look_closer(setting: Setting, name: str, sample: Sample, value: Values, scale: Values | float) -> Worst:
    """Return the error of a kernel's value against the precise witness, and what rounding explains of it."""
    expected = truth_in(setting, name).value(setting, sample, precisely=True)
    return explained(setting, value - expected, scale, rounding_bound(setting, name, sample), sample.label)


def explained(setting: Setting, deviation: Values, scale: Values | float, bound: Values, where: str) -> Worst:
    """Return the deviation that exceeds most what is allowed of it, over the scale, beside what is allowed."""
    sizes = np.broadcast_to(scale, np.shape(bound))
    parts = np.divide(bound, sizes, out=np.full(len(bound), np.inf), where=sizes > 0)
    allowed = np.maximum(setting.tolerance.rounding, np.minimum(parts, setting.tolerance.most))
    worst = max(range(len(allowed)), key=lambda i: relative(deviation[i], float(allowed[i] * sizes[i])))
    return Worst(relative(deviation[worst], float(sizes[worst])), where, allowed=float(allowed[worst]))


def rounding_bound(setting: Setting, name: str, sample: Sample) -> Values:
    """Return how far a kernel's numbers may lie from the exact ones at a sample, by the rounding of its program."""
    program, form = setting.programs[name], FORMATS[setting.scalar]
    given = {
        port.name: [known_constant(value, form) for value in sample.parameters.exactly[port.name]]
        if port.name in sample.parameters.exactly
        else [any_of(value, value) for value in sample.state[port.name].tolist()]
        for port in program.inputs
    }
    return np.array([bound.error for bound in error_bounds(program, given, form)])


def law_allowance(setting: Setting, law: Law, sample: Sample, error: float) -> float:
    """Return how far a law may be missed at a sample, by what the proved programs make of it themselves.

    Where they have no numbers there, as whether a matrix is definite that is nearly not, or where the loops cannot be
    closed as far away as differences go, that is any error: nothing is told.
    """
    if _error_of_programs(setting, law, sample) == math.inf:
        return math.inf
    if error == math.inf:
        return 0.0
    key = (law.text, sample.parameters.label)
    if key not in setting.law_errors:
        alike = [one for one in law.samples(setting.samples) if one.parameters is sample.parameters]
        found = [_error_of_programs(setting, law, one) for one in alike]
        setting.law_errors[key] = max((one for one in found if one < math.inf), default=0.0)
    return OTHER_ROUNDINGS * setting.law_errors[key]


def _error_of_programs(setting: Setting, law: Law, sample: Sample) -> float:
    return law.error(_programs(setting, sample), sample, setting.robot, setting.tolerance.step)


def _programs(setting: Setting, sample: Sample) -> Call:
    """Return the proved programs as kernels, run in the numbers of the code."""
    values: dict[str, Sequence[float]] = {
        "pi": sample.parameters.pi.tolist(),
        "parameters": sample.parameters.full.tolist(),
    }

    def run(kernel: str, **inputs: Values) -> Values:
        rows = {name: np.atleast_2d(given) for name, given in inputs.items()}
        if "passive" not in rows and any(port.name == "passive" for port in setting.programs[kernel].inputs):
            rows["passive"] = _passive(list(rows["q"]), setting)
        count = max(len(given) for given in rows.values())
        results = results_in(DTYPES[setting.scalar], setting.programs[kernel], rows, values)
        table = np.stack([np.broadcast_to(result, count) for result in results], axis=1).astype(np.float64)
        return table if any(given.ndim == 2 for given in inputs.values()) else table[0]

    return run


def _passive(rows: Sequence[Values], setting: Setting) -> Values:
    """Return where the joints are that follow; no numbers, where the witness cannot close the loops that far away."""
    try:
        return following(rows, setting.robot, setting.witness)
    except ValueError:
        return np.full((len(rows), setting.robot.tree.n - setting.robot.n), np.nan)
