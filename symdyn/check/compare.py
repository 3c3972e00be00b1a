"""Kernels against the witness, at every sample."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from symdyn.apart.process import told
from symdyn.check.closer_look import look_closer
from symdyn.check.result import Line, Worst
from symdyn.check.setting import Sample, Setting, Values, call
from symdyn.check.truth.kernel_truth import truth_in
from symdyn.check.truth.scale import relative
from symdyn.errors import of_others
from symdyn.runtime.kernels import Kernels


def compare_kernel(setting: Setting, name: str, backends: Mapping[str, Kernels]) -> Line:
    """Compare one kernel with the witness."""
    truth, cases = truth_in(setting, name), []
    with of_others(f"what the kernel {name} should give", truth.expected, truth.natural):
        for sample in relevant_samples(setting, name):
            expected = truth.value(setting, sample)
            cases.append((sample, expected, truth.scale(sample, expected)))
    worst = {backend: _worst(setting, name, kernels, cases) for backend, kernels in backends.items()}
    return Line(name, setting.kernels[name].summary, len(cases), setting.tolerance.rounding, worst)


def try_kernel(setting: Setting, name: str, kernels: Kernels) -> None:
    """Call a kernel at the samples that it is compared at, whatever it says."""
    with suppress(Exception):  # which comes again when it is compared
        for sample in relevant_samples(setting, name):
            call(kernels, name, sample.inputs, sample.parameters.pi)


def relevant_samples(setting: Setting, name: str) -> tuple[Sample, ...]:
    """Return the samples for a kernel: every state once if it takes no parameters, and those where M has an inverse."""
    samples = setting.samples
    if not {"pi", "parameters"} & set(setting.kernels[name].inputs):
        samples = tuple(s for s in samples if s.parameters is samples[0].parameters)
    if truth_in(setting, name).needs_inverse:
        samples = tuple(s for s in samples if s.mobility is not None)
    return samples


def _worst(setting: Setting, name: str, kernels: Kernels, cases: list[tuple[Sample, Values, Values | float]]) -> Worst:
    """Return the largest error; whatever seems too large is looked at more closely, the largest first."""
    found: list[tuple[float, Sample, Values, Values | float]] = []
    for sample, expected, scale in cases:
        try:
            value = call(kernels, name, sample.inputs, sample.parameters.pi)
        except Exception as problem:  # the code under check may raise anything
            return Worst(np.inf, sample.label, told(problem))
        if value.shape != expected.shape:
            return Worst(np.inf, sample.label, f"returns {value.size} numbers instead of {expected.size}")
        found.append((relative(value - expected, scale), sample, value, scale))
    tolerance, worst = setting.tolerance.rounding, Worst(0.0, "")
    for error, sample, value, scale in sorted(found, key=lambda one: one[0], reverse=True):
        one = Worst(error, sample.label)
        if error > tolerance:
            one = look_closer(setting, name, sample, value, scale)
        if one.excess(tolerance) > worst.excess(tolerance):
            worst = one
        if worst.excess(tolerance) > 1.0:
            break  # it is wrong
    return worst
