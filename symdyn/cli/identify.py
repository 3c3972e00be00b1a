"""`symdyn identify`: from logs of a robot's motion to its parameters, how sure they are, and a robot file with them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_force, add_json, message, tell
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError, unknown_name

if TYPE_CHECKING:
    from symdyn.identification.fit import Fit, JointError
    from symdyn.identification.logs import LogFile

TEXT = """Identify a robot's minimal parameters from logs of its motion: positions and torques, and velocities and
accelerations where they were recorded. Least squares on the proved minimal columns; every parameter has its standard
deviation, and what the data cannot show is told. The robot with real bodies that fit goes to
DIR/<robot>_identified/identified.yaml, a robot file for gen, check and simulate.
A log has columns time, q1, q2, ..., tau1, tau2, ... (or q_<joint>); --columns FILE tells other names, units, gears.
Exit 1 if a joint's error on held-out logs is above --max-error."""
EXAMPLE = """  symdyn identify robot.yaml run1.csv run2.csv --validate run3.csv -o out
  symdyn identify robot.urdf run.parquet --add viscous coulomb --columns columns.yaml
  symdyn identify robot.yaml run.csv --validate other.csv --max-error 8      in CI
  symdyn identify robot.yaml 'fleet/*/*.parquet' --each --cluster tcp://scheduler:8786"""
KINDS = ("viscous", "coulomb", "offset", "rotor")


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "identify", "find a robot's parameters from logs", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    parser.add_argument("logs", metavar="LOG", nargs="+", help="a .csv, .npz, .parquet or .mcap file")
    parser.add_argument("--validate", metavar="LOG", nargs="+", default=[], help="logs that are held out, to judge by")
    parser.add_argument("--columns", metavar="FILE", help="a .yaml file that says which column is which")
    add_effects(parser)
    parser.add_argument("--rate", metavar="HZ", type=float, help="of rows that are used (default: twice the cut-off)")
    parser.add_argument("--filter", metavar="HZ|none", type=_cutoff, help="cut-off (default: chosen from the spectrum)")
    parser.add_argument(
        "--method", metavar="wls|ols|ridge|svd|lin|rls", default="wls", help="of least squares (default: wls)"
    )
    parser.add_argument(
        "--standstill", metavar="PERCENT", type=float, default=0.3, help="of top speed: at rest below (default: 0.3)"
    )
    parser.add_argument(
        "--delay", metavar="S", type=float, default=0.0, help="by which torques come later than positions (default: 0)"
    )
    parser.add_argument(
        "--prior", metavar=("FILE", "PERCENT"), nargs=2, help="a robot file, and to what part its values are believed"
    )
    parser.add_argument(
        "--friction", metavar="KIND", nargs="+", default=[], help="of every joint, reported only: asymmetric, stribeck"
    )
    parser.add_argument("--no-physical", action="store_true", help="do not look for bodies that can exist")
    parser.add_argument(
        "--entropic",
        metavar=("FILE", "PERCENT"),
        nargs=2,
        help="draw bodies to those of a robot file (CAD), by log det",
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help="read the logs on the Dask cluster of this scheduler")
    parser.add_argument("--each", action="store_true", help="also a fit for every folder of logs: a robot of a fleet")
    parser.add_argument("--bootstrap", metavar="N", type=int, help="sigma also by N draws of logs")
    parser.add_argument("--figures", metavar="svg,png|none", default="svg", help="formats of figures (default: svg)")
    parser.add_argument("--max-error", metavar="PERCENT", type=float, help="of a joint's torque on held-out logs")
    add_robot_arguments(parser)
    parser.add_argument("-o", "--out", metavar="DIR", default=".", help="where the folder goes (default: here)")
    add_force(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read, fit, judge, write."""
    _check(arguments)
    from symdyn.identification.fit import identify
    from symdyn.identification.fit.page import fit_page
    from symdyn.identification.fit.report import fit_data, fit_files, fit_text, fleet_data, fleet_text, judged
    from symdyn.identification.fit.robot import with_effects
    from symdyn.identification.logs import open_log
    from symdyn.package.output import refuse_unwritable, write_output
    from symdyn.simulate.report.files import as_json, with_manifest

    robot = with_effects(read_robot(arguments.robot, arguments), arguments.add)
    name = f"{robot.name}_identified"
    refuse_unwritable(name, Path(arguments.out))
    with _executor(arguments.cluster) as executor, progress(robot.name) as show:
        show("reading logs")
        logs = [open_log(log, robot, arguments.columns) for log in _named(arguments.logs)]
        held_out = [open_log(log, robot, arguments.columns) for log in _named(arguments.validate)]
        for log in held_out:  # a file that cannot be read is told before any work
            next(log.chunks(), None)
        fit = identify(
            robot,
            logs,
            method=arguments.method,
            filter=arguments.filter,
            rate=arguments.rate,
            standstill=arguments.standstill / 100,
            delay=arguments.delay,
            prior=_believed(arguments.prior, "--prior"),
            entropic=_believed(arguments.entropic, "--entropic"),
            friction=arguments.friction,
            physical=not arguments.no_physical,
            executor=executor,
            progress=show,
        )
        show("bodies")
        errors = judged(fit, held_out or None)
        fleet = fleet_data(fit, _groups(logs) if arguments.each else {}, arguments.bootstrap or 0)
    data = {**fit_data(fit, errors), **fleet}
    figures = _figures(fit, arguments.figures)
    files = {**fit_files(fit), "summary.json": as_json(data), **figures}
    files["report.html"] = fit_page(
        fit, errors, {name: content for name, content in figures.items() if name[-3:] == "svg"}
    )
    if not arguments.json:  # first of all: what cannot be written is not lost
        print(fit_text(fit, errors, columns) + fleet_text(fit, fleet, columns), flush=True)
    files = with_manifest(files, {"kind": "identification", "robot": robot.name})
    folder = write_output(name, files, Path(arguments.out), force=arguments.force, tell=tell)
    for note in (*fit.notes, *fit.written_doubts, *([fit.refused] if fit.refused else [])):
        print(message(f"warning: {note}"), file=sys.stderr)
    if arguments.json:
        print(json.dumps({**data, "folder": str(folder)}, indent=1))
    else:
        print(f"\nwrote {folder}: {', '.join(sorted(files))}")
    return _verdict(errors.get("held_out_file", errors.get("held_out", ())), arguments.max_error)


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    if address is None:
        yield None
        return
    from symdyn.simulate.monte_carlo.executors import dask_executor

    with dask_executor(address, "--cluster") as executor:
        yield executor


def _named(logs: Sequence[str]) -> list[str]:
    """Return the files that patterns stand for; a shell may have left them as they are."""
    found: list[str] = []
    for log in logs:
        matching = sorted(glob(log)) if any(letter in log for letter in "*?[") and not Path(log).exists() else [log]
        if not matching:
            raise InputError("no file is called so", file=log)
        found += matching
    return found


def _groups(logs: Sequence[LogFile]) -> dict[str, list[int]]:
    """Return the numbers of the logs of every folder."""
    found: dict[str, list[int]] = {}
    for i, log in enumerate(logs):
        found.setdefault(log.path.parent.name or ".", []).append(i)
    return found


def _figures(fit: Fit, text: str) -> dict[str, bytes]:
    """Draw; where matplotlib is missing and nobody asked for figures, say so and go on."""
    from symdyn.cli.simulate import figure_formats
    from symdyn.identification.fit.figures import fit_figures

    try:
        return fit_figures(fit, figure_formats(text))
    except InputError as error:
        if text != "svg" or "matplotlib" not in error.what:
            raise
        tell("no figures: matplotlib is not installed; pip install 'symdyn-codegen[simulate]'")
        return {}


def add_effects(parser: Parser) -> None:
    """Add `--add`."""
    parser.add_argument(
        "--add", metavar="KIND", nargs="+", default=[], help="on joints that have none: viscous, coulomb, offset, rotor"
    )


def checked_effects(kinds: Sequence[str]) -> None:
    """Refuse what `--add` cannot add."""
    for kind in kinds:
        if kind not in KINDS:
            raise InputError(unknown_name("kind", kind, KINDS), field="--add")


def _check(arguments: argparse.Namespace) -> None:
    if not arguments.out:
        raise InputError("needs a folder", field="--out")
    checked_effects(arguments.add)
    given = {"--rate": arguments.rate, "--filter": arguments.filter, "--max-error": arguments.max_error}
    for option, value in given.items():
        if value is not None and not 0 < value < float("inf") and not (option == "--filter" and value == float("inf")):
            raise InputError(f"must be a number above 0, not {value:g}", field=option)
    if arguments.bootstrap is not None and arguments.bootstrap < 2:
        raise InputError(f"must be 2 or more, not {arguments.bootstrap}", field="--bootstrap")
    if arguments.bootstrap is not None and len(_named(arguments.logs)) < 2:
        raise InputError("draws among several logs; there is one", field="--bootstrap")
    if arguments.figures != "svg":
        from symdyn.cli.simulate import figure_formats

        figure_formats(arguments.figures)
    if not abs(arguments.delay) < float("inf"):
        raise InputError(f"must be a number of seconds, not {arguments.delay:g}", field="--delay")
    if not 0 <= arguments.standstill < 100:
        raise InputError(f"must be at least 0 and below 100, not {arguments.standstill:g}", field="--standstill")
    if arguments.max_error is not None and not arguments.validate:
        raise InputError("judges held-out logs; name some with --validate", field="--max-error")
    both = sorted({str(Path(log)) for log in arguments.logs} & {str(Path(log)) for log in arguments.validate})
    if both:
        raise InputError(f"{both[0]} is one of the logs of the fit; hold another out", field="--validate")


def _believed(given: Sequence[str] | None, option: str) -> tuple[str, float] | None:
    if given is None:
        return None
    file, percent = given
    try:
        return file, float(percent) / 100
    except ValueError:
        raise InputError(f"needs a robot file and a number of per cent, not {percent!r}", field=option) from None


def _cutoff(text: str) -> float:
    """Read a frequency, or that there is to be no filter."""
    return float("inf") if text == "none" else float(text)


def _verdict(held_out: tuple[JointError, ...], most: float | None) -> ExitCode:
    if most is None:
        return ExitCode.DONE
    worst = max(held_out, key=lambda one: one.relative)
    if 100 * worst.relative <= most:
        return ExitCode.DONE
    what = f"{worst.joint}: the error on held-out logs is {100 * worst.relative:.2f} % of its torque, above {most:g} %"
    print(message(what), file=sys.stderr)
    return ExitCode.CHECK_FAILED
