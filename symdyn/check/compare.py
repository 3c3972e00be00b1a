"""Kernels against the witness, at every sample."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from symdyn.apart.process import told
from symdyn.check.result import Line, Worst
from symdyn.check.setting import NEED_INVERSE, Sample, Setting, Values, call
from symdyn.check.truth.expected import expected_value
from symdyn.check.truth.scale import natural_size, relative, size_of
from symdyn.kernels.table import KERNELS
from symdyn.runtime.kernels import Kernels


def compare_kernel(setting: Setting, name: str, backends: Mapping[str, Kernels]) -> Line:
    """Compare one kernel with the witness."""
    samples = relevant_samples(setting, name)
    expected = [expected_value(setting, name, sample) for sample in samples]
    scales = [
        size_of(value, natural_size(name, s.state, s.sizes, s.mobility or 0.0))
        for s, value in zip(samples, expected, strict=True)
    ]
    worst = {}
    for backend, kernels in backends.items():
        worst[backend] = Worst(0.0, "")
        for sample, value, scale in zip(samples, expected, scales, strict=True):
            found = _error(kernels, name, sample, value, scale)
            if found.error > worst[backend].error:
                worst[backend] = found
            if found.trouble:
                break
    return Line(name, KERNELS[name].summary, len(samples), setting.tolerance.rounding, worst)


def try_kernel(setting: Setting, name: str, kernels: Kernels) -> None:
    """Call a kernel at the samples that it is compared at, whatever it says."""
    with suppress(Exception):  # which comes again when it is compared
        for sample in relevant_samples(setting, name):
            call(kernels, name, sample.inputs, sample.parameters.pi)


def relevant_samples(setting: Setting, name: str) -> tuple[Sample, ...]:
    """Return the samples for a kernel: every state once if it takes no parameters, and those where M has an inverse."""
    samples = setting.samples
    if not {"pi", "parameters"} & set(KERNELS[name].inputs):
        samples = tuple(s for s in samples if s.parameters is samples[0].parameters)
    if name in NEED_INVERSE:
        samples = tuple(s for s in samples if s.mobility is not None)
    return samples


def _error(kernels: Kernels, name: str, sample: Sample, expected: Values, scale: float) -> Worst:
    try:
        value = call(kernels, name, sample.inputs, sample.parameters.pi)
        if value.shape != expected.shape:
            return Worst(np.inf, sample.label, f"returns {value.size} numbers instead of {expected.size}")
    except Exception as error:  # the code under check may raise anything
        return Worst(np.inf, sample.label, told(error))
    return Worst(relative(value - expected, scale), sample.label)
