"""`robot_descriptions:NAME`: a robot of that package, asked in a process of its own, only where it is named."""

from pathlib import Path

import pytest

from symdyn.errors import InputError
from symdyn.model import load

URDF = """<robot name="arm"><link name="world"/><link name="upper"><inertial><mass value="2"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="revolute"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint></robot>"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of that name, in which every module leaves a trace where it is imported."""
    folder = tmp_path / "site" / "robot_descriptions"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    trace = f"open({str(tmp_path / 'trace')!r}, 'a').write(__name__ + ' ')\nprint('Cloning ...')\n"
    (tmp_path / "arm.urdf").write_text(URDF)
    (folder / "arm_description.py").write_text(f"{trace}URDF_PATH = {str(tmp_path / 'arm.urdf')!r}\n")
    (folder / "leg_description.py").write_text(f"{trace}raise OSError('git:\\nfatal: Could not resolve host')\n")
    (folder / "eye_description.py").write_text(trace)
    (folder / "_cache.py").write_text("")
    monkeypatch.syspath_prepend(str(folder.parent))
    monkeypatch.setenv("PYTHONPATH", str(folder.parent))
    return tmp_path


def test_a_robot_is_read_by_its_name_and_no_other_module_is_run(package: Path) -> None:
    assert load("robot_descriptions:arm_description").joint_names == ("j1",)
    assert (package / "trace").read_text() == "robot_descriptions.arm_description "


def test_a_robot_file_may_begin_with_it(package: Path) -> None:
    file = package / "mine.yaml"
    file.write_text("from: robot_descriptions:arm_description\nname: mine\n")
    assert load(file).name == "mine"


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("amr_description", "did you mean arm_description"),
        ("_cache", "unknown robot description"),
        ("leg_description", "OSError: fatal: Could not resolve host"),
        ("eye_description", "it names no URDF, MJCF or xacro file"),
    ],
)
def test_what_is_wrong_is_one_line(package: Path, name: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        load(f"robot_descriptions:{name}")
    assert what in str(caught.value) and "\n" not in str(caught.value)


def test_without_the_package_the_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symdyn.sources.described_robot.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'symdyn-codegen\[descriptions\]'"):
        load("robot_descriptions:arm_description")
