"""`symdyn robots`: the robots that come with symdyn."""

from __future__ import annotations

import argparse
import json
from importlib.resources import files
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json

if TYPE_CHECKING:
    from symdyn.model import Robot

TEXT = """List the bundled robots. Joints are R (revolute), P (prismatic), H (screw) and F (fixed), from the base on."""
EXAMPLE = """  symdyn robots
  symdyn gen scara          a name from the list is enough"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    add_json(add_command(commands, "robots", "list the bundled robots", TEXT, EXAMPLE, run))


def run(arguments: argparse.Namespace) -> ExitCode:
    """List them."""
    from symdyn.model import bundled_names, load

    listed = [_data(load(name), name) for name in bundled_names()]
    print(json.dumps(listed, indent=1) if arguments.json else _text(listed))
    return ExitCode.DONE


def _data(robot: Robot, name: str) -> dict[str, Any]:
    unknown = sum(not parameter.known for parameter in robot.full_parameters)
    return {
        "name": name,
        "joints": "".join(joint.kind.letter for joint in robot.joints),
        "n": robot.n,
        "parameters": len(robot.full_parameters),
        "unknown": unknown,
        "about": _about(name),
    }


def _about(name: str) -> str:
    """Return the first sentence of the comment that opens the robot's file and says what it is."""
    text = (files("symdyn") / "sources" / "robots" / f"{name}.yaml").read_text(encoding="utf-8")
    opening = takewhile(lambda line: line.startswith("# "), text.splitlines())
    return " ".join(line.removeprefix("# ").strip() for line in opening).partition(". ")[0].rstrip(".")


def _text(listed: list[dict[str, Any]]) -> str:
    rows = [["robot", "joints", "n", "parameters", ""]]
    rows += [[one["name"], one["joints"], str(one["n"]), _known(one), one["about"]] for one in listed]
    return columns(rows, right={2})


def _known(one: dict[str, Any]) -> str:
    if not one["unknown"]:
        return "known"
    return "unknown" if one["unknown"] == one["parameters"] else f"{one['unknown']} of {one['parameters']} unknown"
