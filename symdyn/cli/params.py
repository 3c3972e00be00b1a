"""`symdyn params`: the minimal parameters of a robot, why they are what they are, and the certificate."""

from __future__ import annotations

import argparse
import json
import sys
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.counting import count
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.forms import add_form, chosen_parameters
from symdyn.cli.generation import about
from symdyn.cli.parser import Parser, add_command, add_json, message
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot, robot_from

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.symbolic import MinimalParameters
    from symdyn.symbolic.combinations import Combinations

WIDTH = 110
TEXT = """List the minimal parameters of a robot: what torques depend on, each an exact combination of the parameters of
its links. Say which are identifiable alone, in combination or not at all, and why; and give the certificate, which is
exact: no tolerance decides anything."""
EXAMPLE = """  symdyn params stanford
  symdyn params ddarm --form lin       Lin's combinations, and the map from the pivot set
  symdyn params ddarm --set atkeson86  a set of your own, or a bundled one: proved minimal, or refused
  symdyn params robot.urdf --snap      with angles such as 1.5708 taken as pi/2"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "params", "list minimal parameters, with their certificate", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    add_form(parser, "pivot|lin|gautier_khalil", "which minimal set (default: pivot)")
    add_robot_arguments(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Derive, then print."""
    from symdyn.model.notes import NEARLY_SPECIAL
    from symdyn.parameters.minimal_parameters import minimal_parameters
    from symdyn.parameters.special_values import special_values_note
    from symdyn.parameters.ties import torque_ties
    from symdyn.symbolic.combinations import Combinations

    robot = read_robot(arguments.robot, arguments)
    with about(arguments.robot), progress(robot.name) as show:
        minimal_parameters(robot, show)
        found = chosen_parameters(robot, arguments)
        show("combinations")
        texts = Combinations(found, rounded=not arguments.json)
        data = _data(robot, found, texts)
        show("nearly special geometry")
        data["near_special"] = _near_special(robot, arguments, len(found))
        data["theorem_2"] = _theorem_2(robot)
        show("what torques alone tell apart")
        data["tied"] = [{"name": tie.name, "others": list(tie.others), "told": str(tie)} for tie in torque_ties(robot)]
        special = special_values_note(robot)
    if arguments.json:
        print(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        for note in robot.notes:
            if note.kind not in NEARLY_SPECIAL:  # those are part of the result
                print(message(f"note: {note}"), file=sys.stderr)
        if special:
            print(message(f"note: {special}"), file=sys.stderr)
        print(_text(data))
    return ExitCode.DONE


def _near_special(robot: Robot, arguments: argparse.Namespace, count: int) -> dict[str, Any] | None:
    """Return what rounding numbers that are nearly special would change; None where no such number is left."""
    from symdyn.model.notes import NEARLY_SPECIAL, NoteKind
    from symdyn.symbolic import minimal

    notes = [note for note in robot.notes if note.kind in NEARLY_SPECIAL]
    if not notes:
        return None
    snapped = minimal(robot_from(arguments.robot, arguments, snap=True))
    what = "angle" if all(note.kind is NoteKind.NEAR_ANGLE for note in notes) else "geometry"
    gone = _difference(robot, snapped)
    return {"notes": notes, "what": what, "as_written": count, "rounded": len(snapped), "gone": gone}


def _difference(robot: Robot, snapped: MinimalParameters) -> list[str]:
    from symdyn.symbolic import minimal

    kept = set(snapped.names)
    return [name for name in minimal(robot).names if name not in kept]


def _theorem_2(robot: Robot) -> int | None:
    """Return the count of Lin's Theorem 2 where gravity, which the theorem needs, is zero; None otherwise."""
    from symdyn.errors import InputError
    from symdyn.parameters.forms.lin_constants import driving_chain
    from symdyn.parameters.forms.lin_parameters import theorem_2

    if any(robot.gravity):
        return None
    try:
        return len(theorem_2(driving_chain(robot), len(robot.full_parameters)).names)
    except InputError:
        return None


def _data(robot: Robot, found: MinimalParameters, texts: Combinations) -> dict[str, Any]:
    combinations = texts.of_parameters()
    in_pivot_set = [] if found.chosen.is_pivot else texts.of_pivots()
    parameters = []
    for i, name in enumerate(found.names):
        one = {
            "number": i + 1,
            "name": name,
            "symbol": str(found.symbols[i]),
            "expression": combinations[i],
            "value": found.values_or_none[i],
        }
        if in_pivot_set:
            one["in_pivot_set"] = in_pivot_set[i]
        parameters.append(one)
    return {
        "robot": robot.name,
        "form": found.form,
        "title": found.chosen.title,
        "count": len(found),
        "of": len(robot.parameter_names),
        "parameters": parameters,
        "constants": texts.constants(),
        "identifiable": list(found.identifiable),
        "combined": list(found.combined),
        "unidentifiable": list(found.unidentifiable),
        "vanishing": [parameter.name for parameter in robot.full_parameters if parameter.vanishes],
        "reasons": found.reasons,
        "certificate": found.certificate.as_data(),
        "closure": _closure(robot),
    }


def _closure(robot: Robot) -> dict[str, Any] | None:
    """Return what closes the robot: the kind, what is free, and how joints follow, or which joints move which."""
    from symdyn.closure.told import closure_facts

    facts = closure_facts(robot)
    if facts is None:
        return None
    return {"kind": facts.kind, "coordinates": list(facts.coordinates), "joints": dict(facts.joints)}


def _text(data: dict[str, Any]) -> str:
    from symdyn.symbolic.combinations import APPROXIMATE

    form = f" ({data['title']})" if data["title"] else ""
    head = f"{data['robot']}: {count(data['count'], 'minimal parameter')}{form} of {data['of']} parameters"
    lines = [head, *_closed_by(data["closure"]), "", _table(data)]
    shown = [one.get(column, "") for one in data["parameters"] for column in ("expression", "in_pivot_set")]
    if any(APPROXIMATE in text for text in shown):
        lines.append(f"{APPROXIMATE} a coefficient that is too long to print, rounded; --json gives it exactly")
    lines += [f"{name} = {value}" for name, value in data["constants"].items()]
    groups = (
        ("identifiable alone", data["identifiable"]),
        ("identifiable in combination", data["combined"]),
        ("not identifiable", data["unidentifiable"]),
        ("zero by the file's word", data["vanishing"]),
    )
    lines.append("")
    lines += [_wrapped(f"{title} ({len(names)}):", _by_owner(names)) for title, names in groups if names]
    if data["reasons"]:
        lines += ["", "why:", _reasons(data["reasons"])]
    lines += ["", *_certificate(data)]
    return "\n".join(lines)


def _closed_by(closure: dict[str, Any] | None) -> list[str]:
    if closure is None:
        return []
    free = count(len(closure["coordinates"]), "coordinate")
    lines = [f"closure: {closure['kind']}, {free} ({', '.join(closure['coordinates'])})"]
    following = [
        f"{name} {'' if row.startswith('found') else '= '}{row}"
        for name, row in closure["joints"].items()
        if name != row
    ]
    return [*lines, *wrap("; ".join(following), WIDTH, initial_indent="  ", subsequent_indent="  ")]


def _table(data: dict[str, Any]) -> str:
    other = bool(data["title"])
    rows = [["#", "parameter", "in the pivot set" if other else "symbol", "value", "combination"]]
    for one in data["parameters"]:
        text = one["expression"]
        value = "unknown" if one["value"] is None else f"{one['value']:.6g}"
        combination = "alone" if text == one["symbol"] and not other else text
        rows.append([str(one["number"]), one["name"], one["in_pivot_set" if other else "symbol"], value, combination])
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
    names = [(owner, " ".join(letters)) for (owner, _), letters in joined.items()]
    owner_width, letters_width = (max(len(pair[i]) for pair in names) for i in range(2))
    lines = []
    for (owner, letters), (_, reason) in zip(names, joined, strict=True):
        head = f"  {owner.ljust(owner_width)}  {letters.ljust(letters_width)}  "
        lines += wrap(reason, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)
    return "\n".join(lines)


def _certificate(data: dict[str, Any]) -> list[str]:
    made = data["certificate"]
    size = f"{made['prime']}" + (f"^{made['degree']}" if "degree" in made else "")
    lines = [
        "certificate:",
        f"  at least {made['rank']}: rank of the regressor's {made['columns']} columns at {made['states']} random"
        f" states over the field of {size} elements",
        f"  at most {made['columns'] - made['relations']}: {made['relations']} independent exact relations among the"
        f" {made['columns']} columns; no tolerance decides anything",
    ]
    if data["title"]:
        lines.append(
            f"  {data['title']}: {data['count']} exact combinations of the pivot set, independent over the field:"
            " minimal too"
        )
    if data["tied"]:
        alone = data["count"] - len(data["tied"])
        lines.append(f"  torques alone: {alone}; kernels take the rest to tell gravity from friction")
        lines += [f"    {one['told']}" for one in data["tied"]]
    if data["theorem_2"] is not None:
        counted = f"Lin's Theorem 2, which needs gravity, would count {data['theorem_2']}"
        lines.append(f"gravity is zero: {counted}; the exact rank decides")
    if near := data["near_special"]:
        lines += ["", *near["notes"]]
        change = near["as_written"] - near["rounded"]
        what = near["what"]
        counts = f"{near['as_written']} minimal parameters; with the {what} rounded (--snap): {near['rounded']}"
        lines.append(f"  as written: {counts}")
        if change > 0:
            few = ", ".join(near["gone"][:6]) + (f" and {len(near['gone']) - 6} more" if len(near["gone"]) > 6 else "")
            lines.append(f"  the error of the {what} alone makes {change} more felt ({few}),")
            lines.append(f"  by torques about as small as the error: if the {what} was meant to be special, use --snap")
        elif not change:
            lines.append("  the count does not change")
    return lines
