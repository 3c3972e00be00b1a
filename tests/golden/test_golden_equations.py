"""What `symdyn show` and `symdyn params` print, as text.

To rewrite the files after a change that is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden
"""

import os
from pathlib import Path

import pytest

from symdyn.cli.main import main

FOLDER = Path(__file__).parent / "equations"
COMMANDS = (
    "params two_link",
    "params ddarm",
    "params ddarm --form lin",
    "params stanford",
    "show two_link torque",
    "show two_link mass",
    "show two_link regressor --format latex",
    "show two_link gravity --format mathml",
    "show two_link energy",
    "show ddarm torque",
    "show ddarm torque 3 --format latex",
    "show ddarm mlc",
    "show ddarm frames",
    "show stanford mass 1 1",
    "show stanford gravity",
    "show stanford program --kernel gravity",
    "show three_link coriolis",
)


def file_of(command: str) -> Path:
    return FOLDER / f"{command.replace('--', '').replace(' ', '_')}.txt"


@pytest.mark.parametrize("command", COMMANDS)
def test_command_prints_what_the_file_shows(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command.split()) == 0
    found = capsys.readouterr().out
    path = file_of(command)
    if os.environ.get("SYMDYN_UPDATE_GOLDEN"):
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8"), (
        "if this is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden"
    )


def test_every_file_is_shown_by_a_command() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file_of(command).name for command in COMMANDS}
