"""`symdyn load`: mass, centre and inertia of what a robot holds, from a log of its wrist sensor or of joint torques."""

from __future__ import annotations

import argparse
import json
import sys

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_json, message
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError

TEXT = """Estimate the mass, centre of mass and inertia of what a robot holds, each with its standard deviation, from a
log with the wrench of a wrist sensor: columns time, q1, q2, ... and fx, fy, fz, nx, ny, nz, in the axes of the link
that carries the sensor. --static takes samples as poses at rest (mass and centre), --integral needs no accelerations,
--tare takes off what a log without the load shows. Without a wrench, joint torques and --tare do."""
EXAMPLE = """  symdyn load panda.urdf grasp.csv --tare empty.csv
  symdyn load robot.yaml poses.csv --static --sensor flange
  symdyn load robot.yaml with_load.csv --tare without.csv      from joint torques: two identifications"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "load", "find mass, centre and inertia of what a robot holds", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("log", metavar="LOG", help="a .csv, .npz, .parquet or .mcap file")
    parser.add_argument("--sensor", metavar="LINK", help="whose frame is the sensor's (default: the last link)")
    parser.add_argument("--static", action="store_true", help="samples are poses at rest: mass and centre from gravity")
    parser.add_argument("--integral", action="store_true", help="integrals over windows instead of accelerations")
    parser.add_argument("--tare", metavar="LOG", help="a log without the load, which is taken off")
    parser.add_argument("--columns", metavar="FILE", help="a .yaml file that says which column is which")
    parser.add_argument("--filter", metavar="HZ", type=float, help="cut-off (default: chosen from the spectrum)")
    parser.add_argument("--window", metavar="S", type=float, help="of --integral (default: 0.1)")
    parser.add_argument("--method", metavar="wls|ols", default="wls", help="of least squares (default: wls)")
    parser.add_argument("--offset", action="store_true", help="estimate also what the sensor shows of nothing")
    parser.add_argument(
        "--delay",
        metavar="S",
        type=float,
        default=0.0,
        help="by which the wrench, or torques, come later than positions",
    )
    add_robot_arguments(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read, estimate, print."""
    if arguments.filter is not None and not 0 < arguments.filter < float("inf"):
        raise InputError(f"must be a number above 0, not {arguments.filter:g}", field="--filter")
    from symdyn.identification.load import identify_load
    from symdyn.identification.load.report import load_data, load_text
    from symdyn.identification.logs import read_log, read_poses

    robot = read_robot(arguments.robot, arguments)
    read = read_poses if arguments.static else read_log
    with progress(robot.name) as show:
        show("reading logs")
        named = [one for one in (arguments.log, arguments.tare) if one is not None]
        logs = [read(one, robot, arguments.columns) for one in named]
        show("estimating")
        found = identify_load(
            robot,
            logs[0],
            sensor=arguments.sensor,
            static=arguments.static,
            integral=arguments.integral,
            tare=logs[1] if len(logs) > 1 else None,
            method=arguments.method,
            filter=arguments.filter,
            window=arguments.window,
            offset=arguments.offset,
            delay=arguments.delay,
        )
    for note in found.notes:
        print(message(f"warning: {note}"), file=sys.stderr)
    print(json.dumps(load_data(found), indent=1) if arguments.json else load_text(found, columns))
    return ExitCode.DONE
