"""Golden vectors of a law: its Python twin run on numbers of many digits, rounded once, that know how they would err.

The twin's text is executed with kernels that evaluate their programs with many digits, in place of the generated NumPy
module; so nothing is written twice, and the vectors are the same on every machine. The numbers bound the rounding of
every operation of the law, so that the self-test knows how far off its results may be.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from symdyn.control.codes import OK
from symdyn.control.plan import Plan
from symdyn.control.printable import printable
from symdyn.control.program import called_kernels
from symdyn.emit import Facts, StagedKernel
from symdyn.emit.control_law import ControlLaw, LawGolden
from symdyn.emit.python.law import python_law_text
from symdyn.interface import SEEN, STATE
from symdyn.interface.modules import load_twin
from symdyn.ir.evaluate import MANY_DIGITS, evaluate
from symdyn.ir.program import Program
from symdyn.kernels.close_step import CLOSE_REST, CLOSE_STEP
from symdyn.precision.erring import Erring, erring
from symdyn.precision.error_bound import error_bounds, near
from symdyn.precision.number_format import FORMATS, NumberFormat

STEPS = 3
DT = 0.001
THOUSANDTH = 1000
NEAR = 16
STEPS_TO_CLOSE = 20
PARTS = (1.0, 2.0**-2, 2.0**-4, 2.0**-8)


def law_golden(
    plan: Plan, facts: Facts, kernels: Sequence[StagedKernel], law: ControlLaw | None = None
) -> LawGolden | None:
    """Run a few steps at states that depend on the law's name alone; None where the law is singular there.

    Motions are made slower and deviations smaller until no torque is at its limit: a torque that is cut tells nothing.
    ``law`` is what the plan makes, where the caller has it.
    """
    form = FORMATS[facts.options.scalar]
    robot = _many_digits(plan, kernels, form)
    module = load_twin(python_law_text(law or printable(plan), facts), plan.name, plan.robot, robot)
    if plan.following:
        programs = {one.name: one.program for one in kernels}
        module.__dict__["_close"] = _closing(programs[CLOSE_STEP.name], programs[CLOSE_REST.name], form)
    gains = {name: _as_held(value, form).reshape(value.shape) for name, value in module.DEFAULT_GAINS.items()}
    start, dt = tuple(map(form.nearest, plan.start)), form.nearest(DT)
    for part in PARTS:
        inputs = {name: tuple(map(form.nearest, values)) for name, values in _inputs(plan, part).items()}
        controller = module.Controller(gains, theta=_as_held(start, form))
        tau, cut = _run(controller, plan, erring(dt, form), {name: _as_held(x, form) for name, x in inputs.items()})
        if tau is None:
            return None
        if not cut:
            break
    ends = [_numbers(tau, form), _numbers(controller.theta, form)]
    values = (tuple(map(float, numbers)) for numbers in ends)
    return LawGolden(dt, STEPS, start, inputs, *values, *(tuple(x.error for x in numbers) for numbers in ends))


def _closing(step: Program, rest: Program, form: NumberFormat) -> Callable[..., str]:
    """Close loops with many digits.

    Newton's method makes good its own errors: what a target finds is off by those of its last step alone, and what
    follows from that besides by its own.
    """

    def close(q: Any, guess: Any, largest_gap: float, passive: Any) -> str:
        given = _numbers(q, form)
        found = [x.value for x in _numbers(guess, form)]
        for _ in range(STEPS_TO_CLOSE):
            results = evaluate(step, {"q": [x.value for x in given], "passive": found}, MANY_DIGITS)
            found = [x + by for x, by in zip(found, results, strict=True)]
        exactly = {"q": [x.value for x in given], "passive": found}
        held = {"q": [near(float(x.value), x.error) for x in given], "passive": [near(float(x), 0.0) for x in found]}
        wrong = [2 * bound.error for bound in error_bounds(step, held, form)]
        held["passive"] = [near(float(x), error) for x, error in zip(found, wrong, strict=True)]
        ends = evaluate(rest, exactly, MANY_DIGITS)[: len(found)]
        errors = [bound.error for bound in error_bounds(rest, held, form)][: len(found)]
        passive[:] = [
            Erring(x, error + form.half_unit * abs(float(x)), form) for x, error in zip(ends, errors, strict=True)
        ]
        return OK

    return close


def _as_held(values: Any, form: NumberFormat) -> Any:
    """Follow numbers as a format holds them."""
    return np.array([erring(form.nearest(float(x)), form) for x in np.ravel(values)], object)


def _numbers(values: Any, form: NumberFormat) -> list[Erring]:
    """Return numbers out of an array of them, where one may be an array by itself."""
    bare = [x.item() if isinstance(x, np.ndarray) else x for x in values]
    return [x if isinstance(x, Erring) else erring(x, form) for x in bare]


def _run(controller: Any, plan: Plan, dt: Erring, inputs: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return the last torque, None where the law is singular, and whether any was cut on the way."""
    tau, cut = None, False
    try:
        for step in range(STEPS):
            rows = (values[step * plan.n : (step + 1) * plan.n] for values in inputs.values())
            tau = controller.step(dt, *rows)
            cut = cut or any(getattr(controller, "limited", ()))
    except ZeroDivisionError:
        return None, cut
    return tau, cut


def _inputs(plan: Plan, part: float) -> dict[str, tuple[float, ...]]:
    """Draw states, with so much of their velocities, accelerations and deviations."""
    source = random.Random(plan.law.name)
    inputs: dict[str, tuple[float, ...]] = {}
    for name in SEEN if plan.law.watches else STATE:
        of_it = 1.0 if name == "q" else part
        inputs[name] = tuple(_drawn(source) * of_it for _ in range(STEPS * plan.n))
    if plan.assembled:  # where loops can be closed
        near = [round(x, 3) for x in plan.assembled] * STEPS
        inputs["q"] = tuple(x + away / NEAR / NEAR for x, away in zip(near, inputs["q"], strict=True))
    near_to = () if plan.law.watches else (("q", "q_d"), ("qd", "qd_d"))
    for state, desired in near_to:  # near it: a law may give up where the two are far apart
        inputs[desired] = tuple(
            x + away / (NEAR * NEAR if plan.assembled else NEAR)
            for x, away in zip(inputs[state], inputs[desired], strict=True)
        )
    return inputs


def _drawn(source: random.Random) -> float:
    return source.randint(-2 * THOUSANDTH, 2 * THOUSANDTH) / THOUSANDTH


def _many_digits(plan: Plan, kernels: Sequence[StagedKernel], form: NumberFormat) -> ModuleType:
    """A robot's module whose kernels compute with many digits."""
    robot = ModuleType(plan.robot)
    robot.__dict__.update(DTYPE=object, N=plan.n)
    wanted = {kernel.name for kernel in called_kernels(plan)}
    robot.__dict__.update({kernel.name: _kernel(kernel.program, form) for kernel in kernels if kernel.name in wanted})
    return robot


def _kernel(program: Program, form: NumberFormat) -> Callable[..., Any]:
    def call(*arguments: Sequence[Any]) -> Any:
        held = {port.name: _numbers(values, form) for port, values in zip(program.inputs, arguments, strict=True)}
        results = evaluate(program, {name: [x.value for x in values] for name, values in held.items()}, MANY_DIGITS)
        followed = {name: [near(float(x), x.error) for x in values] for name, values in held.items()}
        wrong = [bound.error for bound in error_bounds(program, followed, form)]
        outputs, at = [], 0
        for port in program.outputs:
            part = slice(at, at + port.size)
            row = [Erring(value, error, form) for value, error in zip(results[part], wrong[part], strict=True)]
            outputs.append(np.array(row, object).reshape(port.shape))
            at += port.size
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    return call
