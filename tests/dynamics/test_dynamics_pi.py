"""What kernels compute from `pi` is what they compute from the full vector, with `==`."""

from dataclasses import replace
from typing import Any

import pytest
from exact_settings import compute, matrix, product

from symdyn.dynamics.setting import Setting
from symdyn.kernels.table import KERNELS
from symdyn.parameters.pi import full_vector, pi_over, pi_pivots

OF_PI = [name for name, kernel in KERNELS.items() if "pi" in kernel.inputs]


def of_pi(at: Setting[Any]) -> Setting[Any]:
    """The same state with the parameters that `pi` stands for: pivots alone."""
    return replace(at, parameters=full_vector(at.robot, pi_over(at.robot, at.parameters, at.lift)))


@pytest.mark.parametrize("kernel", OF_PI)
def test_kernel_needs_no_more_of_the_parameters_than_pi(at_over_field: Setting[Any], kernel: str) -> None:
    at = replace(at_over_field, pivots=pi_pivots(at_over_field.robot))
    assert compute(kernel, of_pi(at)) == compute(kernel, at)


def test_minimal_regressor_times_pi_is_torque(at_over_field: Setting[Any]) -> None:
    at = replace(at_over_field, pivots=pi_pivots(at_over_field.robot))
    pi = pi_over(at.robot, at.parameters, at.lift)
    Y = matrix(compute("regressor", at), len(pi))
    assert product(Y, pi) == compute("inverse_dynamics", at)
