"""Joints that friction moves far are told in one line each for friction that is known and that is not."""

import numpy as np

from symdyn.control.scales import Scales
from symdyn.control.stiffness_notes import rate_notes, stiffness_notes
from symdyn.model import load

SLIDES = {"symdyn": 1, "name": "r", "joints": [{"type": "prismatic"}, {"type": "revolute"}, {"type": "revolute"}]}
JOINTS = load(SLIDES).moving_joints


def notes(coulomb: tuple[float, ...], stiffness: tuple[float, ...], **gains: tuple[float, ...]) -> list[str]:
    scales = Scales((1.0,) * 3, (1.0,) * 3, (), alone=(0.5,) * 3, coulomb=coulomb, effort=(10.0,) * 3)
    return list(stiffness_notes(scales, JOINTS, gains or {"Kp": stiffness, "Kd": (1.0,) * 3}, 0.1))


def test_the_worst_joint_is_told_in_its_own_units_and_the_others_by_name():
    (note,) = notes((0.0, 0.0, 0.0), (5.0, 10.0, 0.5))
    assert note.startswith(
        "joint3: friction of 1 N m (10% of its effort; the file has none) may move it by more than 1 rad"
    )
    assert "0.5 kg m^2" in note and "likewise joint1, joint2" in note
    (sliding,) = notes((0.0, 0.0, 0.0), (5.0, 1e3, 1e3))
    assert "1 N (" in sliding and "0.2 m: it moves 0.5 kg," in sliding


def test_friction_that_the_file_has_is_told_apart():
    known, unknown = notes((4.0, 0.0, 0.0), (5.0, 10.0, 1e3))
    assert "30% of the file's" in known and "joint2" in unknown


def test_weights_of_optimal_feedback_are_stiffness_too() -> None:
    """Kp is M Qp / (2 Qv + Qp T^2 / 2): of the second joint 0.5 kg m^2 times 40 / (4 + 0.2), with 0.1 s."""
    (note,) = notes((0.0,) * 3, (), Qp=(1e9, 40.0, 40.0), Qv=(1.0, 2.0, 0.01))
    assert note.startswith("joint2: friction of 1 N m (10% of its effort; the file has none) may move it by 0.21 rad")
    assert note.endswith("tell its rotor inertia, or raise Qp") and "likewise" not in note


def test_stiff_joints_are_not_told():
    assert notes((0.0, 0.0, 0.0), (1e3,) * 3) == []


def with_plant(plant: tuple[float, ...], coulomb: tuple[float, ...], effort: float = 10.0) -> list[str]:
    scales = Scales((1.0,) * 3, (1.0,) * 3, (), alone=(0.5,) * 3, coulomb=coulomb, effort=(effort,) * 3)
    return list(stiffness_notes(scales, JOINTS, {"Kp": (5.0,) * 3, "Kd": (1.0,) * 3}, 0.1, plant))


def test_friction_of_the_plant_that_the_model_lacks_needs_no_effort() -> None:
    (note,) = with_plant((0.0, 2.0, 4.0), (0.0,) * 3, 0.0)
    assert note.startswith("joint3: friction of 4 N m (the plant's; the controller's model does not have it)")
    assert "likewise joint2" in note and "joint1" not in note
    assert with_plant((0.1,) * 3, (0.0,) * 3, 0.0) == []


def test_what_may_be_wrong_counts_where_it_is_more_than_the_plant_says() -> None:
    (note,) = with_plant((1.3, 1.3, 1.3), (1.0, 1.0, 1.0))
    assert "30% of the file's" in note
    of_plant, of_file = with_plant((2.0, 1.0, 1.0), (1.0, 1.0, 1.0))
    assert of_plant.startswith("joint1: friction of 1 N (the plant's") and "joint2" in of_file


def test_a_rate_below_that_of_default_gains_is_told_with_the_joint_that_it_matters_to() -> None:
    scales = Scales((1.0,) * 3, (1.0,) * 3, (), alone=(0.5, 0.1, 0.01))
    K = np.diag([60.0, 12.5, 1.24])
    assert list(rate_notes(scales, JOINTS, {"K": K, "Gamma": 1}, 250.0)) == []
    of_joint, of_adaptation = rate_notes(scales, JOINTS, {"K": K, "Gamma": 1}, 125.0)
    assert of_joint.startswith("joint2: at 125 Hz a joint that moves 0.1 carries K up to 6.25, and has 12.5")
    assert "likewise joint3, joint1; lower K, or raise the rate" in of_joint
    assert "250 Hz or more, and the loop has 125" in of_adaptation
    assert list(rate_notes(scales, JOINTS, {"Kd": (1.0, 1.0, 0.1)}, 125.0)) == []
