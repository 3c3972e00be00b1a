"""Whether the laws hold, and whether a batch says what single calls say."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import cycle, groupby, islice

import numpy as np

from symdyn.apart.process import told
from symdyn.check.closer_look import explained, law_allowance, rounding_bound
from symdyn.check.laws import LAWS, Call, Law
from symdyn.check.layouts import other_layouts
from symdyn.check.result import Line, Worst
from symdyn.check.setting import Sample, Setting, Values, call
from symdyn.check.truth.kernel_truth import truth_in
from symdyn.check.truth.scale import relative
from symdyn.runtime.kernels import Kernels

BATCH = "a batch = single calls"
LARGEST_BLOCK, LEFT_OVER = 16, 5  # a batch is tried with whole blocks of samples and some left over
TABLE = "pi in the code = the file's parameters"


def hold_laws(setting: Setting, names: Collection[str], backends: Mapping[str, Kernels]) -> tuple[Line, ...]:
    """Try every law whose kernels are all there."""
    lines = [_law_line(setting, law, backends) for law in LAWS if set(law.needs) <= set(names)]
    tables = {backend: kernels.pi for backend, kernels in backends.items() if kernels.pi is not None}
    return (*lines, _batch_line(setting, names, backends), *([_table_line(setting, tables)] if tables else []))


def _law_line(setting: Setting, law: Law, backends: Mapping[str, Kernels]) -> Line:
    samples = law.samples(setting.samples)
    tolerance = setting.tolerance.difference if law.differences else setting.tolerance.rounding
    found = {backend: _worst_of_law(setting, law, kernels, samples, tolerance) for backend, kernels in backends.items()}
    untold = max((untold for _, untold in found.values()), default=0)
    note = f"says nothing at {untold} of {len(samples)} samples, where the proved programs give no numbers either"
    worst = {backend: worst for backend, (worst, _) in found.items()}
    needs = "needs " + ", ".join(law.needs)
    return Line(law.text, needs, len(samples) - untold, tolerance, worst, note if untold else "")


def _worst_of_law(
    setting: Setting, law: Law, kernels: Kernels, samples: list[Sample], tolerance: float
) -> tuple[Worst, int]:
    """Return the worst error, and at how many samples nobody can tell."""
    worst, untold = Worst(0.0, ""), 0
    for sample in samples:
        try:
            error = law.error(_caller(kernels, sample), sample, setting.robot, setting.tolerance.step)
        except Exception as problem:  # the code under check may raise anything
            return Worst(np.inf, sample.label, told(problem)), untold
        allowed = law_allowance(setting, law, sample, error) if error > tolerance else 0.0
        one = Worst(error, sample.label, allowed=allowed)
        untold += allowed == np.inf
        if allowed < np.inf and one.excess(tolerance) > worst.excess(tolerance):
            worst = one
    return worst, untold


def _caller(kernels: Kernels, sample: Sample) -> Call:
    def run(kernel: str, **inputs: Values) -> Values:
        return call(kernels, kernel, inputs, sample.parameters.pi, sample.state.inputs.get("passive"))

    return run


def _batch_line(setting: Setting, names: Collection[str], backends: Mapping[str, Kernels]) -> Line:
    """Compare rows of samples with single calls; compilers may fuse differently in the two, so up to rounding."""
    worst = {}
    for backend, kernels in backends.items():
        found = [_worst_of_batch(setting, name, kernels) for name in names]
        worst[backend] = max(found, key=lambda one: one.excess(setting.tolerance.rounding), default=Worst(0.0, ""))
    return Line(BATCH, "of every kernel", len(setting.samples), setting.tolerance.rounding, worst)


def _worst_of_batch(setting: Setting, name: str, kernels: Kernels) -> Worst:
    truth, tolerance, worst = truth_in(setting, name), setting.tolerance.rounding, Worst(0.0, name)
    for _, of_parameters in groupby(setting.samples, key=lambda sample: sample.parameters.label):
        samples = list(of_parameters)
        if truth.needs_inverse:
            samples = [s for s in samples if s.mobility is not None]
        if not samples:
            continue
        samples = list(islice(cycle(samples), len(samples) + -(len(samples) - LEFT_OVER) % LARGEST_BLOCK))
        pi = samples[0].parameters.pi
        try:
            rows = {port: np.stack([s.inputs[port] for s in samples]) for port in samples[0].inputs}
            # first in another order: a sample left out must not find its result where an earlier call put it
            call(kernels, name, {port: np.roll(values, 1, axis=0) for port, values in rows.items()}, pi)
            together = call(kernels, name, rows, pi)
            alone = [call(kernels, name, s.inputs, pi) for s in samples]
            forms = {name: together, **other_layouts(getattr(kernels, name), rows, pi)}
        except Exception as problem:  # the code under check may raise anything
            return Worst(np.inf, name, f"{name}: {told(problem)}")
        for form, found in forms.items():
            if form != name and np.array_equal(found, together[: len(found)], equal_nan=True):
                continue  # as it should be: the same machine code works on the blocks of all
            for sample, row, single in zip(samples, found, alone, strict=form == name):
                size = truth.scale(sample, single)
                one = Worst(relative(row - single, size), f"{form}, {sample.label}")
                if one.error > tolerance:  # each of the two rounds
                    one = explained(setting, row - single, size, 2 * rounding_bound(setting, name, sample), one.where)
                if one.excess(tolerance) > worst.excess(tolerance):
                    worst = one
    return worst


def _table_line(setting: Setting, tables: Mapping[str, Values]) -> Line:
    """Compare the parameter values that the code holds with the file's."""
    pi = setting.samples[0].parameters.pi
    worst = {}
    for backend, table in tables.items():
        if np.shape(table) != pi.shape:
            worst[backend] = Worst(np.inf, "", f"the table has shape {np.shape(table)} instead of {pi.shape}")
        else:
            worst[backend] = Worst(relative(table - pi, float(np.abs(pi).max())), "the table")
    return Line(TABLE, "the parameters in the code", 1, setting.tolerance.rounding, worst)
