"""Whether float kernels err no more than their manifest states, at states within the ranges that it states them for."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symdyn.apart.process import told
from symdyn.check.result import Line, Worst
from symdyn.check.setting import Sample, Setting, Values, call, flat
from symdyn.check.truth.closable import closable
from symdyn.check.truth.kernel_truth import truth_in
from symdyn.check.truth.states import State
from symdyn.package.contents import Package
from symdyn.precision.ranges import input_ranges, sampled_states
from symdyn.runtime.kernels import Kernels
from symdyn.trace.trace import output_ports

STATED = "errors = at most what the manifest states"
FEW = 6  # states: the witness takes its time
# of the largest value, a part that no float's rounding (2^-24) makes, and the witness's doubles do near singular
# positions: so far may a value that is zero always, of which no error is stated, be from the witness's
NO_FLOAT = 2.0**-30


def hold_stated_errors(setting: Setting, package: Package, backends: Mapping[str, Kernels]) -> Line:
    """Compare every kernel that has a bound with the witness; errors are in parts of the bounds."""
    samples = _samples(setting)
    worst = {backend: Worst(0.0, "") for backend in backends}
    for name, outputs in _stated(package).items():
        bounds = _bounds(setting, name, outputs)
        if not np.isfinite(bounds).any():
            continue
        for sample in samples:
            truth = truth_in(setting, name)
            expected = truth.value(setting, sample)
            least = NO_FLOAT * float(truth.scale(sample, expected))
            for backend, kernels in backends.items():
                found = _part(kernels, name, sample, expected, bounds, least)
                if found.error > worst[backend].error:
                    worst[backend] = found
    return Line(STATED, "in parts of the stated bounds, within the joint limits", len(samples), 1.0, worst)


def _stated(package: Package) -> dict[str, Any]:
    """Return the errors that the manifest states, by kernel; a damaged one may state none, and is found to differ."""
    try:
        stated = json.loads(package.files["manifest.json"])["precision"]["kernels"]
        return {kernel.name: dict(stated[kernel.name]) for kernel in package.kernels}
    except (KeyError, TypeError, ValueError):
        return {}


def _samples(setting: Setting) -> list[Sample]:
    """Return states within the ranges, with the file's parameters; loops are closed there."""
    drawn = sampled_states(input_ranges(setting.robot))
    states = [
        State(f"within limits {i + 1}", False, {port: rows[i] for port, rows in drawn.items()}) for i in range(FEW)
    ]
    if setting.robot.closing is not None and setting.robot.closing.loops:
        near = closable(_halfway(states, setting), setting.robot, setting.witness)
        states = [_held_by_floats(state) for state in near]
    return [replace(setting.samples[0], state=state, mobility=None) for state in states]


def _halfway(states: Sequence[State], setting: Setting) -> list[State]:
    """Return states nearer to where loops are closed: most further away cannot be."""
    start = setting.witness.closed_coordinates
    return [replace(one, inputs={**one.inputs, "q": start + (one["q"] - start) / 2}) for one in states]


def _held_by_floats(state: State) -> State:
    """Return a state with joints that follow as floats have them, of which bounds tell nothing."""
    return replace(state, inputs={**state.inputs, "passive": np.asarray(np.float32(state["passive"]), np.float64)})


def _bounds(setting: Setting, name: str, outputs: Mapping[str, Any]) -> Values:
    """Return the bound of every number of a kernel, infinite where none is stated."""
    ports = output_ports(setting.kernels[name], setting.robot)
    stated = [outputs.get(port.name, {}).get("bound") for port in ports]
    sizes = [np.full(port.size, np.inf if bound is None else bound) for port, bound in zip(ports, stated, strict=True)]
    return flat(tuple(sizes))


def _part(kernels: Kernels, name: str, sample: Sample, expected: Values, bounds: Values, nothing: float) -> Worst:
    where = f"{name}, {sample.state.label}"
    try:
        value = call(kernels, name, sample.inputs, sample.parameters.pi)
        deviation = np.abs(value - expected)
    except Exception as error:  # the code under check may raise anything
        return Worst(np.inf, where, told(error))
    parts = np.divide(deviation, bounds, out=np.zeros_like(deviation), where=bounds > 0)
    parts[(bounds == 0) & (deviation > nothing)] = np.inf
    return Worst(float(np.max(np.nan_to_num(parts, nan=np.inf), initial=0.0)), where)
