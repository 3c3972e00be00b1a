"""Run the contest and write docs/performance.md."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from bench import earlier, long_robots, memory, python_calls, symdyn_side
from bench.chain import Array, Chain, Unsupported, chain_of
from bench.contest import Disagreement, Outcome, hold
from bench.earlier import Compared
from bench.memory import Large
from bench.names import OURS
from bench.page import Page, text_tables, write_page
from bench.peers import PEERS, Peers
from bench.python_calls import Call
from symdyn.bench import BenchOptions, bench_robot
from symdyn.bench.machine import machine
from symdyn.bench.toolchain import chosen_compilers
from symdyn.errors import SymdynError
from symdyn.model import bind_symbols, load
from symdyn.parameters.plausible import plausible_parameters

ROBOTS = ("panda", "puma560", "ur5")
FLAGS = ("-O3 -march=native", "-O2")
AGAINST = "fcab011"
MOST_USED = "panda"  # of what is measured on one robot only


def main() -> int:
    """Run everything."""
    arguments, began = _arguments(), time.perf_counter()
    work = Path(arguments.work).absolute()
    compilers = chosen_compilers()
    _say(f"setting up the peers, with {' and '.join(by.name for by in compilers)} (the first time for many minutes)")
    peers = Peers(arguments.peers, compilers, FLAGS, work)
    ready = time.perf_counter()
    found, outcomes, operations = machine(), [], {}
    try:
        for robot in arguments.robots:
            chain = chain_of(load(robot))
            operations[robot] = _operations(robot, peers, chain)
            for flags in FLAGS:
                outcomes.append(_outcome(robot, flags, chain, peers, arguments.repetitions))
        calls = _calls(peers, arguments.repetitions)
        large = _large(peers)
        compared, commit = _compared(peers, arguments.against, arguments.repetitions)
        _say(f"symdyn bench {MOST_USED}")
        own = bench_robot(MOST_USED, how=BenchOptions(repetitions=arguments.repetitions))
    except (SymdynError, Disagreement, Unsupported) as error:
        print(error, file=sys.stderr)
        return 1
    versions = {by.name: by.version for by in compilers}
    loops, long = _loops(peers, arguments.repetitions), _long_robots()
    minutes = (time.perf_counter() - ready) / 60
    page = Page(
        *(found, versions, peers.versions, tuple(peers.skipped), tuple(outcomes), operations),
        *(tuple(calls), tuple(large), tuple(compared), commit, own, loops, long, minutes),
    )
    print(text_tables(page))
    print(f"{(ready - began) / 60:.1f} minutes for the peers that are kept, {minutes:.1f} for the run")
    if arguments.page:
        write_page(page, Path(arguments.page))
        print(f"wrote {arguments.page}")
    return 0


def _outcome(robot: str, flags: str, chain: Chain, peers: Peers, repetitions: int) -> Outcome:
    _say(f"{robot}, {flags}: compile")
    folder = peers.work / robot / flags.replace(" ", "")
    loaded = load(robot)
    packages = [symdyn_side.generated(loaded, fold) for fold in ((False, True) if flags == FLAGS[0] else (False,))]
    with ThreadPoolExecutor(max_workers=2) as pool:  # compilers are programs of their own
        made = [
            pool.submit(symdyn_side.contestant, package, loaded, by, by.flags(flags.split()), folder / f"{i}" / by.name)
            for i, package in enumerate(packages)
            for by in peers.compilers
        ]
        ours = [one.result() for one in made]
    contestants = [*ours, *peers.contestants(chain, _pi(robot), flags, folder)]
    _say(f"{robot}, {flags}: check and time")
    return hold(chain, flags, contestants, repetitions, lambda step: None)


def _pi(robot: str) -> Array:
    return np.array(plausible_parameters(bind_symbols(load(robot))))


def _calls(peers: Peers, repetitions: int) -> list[Call]:
    """Time calls from Python."""
    _say("calls from Python")
    return python_calls.measured(chain_of(load(MOST_USED)), peers, repetitions)


def _large(peers: Peers) -> list[Large]:
    """Time batches that no cache holds."""
    _say("large batches")
    package = symdyn_side.generated(load(MOST_USED))
    return memory.measured(package, _pi(MOST_USED), peers.compilers, FLAGS[0], peers.work)


def _compared(peers: Peers, commit: str, repetitions: int) -> tuple[list[Compared], str]:
    """Time the kernels of an earlier commit beside ours."""
    found: list[Compared] = []
    if not commit:
        return found, ""
    _say(f"beside the commit {commit}")
    peers.try_step(
        lambda: found.extend(earlier.compared(MOST_USED, commit, peers.compilers, FLAGS, peers.work, repetitions))
    )
    return found, earlier.commit_name(commit) if found else ""


def _loops(peers: Peers, repetitions: int) -> str:
    """Return the section on robots with loops, whose peers are all CasADi's."""
    if not peers.casadi:
        return "Left out, as CasADi is."
    from bench import linkage

    _say("robots with loops")
    return linkage.measured(linkage.ROBOTS, repetitions)


def _long_robots() -> str:
    """Return the section on long robots."""
    _say("long robots")
    return long_robots.measured()


def _operations(robot: str, peers: Peers, chain: Chain) -> dict[str, dict[str, int]]:
    """Count the operations of every kernel: ours, and CasADi's."""
    from symdyn.ir.cost import cost

    counts = {kernel.name: {OURS: cost(kernel.program).total} for kernel in symdyn_side.generated(load(robot)).kernels}
    for who, functions in peers.functions(chain, _pi(robot)).items():
        from bench.casadi_peer import operations

        for kernel, function in functions.items():
            counts[kernel][who] = operations(function)
    return counts


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--robots", nargs="+", default=list(ROBOTS), help="chains of revolute joints about z")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS))
    parser.add_argument("--against", default=AGAINST, metavar="COMMIT", help="the earlier commit; empty: none")
    parser.add_argument("--repetitions", type=int, default=31)
    parser.add_argument("--work", default="out/bench", help="where things are compiled, and kept")
    parser.add_argument("--page", default="docs/performance.md", help="the page to write; empty: none")
    return parser.parse_args()


def _say(what: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {what} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
