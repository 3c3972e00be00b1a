"""MJCF is read as the robot file with explicit frames that it amounts to, as MuJoCo reads it."""

import re
from fractions import Fraction

import pytest

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.errors import InputError
from symdyn.model import load, load_text
from symdyn.model.robot import Limits

ARM = """\
<mujoco model="arm">
  <compiler eulerseq="XYZ"/>
  <option gravity="0 0 -9.8"/>
  <default>
    <joint damping="0.5" armature="0.1"/>
    <default class="wrist"><joint damping="0.2" frictionloss="0.3" axis="0 1 0"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="table"><geom type="mesh" mesh="table"/>
      <body name="upper" pos="0 0 0.3" euler="90 0 0">
        <inertial pos="0.1 0 0" mass="2" diaginertia="1 2 2.5" quat="0.707107 0 0 0.707107"/>
        <joint name="shoulder" range="-90 45" stiffness="3" springref="30"/>
        <body name="lower" pos="0.4 0 0" childclass="wrist" quat="0.5 0.5 0.5 0.5">
          <inertial pos="0 0 0" mass="1" fullinertia="1 2 3 0.1 0.2 0.3"/>
          <joint name="elbow" pos="0 0 0.2" ref="90"/>
          <joint name="rail" type="slide" axis="1 0 0" range="-1 1" limited="false"/>
          <site name="tool"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality><joint joint1="rail" joint2="shoulder" polycoef="0.1 2 0 0 0"/></equality>
  <actuator><motor joint="shoulder"/><motor joint="rail"/></actuator>
  <keyframe><key name="home"/></keyframe>
</mujoco>
"""


def _changed(old: str, new: str) -> str:
    assert old in ARM
    return ARM.replace(old, new, 1)


def _arm(text: str = ARM):
    return load_text(text, "arm.xml")


def test_every_joint_is_an_entry_and_the_body_hangs_on_the_last():
    robot = _arm()
    assert robot.name == "arm" and robot.gravity.z == exact("-9.8")
    assert [joint.name for joint in robot.joints] == ["table_frame", "shoulder", "elbow", "rail"]
    assert [joint.link.name for joint in robot.joints] == ["table", "upper", "lower_elbow", "lower"]
    assert [str(joint.kind) for joint in robot.joints] == ["fixed", "revolute", "revolute", "prismatic"]
    assert [len(joint.link.parameters) for joint in robot.joints] == [0, 10, 0, 10]


def test_classes_give_joints_what_they_do_not_say():
    shoulder, elbow, _ = _arm().joints[1:]
    named = {effect.name: to_float(effect.value) for effect in (*shoulder.effects, *elbow.effects)}
    assert named["shoulder.fv"] == 0.5 and named["shoulder.Ia"] == 0.1
    assert named["elbow.fv"] == 0.2 and named["elbow.fc"] == 0.3 and named["elbow.Ia"] == 0.1
    assert elbow.axis.y == exact(1)


def test_angles_are_degrees_and_exact():
    shoulder = _arm().joints[1]
    assert shoulder.limits == Limits(lower=to_float(-EXACT_PI / 2), upper=to_float(EXACT_PI / 4))
    assert shoulder.before.rotation.row_z.y == exact(1)  # 90 degrees about x
    spring = {effect.name: effect.value for effect in shoulder.effects}
    assert spring["shoulder.kr"] == EXACT_PI / 2  # 3 times 30 degrees


def test_radians_where_the_compiler_says_so():
    text = _changed('<compiler eulerseq="XYZ"/>', '<compiler angle="radian" autolimits="false"/>')
    shoulder = _arm(text.replace('euler="90 0 0"', 'euler="1.5707963267948966 0 0"')).joints[1]
    assert shoulder.before.rotation.row_z.y == exact(1)
    assert shoulder.limits == Limits()  # nothing says that it is limited


def test_a_quaternion_of_any_length_is_exact():
    robot = _arm()
    (xx, xy, xz), (_, yy, _), (_, _, zz) = _about_com(robot.joints[1])
    assert (xx, yy, zz) == (exact(2), exact(1), exact("2.5")) and not xy and not xz  # turned by 90 degrees about z


def _about_com(joint):
    values = {parameter.name.rpartition(".")[2]: parameter.value for parameter in joint.link.parameters}
    m, c = values["m"], [values[name] / values["m"] for name in ("mx", "my", "mz")]
    square = sum((x * x for x in c), exact(0))
    tensor = [[values["I" + "".join(sorted(i + j))] for j in "xyz"] for i in "xyz"]
    return [[tensor[i][j] - m * ((square if i == j else 0) - c[i] * c[j]) for j in range(3)] for i in range(3)]


def test_a_joint_away_from_the_origin_leads_back_to_the_body():
    text = _changed('<joint name="rail" type="slide" axis="1 0 0" range="-1 1" limited="false"/>', "")
    robot = _arm(text.replace('joint1="rail"', 'joint1="elbow"'))
    assert [joint.name for joint in robot.joints] == ["table_frame", "shoulder", "elbow", "lower_frame"]
    assert robot.joints[3].before.position.z == exact("-0.2")


def test_ref_is_the_coordinate_of_the_written_pose():
    from symdyn.runtime.build import build

    robot = _arm(_changed('<equality><joint joint1="rail" joint2="shoulder" polycoef="0.1 2 0 0 0"/></equality>', ""))
    T = build(robot, backend="numpy").forward_kinematics([0, 1.5707963267948966, 0])[-1]
    assert T[:3, 3] == pytest.approx([0.4, 0, 0.3], abs=1e-12)  # where the file puts the body


def test_equal_joints_are_coupled():
    robot = _arm()
    (coupling,) = robot.closing.couplings
    assert robot.joint_names == ("shoulder", "elbow")
    assert coupling.plus == exact("0.1") and [factor for _, factor in coupling.factors] == [exact(2)]


def test_what_is_no_rigid_body_is_told_in_one_note():
    (note,) = [note for note in _arm().notes if "left out" in note]
    assert note == "arm.xml:24: left out, being no part of the bodies and joints: 2 actuators, 1 keyframe"


SHAPES = """<mujoco><worldbody><body name="b"><joint axis="1 0 0"/>{}</body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("geom", "mass", "xx", "zz"),
    [
        ('<geom size="0.1" mass="2"/>', 2, 0.008, 0.008),
        ('<geom type="box" size="0.1 0.2 0.3" mass="3"/>', 3, 0.13, 0.05),
        ('<geom type="ellipsoid" size="0.1 0.2 0.3" mass="5"/>', 5, 0.13, 0.05),
        ('<geom type="cylinder" size="0.1 0.2" density="500"/>', 500 * 0.0125663706143592, None, None),
        ('<geom type="capsule" size="0.1" fromto="0 0 -0.2 0 0 0.2"/>', 16.755160819145562, None, None),
    ],
)
def test_bodies_without_inertial_weigh_what_their_shapes_do(geom, mass, xx, zz):
    robot = load_text(SHAPES.format(geom), "shapes.xml")
    values = {parameter.name: to_float(parameter.value) for parameter in robot.full_parameters}
    assert values["b.m"] == pytest.approx(mass, rel=1e-14)
    if xx is not None:
        assert (values["b.Ixx"], values["b.Izz"]) == pytest.approx((xx, zz), rel=1e-14)


def test_two_shapes_are_one_body():
    both = '<geom size="0.1" mass="1" pos="1 0 0"/><geom size="0.1" mass="3" pos="-1 0 0"/>'
    values = {p.name: to_float(p.value) for p in load_text(SHAPES.format(both), "shapes.xml").full_parameters}
    assert values["b.m"] == 4 and values["b.mx"] == pytest.approx(-2)
    assert values["b.Iyy"] == pytest.approx(4 + 4 * 0.004)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("<equality>", "<equality><weld body1='upper' body2='lower'/>", "arm.xml:23: <weld> 'weld' closes a loop"),
        ("0.1 2 0 0 0", "0.1 2 1", "arm.xml:23: joint 'rail' follows another by a polynomial"),
        ('joint2="shoulder"', 'joint2="sholder"', "did you mean shoulder?"),
        ('childclass="wrist"', 'childclass="wrst"', "did you mean wrist?"),
        ("<site", "<replicate count='3'/><site", "<replicate>, of which MuJoCo makes bodies, is not read"),
        ("<keyframe>", "<deformable><flex/></deformable><keyframe>", "flexible bodies are not read"),
        ("<keyframe>", "<keyframes>", "not XML: mismatched tag"),
        ("<keyframe>", "<cooking/><keyframe>", "arm.xml:25: <cooking> is not known"),
        ('name="elbow"', 'name="elbow" type="ball"', "joint elbow turns about a point, which is not supported"),
        ('mass="2"', 'mass="two"', "arm.xml:12: <inertial> mass: 'two' is not a finite number"),
        ('diaginertia="1 2 2.5"', "", "arm.xml:12: the <inertial> of body 'upper' has neither"),
        ("<compiler ", '<compiler settotalmass="3" ', "arm.xml:2: <compiler> settotalmass"),
        ("<compiler ", '<compiler boundmass="1.5" ', "<compiler> boundmass changes the inertia of body 'lower'"),
        ('<compiler eulerseq="XYZ"', '<compiler eulerseq="XYQ"', "eulerseq"),
        ('euler="90 0 0"', 'euler="90 0 0" quat="1 0 0 0"', "has quat and euler; one orientation is enough"),
        ('quat="0.5 0.5 0.5 0.5"', 'quat="0 0 0 0"', "quat: is zero"),
        ('damping="0.5"', 'damping="0.5 1"', "is no constant, and is not read"),
    ],
)
def test_what_would_be_half_read_is_refused_by_name_and_line(old, new, said):
    with pytest.raises(InputError, match=None) as caught:
        _arm(_changed(old, new))
    assert said in str(caught.value)


def test_a_body_that_takes_its_inertia_from_a_mesh_is_refused():
    with pytest.raises(InputError, match="body 'b' takes its inertia from the mesh of a <geom>"):
        load_text(SHAPES.format('<geom type="mesh" mesh="m"/>'), "shapes.xml")


FLOATING = """<mujoco><worldbody><body name="torso"><freejoint name="root"/><geom size="1"/>
  <body name="arm" pos="0 0 1"><joint name="hinge" axis="0 1 0"/><geom size="1"/></body></body></worldbody></mujoco>"""


def test_a_floating_base_is_refused_unless_somebody_holds_it(tmp_path):
    path = tmp_path / "walker.xml"
    path.write_text(FLOATING)
    with pytest.raises(InputError, match="joint root moves freely, which is not supported; hold it with --fix root"):
        load(path)
    assert load(path, fix=["root"]).joint_names == ("hinge",)
    assert load(path, root="torso").joint_names == ("hinge",)


def test_files_are_included_from_the_same_folder_only(tmp_path):
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "arm.xml").write_text('<mujoco><include file="body.xml"/></mujoco>')
    (folder / "body.xml").write_text(SHAPES.format('<geom size="1"/>'))
    assert load(folder / "arm.xml").n == 1
    (tmp_path / "body.xml").write_text(SHAPES.format('<geom size="1"/>'))
    (folder / "arm.xml").write_text('<mujoco><include file="../body.xml"/></mujoco>')
    with pytest.raises(InputError, match="leads out of the robot's folder; --package-path DIR allows another"):
        load(folder / "arm.xml")
    assert load(folder / "arm.xml", package_path=[tmp_path]).n == 1
    (folder / "arm.xml").write_text('<mujoco><include file="arm.xml"/></mujoco>')
    with pytest.raises(InputError, match="include each other without end"):
        load(folder / "arm.xml")


def test_an_included_file_that_changes_is_not_taken_from_the_cache(tmp_path):
    from symdyn.runtime.build import build

    (tmp_path / "arm.xml").write_text('<mujoco><include file="body.xml"/></mujoco>')
    torques = []
    for size in ("1", "2"):
        (tmp_path / "body.xml").write_text(SHAPES.format(f'<geom size="{size}" mass="1" pos="0 1 0"/>'))
        torques.append(build(tmp_path / "arm.xml", backend="numpy").inverse_dynamics([0.0], [0.0], [1.0])[0])
    assert torques[0] != torques[1]


def test_an_object_is_no_robot():
    with pytest.raises(InputError, match="an object or a scene, not a robot: 2 bodies, and no joint that moves"):
        load_text('<mujoco><worldbody><body name="cup"/></worldbody></mujoco>', "cup.xml")


def test_orientations_in_every_way_are_the_same_turn():
    ways = (
        'quat="0.7071 0.7071 0 0"',
        'axisangle="2 0 0 90"',
        'euler="90 0 0"',
        'xyaxes="1 0 0 0 0 3"',
        'zaxis="0 -2 0"',
    )
    text = SHAPES.replace('name="b"', 'name="b" {}')
    rotations = [load_text(text.format(way, '<geom size="1"/>'), "a.xml").joints[0].before.rotation for way in ways]
    assert all(rotation == rotations[0] for rotation in rotations)
    assert rotations[0].row_z.y == exact(Fraction(1))


@pytest.mark.parametrize("size", ['size="1"', 'size="0.1 -0.1"', 'size="0.1 0"', ""])
def test_a_shape_without_all_its_sizes_is_refused(tmp_path, size):
    path = tmp_path / "shape.xml"
    geom = f'<geom type="cylinder" {size}/>'
    path.write_text(f'<mujoco><worldbody><body name="a"><joint name="j"/>{geom}</body></worldbody></mujoco>')
    with pytest.raises(InputError, match="a cylinder needs 2 above zero"):
        load(path)


@pytest.mark.parametrize(
    ("flag", "springs", "viscous", "coulomb", "couplings"),
    [
        ("spring", 0, 3, 2, 1),
        ("damper", 1, 0, 2, 1),
        ("frictionloss", 1, 3, 0, 1),
        ("equality", 1, 3, 2, 0),
        ("constraint", 1, 3, 0, 0),
    ],
)
def test_what_a_flag_switches_off_is_not_there(flag, springs, viscous, coulomb, couplings):
    text = _changed('gravity="0 0 -9.8"/>', f'gravity="0 0 -9.8"><flag {flag}="disable"/></option>')
    source = _arm(text).source
    frictions = [joint.get("friction", {}) for joint in source["joints"]]
    assert sum("spring" in joint for joint in source["joints"]) == springs
    assert [sum(word in one for one in frictions) for word in ("viscous", "coulomb")] == [viscous, coulomb]
    assert len(source.get("couplings", ())) == couplings


def test_a_frame_that_does_not_move_may_hold_the_inertial():
    written = '<inertial pos="0 0 0" mass="1" fullinertia="1 2 3 0.1 0.2 0.3"/>'
    assert _arm(_changed(written, f"<frame>{written}</frame>")).parameters.tolist() == _arm().parameters.tolist()
    with pytest.raises(InputError, match="<inertial> in a <frame> that moves it is not read"):
        _arm(_changed(written, f'<frame pos="0 0 1">{written}</frame>'))


@pytest.mark.parametrize("where", ['<joint name="shoulder"', '<joint damping="0.5"'])
def test_springs_that_follow_from_inertia_are_refused(where):
    with pytest.raises(InputError, match="springdamper: stiffness and damping that follow from inertia are not read"):
        _arm(_changed(where, f'{where} springdamper="0.1 1"'))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('axis="1 0 0"', 'axs="1 0 0"', "<joint> has no attribute 'axs'; did you mean axis?"),
        ('joint damping="0.5"', 'joint dampin="0.5"', "<joint> has no attribute 'dampin'; did you mean damping?"),
        ('diaginertia="1 2 2.5"', 'diagintertia="1 2 2.5"', "did you mean diaginertia?"),
        ('gravity="0 0 -9.8"', 'gravty="0 0 -9.8"', "did you mean gravity?"),
    ],
)
def test_a_misspelt_attribute_is_not_passed_over(old, new, said):
    with pytest.raises(InputError, match=f"arm.xml:[0-9]+: .*{re.escape(said)}"):
        _arm(_changed(old, new))


def test_a_full_tensor_that_is_turned_besides_is_refused_as_by_mujoco():
    turned = 'fullinertia="1 2 3 0.1 0.2 0.3" quat="1 1 0 0"'
    with pytest.raises(InputError, match="has fullinertia and is turned, which MuJoCo refuses"):
        _arm(_changed('fullinertia="1 2 3 0.1 0.2 0.3"', turned))
    _arm(_changed('fullinertia="1 2 3 0.1 0.2 0.3"', 'fullinertia="1 2 3 0.1 0.2 0.3" quat="1 0 0 0"'))
