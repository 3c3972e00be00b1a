"""Joints that friction moves far are told in one line each for friction that is known and that is not."""

from symdyn.control.scales import Scales
from symdyn.control.stiffness_notes import stiffness_notes
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
