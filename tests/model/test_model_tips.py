"""`tips` give links kernels of their own: where they are, how they move, what a wrench on them does."""

from pathlib import Path

import numpy as np
import pytest
from model.test_model_tip import LOAD, TREE

import symdyn
from symdyn.check.run import check_robot
from symdyn.errors import InputError, ProofError
from symdyn.generate import generate
from symdyn.kernels import tips
from symdyn.kernels.kernel import Kernel
from symdyn.model import Robot, load
from symdyn.model.written.formats import text_in
from symdyn.options import Options
from symdyn.reference import Witness

OF_HAND = ("forward_kinematics_hand", "jacobian_hand", "inverse_dynamics_external_hand")
TIPPED = {**TREE, "load": LOAD, "tips": ["hand", "upper"]}
Q, QD, QDD = np.array([0.3, -0.7, 0.2]), np.array([1.0, 0.5, -0.4]), np.array([0.2, -2.0, 3.0])
WRENCH = np.array([1.0, -2.0, 3.0, 0.5, 0.1, -0.2])


def test_every_tip_has_kernels_that_are_called_after_it():
    names = [kernel.name for kernel in generate(load(TIPPED)).kernels]
    assert set(OF_HAND) < set(names) and "jacobian_upper" in names and "jacobian" in names
    assert "tip_motion_hand" not in names and "jacobian_lamp" not in names


def test_kernels_of_a_tip_are_those_of_a_robot_with_that_tip():
    options = Options(only=(*OF_HAND, "tip_motion_hand"))
    of_all = symdyn.build(load({**TREE, "tips": ["hand"]}), options, backend="numpy")
    of_one = symdyn.build(
        load({**TREE, "tip": "hand"}),
        Options(only=("tip_pose", "jacobian", "inverse_dynamics_external", "tip_motion")),
        backend="numpy",
    )
    assert np.array_equal(of_all.forward_kinematics_hand(Q), of_one.tip_pose(Q))
    assert np.array_equal(of_all.jacobian_hand(Q), of_one.jacobian(Q))
    found = of_all.inverse_dynamics_external_hand(Q, QD, QDD, WRENCH)
    assert np.array_equal(found, of_one.inverse_dynamics_external(Q, QD, QDD, WRENCH))
    for part, expected in zip(of_all.tip_motion_hand(Q, QD), of_one.tip_motion(Q, QD), strict=True):
        assert np.array_equal(part, expected)


def test_a_load_stays_on_the_robots_own_tip():
    kernels = symdyn.build(load(TIPPED), Options(only=OF_HAND), backend="numpy")
    witness = Witness({**TREE, "load": LOAD})
    J = witness.of_tip("hand").jacobian(Q)
    expected = witness.inverse_dynamics(Q, QD, QDD) - J.T @ WRENCH
    # sums of a few products of order ten, in doubles
    assert kernels.inverse_dynamics_external_hand(Q, QD, QDD, WRENCH) == pytest.approx(expected, abs=1e-12)


def test_a_kernel_of_another_link_is_not_proved(monkeypatch: pytest.MonkeyPatch):
    def of_the_wrong_link(kernel: Kernel, robot: Robot) -> int | None:
        return 0 if kernel.tip else None

    monkeypatch.setattr("symdyn.kernels.door.tip_of", of_the_wrong_link)
    assert tips.tip_of(Kernel("", "", (), (), print, tip="hand"), load(TREE)) == 1
    for kernel in OF_HAND:
        with pytest.raises(ProofError, match=kernel):
            generate(load(TIPPED), Options(only=(kernel,)))


def test_check_compares_kernels_of_tips():
    result = check_robot(load(TIPPED), Options(only=OF_HAND, languages=("python",)))
    assert result.passed and {line.name for line in result.kernels} == set(OF_HAND)


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (["hnad"], "did you mean hand"),
        (["base"], "the base never moves"),
        (["hand", "hand"], "named twice"),
        ("hand", "expected a list"),
    ],
)
def test_wrong_tips_are_told_in_one_line(given, what):
    with pytest.raises(InputError, match="tips") as caught:
        load({**TREE, "tips": given})
    assert what in str(caught.value) and "\n" not in str(caught.value)


def test_a_link_whose_kernels_would_have_names_of_others_is_no_tip():
    joints = [{**TREE["joints"][0], "link": {**TREE["joints"][0]["link"], "name": "batch"}}]
    with pytest.raises(InputError, match="jacobian_batch would be taken for the batch of another"):
        load({**TREE, "joints": joints, "tips": ["batch"]})


def test_tips_may_be_called_as_the_imported_file_calls_them(tmp_path: Path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text("""<robot name="arm"><link name="world"/><link name="left-hand"/><link name="right-hand"/>
    <joint name="l" type="revolute"><parent link="world"/><child link="left-hand"/></joint>
    <joint name="r" type="revolute"><parent link="world"/><child link="right-hand"/></joint></robot>""")
    over = tmp_path / "arm.yaml"
    over.write_text("from: arm.urdf\ntips: [left-hand]\ntip: right-hand\n")
    assert load(urdf, tips=["left-hand"]).source["tips"] == ["left_hand"]
    source = load(over).source
    assert source["tips"] == ["left_hand"] and source["tip"] == "right_hand"


def test_a_part_of_a_robot_keeps_the_tips_that_are_in_it():
    assert load(TIPPED, chain=["base", "hand"]).source["tips"] == ["hand", "upper"]
    assert load(TIPPED, chain=["base", "upper"]).source["tips"] == ["upper"]
    assert "tips" not in load({**TIPPED, "tips": ["upper"]}, root="upper").source


def test_converting_says_that_tips_are_lost():
    assert any("--tips hand upper" in loss for loss in text_in(load(TIPPED), "URDF")[1])
