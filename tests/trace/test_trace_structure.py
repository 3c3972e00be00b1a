"""Structural knowledge survives: zero twists, right angles and structurally zero parameters leave no trace."""

from functools import cache
from typing import Any

import pytest
from bundled_trees import TREES
from random_programs import random_inputs
from random_robots import random_arm

import symdyn
from symdyn.algebra.exact import Exact
from symdyn.ir.cost import cost
from symdyn.ir.evaluate import FLOATS, evaluate
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry, Program
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.package.programs import kernel_program
from symdyn.parameters.pi import pi_names


@cache
def program_of(kernel: str, robot: str) -> Program:
    return made(kernel, symdyn.load(robot))


def made(kernel: str, robot: symdyn.Robot) -> Program:
    return kernel_program(KERNELS[kernel], bind_symbols(robot), Options())[0]


def constants(program: Program) -> set[Exact]:
    return {i.payload for i in program.instructions if isinstance(i.payload, Exact)}


def read(program: Program, port: str) -> set[int]:
    """Entries of an input that a program uses."""
    entries = (i.payload for i in program.instructions if isinstance(i.payload, InputEntry))
    return {entry.index for entry in entries if entry.port == port}


def planar(*joints: dict[str, Any], **more: Any) -> dict[str, Any]:
    mapping = {"symdyn": 1, "name": "planar", "gravity": [0, "-9.81", 0], "frames": "modified_dh", **more}
    return mapping | {"joints": [{"type": "revolute", "dh": {}, **joint} for joint in joints]}


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_zero_twist_is_the_same_as_none_and_as_a_full_turn(kernel: str) -> None:
    programs = [
        made(kernel, symdyn.load(planar({"dh": {}}, {"dh": {"a": "1/2"} | twist})))
        for twist in ({}, {"alpha": 0}, {"alpha": "2*pi"}, {"alpha": 0, "theta": 0, "d": 0})
    ]
    assert all(program == programs[0] for program in programs)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_planar_robot_computes_its_own_cosines_and_no_others(kernel: str) -> None:
    program = program_of(kernel, "two_link")
    for instruction in program.instructions:
        if instruction.op in (Op.COS, Op.SIN):
            angle = program.instructions[instruction.operands[0]].payload
            assert isinstance(angle, InputEntry) and angle.port == "q"
    assert cost(program).trigonometric <= 4


RIGHT_ANGLED = [name for name in TREES if name not in ("dual_arm", "screwdriver")]  # a lead over 2 pi


@pytest.mark.parametrize("robot", RIGHT_ANGLED)
def test_right_angles_leave_only_rational_constants(robot: str) -> None:
    for kernel in ("inverse_dynamics", "mass_matrix", "regressor_full", "jacobian"):
        assert all(constant.is_rational for constant in constants(program_of(kernel, robot)))


def test_a_right_angle_costs_less_than_any_other() -> None:
    def arm(alpha: Any) -> Program:
        return made("inverse_dynamics", symdyn.load(planar({"dh": {}}, {"dh": {"a": "1/2", "alpha": alpha}})))

    right, other = arm("pi/2"), arm("pi/3")
    assert cost(right).total < cost(other).total
    assert cost(arm(0)).total < cost(right).total
    assert any("sqrt(3)" in str(constant) for constant in constants(other))
    assert not any("sqrt" in str(constant) for constant in constants(right))


BODY = {"mass": 2, "com": ["1/4", 0, 0], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}


def two_twisted_links(zeros: str) -> symdyn.Robot:
    joints = ({"link": BODY}, {"dh": {"a": "1/2", "alpha": "pi/2"}, "link": BODY})
    return symdyn.load(planar(*joints, zeros=zeros))


def test_structural_zeros_are_not_read_and_cost_nothing() -> None:
    by_value, structural = (made("inverse_dynamics", two_twisted_links(zeros)) for zeros in ("values", "structural"))
    names = pi_names(bind_symbols(two_twisted_links("structural")))
    zero = {f"link2.{entry}" for entry in ("my", "mz", "Ixy", "Ixz", "Iyz")}
    assert not {names[i] for i in read(structural, "pi")} & zero
    assert cost(structural).total < cost(by_value).total


# not of coriolis and gravity: there entries may cancel through c² + s² = 1, which is no structure
STRUCTURAL = ("inverse_dynamics", "mass_matrix", "kinetic_energy", "potential_energy", "forward_kinematics", "jacobian")


@pytest.mark.parametrize("kernel", STRUCTURAL)
@pytest.mark.parametrize("robot", ["two_link", "gantry", "scara", "puma560"])
def test_nothing_is_read_that_changes_nothing(robot: str, kernel: str) -> None:
    program = program_of(kernel, robot)
    inputs = {name: [float(x) for x in values] for name, values in random_inputs(program, 7).items()}
    base = evaluate(program, inputs, FLOATS)
    for port in program.inputs:
        for index in read(program, port.name):
            values = list(inputs[port.name])
            values[index] = -1.7 * values[index]
            changed = evaluate(program, inputs | {port.name: values}, FLOATS)
            assert changed != base, f"{port.name}[{index}] is read and changes nothing"


def test_a_weightless_robot_has_no_gravity_torque_but_that_of_its_springs() -> None:
    spring = {"stiffness": 3, "rest": 1}
    robot = symdyn.load(planar({"dh": {}}, {"dh": {"a": "1/2"}, "spring": spring}) | {"gravity": [0, 0, 0]})
    program = made("gravity", robot)
    names = pi_names(bind_symbols(robot))
    assert {names[i] for i in read(program, "pi")} == {"joint2.ks", "joint2.kr"}
    assert cost(program).total == 2


def test_tracing_seven_joints_with_general_geometry_makes_a_short_program() -> None:
    program = made("inverse_dynamics", symdyn.load(random_arm(31, 7, frames="modified_dh", effects=False, load=False)))
    assert len(program.instructions) < 2500


def known(program: Program) -> list[Exact | None]:
    """The results that are constants, which are never negative here; None for those that are computed."""
    found = [program.instructions[ref.index] for ref in program.results]
    return [instruction.payload if instruction.op is Op.CONST else None for instruction in found]


def test_the_upper_halves_of_state_matrices_are_written_not_computed() -> None:
    program = program_of("state_matrices", "puma560")
    assert [port.shape for port in program.outputs] == [(12, 12), (12, 6)]
    assert known(program)[:72] == [int(column == row + 6) for row in range(6) for column in range(12)]
    assert known(program)[144:180] == [0] * 36


def test_turning_about_gravity_changes_no_torque() -> None:
    assert known(program_of("torque_derivatives", "panda"))[0:49:7] == [0] * 7
