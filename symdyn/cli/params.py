"""`symdyn params`: the minimal parameters of a robot, why they are what they are, and the certificate."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.generation import about
from symdyn.cli.parser import Parser, add_command, add_json, one_line
from symdyn.cli.progress import progress

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.symbolic import MinimalParameters

NEAR = "is within 1e-4 of"  # how the model's notes begin about an angle that is nearly special
WIDTH = 110
TEXT = """List the minimal parameters of a robot: what torques depend on, each as an exact combination of the parameters of
the links. Say which parameters are felt alone, in combination or not at all, and why; and give the certificate, which
is exact: no tolerance decides anything."""
EXAMPLE = """  symdyn params stanford
  symdyn params ddarm --form lin       Lin's combinations, and the map from the pivot set
  symdyn params robot.urdf --snap      with angles such as 1.5708 taken as pi/2"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "params", "list minimal parameters, with their certificate", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help="a .yaml or .urdf file, or the name of a bundled robot")
    parser.add_argument("--form", metavar="pivot|lin", default="pivot", help="which minimal set (default: pivot)")
    parser.add_argument("--snap", action="store_true", help="round angles within 1e-4 of a multiple of pi/12 to it")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Derive, then print."""
    from symdyn.model import load
    from symdyn.symbolic import minimal

    robot = load(arguments.robot, snap=arguments.snap)
    with about(arguments.robot), progress(robot.name) as show:
        show("minimal parameters")
        found = minimal(robot, arguments.form)
        data = _data(robot, found)
        data["near_special"] = _near_special(robot, arguments, len(found))
        data["theorem_2"] = _theorem_2(robot)
    if arguments.json:
        print(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        for note in robot.notes:
            print(one_line(f"note: {note}"), file=sys.stderr)
        print(_text(data))
    return ExitCode.DONE


def _near_special(robot: Robot, arguments: argparse.Namespace, count: int) -> dict[str, Any] | None:
    """Return what rounding angles that are nearly special would change; None where there are none, or they were rounded."""
    from symdyn.model import load
    from symdyn.symbolic import minimal

    notes = [note for note in robot.notes if NEAR in note]
    if not notes:
        return None
    snapped = minimal(load(arguments.robot, snap=True))
    return {"notes": notes, "as_written": count, "rounded": len(snapped), "gone": _difference(robot, snapped)}


def _difference(robot: Robot, snapped: MinimalParameters) -> list[str]:
    from symdyn.symbolic import minimal

    kept = set(snapped.names)
    return [name for name in minimal(robot).names if name not in kept]


def _theorem_2(robot: Robot) -> int | None:
    """Return the count of Lin's Theorem 2 where gravity, which the theorem needs, is zero; None otherwise."""
    from symdyn.dynamics.lin_constants import driving_chain
    from symdyn.dynamics.lin_parameters import theorem_2
    from symdyn.errors import InputError

    if any(robot.gravity):
        return None
    try:
        return len(theorem_2(driving_chain(robot), len(robot.full_parameters)).names)
    except InputError:
        return None


def _data(robot: Robot, found: MinimalParameters) -> dict[str, Any]:
    from symdyn.symbolic.printing import text
    from symdyn.symbolic.readable import Reader

    reader = Reader(found.letters, abbreviate=False)
    rows = zip(found.names, found.symbols, found.expressions, found.values_or_none, strict=True)
    return {
        "robot": robot.name,
        "form": found.form,
        "count": len(found),
        "of": len(robot.parameter_names),
        "parameters": [
            {
                "number": i,
                "name": name,
                "symbol": str(symbol),
                "expression": text(reader.readable(expression)),
                "value": value,
            }
            for i, (name, symbol, expression, value) in enumerate(rows, start=1)
        ],
        "identifiable": list(found.identifiable),
        "combined": list(found.combined),
        "unidentifiable": list(found.unidentifiable),
        "vanishing": [parameter.name for parameter in robot.full_parameters if parameter.vanishes],
        "reasons": found.reasons,
        "certificate": asdict(found.certificate),
    }


def _text(data: dict[str, Any]) -> str:
    form = "Lin's combinations" if data["form"] == "lin" else "minimal parameters"
    lines = [f"{data['robot']}: {data['count']} {form} of {data['of']} parameters", "", _table(data)]
    groups = (
        ("felt alone", data["identifiable"]),
        ("felt in combination", data["combined"]),
        ("not felt at all", data["unidentifiable"]),
        ("zero by the file's word", data["vanishing"]),
    )
    lines.append("")
    lines += [_wrapped(f"{title} ({len(names)}):", _by_owner(names)) for title, names in groups if names]
    if data["reasons"]:
        lines += ["", "why:", _reasons(data["reasons"])]
    lines += ["", *_certificate(data)]
    return "\n".join(lines)


def _table(data: dict[str, Any]) -> str:
    rows = [["#", "parameter", "symbol", "value", "combination"]]
    for one in data["parameters"]:
        value = "unknown" if one["value"] is None else f"{one['value']:.6g}"
        expression = one["expression"] if one["expression"] != one["symbol"] else "alone"
        rows.append([str(one["number"]), one["name"], one["symbol"], value, expression])
    if data["form"] == "lin":  # the name is the symbol
        rows = [[row[0], row[1], *row[3:]] for row in rows]
        return columns(rows, right={0, 2})
    return columns(rows, right={0, 3})


def _by_owner(names: list[str]) -> str:
    """link1.m, link1.mx, link2.m -> link1: m mx; link2: m."""
    groups = groupby(names, key=lambda name: name.rpartition(".")[0])
    return "; ".join(f"{owner}: {' '.join(name.rpartition('.')[2] for name in group)}" for owner, group in groups)


def _wrapped(title: str, text: str) -> str:
    lines, current = [], title
    for part in text.split("; "):
        separator = " " if current == title else "; "
        if len(current) + len(part) > WIDTH:
            lines.append(current + (";" if separator == "; " else ""))
            current, separator = "   ", " "
        current += separator + part
    return "\n".join([*lines, current])


def _reasons(reasons: dict[str, str]) -> str:
    """Join the parameters of a link that share a reason."""
    joined: dict[tuple[str, str], list[str]] = {}
    for name, reason in reasons.items():
        owner, _, letters = name.rpartition(".")
        joined.setdefault((owner, reason), []).append(letters)
    rows = [[f"  {owner}", " ".join(letters), reason] for (owner, reason), letters in joined.items()]
    return columns(rows)


def _certificate(data: dict[str, Any]) -> list[str]:
    made = data["certificate"]
    lines = [
        f"certificate: the regressor's {made['columns']} columns have rank {made['rank']} over the finite field of"
        f" {made['prime']} elements, at {made['states']} random states;",
        f"  {made['relations']} independent exact relations among them leave at most {made['columns']} -"
        f" {made['relations']} = {made['columns'] - made['relations']}: the set is minimal, without any tolerance",
    ]
    if data["theorem_2"] is not None:
        lines.append(
            f"gravity is zero: Lin's Theorem 2, which needs gravity, would count {data['theorem_2']}; the exact rank decides"
        )
    if near := data["near_special"]:
        lines += ["", *near["notes"]]
        change = near["as_written"] - near["rounded"]
        lines.append(f"  as written: {near['as_written']} minimal parameters; with the angle rounded (--snap): {near['rounded']}")
        if change > 0:
            few = ", ".join(near["gone"][:6]) + (f" and {len(near['gone']) - 6} more" if len(near["gone"]) > 6 else "")
            lines.append(
                f"  the small angle alone makes {change} more felt ({few}), by torques about as small as the angle's error:"
            )
            lines.append("  no measurement will find them; if the angle was meant to be special, use --snap")
        elif not change:
            lines.append("  the count does not change")
    return lines
