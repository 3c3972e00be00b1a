"""`tests/same_steps.py` calls controllers alike that are, and notices one operation in another order."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from generated_laws import package, require, write

SCRIPT = Path(__file__).parents[1] / "same_steps.py"


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """The same controller twice."""
    require("gcc")
    before, after = tmp_path / "before", tmp_path / "after"
    (before / "two_link").mkdir(parents=True)
    write(package("two_link", ("slotine_li",)), before / "two_link")
    shutil.copytree(before, after)
    return before, after


def compared(before: Path, after: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, before, after, "--steps", "100", "--rounds", "0"]
    return subprocess.run(command, capture_output=True, text=True)


def test_a_controller_is_like_itself(folders: tuple[Path, Path]) -> None:
    result = compared(*folders)
    assert result.returncode == 0, result.stderr
    assert "1 controllers, 100 steps each: 0 records differ" in result.stdout


@pytest.mark.parametrize(
    ("old", "new", "differing"),
    [
        ("gains->Lambda[i] * (q_d[i] - q[i])", "gains->Lambda[i] * q_d[i] - gains->Lambda[i] * q[i]", 2),
        (
            "above > zone ? zone : above",
            "above > zone ? zone / 2 : above",
            1,
        ),  # of a dead zone: by default there is none
    ],
)
def test_a_law_that_rounds_otherwise_is_noticed(folders: tuple[Path, Path], old: str, new: str, differing: int) -> None:
    source = folders[1] / "two_link" / "two_link_slotine_li.c"
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new))
    result = compared(*folders)
    assert result.returncode == 1, result.stderr
    assert f"{differing} records differ" in result.stdout


def test_folders_that_do_not_hold_the_same_controllers_are_refused(folders: tuple[Path, Path]) -> None:
    (folders[1] / "two_link" / "two_link_slotine_li.h").unlink()
    result = compared(*folders)
    assert result.returncode == 1
    assert "two_link_slotine_li" in result.stderr
