"""What docs/real_robot.md says of a first day is so: its files run, and its firmware compiles without a warning."""

import re
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest
import yaml

import symdyn
from symdyn.control.gains_file import read_gains_file
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.output import write_output
from symdyn.simulate import Run, open_scenario, run_scenario

PAGE = (Path(__file__).parents[2] / "docs" / "real_robot.md").read_text(encoding="utf-8")
FILES = ("arm.yaml", "gains.yaml", "first_day.yaml")
STRICT = "-std=c99 -pedantic -O2 -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wdouble-promotion -Werror"
ON_TARGET = "-mcpu=cortex-m4 -mthumb"


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^ *```{language}\n(.*?)```", PAGE, flags=re.DOTALL | re.MULTILINE)
    return [dedent(block) for block in found]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in zip(FILES, blocks("yaml"), strict=True):
        (tmp_path / name).write_text(text)
    return tmp_path


def first_day(folder: Path, **changed: str) -> Run:
    """Run the page's scenario, with entries of its files replaced."""
    for name in FILES:
        text = (folder / name).read_text()
        for key, entry in changed.items():
            text = re.sub(rf"(?<!\w){key}: (\[[^\]]*\]|[^,}}]*)", entry, text)
        (folder / name).write_text(text)
    opened = open_scenario(folder / "first_day.yaml")
    robot = opened.robot()
    return run_scenario(robot, opened.for_robot(robot))


def worst(run: Run) -> float:
    return max(joint.rms_error for joint in run.summary.joints)


@pytest.mark.slow
def test_the_first_day_goes_as_the_page_says(folder: Path) -> None:
    run = first_day(folder)
    assert run.gains["velocity"] == 1 and list(run.gains["tau_max"]) == [75, 75, 75, 14, 14, 14]
    assert worst(run) == pytest.approx(0.005, abs=5e-4)
    assert max(joint.limited for joint in run.summary.joints) == pytest.approx(1 / 3, abs=0.05)
    assert not [note for note in run.notes if ": friction of" in note]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("gain", "instead"),
    [
        ("velocity", "velocity: estimated, velocity_time: 0.01"),
        ("tau_rate", "tau_rate: [1500, 1500, 1500, 280, 280, 280]"),
    ],
)
def test_torques_that_are_held_back_less_let_estimates_learn(folder: Path, gain: str, instead: str) -> None:
    run = first_day(folder, **{gain: instead})
    assert worst(run) < 0.0042 and max(joint.limited for joint in run.summary.joints) < 0.03


@pytest.mark.slow
def test_a_file_that_leaves_rotors_out_lets_a_wrist_stray_and_a_run_names_it(folder: Path) -> None:
    arm = yaml.safe_load((folder / "arm.yaml").read_text())
    rotors = [joint.pop("rotor_inertia") for joint in arm["joints"].values()]
    (folder / "arm.yaml").write_text(yaml.safe_dump(arm))
    run = first_day(
        folder, damping=f"damping: 5, rotor_inertia: {rotors}"
    )  # the springs' motors have them all the same
    assert run.summary.joints[-1].rms_error == worst(run) == pytest.approx(0.028, abs=2e-3)
    assert any(note.startswith("wrist_3: friction of") for note in run.notes)


@pytest.mark.slow
def test_the_firmware_compiles_without_a_warning(folder: Path) -> None:
    gains = read_gains_file(folder / "gains.yaml")
    robot = symdyn.load(folder / "arm.yaml")
    made = generate(robot, Options(laws=("slotine_li",), only=("gravity",), languages=("c",), gains=gains))
    write_output(robot.name, made.files, folder / "code")
    (folder / "main.c").write_text(blocks("c")[0])
    compilers = {"gcc": "", "clang": "", "arm-none-eabi-gcc": ON_TARGET}
    found = [f"{name} {flags}" for name, flags in compilers.items() if shutil.which(name)]
    if not found:
        pytest.skip("no C compiler")
    for compiler in found:
        for file in ("main.c", *(str(path) for path in (folder / "code" / robot.name).glob("*.c"))):
            command = f"{compiler} {STRICT} -Icode/{robot.name} -c {file} -o {folder / 'o.o'}"
            done = subprocess.run(command.split(), cwd=folder, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
