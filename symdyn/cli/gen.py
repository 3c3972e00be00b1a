"""`symdyn gen`: from a robot to a folder of C and Python."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.counting import count
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.generation import about, add_generation_arguments, options_of
from symdyn.cli.parser import Parser, add_command, add_force, add_json, message, tell
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.cli.snapping import told_notes, with_costs
from symdyn.errors import InputError
from symdyn.languages import LANGUAGES
from symdyn.options import USUAL_LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from symdyn.model import Robot

TEXT = """Generate the kernels of a robot: C, Python, a self-test, a README and a manifest, in the folder DIR/<robot>.
With --law controllers too, such as slotine_li, as C and Python that call the kernels.
An earlier output there is replaced, whole; files in it that symdyn did not write are kept. If one of them, or one that
was edited by hand, stands where a file is to go, nothing is written; --force sets it aside under another name. A folder
without a manifest is left alone, unless --force puts the output beside what is there."""
EXAMPLE = """  symdyn gen panda -o generated              a bundled robot (see symdyn robots)
  symdyn gen robot.yaml --scalar float       your own, in single precision
  symdyn gen robot.yaml --law slotine_li     with an adaptive controller
  symdyn gen robot.yaml --fold --only inverse_dynamics gravity
  symdyn gen robot.yaml --scalar float --measure 'arm-none-eabi-gcc -mcpu=cortex-m4 -O2'"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "gen", "generate C and Python kernels of a robot", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("-o", "--out", metavar="DIR", default=".", help="where <robot>/ goes (default: here)")
    usual = ",".join(USUAL_LANGUAGES)
    parser.add_argument("--lang", metavar=",".join(LANGUAGES), help=f"languages to generate (default: {usual})")
    add_generation_arguments(parser)
    add_robot_arguments(parser)
    parser.add_argument(
        "--measure",
        metavar="COMPILER",
        help="compile with this command; print bytes of code and stack, also to the manifest; quote it with its flags",
    )
    add_force(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Generate, then write."""
    from symdyn.check.truth.singular import singular_note
    from symdyn.closure.loop_notes import loop_notes
    from symdyn.generate import generate
    from symdyn.model import bind_symbols
    from symdyn.package.no_inertia import left_out_note
    from symdyn.package.output import write_output
    from symdyn.parameters.special_values import special_values_note

    if not arguments.out:
        raise InputError("needs a folder", field="--out")
    options = options_of(arguments, arguments.lang)
    robot = read_robot(arguments.robot, arguments)
    near, others = told_notes(robot)
    for note in others:
        tell(note)
    with about(arguments.robot), progress(robot.name) as show:
        package = generate(robot, options, show)
        show("notes")
        bound = bind_symbols(robot)
        late = (
            special_values_note(robot),
            left_out_note(bound, options),
            singular_note(bound, package.kernels),
        )
    notes = [note for note in late if note]
    for late_note in notes:
        print(message(f"warning: {late_note}"), file=sys.stderr)
    files = package.files
    if near:
        cost = with_costs(near, robot, arguments, json.loads(files["manifest.json"]))
        print(message(f"warning: {cost}"), file=sys.stderr)
    if arguments.measure is not None:
        from symdyn.bench.footprint import with_footprint

        with progress(robot.name) as show:
            show("measuring")
            files = with_footprint(files, arguments.measure)
    folder = write_output(package.name, files, Path(arguments.out), force=arguments.force, tell=tell)
    data = _data(robot, files, folder, [*loop_notes(robot), *notes])
    print(json.dumps(data, indent=1) if arguments.json else _text(data))
    return ExitCode.DONE


def _data(robot: Robot, files: Mapping[str, str], folder: Path, notes: list[str]) -> dict[str, Any]:
    manifest = json.loads(files["manifest.json"])
    return {
        "robot": manifest["name"],
        "symdyn": manifest["symdyn"],
        "folder": str(folder),
        "files": sorted(files),
        "options": manifest["options"],
        "n": robot.n,
        "parameters": len(manifest["parameters"]),
        "unknown": [row["name"] for row in manifest["parameters"] if row["value"] is None],
        "kernels": manifest["kernels"],
        "proof": manifest["proof"],
        "laws": manifest["laws"],
        "notes": [*robot.notes, *notes],
        **({"footprint": manifest["footprint"]} if "footprint" in manifest else {}),
    }


def _text(data: dict[str, Any]) -> str:
    counted = ("multiplications", "additions", "divisions", "trigonometric")
    rows = [["kernel", "mul", "add", "div", "sin, cos", *_sizes_head(data)]]
    for name, kernel in data["kernels"].items():
        rows.append([name, *(str(kernel[count]) for count in counted), *_sizes(data, name)])
    lines = [
        f"wrote {data['folder']}: {', '.join(data['files'])}",
        f"{data['robot']} has {count(data['n'], 'moving joint')} and {count(data['parameters'], 'parameter')} in pi"
        f"{_unknown(data)}",
        "",
        columns(rows, right=range(1, len(rows[0]))),
        *_laws(data),
        *_measured(data),
        "",
        _proof(data["proof"]),
        f"check it: symdyn check {_as_path(data['folder'])}",
    ]
    return "\n".join(lines)


def _proof(proof: dict[str, Any]) -> str:
    proved = f"{count(proof['kernels'], 'kernel')} proved equal to the independent derivation (p = {proof['prime']})"
    printed = f"{count(proof['functions_read_back'], 'printed function')} read back and proved to be them"
    what = "its law" if proof["laws"] == 1 else "their laws"
    laws = f", {count(proof['laws'], 'controller')} proved to be {what}" if proof["laws"] else ""
    titles = [LANGUAGES[name].title for name in proof.get("not_read_back", ())]
    unread = f"\nnot read back, and right only if a check says so: {', '.join(titles)}" if titles else ""
    return f"{proved},\n{printed}{laws}{unread}"


def _laws(data: dict[str, Any]) -> list[str]:
    if not data["laws"]:
        return []
    rows = [["controller", "gains", "theta", "bytes of state", *_sizes_head(data)]]
    for name, law in data["laws"].items():
        counts = (len(law["gains"]), len(law["theta"]), law["state_bytes"])
        rows.append([name, *map(str, counts), *_sizes(data, f"{name}_step")])
    return ["", columns(rows, right=range(1, len(rows[0])))]


def _sizes_head(data: dict[str, Any]) -> list[str]:
    return ["bytes of code", "of stack"] if "footprint" in data else []


def _sizes(data: dict[str, Any], function: str) -> list[str]:
    """Return the bytes of code and of stack of a function, its callees included; none if nothing was measured."""
    if "footprint" not in data:
        return []
    found = data["footprint"]["functions"].get(f"{data['robot']}_{function}", {})
    sizes = (found.get(size) for size in ("code_bytes", "stack_bytes"))
    return ["-" if size is None else str(size) for size in sizes]


def _measured(data: dict[str, Any]) -> list[str]:
    if "footprint" not in data:
        return []
    by = f"by {data['footprint']['command']} ({data['footprint']['compiler']})"
    step = "; those of a controller are of its step" if data["laws"] else ""
    return ["", f"bytes {by}, callees included{step}"]


def _unknown(data: dict[str, Any]) -> str:
    unknown = data["unknown"]
    if not unknown:
        return ", all known"
    few = ", ".join(unknown[:3]) + (", …" if len(unknown) > 3 else "")
    return f", {len(unknown)} of them unknown ({few}): pass pi when you call a kernel"


def _as_path(folder: str) -> str:
    """Return the folder so that it cannot be taken for a bundled robot's name."""
    return folder if "/" in folder or "\\" in folder else f"./{folder}"
