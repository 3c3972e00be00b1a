"""`symdyn tune`: gains of a law by simulation."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json, message, tell
from symdyn.cli.progress import progress
from symdyn.cli.report_file import refuse_unwritable, write_report
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError

if TYPE_CHECKING:
    from symdyn.simulate.tuning.tune import Tuned, Tuning

WRITTEN = "Gains found by symdyn tune"
TEXT = """Find gains of a law by simulating a scenario, again and again, for a cost that you state: tracking error,
torque and chatter, each over that of the gains to begin with (the scenario's, or the law's own), with weights. Put
into the scenario what will speak against high gains on the robot: noise, encoders, a delay, flexible joints, a wrong
model. The same call finds the same gains. Ctrl-C takes the best so far.
FILE is for `symdyn gen --gains` and `symdyn simulate --gains`; it may stand in a scenario, as controller.gains."""
EXAMPLE = """  symdyn tune panda --law slotine_li --scenario pick_up.yaml
  symdyn tune robot.yaml --law computed_torque --scenario run.yaml --cost error=1,chatter=0.5 --each
  symdyn tune --scenario panda_load --vary K Lambda=0.5:4 --runs 100 -o gains.yaml
  symdyn gen panda --law slotine_li --gains gains.yaml"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "tune", "find gains of a law by simulation", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", nargs="?", help=ROBOT)
    parser.add_argument("--law", metavar="LAW", help="whose gains (default: the scenario's law)")
    parser.add_argument("--scenario", metavar="FILE", help="a .yaml file, or the name of a bundled scenario")
    parser.add_argument("--cost", metavar="PART=W,…", help="weights (default: error=1,torque=0.1,chatter=0.1)")
    parser.add_argument(
        "--vary", metavar="GAIN[=A:B]", nargs="+", default=[], help="these gains alone, each between factors A and B"
    )
    parser.add_argument(
        "--range", metavar="A:B", default="0.1:10", help="factors of all gains, above 0 (default: 0.1:10)"
    )
    parser.add_argument("--each", action="store_true", help="a factor for every joint, not one for all of them")
    parser.add_argument("--runs", metavar="N", type=int, default=200, help="at most so many (default: 200)")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of the search (default: 0)")
    add_robot_arguments(parser)
    parser.add_argument("-o", "--out", metavar="FILE", help="where gains go (default: <robot>_<law>_gains.yaml)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Search, write, print."""
    how = _checked(arguments)
    from symdyn.simulate.scenario.opening import open_scenario
    from symdyn.simulate.tuning.tune import tune

    opened = open_scenario(arguments.scenario)
    robot = read_robot(arguments.robot or opened.robot_source(), arguments)
    for remark in robot.notes:
        tell(remark)
    scenario = opened.for_robot(robot)
    with opened.placing_errors():
        law = _law(arguments.law or scenario.control.law)
        name = arguments.out or f"{robot.name}_{law}_gains.yaml"
        refuse_unwritable(name, _is_ours, "a gains file of symdyn's")
        with progress(robot.name) as show:
            show("compiling")
            found = tune(robot, scenario, arguments.law, how, show)
    write_report(name, gains_file(found, scenario.name, how))
    for note in found.notes:
        print(message(f"warning: {note}"), file=sys.stderr)
    print(json.dumps({**_data(found, scenario.name, how), "file": name}, indent=1) if arguments.json else _text(found))
    if not arguments.json:
        print(f"\nwrote {name}")
    return ExitCode.DONE


def _checked(arguments: argparse.Namespace) -> Tuning:
    from symdyn.simulate.tuning.cost import read_weights
    from symdyn.simulate.tuning.steps import read_range
    from symdyn.simulate.tuning.tune import Tuning

    if not arguments.scenario:
        raise InputError("needs a file or a bundled name; symdyn simulate --list shows them", field="--scenario")
    if arguments.runs < 2:
        raise InputError(f"must be 2 or more, not {arguments.runs}", field="--runs")
    if arguments.seed < 0:
        raise InputError(f"must be 0 or more, not {arguments.seed}", field="--seed")
    return Tuning(
        weights=read_weights(arguments.cost),
        runs=arguments.runs,
        vary=tuple(arguments.vary),
        between=read_range(arguments.range, "--range"),
        each=arguments.each,
        seed=arguments.seed,
    )


def _law(law: str | None) -> str:
    from symdyn.control.laws import LAWS
    from symdyn.errors import unknown_name

    if law is None:
        raise InputError("the scenario names no law; choose one", field="--law")
    if law not in LAWS:
        raise InputError(unknown_name("law", law, LAWS), field="--law")
    return law


def _is_ours(content: bytes) -> bool:
    return content.startswith(f"# {WRITTEN}".encode())


def gains_file(found: Tuned, scenario: str, how: Tuning) -> str:
    """Return the gains as a file, with what they were found for."""
    from symdyn.control.gains_file import gains_text
    from symdyn.control.laws import LAWS
    from symdyn.control.safeguards import SHARED_GAINS

    weights = ", ".join(f"{name} {weight:g}" for name, weight in how.weights.items())
    about = [
        f"{WRITTEN}: {found.law} of {found.robot} in {scenario}",
        f"cost {found.cost:.4f} of what it was ({weights}); {found.runs} runs, seed {how.seed}",
    ]
    choices = {gain.name: gain.choices for gain in (*LAWS[found.law].gains, *SHARED_GAINS)}
    written = {
        name: choices[name][int(value)] if choices.get(name) else value.tolist() for name, value in found.gains.items()
    }
    return gains_text(found.law, written, about)


def _data(found: Tuned, scenario: str, how: Tuning) -> dict[str, Any]:
    return {
        "robot": found.robot,
        "law": found.law,
        "scenario": scenario,
        "weights": dict(how.weights),
        "seed": how.seed,
        "runs": found.runs,
        "interrupted": found.stopped_early,
        "cost": found.cost,
        "held_out": found.held_out,
        "parts": _shares(found),
        "factors": dict(found.factors),
        "gains": {name: value.tolist() for name, value in found.gains.items()},
        "notes": list(found.notes),
    }


def _shares(found: Tuned) -> dict[str, float]:
    from symdyn.simulate.tuning.cost import PARTS, ratio

    return {name: ratio(getattr(found.found, name), getattr(found.first, name)) for name in PARTS}


def _text(found: Tuned) -> str:
    ended = "stopped by you after" if found.stopped_early else "after"
    lines = [f"{found.law} of {found.robot}: cost {found.cost:.4f} of what it was, {ended} {found.runs} runs"]
    if found.held_out is not None:
        lines.append(f"with noise that it was not searched with: {found.held_out:.4f}")
    parts = [["over that of the first gains", ""], *([name, f"{share:.3f}"] for name, share in _shares(found).items())]
    turned = [["gain", "times"], *([name, f"{factor:.3g}"] for name, factor in found.factors.items())]
    return "\n".join([*lines, "", columns(parts, right={1}), "", columns(turned, right={1})])
