"""Forward dynamics of robots with loops beside CasADi's C of the same functions, in one run.

    python -m bench.linkage [ROBOT ...] [--page docs/performance.md]

Three ways of writing them in CasADi are in `linkage_peers`; its code generator writes the C. All are compiled with the
same flags, by gcc and by clang, and called in turn on the same states near where the robot was assembled; of each the
faster compiler counts. They must agree first. CasADi's have all numbers baked in, so they are compared with our code
that has too; that which takes its parameters at run time is timed beside it. With --page, the section on loops of that
page is written anew.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import casadi_peer, linkage_peers
from symdyn.bench.harness import batch_loop, harness_text, single_loop
from symdyn.bench.machine import machine
from symdyn.bench.timing import REPETITIONS, Contender, Timing, loop_of, measure
from symdyn.bench.toolchain import NamedCompiler, chosen_compilers, compile_object, link_library
from symdyn.closure.door import closure_of
from symdyn.generate import generate
from symdyn.ir.cost import cost
from symdyn.model import bind_symbols, load
from symdyn.model.robot import NumericRobot
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.parameters.plausible import plausible_parameters

ROBOTS = ("four_bar", "five_bar", "slider_crank")
FLAGS = ("-O3 -march=native", "-O2")
KERNEL, BATCH = "forward_dynamics", "forward_dynamics, batch"
OURS, FOLDED = "symdyn", "symdyn, folded"
USERS, ANGLES, OF_OURS = "CasADi", "CasADi, angles", "CasADi of ours"
PEERS = (USERS, ANGLES, OF_OURS)
STATES, AROUND = 64, 0.2  # rad or m from where the robot was assembled: all of them close
AGREEMENT = 1e-9  # of the largest entry
BEGIN, END = "<!-- loops: begin -->", "<!-- loops: end -->"
TEXT = """{begin}
Nanoseconds of forward dynamics, the best of {repetitions} repetitions and its compiler; in brackets how many times as
long as our folded code, which has all numbers baked in as CasADi's has. {load}
Operations are counted as above, in the columns' order. `{batch}` is our time per sample of a batch of {states}.

{times}

All close the loops by the same steps, one unknown after the other. *CasADi*: as its users write it, the textbook
recursions of the tree and E from `jacobian` of where the loops meet, small systems by cofactors. *CasADi, angles*: the
same, but joints that follow are angles first, by atan2, as textbooks give them. *CasADi of ours*: our own formulation.
*symdyn* takes its parameters at run time. `python -m bench.linkage --page docs/performance.md` measures these alone.
{end}"""
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """Times of one robot with one set of flags, and operations, by who."""

    robot: str
    flags: str
    times: dict[str, tuple[str, Timing]]
    operations: dict[str, int]


def states_of(robot: NumericRobot) -> list[Array]:
    """Return positions near that in which the robot was assembled, rates and torques."""
    closure, source = closure_of(robot), np.random.default_rng(0)
    start = np.array([closure.position[i] for i in closure.actuated])  # type: ignore[union-attr]
    q = start + source.uniform(-AROUND, AROUND, (STATES, robot.n))
    return [q, source.uniform(-2, 2, (STATES, robot.n)), source.uniform(-5, 5, (STATES, robot.n))]


def compare(name: str, flags: str, compilers: tuple[NamedCompiler, ...], repetitions: int) -> Outcome:
    """Check that all agree, then time them in turn."""
    robot = bind_symbols(load(name))
    states = states_of(robot)
    functions = {
        USERS: linkage_peers.of_users(robot),
        ANGLES: linkage_peers.of_users(robot, angles=True),
        OF_OURS: linkage_peers.of_ours(robot),
    }
    package = generate(robot, Options(languages=("c",), only=(KERNEL,)))
    folded = generate(robot, Options(languages=("c",), only=(KERNEL,), fold=True))
    pi = np.array(plausible_parameters(robot))
    with tempfile.TemporaryDirectory() as folder:
        contenders: dict[tuple[str, str], Contender] = {}
        results: dict[tuple[str, str], Array] = {}
        for by in compilers:
            accepted = by.flags(flags.split())
            library = _ours(package, by, accepted, Path(folder) / by.name)
            loops = {
                OURS: (library, "time_one", [*states, pi]),
                BATCH: (library, "time_batch", [*states, pi]),
                FOLDED: (_ours(folded, by, accepted, Path(folder) / f"{by.name}_folded"), "time_one", states),
            }
            for who, function in functions.items():
                place = Path(folder) / by.name / who.replace(" ", "_").replace(",", "")
                made = casadi_peer.contestant(who, {KERNEL: function}, robot.n, by, accepted, place)
                loops[who] = (made.libraries[0], made.loops[KERNEL], states)
            for who, (of, loop, inputs) in loops.items():
                found = np.zeros((STATES, robot.n))
                contenders[who, by.name] = Contender(loop_of(of, loop, inputs, [found], STATES), STATES)
                results[who, by.name] = _results(of, loop, inputs, who == BATCH)
        _agree(name, results)
        timings = measure(contenders, repetitions)
    times: dict[str, tuple[str, Timing]] = {}
    for (who, compiler), timing in timings.items():
        if who not in times or timing.best < times[who][1].best:
            times[who] = compiler, timing
    operations = {who: casadi_peer.operations(function) for who, function in functions.items()}
    for who, made_by_us in ((OURS, package), (FOLDED, folded)):
        operations[who] = cost(made_by_us.kernels[0].program).total
    return Outcome(name, flags, times, operations)


def _ours(package: Package, by: NamedCompiler, flags: tuple[str, ...], workshop: Path) -> Any:
    name, (kernel,) = package.name, package.kernels
    workshop.mkdir(parents=True, exist_ok=True)
    ports = (kernel.program.inputs, kernel.program.outputs)
    loops = [
        single_loop(f"{name}_{KERNEL}", *ports, "time_one"),
        batch_loop(f"{name}_{KERNEL}_batch", *ports, "time_batch"),
    ]
    for file in (f"{name}.h", f"{name}.c"):
        (workshop / file).write_text(package.files[file], encoding="utf-8")
    (workshop / "harness.c").write_text(harness_text(loops, "double", f"{name}.h"), encoding="utf-8")
    for source in (name, "harness"):
        compile_object(by, source, flags, workshop)
    return link_library(by, [f"{name}.o", "harness.o"], "symdyn.so", workshop)


def _results(library: Any, loop: str, inputs: list[Array], at_once: bool) -> Array:
    """Return what is computed at all states; a single call writes every result to the same place."""
    states = inputs[:3]
    found = np.full_like(states[0], np.nan)
    if at_once:
        loop_of(library, loop, inputs, [found], STATES)(1)
        return found
    for i in range(STATES):
        rows = [np.ascontiguousarray(values[i]) for values in states]
        loop_of(library, loop, [*rows, *inputs[3:]], [found[i]], 1)(1)
    return found


def _agree(name: str, results: dict[tuple[str, str], Array]) -> None:
    expected = next(iter(results.values()))
    for who, found in results.items():
        error = float(np.max(np.abs(found - expected)) / np.max(np.abs(expected)))
        if not error < AGREEMENT:
            raise SystemExit(f"{name}: {KERNEL} of {' by '.join(who)} differs from ours by {error:.1e}")


def section(outcomes: list[Outcome], repetitions: int) -> str:
    """Return the section on loops of the page."""
    rows = [("robot, flags", "operations", OURS, FOLDED, BATCH, *PEERS)]
    for one in outcomes:
        ours = one.times[FOLDED][1].best
        cells = [f"{one.times[who][1].best:.1f} {one.times[who][0]}" for who in (OURS, FOLDED, BATCH)]
        for who in PEERS:
            by, timing = one.times[who]
            cells.append(f"{timing.best:.1f} {by} ({timing.best / ours:.2f})")
        counts = " / ".join(str(one.operations[who]) for who in (OURS, FOLDED, *PEERS))
        rows.append((f"{one.robot}, `{one.flags}`", counts, *cells))
    head, *rest = rows
    lines = [head, ("---",) * len(head), *rest]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    found = machine()
    busy = found["load"] is not None and found["load"] > 0.5 * found["cores"]
    load_text = (
        "The machine was busy with other work: ratios say more than times." if busy else "Little else was running."
    )
    return TEXT.format(
        begin=BEGIN, end=END, load=load_text, repetitions=repetitions, batch=BATCH, states=STATES, times=table
    )


def measured(robots: tuple[str, ...], repetitions: int) -> str:
    """Compare all robots, and return the section."""
    compilers = chosen_compilers()
    outcomes = [compare(robot, flags, compilers, repetitions) for robot in robots for flags in FLAGS]
    return section(outcomes, repetitions)


def main() -> int:
    """Print the section, and write it into a page."""
    parser = argparse.ArgumentParser(prog="python -m bench.linkage", description=__doc__)
    parser.add_argument("robots", nargs="*", default=list(ROBOTS), help="robots whose loops take roots")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    parser.add_argument("--page", help="the page whose section on loops to write")
    arguments = parser.parse_args()
    text = measured(tuple(arguments.robots), arguments.repetitions)
    print(text)
    if arguments.page:
        page = Path(arguments.page)
        before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
        page.write_text(before + text + rest.partition(END)[2], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
