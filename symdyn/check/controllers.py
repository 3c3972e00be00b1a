"""Controllers against their law run with many digits: a few steps from the same start, with default gains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import numpy as np

from symdyn.check.result import PYTHON, C, Line, Worst
from symdyn.check.scale import relative, size_of
from symdyn.compiled import DTYPES
from symdyn.control import DT, LawGolden, law_golden
from symdyn.errors import CacheError, SymdynError
from symdyn.generate import Package
from symdyn.interface import Interface, LawInterface
from symdyn.interface.gains import checked_gains
from symdyn.law_runners import CompiledLaw, Runner, TwinLaw
from symdyn.model import Robot
from symdyn.package_interface import package_interface

RUNNERS: Mapping[str, Callable[[Interface, LawInterface, Mapping[str, np.ndarray]], Runner]] = {
    C: CompiledLaw,
    PYTHON: TwinLaw,
}
SINGULAR = "the law is singular at the states it is tried at; its code was not run"


def compare_controllers(
    robot: Robot, package: Package, backends: Collection[str], tolerance: float
) -> tuple[Line, ...]:
    """Compare all controllers of a package, with its files as they are."""
    interface = package_interface(robot, package)
    lines = []
    for code, law in zip(package.laws, interface.laws, strict=True):
        golden = law_golden(code.plan, package.facts, package.kernels)
        if golden is None:
            lines.append(Line(law.law, code.plan.law.summary, 0, tolerance, {}, SINGULAR))
            continue
        worst = {backend: _worst(interface, law, golden, backend) for backend in RUNNERS if backend in backends}
        steps = len(golden.inputs["q"]) // law.n
        lines.append(Line(law.law, code.plan.law.summary, steps, tolerance, worst))
    return tuple(lines)


def _worst(robot: Interface, law: LawInterface, golden: LawGolden, backend: str) -> Worst:
    try:
        tau, theta = _run(robot, law, golden, backend)
    except KeyError as error:
        return Worst(np.inf, "", f"{error.args[0]} is not there")
    except CacheError:
        raise  # says nothing about the code
    except SymdynError as error:
        return Worst(np.inf, "", str(error))
    except Exception as error:  # the code under check may raise anything
        return Worst(np.inf, "", f"{type(error).__name__}: {error}")
    found = {"the torque": (tau, golden.tau), "the estimates": (theta, golden.theta_after)}
    errors = [
        Worst(relative(value - expected, size_of(np.asarray(expected), 1.0)), f"{what} after the last step")
        for what, (value, expected) in found.items()
    ]
    return max(errors, key=lambda worst: worst.error)


def _run(robot: Interface, law: LawInterface, golden: LawGolden, backend: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the last torque, and the estimates after it."""
    dtype = DTYPES[robot.scalar]
    runner = RUNNERS[backend](robot, law, checked_gains(law.gains, None))
    runner.start(np.array(golden.theta, dtype))
    steps = zip(*(np.reshape(np.array(values, dtype), (-1, law.n)) for values in golden.inputs.values()), strict=True)
    tau = np.zeros(law.n)
    for inputs in steps:
        tau = runner.step(DT, list(inputs))
    return tau, np.array(runner.theta)
