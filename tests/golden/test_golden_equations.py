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
    "params ddarm --form gautier_khalil",
    "params ddarm --set atkeson86",
    "params stanford",
    "params stanford --form gautier_khalil",
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
    "show ddarm torque --form lin",
    "show stanford torque 6 --form lin",
    "show ddarm mlc --form lin",
    "show two_link mass --form gautier_khalil",
    "show ddarm torque --set atkeson86",
    "show ddarm torque 3 --set atkeson86 --format latex",
    "show ddarm regressor 2 --set atkeson86",
    "show ddarm mlc --set atkeson86",
    "show two_link regressor --form lu_meng",
    "show two_link regressor --form lu_meng --format mathml",
    "show ddarm regressor 1 --form lu_meng --format latex",
    "show stanford regressor 3 --form lu_meng",
    "show two_link regressor --form recursive",
    "show ddarm regressor --form recursive",
    "show two_link regressor 1 18 --form recursive --format latex",
    "show ddarm program --form lin",
    "show two_link program --form walker",
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
