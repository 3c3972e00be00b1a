"""All that the self-test's templates may see: golden vectors, calls and comparisons as finished text; tests of laws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symdyn.algebra.decimals import WORKING_DIGITS
from symdyn.emit.backend import Content
from symdyn.emit.c.function import target_of
from symdyn.emit.c.language import NAME, bounded_number
from symdyn.emit.facts import Facts
from symdyn.emit.golden import golden_vectors
from symdyn.emit.kernel_text import StagedKernel
from symdyn.emit.number_text import lines_of, number_text
from symdyn.emit.templates import fill
from symdyn.ir.program import Port
from symdyn.precision.number_format import FORMATS, rounding_of
from symdyn.precision.rounding_up import next_up

if TYPE_CHECKING:
    from symdyn.emit.control_law import ControlLaw, LawGolden

DIGITS = 3  # of what is allowed
ROUGH = 1e-3  # of the largest entry: what is allowed where no bound on the error tells as much


@dataclass(frozen=True, slots=True)
class Vector:
    """A constant array in C."""

    name: str
    size: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SelftestKernel:
    """The test of one kernel: its inputs and expectations, the call, and the comparison."""

    name: str
    vectors: tuple[Vector, ...]
    outputs: tuple[Port, ...]
    call: str
    comparison: str


@dataclass(frozen=True, slots=True)
class SelftestView:
    """What the C self-test shows."""

    banner: tuple[str, ...]
    name: str
    macro: str
    scalar: str
    digits: int
    left_out: tuple[str, ...]
    kernels: tuple[SelftestKernel, ...]
    what: str
    headers: tuple[str, ...]
    more_tests: tuple[str, ...]
    tests: tuple[str, ...]


def selftest_view(content: Content) -> SelftestView:
    """Return the view of the self-test."""
    facts, scalar = content.facts, content.facts.options.scalar
    written = {kernel.name: _selftest_kernel(facts, kernel, content.test_parameters) for kernel in content.kernels}
    tests = [test for test in written.values() if test is not None]
    singular = [name for name, test in written.items() if test is None]
    more = {one.name: one.texts[NAME] for one in content.beside if one.texts[NAME].selftest}
    return SelftestView(
        banner=facts.banner,
        name=facts.name,
        macro=target_of(facts).macro,
        scalar=scalar,
        digits=WORKING_DIGITS,
        left_out=(f"Not tested, because singular at the golden state: {', '.join(singular)}.",) if singular else (),
        kernels=tuple(tests),
        what="kernels and controllers" if more else "kernels",
        headers=tuple(name for one in more.values() for name in one.files if name.endswith(".h")),
        more_tests=tuple(one.selftest for one in more.values()),
        tests=(*(test.name for test in tests), *more),
    )


def _selftest_kernel(facts: Facts, kernel: StagedKernel, pi: Sequence[float]) -> SelftestKernel | None:
    scalar = facts.options.scalar
    golden = golden_vectors(kernel.program, pi, FORMATS[scalar])
    if golden is None:
        return None
    vectors = [_vector(name, values, scalar) for name, values in golden.inputs.items()]
    for name, values in golden.outputs.items():
        vectors.append(_vector(f"expected_{name}", values, scalar))
        vectors.append(_vector(f"allowed_{name}", allowed(values, golden.errors[name], scalar), scalar))
    outputs = kernel.program.outputs
    number_text(golden.size, scalar)  # what is on the way must be held as well
    arguments = [port.name for port in (*kernel.program.inputs, *outputs)]
    return SelftestKernel(
        name=kernel.name,
        vectors=tuple(vectors),
        outputs=outputs,
        call=f"{facts.name}_{kernel.name}({', '.join(arguments)});",
        comparison=" | ".join(f"differs({p.name}, expected_{p.name}, allowed_{p.name}, {p.size}u)" for p in outputs),
    )


def allowed(expected: Sequence[float], errors: Sequence[float], scalar: str) -> tuple[float, ...]:
    """Return how far what is computed may lie from each expected value: twice the bound on its error.

    Right code stays within: its result is off by the bound at most, and what is expected by its own rounding, which is
    no larger. A change that moves a result by more than four times the bound does not. Where no bound tells, a part of
    the largest entry is allowed.
    """
    form = FORMATS[scalar]
    rough = ROUGH * max(map(abs, expected), default=0.0)
    both = zip(expected, errors, strict=True)
    by_bounds = [max(2 * wrong, wrong + rounding_of(x, form)) for x, wrong in both]
    return tuple(next_up(rough if wrong == math.inf else wrong, DIGITS) for wrong in by_bounds)


def _vector(name: str, values: Sequence[float], scalar: str) -> Vector:
    texts = [number_text(value, scalar) for value in values]
    lines = [", ".join(texts[i : i + 4]) + "," for i in range(0, len(texts), 4)]
    return Vector(name, len(values), tuple(lines))


@dataclass(frozen=True, slots=True)
class LawSelftestView:
    """What the template of a law's test shows."""

    name: str
    law: str
    scalar: str
    n: int
    steps: int
    dt: str
    theta: str
    vectors: tuple[Vector, ...]
    arguments: str
    output: str
    comparison: str


def law_selftest(law: ControlLaw, facts: Facts, golden: LawGolden | None) -> str:
    """Return the C function `test_law_<law>`, or nothing where the law is singular at its golden state."""
    if golden is None:
        return ""
    return fill("c/law_selftest.c.jinja", _law_view(law, facts.options.scalar, golden)).rstrip("\n")


def _law_view(law: ControlLaw, scalar: str, golden: LawGolden) -> LawSelftestView:
    values = dict(golden.inputs) | {f"expected_{law.output}": golden.tau}
    values |= {f"allowed_{law.output}": allowed(golden.tau, golden.tau_errors, scalar)}
    if law.u:
        values |= {"theta": golden.theta, "expected_theta": golden.theta_after}
        values |= {"allowed_theta": allowed(golden.theta_after, golden.theta_errors, scalar)}
    vectors = [
        Vector(name, len(numbers), lines_of([bounded_number(x, scalar) for x in numbers]))
        for name, numbers in values.items()
    ]
    after = f" | differs(controller.theta, expected_theta, allowed_theta, {law.u}u)" if law.u else ""
    return LawSelftestView(
        name=law.name,
        law=law.law,
        scalar=scalar,
        n=law.n,
        steps=golden.steps,
        dt=number_text(golden.dt, scalar),
        theta=", theta" if law.u else "",
        vectors=tuple(vectors),
        arguments=", ".join(f"{name} + {law.n}u * i" for name in golden.inputs),
        output=law.output,
        comparison=f"differs({law.output}, expected_{law.output}, allowed_{law.output}, {law.n}u){after}",
    )
