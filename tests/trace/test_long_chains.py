"""Recursive kernels of long chains: their programs grow in proportion to the joints, however general the geometry."""

from functools import cache

import numpy as np
import pytest
from lin_chains import R, modified_dh

from symdyn.ir.cost import cost
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.kernels.table import KERNELS
from symdyn.model.robot import Robot
from symdyn.options import Options
from symdyn.package.programs import kernel_program
from symdyn.parameters.pi import pi_of_full
from symdyn.reference import Witness

RECURSIVE = (
    "inverse_dynamics",
    "inverse_dynamics_external",
    "gravity",
    "coriolis",
    "forward_kinematics",
    "kinetic_energy",
    "potential_energy",
)
TOLERANCE = 1e-11  # of the largest entry: both sides round some thousand operations


@cache
def chain(joints: int) -> Robot:
    """Return a chain in which no axes meet, are parallel or at a right angle, and no two lengths or angles agree."""
    rows = [(f"0.{101 + i}", f"0.{701 + 3 * i}", f"0.{301 + 7 * i}", 0) for i in range(joints)]
    return modified_dh([R] * joints, rows)


@pytest.mark.parametrize("kernel", RECURSIVE)
def test_every_further_joint_of_a_general_chain_costs_the_same(kernel: str) -> None:
    totals = [cost(kernel_program(KERNELS[kernel], chain(n), Options())[0]).total for n in (8, 14, 20)]
    assert totals[2] - totals[1] == totals[1] - totals[0] > 0


@pytest.mark.parametrize("kernel", ["potential_energy", "inverse_dynamics"])
def test_kernels_of_twenty_joints_agree_with_the_witness(kernel: str) -> None:
    robot = chain(20)
    witness = Witness(robot.source)
    program, *_ = kernel_program(KERNELS[kernel], robot, Options())
    numbers = np.random.default_rng(20)
    full = numbers.uniform(-1, 1, len(robot.parameter_names))
    state = {port.name: numbers.uniform(-2, 2, robot.n) for port in program.inputs if port.name != "pi"}
    found = evaluate(program, {**state, "pi": pi_of_full(robot, full)}, FLOATS)
    truth = np.ravel(getattr(witness, kernel)(*state.values(), parameters=full))
    if kernel == "potential_energy":  # counted from the zero configuration, the witness's from the base's origin
        truth = truth - witness.potential_energy(np.zeros(robot.n), full)
    np.testing.assert_allclose(found, truth, rtol=0, atol=TOLERANCE * np.abs(truth).max())
