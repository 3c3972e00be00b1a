"""Programs printed as C and as Python compute what evaluation computes: every operation, every sign, every nesting."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from printed_package import printed_package
from random_programs import INPUTS, random_inputs, random_program

from symdyn.algebra.exact import exact
from symdyn.algebra.roots import square_root
from symdyn.ir.builder import Builder
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.ir.op import Op
from symdyn.ir.program import Port, Program
from symdyn.ir.value import Value
from symdyn.ir.verify import verify
from symdyn.options import Options
from symdyn.runtime.kernels import Kernels, package_kernels

RANDOM = range(12)
# printed programs do the same operations; a compiler may fuse some, and libraries differ in the last bit of a sine
TOLERANCE = {"double": 1e-11, "float": 2e-3}


@cache
def every_operation() -> Program:
    """Every operation on every combination of signs, named and nameless, nested on either side."""
    outputs: list[Value] = []
    builder = Builder("every_operation", INPUTS, ())
    x, y, z, w, p, r, t = (Value(builder, builder.input(port.name, i)) for port in INPUTS for i in range(port.size))
    half_root = square_root(exact(2)) / 2
    for a in (x, -x):
        for b in (y, -y):
            outputs += [a + b, a - b, a * b, a / b, (a + b) * z, (a - b) * z, z * (a - b), (a * b) * z, z - (a + b)]
            outputs += [z - (a - b), z / (a * b), (a / b) / z, z / (a / b), (a / b) * z, (a - b) / (z + w)]
            outputs += [(a + b) - (z - w), (a - b) + (z + w), -(a - b) * -(z - w), a * p - b * r + t, a - p * (b - r)]
    for a in (x, -x, x - y, y - x, x * y, -(x * y)):
        outputs += [a.function(op) for op in (Op.SIN, Op.COS, Op.SIGN)]
        outputs += [a * 3, a * -half_root, a - half_root, half_root - a, 1 / a, a / 7, a * a, (p - r) * a + p * r]
    for a in (x * x, x * x - y, 5 - z * p, y * y + w * w):  # what has a root at the points below
        outputs += [a.function(Op.SQRT), -(a * z).function(Op.SQRT), a.function(Op.ATAN2, -w) * a.function(Op.SQRT)]
        outputs += [(-a).function(Op.ATAN2, z), a.function(Op.ATAN2, z - x), -(z - a).function(Op.ATAN2, -(z - a))]
    outputs += [a.function(Op.SQRT) for a in (z + t - y, -(y - z), -(y - z) * (z - y), -y, 1 / (z - y))]
    named = z * w - x * y
    builder.label(named.ref, "force_1_x")
    reversed_name = (w - z) * 3 - p
    builder.label((-reversed_name).ref, "moment_1_x")
    difference = z - p
    builder.label((-difference).ref, "omega_1_x")
    outputs += [named, -named, named * reversed_name, reversed_name, difference, difference * x, -difference]
    outputs += [outputs[0] * 0, outputs[0] * 0 + 5, x, -p, Value(builder, builder.constant(-half_root))]
    builder.outputs = (Port("y", (len(outputs),)),)
    return verify(builder.finish([value.ref for value in outputs]))


@cache
def programs() -> tuple[Program, ...]:
    return (every_operation(), *(random_program(seed) for seed in RANDOM))


@cache
def kernels(backend: str, scalar: Any) -> Kernels:
    package = printed_package("printed", programs(), Options(scalar=scalar))
    return package_kernels(package, backend)


def expected(program: Program, inputs: dict[str, Any]) -> list[Any]:
    """Evaluate, and shape the results as kernels do."""
    flat = np.array(np.broadcast_arrays(*evaluate(program, inputs, FLOATS)))
    at, shaped = 0, []
    for port in program.outputs:
        part = np.moveaxis(flat[at : at + port.size], 0, -1)
        shaped.append(part.reshape(part.shape[:-1] + port.shape))
        at += port.size
    return shaped


def check(program: Program, found: Any, inputs: dict[str, Any], scalar: str) -> None:
    outputs = found if isinstance(found, tuple) else (found,)
    for output, truth in zip(outputs, expected(program, inputs), strict=True):
        assert np.shape(output) == np.shape(truth)
        scale = np.maximum(1, np.abs(truth))
        np.testing.assert_allclose(output / scale, truth / scale, rtol=0, atol=TOLERANCE[scalar])


BACKENDS = [("c", "double"), ("python", "double"), ("c", "float"), ("python", "float")]


@pytest.mark.parametrize(("backend", "scalar"), BACKENDS)
def test_every_operation_is_printed_as_it_is_evaluated(backend: str, scalar: str) -> None:
    program = every_operation()
    inputs = {"x": [0.5, -1.25, 2.0, 0.75], "pi": [1.5, -0.25, 3.0]}
    check(program, kernels(backend, scalar).every_operation(inputs["x"], inputs["pi"]), inputs, scalar)


@pytest.mark.parametrize("seed", RANDOM)
@pytest.mark.parametrize("backend", ["c", "python"])
def test_random_programs_are_printed_as_they_are_evaluated(backend: str, seed: int) -> None:
    program = programs()[1 + seed]
    inputs = {name: [float(x) for x in values] for name, values in random_inputs(program, seed).items()}
    found = getattr(kernels(backend, "double"), program.name)(inputs["x"], inputs["pi"])
    check(program, found, inputs, "double")


@pytest.mark.parametrize(("backend", "scalar"), BACKENDS)
def test_batches_are_rows_of_samples_with_one_pi(backend: str, scalar: str) -> None:
    program = every_operation()
    x = np.random.default_rng(3).uniform(0.5, 2, (7, 4)) * [1, -1, 1, -1]
    inputs = {"x": list(x.T), "pi": [1.5, -0.25, 3.0]}
    check(program, kernels(backend, scalar).every_operation(x, inputs["pi"]), inputs, scalar)


def test_every_operation_is_there() -> None:
    assert {instruction.op for instruction in every_operation().instructions} == set(Op)
