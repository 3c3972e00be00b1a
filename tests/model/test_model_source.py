"""The source of a robot is plain JSON from which the same robot is read again."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from minimal_robot import TEXT, one_joint

from symdyn.algebra.exact import exact
from symdyn.errors import InputError
from symdyn.model import bundled_names, load, load_text


@pytest.mark.parametrize("name", bundled_names())
def test_a_bundled_robot_is_read_again_from_its_source(name):
    robot = load(name)
    assert load(json.loads(json.dumps(robot.source))) == robot
    assert robot.name == name


def test_a_file_and_its_mapping_are_the_same_robot(tmp_path):
    path = tmp_path / "arm.yml"
    path.write_text("\ufeff" + TEXT, encoding="utf-8")  # with the mark that some editors put first
    robot = load(path)
    assert load(str(path)) == robot
    assert load(robot.source) == robot
    assert load(robot.source).source == robot.source


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("0.4318", 0.4318),
        ("0.45000", 0.45),
        ("1e-3", 0.001),
        (".5", 0.5),
        ("3", 3),
        ("-0.10000000000000000001", "-0.10000000000000000001"),
        ("3.14159265358979323846", "3.14159265358979323846"),
        ("1/3", "1/3"),
        ("'2'", 2),
        ("123456789012345678901", "123456789012345678901"),
    ],
)
def test_a_number_is_kept_as_a_json_number_only_if_that_is_the_same_decimal(written, kept):
    text = f"symdyn: 1\nname: arm\ngravity: [0, 0, {written}]\njoints: [{{type: revolute}}]\n"
    robot = load_text(text, "arm.yaml")
    source = robot.source["gravity"][2]
    assert (source, type(source)) == (kept, type(kept))
    assert load(robot.source).gravity == robot.gravity


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.floats(min_value=-1e50, max_value=1e50), st.integers(-(10**30), 10**30))
def test_floats_and_integers_of_a_mapping_are_the_decimals_python_prints(number, integer):
    robot = load(one_joint(gravity=[number, integer, 0]))
    assert robot.gravity.x == exact(repr(number))
    assert robot.gravity.y == integer
    assert load(json.loads(json.dumps(robot.source))) == robot


def test_numpy_numbers_and_arrays_are_taken_as_lists():
    robot = load(one_joint(gravity=np.array([0.0, 0.1, -9.81])))
    assert robot.gravity.y == exact("0.1")
    assert load(one_joint(gravity=(np.float64(0.1), np.int64(2), 0))).gravity.x == exact("0.1")


def test_notes_carry_file_and_line_and_do_not_make_robots_differ():
    text = TEXT.replace("rpy: [pi/2, 0, 0]", "rpy: [1.5708, 0, 0]")
    robot = load_text(text, "arm.yaml")
    assert robot.notes[0].startswith("arm.yaml:10: joints[0].origin.rpy[0]: 1.5708 is within 1e-4 of pi/2")
    assert load(robot.source).notes[0].startswith("joints[0].origin.rpy[0]: 1.5708 is within")
    assert load(robot.source) == robot


def test_a_mapping_is_not_changed_by_loading_it():
    mapping = one_joint({"origin": {"rpy": [1.5708, 0, 0]}})
    before = json.dumps(mapping)
    load(mapping, snap=True)
    assert json.dumps(mapping) == before


SIGNS = [
    "",
    " ",
    "\n",
    "\t",
    ":",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "!!int ",
    "'",
    '"',
    "|",
    ">",
    "#",
    "? ",
    "---\n",
]
WORDS = [
    "null",
    "~",
    "0",
    "-1",
    "1e9",
    "pi",
    ".nan",
    "\u00e4",
    "\x07",
    "link1",
    "base",
    "revolute",
    "fixed",
    "dh: {a: 1}",
]
pieces = st.sampled_from(SIGNS + WORDS)
mutations = st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 12), pieces), min_size=1, max_size=4)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(mutations)
def test_a_mutated_file_is_read_or_refused_in_one_line(changes):
    text = TEXT
    for position, length, piece in changes:
        text = text[:position] + piece + text[position + length :]
    try:
        robot = load_text(text, "mutated.yaml")
    except InputError as error:
        assert str(error).startswith("mutated.yaml")
        assert "\n" not in str(error)
    else:
        assert load(json.loads(json.dumps(robot.source))) == robot


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-5, 5) | st.sampled_from(["base", "pi", "link1", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "xyz", "name"]), inner, max_size=2)
    ),
    max_leaves=6,
)
KEYS = ["symdyn", "name", "gravity", "frames", "symbols", "zeros", "joints", "load", "unknown"]
JOINT_KEYS = ["name", "type", "parent", "dh", "origin", "axis", "link", "friction", "rotor_inertia", "spring", "limits"]


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    st.dictionaries(st.sampled_from(KEYS), plain, max_size=2),
    st.dictionaries(st.sampled_from(JOINT_KEYS), plain, max_size=2),
)
def test_a_mapping_with_foreign_values_is_read_or_refused_in_one_line(top, joint):
    try:
        robot = load(one_joint(joint, **top))
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert load(json.loads(json.dumps(robot.source))) == robot
