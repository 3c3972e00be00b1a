"""`symdyn simulate`: a robot under a controller, in time; what came of it as numbers, data and figures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.parser import Parser, add_command, add_force, add_json, message, tell
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, read_robot
from symdyn.errors import InputError
from symdyn.version import DISTRIBUTION

if TYPE_CHECKING:
    from symdyn.model import Robot
    from symdyn.simulate.scenario.scenario import Scenario

USUAL_FIGURES = "png"
TEXT = """Simulate a robot (true parameters) under a controller (estimates), both compiled: the controller at its rate
with its torque held between samples, the plant integrated. Data, a summary and figures go to DIR/<scenario>_<law>,
those of --runs to DIR/<scenario>_<law>_runs.
A bundled scenario names its own robot and law; ROBOT and --controller take their place.
Exit 1 if the run stops before its time; what was recorded until then is kept."""
EXAMPLE = """  symdyn simulate --list                                  the bundled scenarios
  symdyn simulate --scenario lu_meng_1993 -o out          a paper's study, with its robot and law
  symdyn simulate robot.yaml --controller slotine_li --scenario pick_up.yaml
  symdyn simulate --scenario panda_load --runs 100        Monte-Carlo on all cores: quantiles"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "simulate", "simulate a robot under a controller", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", nargs="?", help=ROBOT)
    parser.add_argument("--scenario", metavar="FILE", help="a .yaml file, or the name of a bundled scenario")
    parser.add_argument("--controller", metavar="LAW", help="a law, or feedforward: no feedback at all")
    parser.add_argument("-o", "--out", metavar="DIR", default=".", help="where the folder goes (default: here)")
    parser.add_argument("--list", action="store_true", help="list the bundled scenarios, and do nothing else")
    parser.add_argument("--rate", metavar="HZ|continuous", help="of the controller, instead of the scenario's")
    parser.add_argument("--gains", metavar="FILE", help="of the controller, as symdyn tune writes them")
    parser.add_argument("--seed", metavar="S", type=int, help="of noise and draws, instead of the scenario's")
    parser.add_argument("--format", metavar="csv|parquet", default="csv", help="of the data (default: csv)")
    parser.add_argument("--figures", metavar="png,svg,pdf|none", help="formats of figures (default: png)")
    parser.add_argument("--runs", metavar="N", type=int, help="Monte-Carlo: N runs with what the scenario varies")
    parser.add_argument("--workers", metavar="N", type=int, help="processes for --runs (default: one per core)")
    parser.add_argument("--dask", metavar="ADDRESS", help="make the runs on the Dask cluster of this scheduler")
    add_robot_arguments(parser)
    add_force(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Read everything, simulate, write."""
    if arguments.list:
        return _list(arguments.json)
    _check(arguments)
    from symdyn.simulate.report.data_files import check_format
    from symdyn.simulate.scenario.opening import open_scenario

    check_format(arguments.format)
    figures = figure_formats(arguments.figures)
    opened = open_scenario(arguments.scenario)
    robot = read_robot(arguments.robot or opened.robot_source(), arguments)
    for note in robot.notes:
        tell(note)
    scenario = _overridden(opened.for_robot(robot), arguments)
    simulate = _many if arguments.runs is not None else _one
    with opened.placing_errors():
        files, data, text, stopped = simulate(robot, scenario, arguments, figures)
    kind = "_runs" if arguments.runs is not None else ""  # a run and many runs of it do not replace each other
    folder = _write(f"{data['scenario']}_{data['law']}{kind}", files, arguments)
    print(json.dumps({**data, "folder": str(folder), "files": sorted(files)}, indent=1) if arguments.json else text)
    if not arguments.json:
        print(f"\nwrote {folder}: {', '.join(sorted(files))}")
    if stopped:
        print(message(stopped), file=sys.stderr)
    return ExitCode.CHECK_FAILED if stopped else ExitCode.DONE


Outcome = tuple[Mapping[str, Any], dict[str, Any], str, str]  # files, data, text, why it stopped


def _one(robot: Robot, scenario: Scenario, arguments: argparse.Namespace, figures: tuple[str, ...]) -> Outcome:
    from symdyn.simulate.report.files import run_data, run_files
    from symdyn.simulate.report.table import table
    from symdyn.simulate.run import run_scenario

    with progress(scenario.name) as show:
        show("compiling")
        made = run_scenario(robot, scenario, arguments.controller, progress=_bar(show))
        show("figures")
        files = run_files(made, arguments.format, figures)
    for note in made.notes:
        print(message(f"warning: {note}"), file=sys.stderr)
    stopped = made.summary.stopped
    why = ""
    if stopped:
        q, qd = (", ".join(f"{x:.4g}" for x in values) for values in (stopped.q, stopped.qd))
        why = f"stopped at {stopped.time:.6g} s: {stopped.reason} (q = {q}; qd = {qd})"
    return files, run_data(made), table(made), why


def _many(robot: Robot, scenario: Scenario, arguments: argparse.Namespace, figures: tuple[str, ...]) -> Outcome:
    from symdyn.simulate.monte_carlo.executors import executor_for
    from symdyn.simulate.monte_carlo.files import monte_carlo_data, monte_carlo_files, monte_carlo_table
    from symdyn.simulate.monte_carlo.runs import monte_carlo

    if scenario.variation is None:
        raise InputError("the scenario has none: it does not say what --runs should vary", field="monte_carlo")
    with (
        executor_for(arguments.runs, arguments.workers, arguments.dask) as executor,
        progress(scenario.name) as show,
    ):
        show("compiling")
        made = monte_carlo(robot, scenario, arguments.controller, arguments.runs, executor, _bar(show))
        show("figures")
        files = monte_carlo_files(made, arguments.format, figures)
    stopped = made.stopped
    first = f"; the first is run {stopped[0].run}: {stopped[0].stopped}" if stopped else ""
    why = f"{len(stopped)} of {arguments.runs} runs stopped{first}" if stopped else ""
    return files, monte_carlo_data(made), monte_carlo_table(made), why


def _bar(show: Callable[[str], None]) -> Callable[[float], None]:
    def bar(done: float) -> None:
        full = round(24 * done)
        show(f"[{'#' * full}{'.' * (24 - full)}] {done:4.0%}")

    return bar


def _check(arguments: argparse.Namespace) -> None:
    if not arguments.out:
        raise InputError("needs a folder", field="--out")
    if not arguments.scenario:
        raise InputError("needs a file or a bundled name; symdyn simulate --list shows them", field="--scenario")
    for option, value in (("--runs", arguments.runs), ("--workers", arguments.workers)):
        if value is not None and value < 1:
            raise InputError(f"must be 1 or more, not {value}", field=option)
    for option, value in (("--workers", arguments.workers), ("--dask", arguments.dask)):
        if value is not None and arguments.runs is None:
            raise InputError("belongs to --runs", field=option)
    if arguments.seed is not None and arguments.seed < 0:
        raise InputError(f"must be 0 or more, not {arguments.seed}", field="--seed")


def figure_formats(text: str | None) -> tuple[str, ...]:
    """Read which figures are wanted; refuse what cannot be drawn, before any work.

    Where nothing was asked for and nothing here draws, a note is enough.
    """
    from importlib.util import find_spec

    from symdyn.errors import unknown_name
    from symdyn.simulate.report.style import FORMATS, drawing

    if text is None and find_spec("matplotlib") is None:
        tell(f"no figures: matplotlib is not installed; pip install '{DISTRIBUTION}[simulate]'")
        return ()
    words = [word.strip() for word in (USUAL_FIGURES if text is None else text).split(",") if word.strip()]
    if words == ["none"]:
        return ()
    for word in words:
        if word not in FORMATS:
            raise InputError(unknown_name("format", word, (*FORMATS, "none")), field="--figures")
    if not words:
        raise InputError("needs png, svg, pdf or none", field="--figures")
    with drawing():  # tells now, not after the run, that matplotlib is missing
        return tuple(dict.fromkeys(words))


def _overridden(scenario: Scenario, arguments: argparse.Namespace) -> Scenario:
    """Put what was given on the command line into the scenario."""
    from dataclasses import replace

    from symdyn.simulate.scenario.scenario import CONTINUOUS

    if arguments.seed is not None:
        scenario = replace(scenario, seed=arguments.seed)
    if arguments.gains is not None:
        from symdyn.control.gains_file import read_gains_file

        own = scenario.control.gains
        gains = {**own, **{law: {**own.get(law, {}), **read} for law, read in read_gains_file(arguments.gains).items()}}
        scenario = replace(scenario, control=replace(scenario.control, gains=gains))
    if arguments.rate is not None:
        rate = CONTINUOUS if arguments.rate == "continuous" else _positive(arguments.rate)
        record = min(scenario.record, rate)
        scenario = replace(scenario, control=replace(scenario.control, rate=rate), record=record)
    return scenario


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise InputError(f"must be a number of Hz above 0, or continuous, not {text[:40]!r}", field="--rate")
    return value


def _write(name: str, files: Mapping[str, Any], arguments: argparse.Namespace) -> Path:
    from symdyn.package.output import write_output

    return write_output(name, files, Path(arguments.out), force=arguments.force, tell=tell)


def _list(as_json: bool) -> ExitCode:
    from symdyn.simulate.scenario.opening import about_scenario, open_scenario, scenario_names

    listed = [(name, open_scenario(name).robot_name, about_scenario(name)) for name in scenario_names()]
    if as_json:
        print(json.dumps([dict(zip(("name", "robot", "about"), one, strict=True)) for one in listed], indent=1))
    else:
        print(columns([["scenario", "robot", ""], *([name, robot or "any", what] for name, robot, what in listed)]))
    return ExitCode.DONE
