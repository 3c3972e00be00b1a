"""Real arms as their makers' URDFs have them, with friction added and nothing tuned.

SYMDYN_ROBOT_DATA is a folder of them, such as where the wheel of example-robot-data is unpacked. They have no friction:
Coulomb's is 2 % of the effort here.
"""

import os
from pathlib import Path

import numpy as np
import pytest
import yaml
from untuned import ADAPTIVE, WITH_A_MODEL, WRONG, rms, run

import symdyn
from symdyn.control import stiffness_notes
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


@pytest.mark.parametrize("law", WITH_A_MODEL)
@pytest.mark.parametrize("name", ARMS)
def test_a_controller_that_knows_no_friction_stays_and_names_joints_that_stray(
    name: str, law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stiffness_notes, "FEW", 99)  # the line names all of them
    robot = arm(name)
    joints = [{key: value for key, value in one.items() if key != "friction"} for one in robot.source["joints"]]
    (tmp_path / "bare.yaml").write_text(yaml.safe_dump({**robot.source, "joints": joints}))
    made = run(robot, tmp_path, law, 4, "model: {robot: bare.yaml}\n")
    assert np.abs(made.recording.error).max() < 1
    strays = [joint for joint, error in zip(robot.joint_names, rms(made, after=1), strict=True) if error > 0.05]
    assert strays == [j for j in strays if any(j in note for note in made.notes if ": friction of" in note)]
