"""The command line as a user meets it: what it returns, says and writes."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from symdyn.cli.main import main

PLANAR = """\
symdyn: 1
name: planar
gravity: [0, -9.81, 0]
frames: standard_dh
joints:
  - type: revolute
    dh: {a: 0.5, alpha: 0, d: 0, theta: 0}
    link:
      mass: 3
      com: [-0.25, 0, 0]
      inertia: {xx: 0.01, xy: 0, xz: 0, yy: 0.06, yz: 0, zz: 0.06}
"""


@dataclass(frozen=True)
class Said:
    """What a command returned, printed and complained."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run every command in a folder of its own, so that whatever it writes is seen."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("SYMDYN_DEBUG", raising=False)
    return here


@pytest.fixture
def symdyn(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Return a function that runs a command."""

    def run(*arguments: object) -> Said:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Said(int(code), printed.out, printed.err)

    return run


@pytest.fixture
def planar(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes the file of an arm with one joint, with texts replaced in it."""

    def write(*replacements: tuple[str, str], name: str = "robot.yaml") -> Path:
        text = PLANAR
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / name
        path.write_text(text)
        return path

    return write
