"""The arguments that say which robot is meant: the same wherever a robot is read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdyn.cli.parser import Parser, message
from symdyn.cli.progress import progress

if TYPE_CHECKING:
    from symdyn.model import Robot

ROBOT = "a robot file (.yaml), URDF, xacro, MJCF (.xml) or SDF, the name of a bundled robot, or robot_descriptions:NAME"
EDITS = ("overlay", "fix", "root", "chain", "name", "gravity", "unknown", "load", "tip", "tips")


def add_robot_arguments(parser: Parser) -> None:
    """Add the arguments that change a robot on the way in; each is None where it is not given."""
    group = parser.add_argument_group("which robot", "the same keys go into a robot file, below `from: FILE`")
    group.add_argument("--tip", metavar="LINK", help="Jacobians, wrenches and the load refer to this link")
    group.add_argument(
        "--tips", nargs="+", action="extend", metavar="LINK", help="add jacobian_<LINK> and the like of these links"
    )
    group.add_argument("--fix", nargs="+", action="extend", metavar="JOINT[=VALUE]", help="hold these joints")
    group.add_argument("--root", metavar="LINK", help="this link is the base; leave out what does not hang on it")
    group.add_argument("--chain", nargs=2, metavar=("LINK", "LINK"), help="from one link to another, and what is fixed")
    group.add_argument("--unknown", nargs="+", action="extend", metavar="NAME", help="what a controller estimates")
    group.add_argument("--load", metavar="FILE", help="a .yaml file with mass, com and inertia of a body on the tip")
    group.add_argument("--name", metavar="NAME", help="call the robot so")
    group.add_argument("--gravity", nargs=3, metavar=("X", "Y", "Z"), help="in the base frame, for example: 0 0 -9.81")
    group.add_argument("--overlay", metavar="FILE", help="a .yaml file with what differs, joint by joint")
    group.add_argument(
        "--package-path", nargs="+", action="extend", metavar="DIR", help="folders that the file may include files of"
    )
    group.add_argument(
        "--xacro",
        nargs="*",
        action="extend",
        metavar="NAME:=VALUE",
        help="expand the file with xacro, which runs the expressions in it; .xacro files always are",
    )
    group.add_argument(
        "--snap",
        action="store_const",
        const=True,
        help="round angles (1.5708 to pi/2), axes (1e-6 1e-6 1 to z) and offsets (1e-9 to 0) that are nearly special",
    )


def given_robot_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return those of the arguments above that were given."""
    return [f"--{name}" for name in (*EDITS, "snap", "package_path", "xacro") if getattr(arguments, name) is not None]


def robot_from(source: Any, arguments: argparse.Namespace, *, snap: bool | None = None) -> Robot:
    """Load a robot as arguments ask for; `snap` as they do, unless it is given."""
    from symdyn.model.loading import load_with
    from symdyn.model.robot_tree import Opening

    edits = {name: getattr(arguments, name) for name in EDITS}
    folders = tuple(Path(folder) for folder in arguments.package_path or ())
    xacro = None if arguments.xacro is None else tuple(arguments.xacro)
    return load_with(source, edits, "--", Opening(bool(arguments.snap) if snap is None else snap, folders, xacro))


def read_robot(source: Any, arguments: argparse.Namespace) -> Robot:
    """Load a robot, and tell what to know of its loops; on a terminal, say so meanwhile: a file may be a long one."""
    from symdyn.closure.loop_notes import loop_notes

    with progress(str(source)) as show:
        show("reading")
        robot = robot_from(source, arguments)
        notes = loop_notes(robot)
    for note in notes:
        print(message(f"warning: {note}"), file=sys.stderr)
    return robot
