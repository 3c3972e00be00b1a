"""Golden vectors, for tests: inputs with few digits, and outputs computed with many and rounded once.

So they are the same on every machine, and a compiled kernel is compared with the true value of its program. How far it
may lie from that is told by the rounding of its own operations at that state, see `precision.error_bound`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symdyn.algebra.decimals import mp_context
from symdyn.ir.evaluate import MANY_DIGITS, evaluate_all
from symdyn.ir.program import Port, Program
from symdyn.precision.error_bound import any_of, error_bounds
from symdyn.precision.number_format import NumberFormat

THOUSANDTH = 1000
STATES = 256  # tried


@dataclass(frozen=True, slots=True)
class Golden:
    """One sample of a program: the numbers that go in, and those that must come out, port by port.

    `errors` bounds how far what a format computes lies from its outputs, `size` is that of the largest quantity on the
    way.
    """

    inputs: Mapping[str, tuple[float, ...]]
    outputs: Mapping[str, tuple[float, ...]]
    errors: Mapping[str, tuple[float, ...]]
    size: float


def golden_vectors(program: Program, pi: Sequence[float], form: NumberFormat) -> Golden | None:
    """Return a sample of a program at a state that depends on its name alone; None where it is singular there.

    The state is the first at which all of its square roots have a value, None if none of many is. Inputs are numbers of
    the format.
    """
    source = random.Random(program.name)
    try:
        for _ in range(STATES):
            inputs = {port.name: tuple(map(form.nearest, _drawn(source, port, pi))) for port in program.inputs}
            many_digits = {name: [mp_context.mpf(x) for x in values] for name, values in inputs.items()}
            values = [float(x) for x in evaluate_all(program, many_digits, MANY_DIGITS)]
            if not any(map(math.isnan, values)):
                return _golden(program, inputs, values, form)
    except ZeroDivisionError:
        pass
    return None


def _drawn(source: random.Random, port: Port, pi: Sequence[float]) -> tuple[float, ...]:
    drawn = tuple(source.randint(-2 * THOUSANDTH, 2 * THOUSANDTH) / THOUSANDTH for _ in range(port.size))
    return tuple(pi) if port.name == "pi" else drawn


def _golden(
    program: Program, inputs: Mapping[str, tuple[float, ...]], values: Sequence[float], form: NumberFormat
) -> Golden:
    results = [-values[ref.index] if ref.negative else values[ref.index] for ref in program.results]
    bounds = error_bounds(program, {name: [any_of(x, x) for x in given] for name, given in inputs.items()}, form)
    outputs, errors, at = {}, {}, 0
    for port in program.outputs:
        outputs[port.name] = tuple(results[at : at + port.size])
        errors[port.name] = tuple(bound.error for bound in bounds[at : at + port.size])
        at += port.size
    return Golden(inputs, outputs, errors, max(map(abs, values), default=0.0))
