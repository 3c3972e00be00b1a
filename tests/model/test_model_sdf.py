"""SDF is read as the URDF that it amounts to: links in the model's frame, joints on their children."""

import pytest

from symdyn.algebra.exact import exact
from symdyn.errors import InputError
from symdyn.model import load_text
from symdyn.reference import Witness

INERTIAL = """<inertial><pose>0.1 0 0 0 0 1.5707963267948966</pose><mass>2</mass>
  <inertia><ixx>1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>2</iyy><iyz>0</iyz><izz>2.5</izz></inertia></inertial>"""
SDF = f"""<sdf version="1.7"><model name="arm">
  <link name="upper"><pose>0 0 0.5 0 0 1.5707963267948966</pose>{INERTIAL}</link>
  <link name="lower"><pose>0 1 0.5 0 0 1.5707963267948966</pose>{INERTIAL}</link>
  <joint name="waist" type="revolute"><parent>world</parent><child>upper</child>
    <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper><effort>-1</effort><velocity>2</velocity></limit>
    <dynamics><damping>0.5</damping></dynamics></axis></joint>
  <joint name="elbow" type="revolute"><pose>-0.2 0 0 0 0 0</pose><parent>upper</parent><child>lower</child>
    <axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""


def test_links_stand_where_the_model_has_them_and_turn_about_their_joints():
    robot = load_text(SDF, "arm.sdf")
    assert [joint.name for joint in robot.joints] == ["waist", "elbow", "lower_frame"]
    waist, elbow, frame = robot.joints
    assert waist.before.position.z == exact("0.5") and waist.before.rotation.row_x.y == exact(-1)
    assert (waist.limits.lower, waist.limits.effort, waist.limits.velocity) == (-1.0, None, 2.0)
    assert tuple(elbow.before.position) == (exact("0.8"), exact(0), exact(0))  # 1 m along upper's x, 0.2 back
    assert tuple(frame.before.position) == (exact("0.2"), exact(0), exact(0))
    assert not elbow.link.parameters and frame.link.name == "lower"


def test_inertias_are_turned_into_the_axes_of_their_links():
    values = {parameter.name: parameter.value for parameter in load_text(SDF, "arm.sdf").full_parameters}
    assert values["upper.m"] == exact(2) and values["upper.mx"] == exact("0.2")
    assert values["upper.Ixx"] == exact(2)  # of the body's own yy


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<parent>upper</parent>", "<parent>uper</parent>", "did you mean upper?"),
        ('type="revolute"><pose>', 'type="gearbox"><pose>', "type 'gearbox' is not supported"),
        ("<pose>-0.2", '<pose relative_to="uper">-0.2', "unknown frame 'uper'; did you mean upper?"),
        ("<pose>-0.2", '<pose rotation_format="quat_xyzw">-0.2', "<pose> rotation_format: is not read"),
        ("<pose>0 1 0.5", '<pose relative_to="elbow">0 1 0.5', "without end: lower -> elbow -> lower"),
        ("<pose>-0.2 0", "<pose>-0.2", "expected 6 numbers, found 5"),
        ("<damping>0.5</damping>", "<spring_stiffness>3</spring_stiffness>", "its spring is not read"),
        ("</model>", "</model><model name='b'/>", "holds 2 models"),
        ("</model>", "<include/></model>", "<include> in a model is not read"),
        ("<xyz>0 1 0</xyz>", "", "joint 'elbow' has no <axis> with <xyz>"),
        ("<mass>2</mass>", "<mass>two</mass>", "'two' is not a finite number"),
    ],
)
def test_what_would_be_half_read_is_refused(old, new, said):
    assert old in SDF
    with pytest.raises(InputError) as caught:
        load_text(SDF.replace(old, new, 1), "arm.sdf")
    assert said in str(caught.value) and str(caught.value).startswith("arm.sdf:")


SIDEWAYS = """<sdf version="1.7">{world}<model name="m1"><pose>0 0 1 1.5707963267948966 0 0</pose><link name="b"/>
<link name="a">{gravity}<inertial><pose>.2 0 0 0 0 0</pose><mass>2</mass>{inertia}</inertial></link>{on_world}
<joint name="j" type="revolute"><parent>b</parent><child>a</child><axis><xyz>{axis}</xyz></axis></joint></model>
{end}</sdf>"""
ON_WORLD = '<joint name="w" type="fixed"><parent>world</parent><child>b</child></joint>'
INERTIA = "<inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz></inertia>"
USUAL = {"world": "", "end": "", "gravity": "", "on_world": ON_WORLD, "inertia": INERTIA, "axis": "0 1 0"}


def weight(**changes: str) -> tuple[float, list[str]]:
    """The torque of gravity at zero, and what is noted."""
    robot = load_text(SIDEWAYS.format(**(USUAL | changes)), "m.sdf")
    return Witness(robot.source).gravity([0.0])[0], [str(note) for note in robot.notes]


@pytest.mark.parametrize("on_world", ["", ON_WORLD])
def test_the_pose_of_the_model_turns_gravity(on_world):
    lying, notes = weight(on_world=on_world)
    assert abs(lying) < 1e-15 and not notes  # the axis is vertical; a double of pi/2 has no exact cosine of 0
    standing, _ = weight(on_world=on_world, axis="0 0 1")
    assert abs(standing) == pytest.approx(2 * 0.2 * 9.80665, rel=1e-15)


def test_a_world_has_its_own_gravity():
    found, _ = weight(axis="0 0 1", world="<world name='w'><gravity>0 0 -1.62</gravity>", end="</world>")
    assert abs(found) == pytest.approx(2 * 0.2 * 1.62, rel=1e-15)
    usual, _ = weight(axis="0 0 1", world="<world name='w'>", end="</world>")
    assert abs(usual) == pytest.approx(2 * 0.2 * 9.8, rel=1e-15)  # of SDF's worlds


def test_a_link_without_gravity_is_noted():
    _, (note,) = weight(gravity="<gravity>false</gravity>")
    assert "<gravity> off for a is left out" in note


def test_bodies_that_nobody_gives_are_those_of_sdf_and_noted():
    robot = load_text(SIDEWAYS.format(**(USUAL | {"inertia": ""})), "m.sdf")
    values = {parameter.name: parameter.value for parameter in robot.full_parameters}
    assert values["a.m"] == exact(2) and values["a.Ixx"] == exact(1)
    assert any("taken as SDF does" in str(note) for note in robot.notes)


def same_robot(text: str) -> None:
    """The robot of another text is that above."""
    mine, other = load_text(SDF, "arm.sdf"), load_text(text, "arm.sdf")
    for one, two in zip(mine.joints, other.joints, strict=True):
        assert (one.name, one.before, one.axis, one.after) == (two.name, two.before, two.axis, two.after)
        assert one.link == two.link


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<pose>0 1 0.5 0 0 1.5707963267948966</pose>", '<pose relative_to="upper">1 0 0 0 0 0</pose>'),
        ("<pose>0 1 0.5 0 0 1.5707963267948966</pose>", '<pose degrees="true">0 1 0.5 0 0 90</pose>'),
        ("<pose>-0.2 0 0 0 0 0</pose>", '<pose relative_to="upper">0.8 0 0 0 0 0</pose>'),
        ("<pose>-0.2 0 0 0 0 0</pose>", '<pose relative_to="__model__">0 0.8 0.5 0 0 1.5707963267948966</pose>'),
        ("<xyz>0 1 0</xyz>", '<xyz expressed_in="__model__">-1 0 0</xyz>'),
        ("<xyz>0 1 0</xyz>", '<xyz expressed_in="upper">0 1 0</xyz>'),
        (
            "<pose>-0.2 0 0 0 0 0</pose><parent>upper</parent>",
            "<pose relative_to='hinge'/><parent>hinge</parent>",
        ),
    ],
)
def test_poses_and_axes_may_be_given_in_any_frame(old, new):
    hinge = '<frame name="hinge" attached_to="upper"><pose>0.8 0 0 0 0 0</pose></frame></model>'
    assert old in SDF
    same_robot(SDF.replace(old, new, 1).replace("</model>", hinge))
