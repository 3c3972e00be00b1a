"""The one door: the same kernel over every ring, and what it says when something is missing."""

from functools import cache

import numpy as np
import pytest

import symdyn
from symdyn.algebra.scalar import EXACTS
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.kernels import KERNELS, run
from symdyn.kernels.kernel import INPUT_SHAPES
from symdyn.kernels.table import FAMILIES
from symdyn.model import bind_symbols
from symdyn.model.robot import Robot
from symdyn.parameters.pi import full_vector
from symdyn.parameters.plausible import plausible_parameters
from symdyn.trace import trace_kernel

ROBOT = "stanford"
ROUNDING = 1e-10  # of the largest entry: a thousand operations in another order, and a mass matrix solved


@cache
def robot() -> Robot:
    return bind_symbols(symdyn.load(ROBOT))


def state(*samples: int) -> dict[str, list[object]]:
    """Inputs for every kernel; with samples, each is an array of them."""
    source = np.random.default_rng(17)
    drawn = {
        port: list(source.uniform(-2, 2, ({"n": robot().n, "6": 6}[shape[0]], *samples)))
        for port, shape in INPUT_SHAPES.items()
        if shape[0] in ("n", "6")
    }
    pi = list(plausible_parameters(robot()))
    return drawn | {"pi": pi, "parameters": list(full_vector(robot(), pi))}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_kernel_on_floats_is_its_program_on_floats(kernel: str) -> None:
    direct = np.array([x for values in run(KERNELS[kernel], robot(), FLOATS, state()).outputs.values() for x in values])
    program = trace_kernel(KERNELS[kernel], robot())
    by_program = np.array(evaluate(program, state(), FLOATS), float)
    np.testing.assert_allclose(direct, by_program, rtol=0, atol=ROUNDING * np.abs(by_program).max())


def test_arrays_of_samples_run_as_one() -> None:
    many = run(KERNELS["inverse_dynamics"], robot(), FLOATS, state(3))["tau"]
    for i in range(3):
        one = {port: [np.atleast_1d(x)[i % np.size(x)] for x in values] for port, values in state(3).items()}
        tau = run(KERNELS["inverse_dynamics"], robot(), FLOATS, one)["tau"]
        np.testing.assert_allclose([row[i] for row in many], tau, rtol=1e-13)  # vectorised sines may round otherwise


def test_outputs_have_the_names_and_sizes_of_their_ports() -> None:
    found = run(KERNELS["tip_motion"], robot(), FLOATS, state()).outputs
    assert {name: len(values) for name, values in found.items()} == {"T": 16, "J": 6 * 6, "J_dot": 6 * 6}
    assert all(isinstance(x, float) for values in found.values() for x in values)  # zeros and ones too


def test_the_full_vector_may_stand_for_pi() -> None:
    given = state()
    pi = given.pop("pi")
    by_full = run(KERNELS["mass_matrix"], robot(), FLOATS, given)["M"]
    assert run(KERNELS["mass_matrix"], robot(), FLOATS, {"q": given["q"], "pi": pi})["M"] == by_full


def test_what_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match="inverse_dynamics needs qd, qdd"):
        run(KERNELS["inverse_dynamics"], robot(), FLOATS, {"q": state()["q"], "pi": state()["pi"]})
    with pytest.raises(ValueError, match="gravity needs pi"):
        run(KERNELS["gravity"], robot(), FLOATS, {"q": state()["q"]})
    with pytest.raises(TypeError, match="this ring has no cos: give its values with the state, as the input cos"):
        run(KERNELS["jacobian"], robot(), EXACTS, {"q": [1] * robot().n})


def test_every_kernel_stands_in_one_family() -> None:
    names = [kernel.name for family in FAMILIES for kernel in family]
    assert names == list(KERNELS) and len(set(names)) == len(names)
