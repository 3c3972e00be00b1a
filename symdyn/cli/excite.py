"""`symdyn excite`: a motion that shows a robot's parameters best, within its limits."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.identify import add_effects, checked_effects
from symdyn.cli.parser import Parser, add_command, add_json, message
from symdyn.cli.progress import progress
from symdyn.cli.report_file import refuse_unwritable, write_report
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, given_robot_arguments, read_robot
from symdyn.errors import InputError

if TYPE_CHECKING:
    from symdyn.identification.excite import Excitation
    from symdyn.identification.excite.rehearsal import Rehearsal

HIGHEST_RATE = 1e5  # Hz, of samples: no controller takes more
TEXT = """Find a motion that shows a robot's minimal parameters: a finite Fourier series for every joint, or way-points
with minimum jerk between them, from rest to rest. It keeps within the robot file's limits of position, velocity and
effort, or within those of --limits FILE, which may also limit accelerations and where points of links go.
Random motions first, then searches from the best of them. Ctrl-C takes the best so far.
FILE ends with .csv (samples), .yaml (a scenario for `symdyn simulate`) or .h (C arrays); -o may be repeated."""
EXAMPLE = """  symdyn excite panda -o motion.csv
  symdyn excite robot.urdf --add viscous coulomb --acceleration 10 -o motion.yaml -o motion.h
  symdyn excite two_link --add viscous --rehearse 1       then simulate it with noise, identify, compare with the truth
  symdyn excite robot.yaml --waypoints 12 --period 24 --limits cell.yaml"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "excite", "find a motion that shows a robot's parameters", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("--harmonics", metavar="N", type=int, default=5, help="of the Fourier series (default: 5)")
    parser.add_argument("--period", metavar="S", type=float, default=10.0, help="of the motion (default: 10)")
    parser.add_argument("--waypoints", metavar="N", type=int, help="poses in a row, instead of a Fourier series")
    parser.add_argument(
        "--criterion", metavar="condition|logdet", default="condition", help="what is minimised (default: condition)"
    )
    parser.add_argument("--limits", metavar="FILE", help="a .yaml file of limits, in place of the robot file's")
    parser.add_argument("--acceleration", metavar="A", type=float, nargs="+", help="limit: of all joints, or of each")
    parser.add_argument(
        "--margin", metavar="PERCENT", type=float, default=2.0, help="of the limits, left unused (default: 2)"
    )
    parser.add_argument(
        "--torque-margin", metavar="PERCENT", type=float, default=20.0, help="of torques, left unused (default: 20)"
    )
    parser.add_argument("--starts", metavar="N", type=int, default=4, help="searches (default: 4)")
    parser.add_argument("--random", metavar="N", type=int, default=1000, help="motions tried first (default: 1000)")
    parser.add_argument("--time", metavar="S", type=float, default=60.0, help="for all of it (default: 60)")
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="of the random motions (default: 0)")
    parser.add_argument(
        "--rehearse",
        metavar="PERCENT",
        type=float,
        help="let a simulated robot make it, with so much noise of torques, identify it, compare",
    )
    add_effects(parser)
    add_robot_arguments(parser)
    parser.add_argument(
        "-o", "--out", metavar="FILE", action="append", help="where it goes (default: <robot>_motion.csv)"
    )
    parser.add_argument("--rate", metavar="HZ", type=float, default=100.0, help="of samples (default: 100)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Search, write, print."""
    checked_effects(arguments.add)
    if not 0 < arguments.rate <= HIGHEST_RATE:
        raise InputError(f"must be above 0 and at most {HIGHEST_RATE:g} Hz, not {arguments.rate:g}", field="--rate")
    if arguments.seed < 0:
        raise InputError(f"must be 0 or more, not {arguments.seed}", field="--seed")
    from symdyn.identification.excite import excite
    from symdyn.identification.excite.files import ending, is_motion_file, motion_file
    from symdyn.identification.excite.rehearsal import refuse_unknown, rehearse
    from symdyn.identification.fit.robot import with_effects

    robot = with_effects(read_robot(arguments.robot, arguments), arguments.add)
    if arguments.rehearse is not None:
        refuse_unknown(robot, arguments.rehearse / 100)
    names = arguments.out or [f"{robot.name}_motion.csv"]
    for name in names:
        ending(name)
        refuse_unwritable(name, is_motion_file, "a motion of symdyn's")
    with progress(robot.name) as show:
        found = excite(
            robot,
            harmonics=arguments.harmonics,
            period=arguments.period,
            waypoints=arguments.waypoints,
            criterion=arguments.criterion,
            limits=arguments.limits,
            acceleration=arguments.acceleration,
            margin=arguments.margin / 100,
            torque_margin=arguments.torque_margin / 100,
            starts=arguments.starts,
            random=arguments.random,
            seconds=arguments.time,
            seed=arguments.seed,
            progress=show,
        )
    as_asked = None if arguments.add or given_robot_arguments(arguments) else arguments.robot
    for name in names:
        write_report(name, motion_file(found, name, arguments.rate, as_asked))
    for note in found.notes:
        print(message(f"warning: {note}"), file=sys.stderr)
    if not arguments.json:
        print(f"{_text(found)}\n\nwrote {', '.join(names)}", flush=True)
    data = {**_data(found), "files": names}
    if arguments.rehearse is not None:
        with progress(robot.name) as show:
            show("rehearsing")
            compared = rehearse(found, arguments.rehearse / 100, arguments.seed)
        data["rehearsal"] = _rehearsal_data(compared)
        if not arguments.json:
            print("\n" + _rehearsal_text(compared))
    if arguments.json:
        print(json.dumps(data, indent=1))
    return ExitCode.DONE


def _data(found: Excitation) -> dict[str, Any]:
    def finite(value: float) -> float | None:
        return value if abs(value) < float("inf") else None

    return {
        "robot": found.robot.name,
        "period": found.period,
        "criterion": found.criterion,
        "condition": finite(found.condition),
        "logdet": finite(found.logdet),
        "random": finite(found.random),
        "random_motions": found.looked_at,
        "parameters": found.parameters,
        "nearest": found.nearest,
        "notes": list(found.notes),
    }


def _text(found: Excitation) -> str:
    head = f"{found.robot.name}: {found.parameters} minimal parameters, a motion of {found.period:g} s"
    best = f"the best of {found.looked_at} random motions within the same limits: {found.random:.4g}"
    measures = [
        ["", "found", "best at random"],
        ["condition", f"{found.condition:.4g}", f"{found.random:.4g}" if found.criterion == "condition" else "-"],
        ["-log det", f"{found.logdet:.4g}", f"{found.random:.4g}" if found.criterion == "logdet" else "-"],
    ]
    limits = [["limit, margin taken off", "used %"]]
    limits += [[word, f"{100 * part:.1f}"] for word, part in found.nearest.items()]
    return "\n".join([head, best, "", columns(measures, right={1, 2}), "", columns(limits, right={1})])


def _rehearsal_data(compared: Rehearsal) -> dict[str, Any]:
    return {
        "names": list(compared.names),
        "true": compared.true.tolist(),
        "found": compared.found.tolist(),
        "sigma": [sigma if sigma < float("inf") else None for sigma in compared.sigma.tolist()],
        "within": compared.within,
    }


def _rehearsal_text(compared: Rehearsal) -> str:
    head = f"rehearsed with an encoder of 16 bits and {100 * compared.noise:g} % of noise in the torques, at 1 kHz"
    numbers = zip(compared.names, compared.true, compared.found, compared.sigma, strict=True)
    rows = [["parameter", "true", "found", "sigma"]]
    rows += [[name, f"{true:.6g}", f"{found:.6g}", f"{sigma:.2g}"] for name, true, found, sigma in numbers]
    verdict = f"{compared.within} of {compared.intervals} intervals of 95 % hold the truth"
    return "\n".join([head, "", columns(rows, right={1, 2, 3}), "", verdict])
