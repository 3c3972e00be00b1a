"""Operation counts, held by a ratchet: a change may lower them, and then lowers the number here too.

Counted is all arithmetic of a call except sines and cosines; products of geometry constants are folded, and
parameters come at run time, so what depends on them alone is counted too.
"""

from functools import cache
from pathlib import Path

import pytest

import symdyn
from symdyn.ir.cost import cost
from symdyn.kernels.table import KERNELS
from symdyn.model import Robot, bind_symbols
from symdyn.options import Options
from symdyn.package.programs import kernel_program

PAPERS = Path(__file__).parents[1] / "bench" / "robots"

# inverse dynamics in minimal parameters, on the arms that papers count on, in bench/robots or bundled
INVERSE_DYNAMICS = {
    "general_6r": 700,  # [Lin95] 843, Gautier and Khalil 794
    "stanford": 393,  # 450, 450
    "stanford_simplified": 228,  # 240, 241
    "panda": 560,
}
PANDA = {
    "inverse_dynamics": 560,
    "inverse_dynamics_external": 638,
    "inverse_dynamics_friction": 560,
    "gravity": 75,
    "coriolis": 512,
    "coriolis_matrix": 1205,  # column by column through Newton-Euler: 2461
    "mass_matrix": 318,
    "forward_dynamics": 1012,
    "regressor": 1155,
    "regressor_unknown": 1155,
    "regressor_slotine_li": 1242,
    "regressor_full": 1371,
    "forward_kinematics": 118,
    "jacobian": 142,
    "tip_pose": 115,
    "tip_motion": 381,
    "load_regressor": 212,
    "kinetic_energy": 240,
    "potential_energy": 53,
    "adaptive_inverse_dynamics": 873,
    "adaptive_slotine_li": 960,
    "adaptive_walker": 1172,
    "regressor_filtered": 1591,
    "torque_derivatives": 2612,  # dual numbers through Newton-Euler: 5056
    "state_matrices": 4151,
    "forward_dynamics_derivatives": 4587,
    "dynamics_all": 1032,  # its four parts alone: 1095, with sines and cosines four times
    "loop_motion": 0,  # a tree's joints are its coordinates
}

SIX_JOINTS = {  # [VanWinssen85] 47,727 for A and B
    ("puma560", "torque_derivatives"): 2080,
    ("puma560", "state_matrices"): 3039,
    ("general_6r", "torque_derivatives"): 3594,
    ("general_6r", "state_matrices"): 4615,
    ("puma560", "inverse_dynamics"): 483,
    ("puma560", "forward_dynamics"): 799,
    ("general_6r", "forward_dynamics"): 1371,
    ("sr400", "loop_motion"): 2,
}

LINKAGES = {"four_bar": 111, "five_bar": 201, "slider_crank": 74, "cylinder_arm": 419}  # forward dynamics


@cache
def robot(name: str) -> Robot:
    file = PAPERS / f"{name}.yaml"
    return bind_symbols(symdyn.load(file if file.exists() else name))


def total(name: str, kernel: str) -> int:
    program, *_ = kernel_program(KERNELS[kernel], robot(name), Options())
    return cost(program).total


@pytest.mark.parametrize("name", INVERSE_DYNAMICS)
def test_inverse_dynamics_takes_no_more_operations_than_before(name: str) -> None:
    assert total(name, "inverse_dynamics") <= INVERSE_DYNAMICS[name]


@pytest.mark.parametrize("kernel", PANDA)
def test_kernels_of_the_panda_take_no_more_operations_than_before(kernel: str) -> None:
    assert total("panda", kernel) <= PANDA[kernel]


@pytest.mark.parametrize(("name", "kernel"), SIX_JOINTS)
def test_six_joints_take_no_more_operations_than_before(name: str, kernel: str) -> None:
    assert total(name, kernel) <= SIX_JOINTS[name, kernel]


@pytest.mark.parametrize("name", LINKAGES)
def test_linkages_take_no_more_operations_than_before(name: str) -> None:
    assert total(name, "forward_dynamics") <= LINKAGES[name]


def test_a_parallelogram_adds_little_to_an_arm() -> None:
    """The rods of the palletiser, and no division and no root with them."""
    arm = {key: value for key, value in robot("sr400").source.items() if key not in ("loops", "actuated", "closed_at")}
    alone = bind_symbols(symdyn.load(arm | {"joints": arm["joints"][:6]}))
    program, *_ = kernel_program(KERNELS["inverse_dynamics"], alone, Options())
    assert total("sr400", "inverse_dynamics") <= 525
    assert total("sr400", "inverse_dynamics") <= 1.172 * cost(program).total


def test_every_kernel_is_held() -> None:
    assert set(PANDA) == set(KERNELS)


def test_parameters_are_not_baked_in() -> None:
    program, *_ = kernel_program(KERNELS["inverse_dynamics"], robot("general_6r"), Options())
    sizes = {port.name: port.size for port in program.inputs}
    assert sizes["pi"] == len(symdyn.minimal_parameters(robot("general_6r")).names)


def test_joint_2_of_the_general_arm_is_not_parallel_to_joint_1_and_nothing_else_is_special() -> None:
    rows = [joint["dh"] for joint in robot("general_6r").source["joints"]]
    assert len(rows) == 6
    assert all(str(row[key]) != "0" for row in rows[1:] for key in ("a", "alpha", "d"))


TWISTS = ("0.7", "-1.1", "1.3", "-0.4", "0.9")  # rad, without relations between them


@cache
def chain(n: int) -> Robot:
    """Revolute joints with general twists and offsets, every inertia unknown."""
    rows = [
        {"a": f"0.{11 + i}" if i else 0, "alpha": TWISTS[i % len(TWISTS)], "d": f"0.{41 + i}", "theta": 0}
        for i in range(n)
    ]
    joints = [{"type": "revolute", "dh": row, "link": {}} for row in rows]
    return bind_symbols(symdyn.load({"symdyn": 1, "name": f"chain{n}", "frames": "modified_dh", "joints": joints}))


def operations(n: int, kernel: str) -> int:
    program, *_ = kernel_program(KERNELS[kernel], chain(n), Options())
    return cost(program).total


@pytest.mark.parametrize(
    ("kernel", "per_joint"), [("inverse_dynamics", 150), ("gravity", 29), ("kinetic_energy", 62), ("coriolis", 149)]
)
def test_recursive_kernels_grow_by_the_same_work_for_every_joint(kernel: str, per_joint: int) -> None:
    seven, eight, twenty = (operations(n, kernel) for n in (7, 8, 20))
    assert eight - seven <= per_joint
    assert twenty == seven + 13 * (eight - seven)


def test_twenty_joints_take_little_more_than_their_share_of_seven() -> None:
    # links at the base and the outermost cost less than others, in both: 150 n - 191, so the ratio is above 20/7 = 2.86
    assert operations(20, "inverse_dynamics") <= 3.271 * operations(7, "inverse_dynamics")
