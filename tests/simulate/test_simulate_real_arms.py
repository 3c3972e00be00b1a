"""Real arms as their makers' URDFs have them, with friction added and nothing tuned.

SYMDYN_ROBOT_DATA is a folder of them, such as where the wheel of example-robot-data is unpacked. They have no friction:
Coulomb's is 2 % of the effort here.
"""

import os
from pathlib import Path

import pytest
from untuned import ADAPTIVE, WITH_A_MODEL, WRONG, rms, run

import symdyn
from symdyn.model import NumericRobot, bind_symbols

FOLDER = os.environ.get("SYMDYN_ROBOT_DATA", "")
ARMS = ("ur3_robot", "ur10_robot", "kinova", "panda", "xarm7", "z1")
HANDS = ("finger", "gripper")
COULOMB, VISCOUS = 0.02, 0.01  # of the effort, N m and N m s

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FOLDER, reason="SYMDYN_ROBOT_DATA is no folder of URDFs"),
]


def arm(name: str) -> NumericRobot:
    (path,) = Path(FOLDER).rglob(f"{name}.urdf")
    hand = [joint.name for joint in symdyn.load(path).moving_joints if any(x in joint.name.lower() for x in HANDS)]
    robot = symdyn.load(path, fix=hand or None)
    rubs = {
        joint.name: {"viscous": VISCOUS * effort, "coulomb": COULOMB * effort}
        for joint in robot.moving_joints
        if (effort := float(joint.limits.effort or 0))
    }
    assert len(rubs) == robot.n
    joints = [
        {**one, **({"friction": rubs[one["name"]]} if one["name"] in rubs else {})} for one in robot.source["joints"]
    ]
    return bind_symbols(symdyn.load({**robot.source, "joints": joints}))


@pytest.mark.parametrize("law", WITH_A_MODEL)
@pytest.mark.parametrize("name", ARMS)
def test_with_the_right_model_every_joint_is_within_five_milliradians(name: str, law: str, tmp_path: Path) -> None:
    assert rms(run(arm(name), tmp_path, law, 4)).max() < 0.005


@pytest.mark.parametrize("law", ADAPTIVE)
@pytest.mark.parametrize("name", ARMS)
def test_with_a_wrong_model_adaptive_laws_come_within_fifty_milliradians(name: str, law: str, tmp_path: Path) -> None:
    assert rms(run(arm(name), tmp_path, law, 8, WRONG), after=3).max() < 0.05
