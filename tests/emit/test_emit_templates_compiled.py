"""Templates are compiled once: the result lies beside them as Python's own bytecode does, and never in the way."""

import sys
from pathlib import Path

import jinja2
import pytest

from symdyn.emit.templates import _environment, fill


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "greeting.jinja").write_text("hello {{ view }}\n")
    return tmp_path


def filled(folder: Path) -> str:
    _environment.cache_clear()  # as a new process
    return fill("greeting.jinja", "robot", folder)


def count_compilations(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    compile_it = jinja2.Environment.compile
    monkeypatch.setattr(
        jinja2.Environment,
        "compile",
        lambda self, *args, **kwargs: seen.append("") or compile_it(self, *args, **kwargs),
    )
    return seen


def test_a_template_is_compiled_by_the_first_process_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert filled(folder) == "hello robot\n"
    compilations = count_compilations(monkeypatch)
    assert filled(folder) == "hello robot\n"
    assert not compilations


def test_a_changed_template_is_compiled_again(folder: Path) -> None:
    filled(folder)
    (folder / "greeting.jinja").write_text("goodbye {{ view }}\n")
    assert filled(folder) == "goodbye robot\n"


@pytest.mark.parametrize("keep", [0, 3, 30])
def test_what_is_left_of_a_broken_file_is_not_believed(folder: Path, keep: int) -> None:
    filled(folder)
    (compiled,) = (folder / "__pycache__").iterdir()
    compiled.write_bytes(compiled.read_bytes()[:keep] + b"nonsense")
    assert filled(folder) == "hello robot\n"


def test_nothing_is_written_where_python_writes_no_bytecode(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert filled(folder) == "hello robot\n"
    assert not (folder / "__pycache__").exists()


def test_a_folder_that_cannot_be_written_is_no_obstacle(folder: Path) -> None:
    (folder / "__pycache__").write_text("a file in the way")
    assert filled(folder) == "hello robot\n"
