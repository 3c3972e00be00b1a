"""Golden vectors of a law: its Python twin run on numbers of many digits, rounded once.

The twin's text is executed with kernels that evaluate their programs with many digits, in place of the generated NumPy
module; so nothing is written twice, and the vectors are the same on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
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


def law_golden(plan: Plan, facts: Facts, kernels: Sequence[StagedKernel]) -> LawGolden | None:
    """Run a few steps at states that depend on the law's name alone; None where the law is singular there."""
    robot = _many_digits(plan, kernels)
    module = load_twin(python_law_text(printable(plan), facts), plan.name, plan.robot, robot)
    source = random.Random(plan.law.name)
    inputs: dict[str, tuple[float, ...]] = {}
    for name in ("q", "qd", "q_d", "qd_d", "qdd_d"):
        inputs[name] = tuple(_drawn(source) for _ in range(STEPS * plan.n))
    if plan.assembled:  # where loops can be closed
        near = [round(x, 3) for x in plan.assembled] * STEPS
        inputs["q"] = tuple(x + away / NEAR / NEAR for x, away in zip(near, inputs["q"], strict=True))
    for state, desired in (("q", "q_d"), ("qd", "qd_d")):  # near it: a law may give up where the two are far apart
        inputs[desired] = tuple(
            x + away / (NEAR * NEAR if plan.assembled else NEAR)
            for x, away in zip(inputs[state], inputs[desired], strict=True)
        )
    controller = module.Controller(theta=[_mpf(x) for x in plan.start])
    tau: Any = ()
    try:
        for step in range(STEPS):
            rows = (inputs[name][step * plan.n : (step + 1) * plan.n] for name in inputs)
            tau = controller.step(_mpf(DT), *([_mpf(x) for x in row] for row in rows))
    except ZeroDivisionError:
        return None
    return LawGolden(DT, STEPS, plan.start, inputs, tuple(map(float, tau)), tuple(map(float, controller.theta)))


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
