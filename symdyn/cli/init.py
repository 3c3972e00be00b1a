"""`symdyn init`: a robot file of one's own, and a first scenario beside it."""

from __future__ import annotations

import argparse
import json
import os
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json, tell
from symdyn.cli.report_file import write_report
from symdyn.cli.robot_arguments import EDITS, ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError, few_of

if TYPE_CHECKING:
    from symdyn.model import Robot

TEXT = """Begin: write a robot file that starts from ROBOT and says what differs, with friction, rotors and unknowns as
comments to fill in, and a scenario that moves every joint under an adaptive controller. Options that change the robot
become keys of the file; with those that no key says (--overlay, --load, --snap, --xacro, --package-path) the file
holds the whole robot. Without ROBOT, the file is a small arm to rewrite. Nothing that is there is replaced."""
EXAMPLE = """  symdyn init robot.urdf                              robot.yaml and robot_scenario.yaml, here
  symdyn init robot.urdf --chain base_link tool0 -o work
  symdyn init --name my_arm                           a small arm to rewrite"""
LAW = "slotine_li"
FAR = os.path.join("..", "..", "..")  # beyond this, a path says more where it starts at the root
WHOLE = ("overlay", "load", "snap", "package_path", "xacro")  # what no key says: the robot is written out
KEYS = tuple(name for name in EDITS if name not in ("overlay", "load"))

ARM = """# A small arm, to rewrite: docs/robot_file.md has every key.
symdyn: 1
name: {name}
gravity: [0, 0, -9.80665]
joints:                           # from the base outwards; each joint carries the link it moves
  - name: shoulder
    type: revolute
    origin: {{xyz: [0, 0, 0.2], rpy: [pi/2, 0, 0]}}
    axis: [0, 0, 1]
    link: {{name: upper, mass: 2, com: [0.15, 0, 0], inertia: {{xx: 0.002, xy: 0, xz: 0, yy: 0.02, yz: 0, zz: 0.02}}}}
    friction: {{viscous: 0.1}}
    limits: {{lower: -2, upper: 2, velocity: 3, effort: 60}}
  - name: elbow
    type: revolute
    origin: {{xyz: [0.3, 0, 0]}}
    axis: [0, 0, 1]
    link: {{name: lower, mass: 1, com: [0.1, 0, 0], inertia: {{xx: 0.001, xy: 0, xz: 0, yy: 0.008, yz: 0, zz: 0.008}}}}
    friction: {{viscous: 0.05}}
    limits: {{lower: -2.5, upper: 2.5, velocity: 3, effort: 30}}
"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "init", "begin with a robot: a robot file and a scenario", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", nargs="?", help=ROBOT)
    parser.add_argument("-o", "--out", metavar="DIR", default=".", help="where the files go (default: here)")
    add_robot_arguments(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Write both files, and say what to do with them."""
    from symdyn.model.loading import load_text
    from symdyn.simulate.scenario.first import first_scenario

    folder = Path(arguments.out)
    if arguments.robot is None:
        text = ARM.format(name=arguments.name or "my_arm")
        robot = load_text(text, "robot.yaml")
    else:
        robot = read_robot(arguments.robot, arguments)
        for note in robot.notes:
            tell(note)
        if not any(p.name.endswith(".m") for p in robot.full_parameters):
            raise InputError("no link has a mass, so nothing asks for torque: give links theirs, with --overlay FILE")
        whole = any(getattr(arguments, name) is not None for name in WHOLE)
        text = _whole(robot) if whole else _derived(arguments, robot.name, robot.joint_names[0], folder)
    files = {f"{robot.name}.yaml": text}
    steps = [f"symdyn params {folder / f'{robot.name}.yaml'}"]
    why_none = _why_no_simulation(robot)
    if why_none:
        tell(f"no scenario: {why_none}")
        steps.append(f"symdyn gen {folder / f'{robot.name}.yaml'} -o {folder / 'code'}")
    else:
        files[f"{robot.name}_scenario.yaml"] = first_scenario(robot, f"{robot.name}.yaml", LAW)
        steps.append(f"symdyn simulate --scenario {folder / f'{robot.name}_scenario.yaml'} -o {folder}")
        steps.append(f"symdyn gen {folder / f'{robot.name}.yaml'} --law {LAW} -o {folder / 'code'}")
    _write(folder, files)
    if not why_none and find_spec("scipy") is None:
        tell("simulations need SciPy, which is not installed; pip install 'symdyn-codegen[simulate]'")
    if arguments.json:
        print(json.dumps({"robot": robot.name, "folder": str(folder), "files": list(files), "next": steps}, indent=1))
    else:
        print(
            "\n".join([f"wrote {', '.join(str(folder / name) for name in files)}", "next:", *(f"  {s}" for s in steps)])
        )
    return ExitCode.DONE


def _why_no_simulation(robot: Robot) -> str:
    """Say why nothing can be simulated yet; nothing where it can."""
    from symdyn.model import bind_symbols
    from symdyn.options import Options
    from symdyn.package.choices import checked_options

    try:
        bound = bind_symbols(robot)
        checked_options(Options(laws=(LAW,)), robot)
    except InputError as error:
        return f"{error.field}: {error.what}" if error.field else error.what
    named = zip(bound.parameter_names, bound.parameters, strict=True)
    lacking = [name for name, value in named if isnan(value)]
    if lacking:
        return f"the file leaves out the values of {few_of(lacking)}; write them into it, and call init again"
    return ""


def _whole(robot: Robot) -> str:
    """Return a robot file that begins with no other: all that was asked for is in it."""
    from symdyn.model.written.robot_file import robot_file_text

    return robot_file_text(robot, f"{robot.name}, as it was read. docs/robot_file.md has every key.")


def _derived(arguments: argparse.Namespace, name: str, joint: str, folder: Path) -> str:
    """Return a robot file that begins with another."""
    source = Path(arguments.robot)
    from_ = arguments.robot
    if source.exists():
        near = os.path.relpath(source, folder)
        from_ = str(source.resolve()) if near.startswith(FAR) else near
    keys: dict[str, Any] = {"from": from_, "name": name}
    keys |= {key: getattr(arguments, key) for key in KEYS if key != "name" and getattr(arguments, key) is not None}
    lines = "\n".join(f"{key}: {json.dumps(value)}" for key, value in keys.items())
    return f"""# {name}: all of {from_}, and what differs. docs/robot_file.md has every key.
{lines}
# joints:
#   {joint}: {{friction: {{viscous: 0.1, coulomb: 0.2}}, rotor_inertia: 0.05}}
# load: {{mass: 0.5, com: [0, 0, 0.1], inertia: {{xx: 0, xy: 0, xz: 0, yy: 0, yz: 0, zz: 0}}}}   # on the tip
# unknown: [load.mass]            # what a controller learns; without it, every minimal parameter
"""


def _write(folder: Path, files: dict[str, str]) -> None:
    for name in files:
        if os.path.lexists(folder / name):
            raise InputError(
                "is there already; choose another folder with -o, or another name", file=str(folder / name)
            )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror}", file=str(folder), field="--out") from None
    for name, text in files.items():
        write_report(str(folder / name), text)
