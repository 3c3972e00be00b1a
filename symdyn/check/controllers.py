"""Controllers against their law run with many digits: a few steps from the same start, with default gains."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from symdyn.apart.backend import Backend
from symdyn.apart.process import told
from symdyn.check.result import Line, Worst
from symdyn.check.truth.scale import relative, size_of
from symdyn.control import law_golden
from symdyn.emit.control_law import LawGolden
from symdyn.errors import CacheError
from symdyn.interface import Interface
from symdyn.package.contents import Package

SINGULAR = "the law is singular at the states it is tried at; its code was not run"


def compare_controllers(
    package: Package, interface: Interface, backends: Mapping[str, Backend], tolerance: float
) -> tuple[Line, ...]:
    """Compare all controllers of a package, with its files as they are."""
    lines = []
    for index, (code, law) in enumerate(zip(package.laws, interface.laws, strict=True)):
        golden = law_golden(code.plan, package.facts, package.kernels)
        if golden is None:
            lines.append(Line(law.law, code.plan.law.summary, 0, tolerance, {}, SINGULAR))
            continue
        worst = {key: _worst(backend, index, law.n, golden) for key, backend in backends.items()}
        lines.append(Line(law.law, code.plan.law.summary, golden.steps, tolerance, worst))
    return tuple(lines)


def _worst(backend: Backend, index: int, n: int, golden: LawGolden) -> Worst:
    try:
        inputs = [np.reshape(values, (-1, n)) for values in golden.inputs.values()]
        tau, theta = backend.run_law(index, golden.theta, inputs, golden.dt)
    except CacheError:
        raise  # of this process, where no code under check runs: says nothing about it
    except Exception as error:  # the code under check may raise anything
        return Worst(np.inf, "", told(error))
    found = {"the torque": (tau, golden.tau), "the estimates": (theta, golden.theta_after)}
    errors = [
        Worst(relative(value - expected, size_of(np.asarray(expected), 1.0)), f"{what} after the last step")
        for what, (value, expected) in found.items()
    ]
    return max(errors, key=lambda worst: worst.error)
