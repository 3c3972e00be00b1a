"""`symdyn convert`: a robot of any format as a robot file, URDF or MJCF."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json, tell
from symdyn.cli.report_file import write_report
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError

TEXT = """Write a robot as a robot file (.yaml), URDF (.urdf) or MJCF (.xml); the name of FILE says which.
Numbers are written so that they are read as the same again. What the format has no words for is told; with --strict
nothing is written then. All options that change a robot on the way in work here too."""
EXAMPLE = """  symdyn convert panda -o panda.urdf
  symdyn convert robot.xml -o robot.yaml                  to edit it, and to add friction or unknowns
  symdyn convert identified.yaml -o robot.urdf --strict   identified inertias, in URDF's convention
  symdyn convert robot.urdf --chain base_link tool0 -o arm.xml"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "convert", "write a robot as robot file, URDF or MJCF", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("-o", "--out", metavar="FILE", required=True, help="ends in .yaml, .urdf or .xml (MJCF)")
    parser.add_argument("--strict", action="store_true", help="refuse to write what would lose something")
    add_robot_arguments(parser)
    parser.add_argument("--force", action="store_true", help="set a file that is there aside, as FILE.user1, and go on")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read, write, and say what was lost."""
    from symdyn.model.written.formats import format_of, text_in

    title = format_of(arguments.out)
    robot = read_robot(arguments.robot, arguments)
    for note in robot.notes:
        tell(note)
    text, losses = text_in(robot, title)
    if losses and arguments.strict:
        raise InputError(f"{title} does not hold {'; '.join(losses)}", file=arguments.out, field="--strict")
    aside = _set_aside(arguments.out, arguments.force)
    write_report(arguments.out, text)
    for loss in losses:
        tell(f"not in the {title}: {loss}")
    data = {"file": arguments.out, "format": title, "robot": robot.name, "lost": losses, "set_aside": aside}
    print(json.dumps(data, indent=1) if arguments.json else f"wrote {arguments.out}: {robot.name} as {title}")
    return ExitCode.DONE


def _set_aside(name: str, force: bool) -> str | None:
    """Rename a file that is in the way; refuse to, unless asked."""
    path = Path(name)
    if not os.path.lexists(path) or path.is_char_device():
        return None
    if path.is_dir():
        raise InputError("is a directory; name a file in it", file=name, field="--out")
    if not force:
        raise InputError("is there already; choose another name, or set it aside with --force", file=name)
    number = 1
    while os.path.lexists(f"{name}.user{number}"):
        number += 1
    aside = f"{name}.user{number}"
    try:
        os.rename(name, aside)
    except OSError as error:
        raise InputError(f"cannot be set aside: {error.strerror}", file=name) from None
    tell(f"{name} was set aside as {aside}")
    return aside
