"""Geometry: DH conventions and explicit frames give the poses that their definitions give, exactly."""

from fractions import Fraction

import pytest
from minimal_robot import chain, one_joint

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import EXACT_PI, Exact, exact, symbol
from symdyn.algebra.roots import square_root
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.algebra.trigonometry import cos_sin
from symdyn.errors import InputError
from symdyn.model import Joint, Placement, load
from symdyn.model.notes import NoteKind
from symdyn.model.robot import IDENTITY
from symdyn.reference.reading import read

ZERO, ONE = exact(0), exact(1)
A, ALPHA, D, THETA, Q = (symbol(name) for name in ("a", "alpha", "d", "theta", "q"))
SYMBOLS = {"a": None, "alpha": None, "d": None, "theta": None}
DH = {"a": "a", "alpha": "alpha", "d": "d", "theta": "theta"}


def _compose(*poses: Placement) -> Placement:
    total = poses[0]
    for pose in poses[1:]:
        total = Placement(total.rotation @ pose.rotation, total.position + total.rotation @ pose.position)
    return total


def _turn(axis: str, angle: Exact) -> Placement:
    c, s = cos_sin(angle)
    rows = {
        "x": ((ONE, ZERO, ZERO), (ZERO, c, -s), (ZERO, s, c)),
        "y": ((c, ZERO, s), (ZERO, ONE, ZERO), (-s, ZERO, c)),
        "z": ((c, -s, ZERO), (s, c, ZERO), (ZERO, ZERO, ONE)),
    }[axis]
    return Placement(Mat3(*(Vec3(*row) for row in rows)), Vec3(ZERO, ZERO, ZERO))


def _shift(x: Exact = ZERO, y: Exact = ZERO, z: Exact = ZERO) -> Placement:
    return Placement(_turn("x", ZERO).rotation, Vec3(x, y, z))


def _pose(joint: Joint, q: Exact) -> Placement:
    """parent_T_link = before * motion(q + offset) * after, for joints about or along z."""
    assert joint.axis == Vec3(ZERO, ZERO, ONE)
    motions = {
        "revolute": _turn("z", q + joint.offset),
        "prismatic": _shift(z=q + joint.offset),
        "fixed": _shift(),
    }
    return _compose(joint.before, motions[joint.kind.name], joint.after)


def _dh_joint(kind: str, frames: str) -> Joint:
    mapping = chain({"type": kind, "dh": DH}, {"type": "revolute", "dh": {}}, frames=frames, symbols=SYMBOLS)
    return load(mapping).joints[0]


# What the coordinate is added to. Sums of angles are one atom, so the joint is compared at its own decomposition.
@pytest.mark.parametrize(
    ("kind", "theta", "d"),
    [("revolute", THETA + Q, D), ("prismatic", THETA, D + Q), ("fixed", THETA, D)],
)
def test_modified_dh_is_rx_tx_rz_tz(kind, theta, d):
    expected = _compose(_turn("x", ALPHA), _shift(x=A), _turn("z", theta), _shift(z=d))
    assert _pose(_dh_joint(kind, "modified_dh"), Q) == expected


@pytest.mark.parametrize(
    ("kind", "theta", "d"),
    [("revolute", THETA + Q, D), ("prismatic", THETA, D + Q), ("fixed", THETA, D)],
)
def test_standard_dh_is_rz_tz_tx_rx(kind, theta, d):
    expected = _compose(_turn("z", theta), _shift(z=d), _shift(x=A), _turn("x", ALPHA))
    assert _pose(_dh_joint(kind, "standard_dh"), Q) == expected


def test_a_fixed_joint_has_everything_before_and_no_offset():
    joint = _dh_joint("fixed", "standard_dh")
    assert joint.offset == 0
    assert joint.after == _shift()


def test_explicit_frames_turn_by_yaw_pitch_roll_as_in_urdf():
    origin = {"xyz": [1, 2, 3], "rpy": [0.3, 0.4, 0.5]}
    joint = load(one_joint({"origin": origin})).joints[0]
    roll, pitch, yaw = exact("0.3"), exact("0.4"), exact("0.5")
    turned = _compose(_turn("z", yaw), _turn("y", pitch), _turn("x", roll))
    assert joint.before == Placement(turned.rotation, Vec3(exact(1), exact(2), exact(3)))
    assert joint.after == _shift()


def test_an_axis_of_any_length_is_normalised_exactly():
    joint = load(one_joint({"axis": [1, 1, 0]})).joints[0]
    half_root = square_root(exact(2)) / 2
    assert joint.axis == Vec3(half_root, half_root, ZERO)
    assert load(one_joint({"axis": [0, 4, 3]})).joints[0].axis == Vec3(ZERO, exact("0.8"), exact("0.6"))
    assert load(one_joint({"axis": [0, "-1e-9", 0]})).joints[0].axis == Vec3(ZERO, exact(-1), ZERO)


def test_left_out_geometry_is_zero_and_the_axis_is_z():
    joint = load(one_joint()).joints[0]
    assert (joint.before, joint.after, joint.axis) == (_shift(), _shift(), Vec3(ZERO, ZERO, ONE))
    assert load(one_joint({"dh": {"a": 1}}, frames="modified_dh")).joints[0].before == _shift(x=ONE)


@pytest.mark.parametrize(
    ("written", "k"),
    [
        (1.5707963267948966, 6),
        (-0.7853981633974483, -3),
        (3.141592653589793, 12),
        (0.26179938779914946, 1),
        ("pi/4", 3),
    ],
)
def test_the_double_nearest_to_a_multiple_of_a_twelfth_of_pi_is_that_multiple(written, k):
    robot = load(one_joint({"dh": {"alpha": written, "theta": written}}, frames="modified_dh"))
    assert robot.joints[0].offset == EXACT_PI * Fraction(k, 12)
    assert robot.joints[0].before == _turn("x", EXACT_PI * Fraction(k, 12))
    assert robot.notes == ()


def test_a_near_angle_is_reported_and_not_changed():
    robot = load(one_joint({"dh": {"alpha": 1.5708}}, frames="modified_dh"))
    assert robot.joints[0].before == _turn("x", exact("1.5708"))
    (note,) = robot.notes
    assert note == "joints[0].dh.alpha: 1.5708 is within 1e-4 of pi/2 but not equal; write pi/2, or use --snap"


def test_snap_rounds_near_angles_and_keeps_the_others():
    mapping = one_joint({"origin": {"rpy": [1.5708, 0.3, -3.1416]}})
    robot = load(mapping, snap=True)
    assert robot.joints[0].before == load(one_joint({"origin": {"rpy": ["pi/2", 0.3, "-pi"]}})).joints[0].before
    (note,) = robot.notes
    assert note.endswith("1.5708 was rounded to pi/2; likewise 1 other angle: joints[0].origin.rpy[2]")
    assert load(robot.source) == robot


@pytest.mark.parametrize("value", [1.5706, 0.01, 1])
def test_angles_that_are_not_near_a_multiple_are_not_reported(value):
    assert load(one_joint({"dh": {"theta": value}}, frames="standard_dh")).notes == ()


def test_lengths_are_never_taken_for_angles():
    robot = load(one_joint({"dh": {"a": 1.5707963267948966, "d": 1.5708}}, frames="modified_dh"))
    assert robot.joints[0].before.position.x == exact("1.5707963267948966")
    assert robot.notes == ()


def test_the_value_of_a_symbol_that_is_an_angle_is_recognised_and_of_a_length_is_not():
    symbols = {"angle": 1.5707963267948966, "length": 1.5707963267948966, "near": 1.5708}
    origin = {"rpy": ["angle", "2*near", 0], "xyz": ["length", 0, 0]}
    robot = load(one_joint({"origin": origin}, symbols=symbols))
    assert robot.symbols["angle"] == EXACT_PI / 2
    assert robot.symbols["length"] == exact("1.5707963267948966")
    assert [note.partition(":")[0] for note in robot.notes] == ["symbols.near"]


def test_multiples_in_messages_read_like_mathematics():
    for written, meant in ((-2.35619, "-3*pi/4"), (0.00001, "0"), (6.28319, "2*pi")):
        (note,) = load(one_joint({"origin": {"rpy": [written, 0, 0]}})).notes
        assert f"is within 1e-4 of {meant} but not equal" in note


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1.570796", "pi/2"),  # cut, and rounded
        ("1.5707963268", "pi/2"),
        ("-1.57079632679490", "-pi/2"),
        ("0.7853981633", "pi/4"),  # cut
        ("0.7853981634", "pi/4"),  # rounded
        ("3.14159265359", "pi"),
        ("0.5235988", "pi/6"),
    ],
)
def test_a_decimal_of_seven_digits_that_is_a_multiple_rounded_or_cut_is_that_multiple(written, meant):
    robot = load(one_joint({"origin": {"rpy": [written, 0, 0]}}))
    assert robot.joints[0].before == load(one_joint({"origin": {"rpy": [meant, 0, 0]}})).joints[0].before
    (note,) = robot.notes
    assert note == f"joints[0].origin.rpy[0]: {written} is taken as {meant}"
    assert load(robot.source) == robot and load(robot.source).notes == ()  # the witness reads what was taken


@pytest.mark.parametrize("written", ["1.570797", "1.57079", "1.5707964", "0.785398164"])
def test_a_decimal_that_is_no_rounding_of_a_multiple_stays_itself(written):
    robot = load(one_joint({"origin": {"rpy": [written, 0, 0]}}))
    assert robot.joints[0].before != load(one_joint({"origin": {"rpy": ["pi/2", 0, 0]}})).joints[0].before
    assert "is taken as" not in "".join(robot.notes)


def test_an_axis_that_vanishes_at_the_values_of_its_symbols_is_refused():
    with pytest.raises(InputError, match=r"joints\[0\].axis: the axis is zero"):
        load(one_joint({"axis": ["l", 0, 0]}, symbols={"l": 0}))


def test_gravity_is_standard_unless_the_file_says_otherwise():
    assert to_float(load(one_joint()).gravity.z) == -9.80665
    assert load(one_joint(gravity=[0, "-9.81", 0])).gravity == Vec3(ZERO, exact("-9.81"), ZERO)


@pytest.mark.parametrize("written", ["90", "-90", "6.3", "720"])
def test_an_angle_beyond_a_whole_turn_looks_like_degrees(written):
    for joint, frames, field in (
        ({"origin": {"rpy": [written, 0, 0]}}, "explicit", "joints[0].origin.rpy[0]"),
        ({"dh": {"alpha": written}}, "modified_dh", "joints[0].dh.alpha"),
    ):
        (note,) = load(one_joint(joint, frames=frames)).notes
        assert note == f"{field}: {written} looks like degrees; angles are in radians: 90 degrees are pi/2"
        assert note.kind is NoteKind.DEGREES


@pytest.mark.parametrize("written", ["6.28", "5*pi/2", "7.853981633974483", "pi*90/180"])
def test_radians_do_not_look_like_degrees(written):
    assert load(one_joint({"origin": {"rpy": [written, 0, 0]}})).notes == ()


def test_a_symbol_that_is_used_as_an_angle_looks_like_degrees():
    robot = load(one_joint({"origin": {"rpy": ["a", 0, 0], "xyz": ["b", 0, 0]}}, symbols={"a": 90, "b": 90}))
    assert [note.partition(":")[0] for note in robot.notes] == ["symbols.a"]


def test_limits_beyond_two_turns_look_like_degrees_where_the_joint_turns():
    limits = {"lower": -180, "upper": 180, "velocity": 100, "effort": 100}
    notes = load(one_joint({"limits": limits})).notes
    assert [note.partition(":")[0] for note in notes] == ["joints[0].limits.lower", "joints[0].limits.upper"]
    assert all(note.kind is NoteKind.DEGREES for note in notes)
    assert load(one_joint({"type": "prismatic", "limits": limits})).notes == ()
    for turns in (12.57, "4*pi", "8*pi", "1e16"):
        assert load(one_joint({"limits": {"lower": f"-{turns}", "upper": turns}})).notes == ()


@pytest.mark.parametrize("frames", ["modified_dh", "standard_dh"])
def test_dh_frames_need_dh_at_every_joint(frames):
    with pytest.raises(InputError, match=rf"joints\[0\]: the field 'dh' is missing; 'frames: {frames}' needs it; {{}}"):
        load(one_joint(frames=frames))
    assert load(one_joint({"dh": {}}, frames=frames)).joints[0].before == IDENTITY


@pytest.mark.parametrize("size", ["1e-60", "1e-150", "1e-300"])
def test_an_axis_of_any_length_but_zero_is_a_direction(size: str) -> None:
    """The square of the shortest is zero in doubles, for the reader and for the witness."""
    axis = [f"3*{size}", "0", f"4*{size}"]
    assert load(one_joint({"axis": axis})).joints[0].axis == Vec3(exact("0.6"), ZERO, exact("0.8"))
    assert read(one_joint({"axis": axis})).joints[0].axis == pytest.approx([0.6, 0, 0.8], rel=1e-15)
