"""The tip is the link that Jacobians, wrenches and the load refer to, wherever it stands in the file."""

import numpy as np
import pytest

from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import load, load_text
from symdyn.options import Options
from symdyn.reference import Witness

LINK = {"mass": 1, "com": [0.1, 0.2, 0.3], "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1}}
LOAD = {"mass": 2, "com": [0, 0, 0.1], "inertia": {"xx": 0.1, "xy": 0, "xz": 0, "yy": 0.1, "yz": 0, "zz": 0.1}}
TREE = {
    "symdyn": 1,
    "name": "tree",
    "joints": [
        {"type": "revolute", "axis": [0, 1, 0], "link": {"name": "upper", **LINK}},
        {"type": "revolute", "origin": {"xyz": [0, 0, 1]}, "axis": [1, 0, 0], "link": {"name": "hand", **LINK}},
        {"type": "prismatic", "parent": "upper", "link": {"name": "lamp", **LINK}},
    ],
}
URDF = """<robot name="arm"><link name="world"/><link name="upper"/><link name="hand"/><link name="mark"/>
<joint name="j1" type="revolute"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint>
<joint name="j2" type="fixed"><parent link="upper"/><child link="hand"/><origin xyz="0 0 1"/></joint>
<joint name="j3" type="fixed"><parent link="world"/><child link="mark"/></joint></robot>"""


def test_without_a_word_the_tip_is_the_last_entry():
    assert load(TREE).tip == 2


def test_witness_and_robot_agree_on_the_tip_by_its_name():
    q = np.array([0.3, -0.7, 0.2])
    jacobians = {link: Witness({**TREE, "tip": link}).jacobian(q) for link in ("upper", "hand", "lamp")}
    assert not jacobians["upper"][:, 1:].any()
    assert jacobians["hand"][:, 1].any() and not jacobians["hand"][:, 2].any()
    assert jacobians["lamp"][:, 2].any() and not jacobians["lamp"][:, 1].any()


@pytest.mark.parametrize("tip", ["upper", "hand", "lamp"])
def test_kernels_about_any_tip_and_a_load_on_it_are_proved(tip):
    package = generate(
        load({**TREE, "tip": tip, "load": LOAD}), Options(only=("jacobian", "inverse_dynamics_external"))
    )
    assert len(package.kernels) == 2


def test_a_load_moves_with_the_tip():
    q, rest = [0.3, -0.7, 0.2], [0.0, 0.0, 0.0]
    on_hand, on_lamp = (
        Witness({**TREE, "tip": tip, "load": LOAD}).inverse_dynamics(q, rest, rest) for tip in ("hand", "lamp")
    )
    assert on_hand[1] != on_lamp[1] and on_hand[2] != on_lamp[2]


@pytest.mark.parametrize(("tip", "what"), [("hnad", "did you mean hand?"), ("base", "the base never moves")])
def test_a_tip_that_is_no_link_is_answered_with_the_nearest(tip, what):
    with pytest.raises(InputError, match="tip: ") as caught:
        load({**TREE, "tip": tip})
    assert what in str(caught.value)


def test_the_tip_of_a_urdf_is_the_end_of_its_longest_chain_and_that_is_said():
    robot = load_text(URDF, "arm.urdf")
    assert robot.joints[robot.tip].link.name == "hand"
    assert [note for note in robot.notes if "the tip is hand" in note]


def test_a_chain_needs_no_word_about_its_tip():
    chain = URDF.replace('<link name="mark"/>', "").replace(
        URDF[URDF.index('<joint name="j3"') : URDF.index("</robot>")], ""
    )
    robot = load_text(chain, "arm.urdf")
    assert robot.tip == 1 and "tip" not in robot.source and not robot.notes
