"""Angles that are no inputs are computed first, so that blocks of samples take all sines and cosines at once."""

import numpy as np
import pytest
from lin_chains import P, R, modified_dh

from symdyn.emit.c.block import can_be_blocked
from symdyn.emit.planning.angles_apart import angles_apart
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.ir.program import Port
from symdyn.ir.text import parse_program, program_text
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.package.programs import kernel_program, staged

SUMS = """program f(q[2]) -> y[2]
  %0 = input q[0]
  %1 = input q[1]
  %2 = const 1/6
  %3 = add %0 %2
  %4 = sin %3  # s1
  %5 = cos %1
  %6 = mul %1 %4
  return -%6 %5
"""
ANGLES = """program f(q[2]) -> angles[2]
  %0 = input q[0]
  %1 = input q[1]
  %2 = const 1/6
  %3 = add %0 %2
  return %1 %3
"""
REST = """program f(q[2], angles[2]) -> y[2]
  %0 = input angles[0]
  %1 = input angles[1]
  %2 = input q[1]
  %3 = sin %1  # s1
  %4 = cos %0
  %5 = mul %2 %3
  return -%5 %4
"""
PLAIN = SUMS.replace("sin %3", "sin %0")


def test_a_program_is_parted_as_documented() -> None:
    angles, rest = angles_apart(parse_program(SUMS))
    assert angles is not None
    assert (program_text(angles), program_text(rest)) == (ANGLES, REST)


def test_a_program_whose_angles_are_inputs_stays_whole() -> None:
    program = parse_program(PLAIN)
    assert angles_apart(program) == (None, program)


WITHOUT = ("adaptive_walker", "regressor_filtered", "loop_motion")  # the last takes no sine of a tree


@pytest.mark.parametrize("kernel", [name for name in KERNELS if name not in WITHOUT])
def test_both_parts_together_are_the_program(kernel: str) -> None:
    robot = modified_dh([R, P, R], [("0.3", "0.4", "0.1", "pi/6"), ("0.2", "1.1", 0, 0), (0, "0.5", "0.2", "0.7")])
    program = staged(KERNELS[kernel], kernel_program(KERNELS[kernel], robot, Options())[0]).online
    numbers = np.random.default_rng(4)
    inputs = {port.name: numbers.uniform(-1, 1, port.size) for port in program.inputs}
    angles, rest = angles_apart(program)
    assert angles is not None
    assert angles.outputs == (Port("angles", (len(angles.results),)),)
    found = evaluate(rest, {**inputs, "angles": evaluate(angles, inputs, FLOATS)}, FLOATS)
    assert found == evaluate(program, inputs, FLOATS)


def test_kernels_of_joints_with_offsets_work_on_blocks() -> None:
    robot = modified_dh([R, R], [("0.3", "0.4", "0.1", "pi/6"), ("0.2", "1.1", 0, "1/3")])
    kernel = KERNELS["inverse_dynamics"]
    assert can_be_blocked(staged(kernel, kernel_program(kernel, robot, Options())[0]).online)
