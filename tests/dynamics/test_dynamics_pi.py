"""What kernels compute from `pi` is what they compute from the full vector, with `==`."""

from typing import Any

import pytest
from exact_settings import compute, matrix, product

from symdyn.dynamics.setting import Setting
from symdyn.kernels.table import KERNELS
from symdyn.parameters.pi import pi_over

OF_PI = [name for name, kernel in KERNELS.items() if "pi" in kernel.inputs]


@pytest.mark.parametrize("kernel", OF_PI)
def test_kernel_needs_no_more_of_the_parameters_than_pi(at_over_field: Setting[Any], kernel: str) -> None:
    at = at_over_field
    assert compute(kernel, at, pi=pi_over(at.robot, at.parameters, at.lift)) == compute(kernel, at)


def test_minimal_regressor_times_pi_is_torque(at_over_field: Setting[Any]) -> None:
    at = at_over_field
    pi = pi_over(at.robot, at.parameters, at.lift)
    Y = matrix(compute("regressor", at), len(pi))
    assert product(Y, pi) == compute("inverse_dynamics", at)
