"""`symdyn bench`: how fast a robot's kernels are, on this machine."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace

from symdyn.cli.columns import columns
from symdyn.cli.exit_code import ExitCode
from symdyn.cli.generation import about, add_generation_arguments, options_of, words
from symdyn.cli.parser import Parser, add_command, add_json
from symdyn.cli.progress import progress
from symdyn.cli.robot_arguments import ROBOT, add_robot_arguments, robot_from
from symdyn.errors import InputError, unknown_name

TEXT = """Measure a robot's kernels: operations, bytes of machine code and of stack, nanoseconds per call, per sample of
a batch and per step of a controller, and the seconds that import, generation and compilation take. gcc and clang are
both tried, as far as they are here; the table shows the faster. Times belong to this machine and moment: close other
programs."""
EXAMPLE = """  symdyn bench panda
  symdyn bench robot.yaml --only inverse_dynamics gravity --scalar float
  symdyn bench panda --only adaptive_slotine_li --law slotine_li
  symdyn bench puma560 --formulation lin,lagrangian    as papers compute it, beside the kernels that do the same
  symdyn bench panda --law slotine_li --target cortex-m4f      instructions, code and stack on a microcontroller
  symdyn bench panda --compiler clang --flags='-O2' --json"""


def add(commands: argparse._SubParsersAction[Parser]) -> None:
    """Add the command."""
    parser = add_command(commands, "bench", "measure operations, size and speed of kernels", TEXT, EXAMPLE, run)
    parser.add_argument("robot", metavar="ROBOT", help=ROBOT)
    add_generation_arguments(parser)
    add_robot_arguments(parser)
    parser.add_argument(
        "--formulation",
        nargs="+",
        action="extend",
        metavar="NAME",
        help="papers' formulations too: lin, lagrangian, 3x3, 4x4, lu_meng, recursive, walker",
    )
    parser.add_argument(
        "--compiler", metavar="CC", action="append", default=[], help="this one; may be repeated (default: gcc, clang)"
    )
    parser.add_argument("--flags", metavar="'FLAGS'", help="the compiler's, as --flags='-O2' (default: those of build)")
    parser.add_argument(
        "--target", metavar="cortex-m4f", help="count instructions there instead, under QEMU: float, no batches"
    )
    parser.add_argument("--repetitions", metavar="N", type=int, default=51, help="of every measurement (default: 51)")
    add_json(parser)


def run(arguments: argparse.Namespace) -> ExitCode:
    """Measure, then print."""
    from symdyn.bench import BenchOptions, bench_robot
    from symdyn.bench.result import as_data
    from symdyn.bench.table import table

    if arguments.target is not None:
        return _on_target(arguments)
    if arguments.no_batch:
        raise InputError("batches are measured too; leave it out", field="--no-batch")
    how = BenchOptions(tuple(arguments.compiler), arguments.flags, arguments.repetitions)
    with about(arguments.robot), progress(arguments.robot) as show:
        result = bench_robot(
            lambda: robot_from(arguments.robot, arguments),
            options_of(arguments),
            how,
            show,
            formulations=_formulations(arguments.formulation),
        )
    print(json.dumps(as_data(result), indent=1) if arguments.json else table(result))
    return ExitCode.DONE


def _on_target(arguments: argparse.Namespace) -> ExitCode:
    """Count instructions, then print."""
    from symdyn.bench.target import STATES, TARGETS, counted
    from symdyn.generate import generate
    from symdyn.package.interface import package_interface

    if arguments.target not in TARGETS:
        raise InputError(unknown_name("target", arguments.target, TARGETS), field="--target")
    for option in ("compiler", "formulation"):
        if getattr(arguments, option):
            raise InputError("is not for a target", field=f"--{option}")
    if arguments.scalar == "double":
        raise InputError("is not what this processor computes with; leave --scalar out", field="--scalar")
    options = replace(options_of(arguments), scalar="float", batch=False, languages=("c",))
    with about(arguments.robot), progress(arguments.robot) as show:
        package = generate(robot_from(arguments.robot, arguments), options, show)
        show(f"counting on {arguments.target}")
        by, rows = counted(package_interface(package), arguments.flags)
    if arguments.json:
        found = {row.name: {key: value for key, value in asdict(row).items() if key != "name"} for row in rows}
        data = {"robot": package.name, "target": arguments.target, "compiler": by, "states": STATES, "functions": found}
        print(json.dumps(data, indent=1))
        return ExitCode.DONE
    cells = [[row.name, *map(str, (row.instructions, row.code_bytes, row.stack_bytes))] for row in rows]
    print(f"{package.name} on {arguments.target}: {by}\nthe most of {STATES} states, counted under QEMU\n")
    print(columns([["function", "instructions", "code, bytes", "stack, bytes"], *cells], right={1, 2, 3}))
    return ExitCode.DONE


def _formulations(given: list[str] | None) -> tuple[str, ...]:
    """Return the names of formulations that an argument lists."""
    from symdyn.papers.table import FORMULATIONS

    names = words("--formulation", given) if given is not None else ()
    for name in names:
        if name not in FORMULATIONS:
            raise InputError(unknown_name("formulation", name, FORMULATIONS), field="--formulation")
    return names
