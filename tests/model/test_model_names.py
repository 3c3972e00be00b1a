"""A robot's files are called after it, so it must not be called like a file that others include or import."""

import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from minimal_robot import TEXT

from symdyn.errors import InputError
from symdyn.model import bundled_names, load, load_text
from symdyn.model.robot_file.names import C_HEADERS, robot_objection

URDF = """<robot name="{}"><link name="base_link"/><link name="signal"/>
<joint name="time" type="revolute"><parent link="base_link"/><child link="signal"/></joint></robot>"""


def test_c99_has_24_headers_and_a_robot_is_called_like_none_of_them():
    assert len(C_HEADERS) == 24
    for name in C_HEADERS:
        with pytest.raises(
            InputError, match=f"name: '{name}' is taken: {name}.h would hide the header <{name}.h> of C"
        ):
            load_text(TEXT.replace("name: arm", f"name: {name}"), "robot.yaml")


@pytest.mark.parametrize("name", ["typing", "numbers", "queue", "numpy", "cffi", "symdyn", "dataclasses"])
def test_a_robot_is_not_called_like_a_module_that_its_module_may_need(name):
    with pytest.raises(InputError, match=f"name: '{name}' is taken: {name}.py would hide the Python module {name}"):
        load_text(TEXT.replace("name: arm", f"name: {name}"), "robot.yaml")


def test_every_module_that_numpy_and_a_generated_module_import_is_taken():
    program = "import numpy, math, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    folder = str(Path(numpy.__file__).parents[1])
    said = subprocess.run(  # -S leaves out what installed packages import by themselves
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.append({folder!r}); {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(said.stdout.split()) - {"__main__"}
    assert {"typing", "numbers", "numpy"} <= imported
    assert [name for name in sorted(imported) if robot_objection(name) is None] == []


@pytest.mark.parametrize("name", ["String", "STDINT", "Typing", "Python", "python"])
def test_capitals_do_not_help_since_file_systems_may_not_tell_them(name):
    with pytest.raises(InputError, match=f"name: '{name}' is taken"):
        load_text(TEXT.replace("name: arm", f"name: {name}"), "robot.yaml")


@pytest.mark.parametrize("name", ["_bot", "_Bot", "__bot", "_"])
@pytest.mark.parametrize("place", ["name: arm", "name: joint1", "name: link1", "d3: null"])
def test_names_start_with_a_letter_as_the_message_says(name, place):
    key, _, value = place.partition(": ")
    new = f"{key}: {name}" if key == "name" else f"{name}: {value}"
    with pytest.raises(InputError, match=f"'{name}' starts with _, a beginning that C reserves; start with a letter"):
        load_text(TEXT.replace(place, new), "robot.yaml")


def test_parts_are_no_files_and_may_be_called_like_them():
    robot = load_text(TEXT.replace("name: joint1", "name: time").replace("name: link1", "name: signal"), "robot.yaml")
    assert robot.joints[0].name == "time" and robot.joints[0].link.name == "signal"


def test_a_urdf_robot_that_is_called_like_a_header_gets_another_name_and_its_parts_keep_theirs():
    robot = load_text(URDF.format("stdint"), "robot.urdf")
    assert robot.name == "stdint_" and "the robot 'stdint' is called stdint_" in "".join(robot.notes)
    assert (robot.joints[0].name, robot.joints[0].link.name) == ("time", "signal")


def test_bundled_robots_have_names_that_a_robot_may_have():
    assert all(load(name).name == name and robot_objection(name) is None for name in bundled_names())
