"""Golden vectors of a law: its Python twin run on numbers of many digits, rounded once.

The twin's text is executed with kernels that evaluate their programs with many digits, in place of the generated NumPy
module; so nothing is written twice, and the vectors are the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np

from symdyn.algebra.decimals import mp_context
from symdyn.control.plan import Plan
from symdyn.control.printable import printable
from symdyn.emit import Facts, StagedKernel
from symdyn.emit.control_law import LawGolden
from symdyn.emit.python.law import python_law_text
from symdyn.interface.modules import load_twin
from symdyn.ir.evaluate import MANY_DIGITS, evaluate
from symdyn.ir.program import Program

STEPS = 3
DT = 0.001
THOUSANDTH = 1000
NEAR = 16
PARTS = (1.0, 2.0**-2, 2.0**-4, 2.0**-8)


def law_golden(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> LawGolden | None:
    """Run a few steps at states that depend on the law's name alone; None where the law is singular there.

    Motions are made slower and deviations smaller until no torque is at its limit: a torque that is cut tells nothing.
    """
    robot = _many_digits(plan, kernels)
    module = load_twin(python_law_text(printable(plan), facts), plan.name, plan.robot, robot)
    for part in PARTS:
        inputs = _inputs(plan, part)
        controller = module.Controller(theta=[_mpf(x) for x in plan.start])
        tau, cut = _run(controller, plan, inputs)
        if tau is None:
            return None
        if not cut:
            break
    return LawGolden(DT, STEPS, plan.start, inputs, tuple(map(float, tau)), tuple(map(float, controller.theta)))


def _run(controller: Any, plan: Plan, inputs: Mapping[str, Sequence[float]]) -> tuple[Any, bool]:
    """Return the last torque, None where the law is singular, and whether any was cut on the way."""
    tau, cut = None, False
    try:
        for step in range(STEPS):
            rows = (values[step * plan.n : (step + 1) * plan.n] for values in inputs.values())
            tau = controller.step(_mpf(DT), *([_mpf(x) for x in row] for row in rows))
            cut = cut or any(getattr(controller, "limited", ()))
    except ZeroDivisionError:
        return None, cut
    return tau, cut


def _inputs(plan: Plan, part: float) -> dict[str, tuple[float, ...]]:
    """Draw states, with so much of their velocities, accelerations and deviations."""
    source = random.Random(plan.law.name)
    inputs: dict[str, tuple[float, ...]] = {}
    for name in ("q", "qd", "q_d", "qd_d", "qdd_d"):
        of_it = 1.0 if name == "q" else part
        inputs[name] = tuple(_drawn(source) * of_it for _ in range(STEPS * plan.n))
    if plan.assembled:  # where loops can be closed
        near = [round(x, 3) for x in plan.assembled] * STEPS
        inputs["q"] = tuple(x + away / NEAR / NEAR for x, away in zip(near, inputs["q"], strict=True))
    for state, desired in (("q", "q_d"), ("qd", "qd_d")):  # near it: a law may give up where the two are far apart
        inputs[desired] = tuple(
            x + away / (NEAR * NEAR if plan.assembled else NEAR)
            for x, away in zip(inputs[state], inputs[desired], strict=True)
        )
    return inputs


def _drawn(source: random.Random) -> float:
    return source.randint(-2 * THOUSANDTH, 2 * THOUSANDTH) / THOUSANDTH


def _many_digits(plan: Plan, kernels: Sequence[StagedKernel]) -> ModuleType:
    """A robot's module whose kernels compute with many digits."""
    robot = ModuleType(plan.robot)
    robot.__dict__.update(DTYPE=object, N=plan.n)
    wanted = set(plan.law.kernels)
    robot.__dict__.update({kernel.name: _kernel(kernel.program) for kernel in kernels if kernel.name in wanted})
    return robot


def _kernel(program: Program) -> Callable[..., Any]:
    def call(*arguments: Sequence[Any]) -> Any:
        given = {port.name: [_mpf(x) for x in values] for port, values in zip(program.inputs, arguments, strict=True)}
        results = evaluate(program, given, MANY_DIGITS)
        outputs, at = [], 0
        for port in program.outputs:
            outputs.append(np.array(results[at : at + port.size], object).reshape(port.shape))
            at += port.size
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    return call


def _mpf(x: Any) -> Any:
    """A double as it is, with many digits."""
    if isinstance(x, mp_context.mpf):
        return x
    exactly = Fraction(float(x))
    return mp_context.mpf(exactly.numerator) / exactly.denominator
