"""Controllers are run by `check`, in C and in Python, and what is wrong with them is found."""

from collections.abc import Callable
from pathlib import Path

import pytest

import symdyn.check.controllers
from symdyn.check import CheckResult, check_folder, check_robot
from symdyn.check.report.machine import as_data, as_junit
from symdyn.check.report.table import failure_texts, table
from symdyn.control import LAWS
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.package.output import write_output

LAW = "slotine_li"
OPTIONS = Options(only=LAWS[LAW].kernels, laws=(LAW,))
Change = Callable[[str, str, str], CheckResult]


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a controller; not to be changed."""
    package = generate(load("two_link"), OPTIONS)
    return write_output(package.name, package.files, tmp_path_factory.mktemp("controller"))


def failed(result: CheckResult) -> set[tuple[str, str]]:
    return {(line.name, backend) for line in result.lines for backend, _ in line.failures}


def test_a_controller_as_it_was_generated_passes(generated: Path) -> None:
    result = check_folder(generated)
    assert result.passed
    (line,) = result.controllers
    assert (line.name, set(line.worst)) == (LAW, {"c", "python"})
    assert "controller  samples" in table(result)
    assert as_data(result)["controllers"][0]["name"] == LAW
    assert 'classname="two_link.controllers" name="slotine_li"' in as_junit(result)


@pytest.mark.parametrize(
    ("file", "old", "new", "backend"),
    [
        ("two_link_slotine_li.c", "  qd_r[i] = qd_d[i] + gains", "  qd_r[i] = qd_d[i] - gains", "c"),
        ("two_link_slotine_li.py", "s = qd - qd_r\n        sign", "s = qd + qd_r\n        sign", "python"),
        ("two_link_slotine_li.py", "    def _torque(self", "    def _lost(self", "python"),
        ("two_link_slotine_li.c", "_step(two_link_slotine_li *self", "_lost(two_link_slotine_li *self", "c"),
    ],
)
def test_what_was_changed_in_a_controller_is_found(file: str, old: str, new: str, backend: str, change: Change) -> None:
    result = change(file, old, new)
    assert failed(result) == {(LAW, backend)}
    assert any(text.startswith(f"{LAW}, ") for text in failure_texts(result))


def test_a_controller_that_is_not_there_is_named(folder: Path) -> None:
    (folder / "two_link_slotine_li.py").unlink()
    result = check_folder(folder)
    assert failed(result) == {(LAW, "python")}
    assert f"{LAW}, Python: two_link_slotine_li.py is not there" in failure_texts(result)


def test_a_law_that_is_singular_where_it_is_tried_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symdyn.check.controllers, "law_golden", lambda *_: None)
    result = check_robot(load("two_link"), Options(languages=("python",), only=LAWS[LAW].kernels, laws=(LAW,)))
    assert result.passed
    assert f"note: {LAW}: the law is singular" in table(result)
