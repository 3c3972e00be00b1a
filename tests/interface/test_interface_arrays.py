"""Numbers that a caller gives to kernels and controllers: taken as they are, or refused by name."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.interface.arrays import real_array
from symdyn.options import Options


@pytest.fixture(scope="module")
def gravity_and_coriolis() -> Any:
    return symdyn.build("two_link", Options(only=("gravity", "coriolis")), backend="numpy")


def test_every_kind_of_real_numbers_is_taken() -> None:
    given = ([1, 2], (1.0, 2.0), np.array([True, 2], object), [Fraction(1), Fraction(2)], np.array([1, 2], np.int8))
    for values in given:
        array = real_array(values, "q", np.float32, "gravity")
        assert (array.dtype, array.tolist()) == (np.float32, [1.0, 2.0])
    assert real_array(np.ones((4, 4))[:, ::2], "q", np.float64, "gravity").flags.c_contiguous


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([1 + 2j, 0], ", not complex ones"),
        (np.zeros(2, complex), ", not complex ones"),
        (["1", "2"], ", not <U1"),
        ([[1, 2], [3]], ""),
        ([1, {}], ""),
        (np.array([1j, 2], object), ""),
    ],
)
def test_what_is_no_real_number_is_refused_by_the_inputs_name(gravity_and_coriolis, values, found) -> None:
    with pytest.raises(InputError) as told:
        gravity_and_coriolis.gravity(values)
    assert str(told.value) == f"gravity: q must be an array of real numbers{found}"


def test_complex_parameters_are_refused(gravity_and_coriolis) -> None:
    with pytest.raises(InputError, match=r"^gravity: pi must be an array of real numbers, not complex ones$"):
        gravity_and_coriolis.gravity([0, 0], pi=gravity_and_coriolis.pi + 1j)


def test_batches_that_do_not_go_together_are_named(gravity_and_coriolis) -> None:
    with pytest.raises(InputError) as told:
        gravity_and_coriolis.coriolis(np.zeros((50, 2)), np.zeros((3, 2)))
    wanted = "inputs have different numbers of samples (q 50, qd 3); give as many of each, or one"
    assert str(told.value) == f"coriolis: {wanted}"
    with pytest.raises(InputError, match=r"\(q 4 x 5, qd 3\)"):
        gravity_and_coriolis.coriolis(np.zeros((4, 5, 2)), np.zeros((3, 2)))
    assert gravity_and_coriolis.coriolis(np.zeros((50, 2)), np.zeros(2)).shape == (50, 2)


def test_a_controller_refuses_what_is_no_real_number() -> None:
    controller = symdyn.controller("two_link", "pd_gravity", backend="python")
    state = [np.zeros(2) for _ in range(5)]
    with pytest.raises(InputError, match=r"^pd_gravity: qd must be an array of real numbers, not complex ones$"):
        controller.step(1e-3, state[0], state[1] + 1j, *state[2:])
    with pytest.raises(InputError, match=r"^gains\.\w+: must be .*, in numbers$"):
        symdyn.controller("two_link", "pd_gravity", {next(iter(controller.gains)): 1 + 2j}, backend="python")


@pytest.mark.parametrize("values", [None, [1, None], np.array([1, None], object), np.ma.array([1.0, 2.0], mask=[1, 0])])
def test_numbers_that_are_not_there_are_refused(values: Any) -> None:
    with pytest.raises(InputError, match="gravity: q "):
        real_array(values, "q", np.float64, "gravity")
