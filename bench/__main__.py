"""Run the contest and write docs/performance.md."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench import symdyn_side
from bench.chain import Chain, Unsupported, chain_of
from bench.contest import Disagreement, Outcome, hold
from bench.library import Contestant
from bench.page import Page, text_tables, write_page
from bench.pinocchio_peer import Absent
from symdyn.bench import BenchOptions, bench_robot
from symdyn.bench.machine import machine
from symdyn.bench.toolchain import NamedCompiler, chosen_compilers
from symdyn.errors import SymdynError
from symdyn.model import load

ROBOTS = ("panda", "puma560", "ur5")
FLAGS = ("-O3 -march=native", "-O2")
PEERS = ("casadi", "pinocchio")
Functions = dict[str, object]


class Peers:
    """What can be had of the peers; what cannot is noted once, and left out."""

    def __init__(self, wanted: list[str], compilers: tuple[NamedCompiler, ...], work: Path) -> None:
        """Look which peers there are; Pinocchio is compiled here, since that does not depend on a robot."""
        self.compilers, self.work = compilers, work
        self.versions: dict[str, str] = {}
        self.skipped: dict[str, None] = {f"{peer}: left out on request": None for peer in PEERS if peer not in wanted}
        self.loops: dict[tuple[str, str], Path] = {}
        self.casadi = "casadi" in wanted and self._try(self._find_casadi)
        self.pinocchio = "pinocchio" in wanted and self._try(self._find_pinocchio)

    def contestants(self, chain: Chain, flags: str, folder: Path) -> list[Contestant]:
        """Return every peer's code of a robot."""
        made: list[Contestant] = []
        for who, functions in self.functions(chain).items():
            from bench import casadi_peer

            for by in self.compilers:
                place = folder / who.replace(" ", "_") / by.name
                made.append(casadi_peer.contestant(who, functions, chain.n, by, by.flags(flags.split()), place))
        for by in self.compilers:
            if library := self.loops.get((by.name, flags)):
                from bench import pinocchio_peer

                made.append(pinocchio_peer.contestant(chain, by, library, folder / "pinocchio"))
        return made

    def functions(self, chain: Chain) -> dict[str, Functions]:
        """Return CasADi's functions of a robot, by who made the recursion."""
        found: dict[str, Functions] = {}
        if self.casadi:
            from bench import casadi_peer

            found[casadi_peer.RECURSION] = casadi_peer.textbook(chain)
            if self.pinocchio:
                self._try(lambda: found.update(self._of_pinocchio(chain)))
        return found

    def _of_pinocchio(self, chain: Chain) -> dict[str, Functions]:
        from bench import casadi_peer, pinocchio_peer

        folder = self.work / chain.name / "of_pinocchio"
        saved = pinocchio_peer.saved_expressions(chain, self.compilers[0], self.work / "kept", folder)
        return {casadi_peer.OF_PINOCCHIO: casadi_peer.of_pinocchio(chain, saved)}

    def _find_casadi(self) -> None:
        try:
            from bench import casadi_peer
        except ImportError:
            raise Absent("CasADi: the package casadi is not installed") from None
        self.versions["CasADi"] = casadi_peer.VERSION

    def _find_pinocchio(self) -> None:
        from bench import pinocchio_peer

        self.versions["Pinocchio"] = pinocchio_peer.pinocchio_version()
        wanted = [(by, flags) for flags in FLAGS for by in self.compilers]

        def make(by: NamedCompiler, flags: str) -> None:
            library = pinocchio_peer.loops_library(by, by.flags(flags.split()), self.work / "kept")
            self.loops[by.name, flags] = library

        with ThreadPoolExecutor(max_workers=2) as pool:
            for made in [pool.submit(self._try, lambda one=one: make(*one)) for one in wanted]:
                made.result()

    def _try(self, step: Callable[[], object]) -> bool:
        try:
            step()
        except Absent as absent:
            self.skipped[str(absent)] = None
            return False
        return True


def main() -> int:
    """Run everything."""
    arguments = _arguments()
    work = Path(arguments.work).absolute()
    compilers = chosen_compilers()
    _say(f"setting up the peers, with {' and '.join(by.name for by in compilers)} (Pinocchio compiles for minutes)")
    peers = Peers(arguments.peers, compilers, work)
    found, outcomes, operations = machine(), [], {}
    try:
        for robot in arguments.robots:
            chain = chain_of(load(robot))
            operations[robot] = _operations(robot, peers, chain)
            for flags in FLAGS:
                outcomes.append(_outcome(robot, flags, chain, peers, arguments.repetitions))
        _say("symdyn bench panda")
        own = bench_robot("panda", how=BenchOptions(repetitions=arguments.repetitions))
    except (SymdynError, Disagreement, Unsupported) as error:
        print(error, file=sys.stderr)
        return 1
    versions = {by.name: by.version for by in compilers}
    loops = _loops(peers, arguments.repetitions)
    page = Page(found, versions, peers.versions, tuple(peers.skipped), tuple(outcomes), operations, own, loops)
    print(text_tables(page))
    if arguments.page:
        write_page(page, Path(arguments.page))
        print(f"wrote {arguments.page}")
    return 0


def _outcome(robot: str, flags: str, chain: Chain, peers: Peers, repetitions: int) -> Outcome:
    _say(f"{robot}, {flags}: compile")
    folder = peers.work / robot / flags.replace(" ", "")
    loaded = load(robot)
    package = symdyn_side.generated(loaded)
    ours = [
        symdyn_side.contestant(package, loaded, by, by.flags(flags.split()), folder / "symdyn" / by.name)
        for by in peers.compilers
    ]
    contestants = [*ours, *peers.contestants(chain, flags, folder)]
    _say(f"{robot}, {flags}: check and time")
    return hold(chain, flags, contestants, repetitions, lambda step: None)


def _loops(peers: Peers, repetitions: int) -> str:
    """Return the section on robots with loops, whose peers are all CasADi's."""
    if not peers.casadi:
        return "Left out, as CasADi is."
    from bench import linkage

    _say("robots with loops")
    return linkage.measured(linkage.ROBOTS, repetitions)


def _operations(robot: str, peers: Peers, chain: Chain) -> dict[str, dict[str, int]]:
    """Count the operations of every kernel: ours, and CasADi's."""
    from symdyn.ir.cost import cost

    counts = {
        kernel.name: {"symdyn": cost(kernel.program).total} for kernel in symdyn_side.generated(load(robot)).kernels
    }
    for who, functions in peers.functions(chain).items():
        from bench.casadi_peer import operations

        for kernel, function in functions.items():
            counts[kernel][who] = operations(function)
    return counts


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--robots", nargs="+", default=list(ROBOTS), help="chains of revolute joints about z")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=list(PEERS))
    parser.add_argument("--repetitions", type=int, default=51)
    parser.add_argument("--work", default="out/bench", help="where things are compiled, and kept")
    parser.add_argument("--page", default="docs/performance.md", help="the page to write; empty: none")
    return parser.parse_args()


def _say(what: str) -> None:
    print(f"{what} …", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
