"""The compiled derivatives are those of the compiled torque and of the compiled plant."""

import pytest

from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.model import load
from symdyn.options import Options

KERNELS = (
    *("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix"),
    *("torque_derivatives", "state_matrices", "forward_dynamics_derivatives"),
)
LAWS = {
    # differences of sixth order leave 1e-11 to 1e-10 of the plant's largest slope, see `check.tolerance`
    "torque_derivatives = slopes of tau": 1e-10,
    "state_matrices = slopes of forward_dynamics": 1e-9,
    # a few thousand roundings, and those of an inverse
    "dtau_dqd = 2 C + viscous friction": 1e-12,
    "A = -B · torque_derivatives, M · B = 1 (lower blocks)": 1e-12,
}


@pytest.mark.parametrize(
    "name", ["two_link", *(pytest.param(name, marks=pytest.mark.slow) for name in ("dual_arm", "panda"))]
)
def test_derivatives_are_the_slopes_of_compiled_kernels(name):
    result = check_robot(load(name), Options(only=KERNELS))
    assert result.passed, table(result)
    lines = {line.name: line for line in result.laws}
    for law, allowed in LAWS.items():
        for backend, worst in lines[law].worst.items():
            assert worst.error < allowed, (law, backend, worst)
