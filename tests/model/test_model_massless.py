"""A massless link has no parameters, wherever it stands; the robot is that with a body of zeros in its place."""

import copy

import numpy as np
import pytest

from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import load, load_text
from symdyn.options import Options
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.reference import Witness

BODY = {"mass": 1.5, "com": [0.1, -0.2, 0.3], "inertia": {"xx": 1, "xy": 0.1, "xz": 0, "yy": 1.1, "yz": 0, "zz": 1.2}}
NOTHING = {"mass": 0, "com": [0, 0, 0], "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0)}
ARM = {
    "symdyn": 1,
    "name": "arm",
    "joints": [
        {"type": "revolute", "axis": [0, 1, 0], "link": BODY, "friction": {"viscous": 0.1}},
        {"type": "fixed", "origin": {"xyz": [0, 0, 0.3]}, "link": {"massless": True}},
        {"type": "revolute", "axis": [0, 1, 1], "origin": {"xyz": [0.1, 0, 0]}, "link": {"massless": True},
         "rotor_inertia": 0.2},
        {"type": "prismatic", "axis": [1, 0, 0], "link": BODY},
        {"type": "fixed", "origin": {"xyz": [0, 0, 0.2]}, "link": {"massless": True}},
    ],
    "load": BODY,
}  # fmt: skip


def with_zeros(mapping):
    whole = copy.deepcopy(mapping)
    for entry in whole["joints"]:
        if "massless" in entry["link"]:
            entry["link"] = NOTHING
    return whole


def test_names_skip_massless_links_and_keep_what_their_joints_have():
    owners = {name.partition(".")[0] for name in load(ARM).parameter_names}
    assert owners == {"link1", "joint1", "joint3", "link4", "load"}


def test_minimal_sets_are_those_of_bodies_that_vanish():
    ours = minimal_parameters(load(ARM))
    structural = with_zeros(ARM) | {"zeros": "structural"}
    theirs = minimal_parameters(load(structural))
    assert ours.names == theirs.names


def test_the_witness_says_what_it_says_of_a_body_of_zeros():
    q, qd, qdd = ([0.3, -0.4, 0.2], [1.0, 0.5, -0.7], [0.2, 0.1, 0.9])
    np.testing.assert_allclose(
        Witness(ARM).inverse_dynamics(q, qd, qdd), Witness(with_zeros(ARM)).inverse_dynamics(q, qd, qdd), rtol=1e-13
    )


def test_every_kernel_of_a_robot_with_massless_links_is_proved():
    package = generate(load(ARM), Options(laws=("slotine_li", "walker")))
    assert len(package.kernels) > 15


def test_a_urdf_link_without_inertial_is_massless():
    text = """<robot name="arm"><link name="b"/><link name="tool0"/><link name="u"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<joint name="j1" type="revolute"><parent link="b"/><child link="u"/></joint>
<joint name="j2" type="fixed"><parent link="u"/><child link="tool0"/></joint></robot>"""
    assert all(name.startswith("u.") for name in load_text(text, "arm.urdf").parameter_names)


def test_a_massless_link_with_a_mass_is_refused():
    wrong = {**ARM, "joints": [{"type": "revolute", "link": {"massless": True, "mass": 1}}]}
    with pytest.raises(InputError, match=r"joints\[0\]\.link\.mass: a massless link has no mass"):
        load(wrong)
