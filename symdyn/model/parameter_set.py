"""A set of parameters of a user's own, as it is written: names, each with a combination of the robot's parameters.

    set: 1
    robot: ddarm              the robot's name, where the set is for that one alone
    parameters:
      SP1: l2*link3.mz + link2.Iyz

Whether the set is minimal is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.errors import InputError
from symdyn.model.expressions.linear import parse_linear
from symdyn.model.expressions.tokens import ExpressionError
from symdyn.model.robot import Robot
from symdyn.model.robot_file.fields import entries_of, required, text_of
from symdyn.model.robot_file.names import check_symbol_name
from symdyn.model.text.mapping import read_mapping
from symdyn.model.text.tree import Node, quoted
from symdyn.model.text.yaml_text import read_yaml
from symdyn.sources.set_text import find_set_text

VERSION = "1"
OPENING = f"set: {VERSION}"
KEYS = ("set", "robot", "parameters")


@dataclass(frozen=True, slots=True)
class SetMember:
    """A parameter of the set: its name, its coefficients over the full vector, and where it stands."""

    name: str
    row: tuple[Exact, ...]
    place: Node


@dataclass(frozen=True, slots=True)
class ParameterSet:
    """A set for a robot; `name` is the file's, without its suffix."""

    name: str
    members: tuple[SetMember, ...]
    place: Node


def read_parameter_set(source: str | Path | Mapping[str, Any], robot: Robot) -> ParameterSet:
    """Return the set of a path, a bundled name or a mapping, for a robot.

    A mapping is that of the file, or of the parameters alone.
    """
    if isinstance(source, Mapping):
        whole = source if "parameters" in source else {"set": 1, "parameters": source}
        return _read(read_mapping(whole), "set", robot)
    if not isinstance(source, str | Path):
        raise InputError(
            f"cannot read a {type(source).__name__}; give a path, a bundled name or a mapping", field="set"
        )
    text, file = find_set_text(source)
    return _read(read_yaml(text, file, kind="set of parameters", opening=OPENING), Path(file).stem, robot)


def _read(root: Node, name: str, robot: Robot) -> ParameterSet:
    entries = entries_of(root, KEYS)
    version = required(root, entries, "set", f"a set of parameters starts with '{OPENING}'")
    if version.value != VERSION:
        raise version.error(f"schema version {version.value} is not known; this symdyn reads version {VERSION}")
    if "robot" in entries:
        meant = text_of(entries["robot"], "the name of a robot")
        if meant != robot.name:
            raise entries["robot"].error(f"this is a set for the robot {quoted(meant)}, not for {robot.name!r}")
    hint = "write one line for each, such as 'SP1: link1.Izz + link2.Izz'"
    place = required(root, entries, "parameters", hint)
    if not isinstance(place.value, dict) or not place.value:
        raise place.error(f"expected a mapping of names to combinations, found {place.kind}; {hint}")
    members = tuple(_member(name, node, robot) for name, node in place.value.items())
    return ParameterSet(name, members, place)


def _member(name: str, node: Node, robot: Robot) -> SetMember:
    check_symbol_name(name, node)
    if name in robot.symbols:
        raise node.error(f"{quoted(name)} is a symbol of the robot file; choose another name")
    text = text_of(node, "a combination of the robot's parameters")
    try:
        found = parse_linear(text, robot.symbols, robot.parameter_names)
    except ExpressionError as error:
        raise node.error(f"{quoted(text)}, {error}") from None
    except RecursionError:
        raise node.error("the combination is nested too deeply; simplify it") from None
    row = tuple(found.get(parameter, exact(0)) for parameter in robot.parameter_names)
    return SetMember(name, row, node)
