"""xacro files are expanded apart, within their folder, and only where somebody asks for it."""

import pytest

from symdyn.errors import InputError
from symdyn.model import load

pytest.importorskip("xacro", reason="xacro is absent: pip install 'symdyn-codegen[xacro]'")

ARM = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2"/>
  <xacro:include filename="$(find robot)/joint.xacro"/>
  <link name="base_link"/>
  <link name="upper"><inertial><mass value="${2*$(arg mass)}"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
  <xacro:turn name="shoulder"/>
</robot>"""
JOINT = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="turn" params="name">
  <joint name="${name}" type="continuous"><parent link="base_link"/><child link="upper"/></joint>
</xacro:macro></robot>"""


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "robot"
    made.mkdir()
    (made / "arm.xacro").write_text(ARM)
    (made / "joint.xacro").write_text(JOINT)
    return made


def test_macros_arguments_and_includes_are_expanded(folder):
    robot = load(folder / "arm.xacro")
    assert robot.joint_names == ("shoulder",) and robot.parameters[0] == 4
    assert load(folder / "arm.xacro", xacro=["mass:=3"]).parameters[0] == 6


def test_any_file_is_expanded_where_the_user_asks_for_it(folder):
    (folder / "arm.urdf").write_text(ARM)
    with pytest.raises(InputError, match="the file holds xacro macros; --xacro expands it"):
        load(folder / "arm.urdf")
    assert load(folder / "arm.urdf", xacro=[]).parameters[0] == 4


def test_files_outside_the_folder_are_not_included(folder, tmp_path):
    (tmp_path / "joint.xacro").write_text(JOINT)
    (folder / "arm.xacro").write_text(ARM.replace("$(find robot)/joint.xacro", "../joint.xacro"))
    with pytest.raises(InputError, match="leads out of the robot's folder; --package-path DIR allows another"):
        load(folder / "arm.xacro")
    assert load(folder / "arm.xacro", package_path=[tmp_path]).n == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("$(find robot)", "$(find nowhere)", "package nowhere is not found"),
        ("<xacro:turn", "<xacro:turns", "xacro: "),
        ("${2*", "${2*unknown*", "xacro: "),
    ],
)
def test_what_xacro_refuses_is_one_line(folder, old, new, said):
    (folder / "arm.xacro").write_text(ARM.replace(old, new))
    with pytest.raises(InputError) as caught:
        load(folder / "arm.xacro")
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_file_that_never_ends_is_ended(folder, monkeypatch):
    monkeypatch.setattr("symdyn.sources.xacro_text.SECONDS", 0.01)
    with pytest.raises(InputError, match="xacro takes longer than"):
        load(folder / "arm.xacro")


def test_an_argument_without_a_value_is_refused(folder):
    with pytest.raises(InputError, match="'mass' is not an argument of xacro; write name:=value"):
        load(folder / "arm.xacro", xacro=["mass"])
