"""What can be had of the peers; what cannot is noted once, and left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.chain import Array, Chain
from bench.library import Contestant
from bench.names import CASADI, FAST_MATH, OF_MINIMAL, OF_PINOCCHIO, fast
from bench.pinocchio_peer import Absent
from symdyn.bench.toolchain import NamedCompiler

PEERS = ("casadi", "pinocchio", "mujoco", "frax")
Functions = dict[str, Any]


class Peers:
    """The peers that take part; Pinocchio is compiled here, since that does not depend on a robot."""

    def __init__(
        self, wanted: Sequence[str], compilers: tuple[NamedCompiler, ...], flags: Sequence[str], work: Path
    ) -> None:
        """Look which peers there are."""
        self.compilers, self.flags, self.work = compilers, flags, work
        self.kept = work / "kept"
        self.versions: dict[str, str] = {}
        self.skipped: dict[str, None] = {f"{peer}: left out on request": None for peer in PEERS if peer not in wanted}
        self.loops: dict[tuple[str, str], Path] = {}
        self.wanted = wanted
        self.casadi = "casadi" in wanted and self.try_step(self._find_casadi)
        self.pinocchio = "pinocchio" in wanted and self.try_step(self._find_pinocchio)
        self.mujoco = "mujoco" in wanted and self.try_step(self._find_mujoco)

    def contestants(self, chain: Chain, pi: Array, flags: str, folder: Path) -> list[Contestant]:
        """Return every peer's code of a robot; with the first flags CasADi's at its best too."""
        made = self._of_casadi(chain, pi, flags, folder)
        for by in self.compilers:
            if library := self.loops.get((by.name, flags)):
                from bench import pinocchio_peer

                made.append(pinocchio_peer.contestant(chain, by, library, folder / "pinocchio"))
        if self.mujoco:
            self.try_step(lambda: made.append(self._of_mujoco(chain, flags, folder)))
        return made

    def functions(self, chain: Chain, pi: Array) -> dict[str, Functions]:
        """Return CasADi's functions of a robot, by who made the recursion."""
        found: dict[str, Functions] = {}
        if self.casadi:
            from bench import casadi_peer

            found[CASADI] = dict(casadi_peer.textbook(chain))
            if self.pinocchio:
                self.try_step(lambda: found.update(self._of_pinocchio(chain)))
            found[OF_MINIMAL] = dict(casadi_peer.of_minimal(chain, pi))
        return found

    def try_step(self, step: Callable[[], object]) -> bool:
        """Take a step that something may be missing for, and note it then."""
        try:
            step()
        except Absent as absent:
            self.skipped[str(absent)] = None
            return False
        return True

    def _of_casadi(self, chain: Chain, pi: Array, flags: str, folder: Path) -> list[Contestant]:
        """Compile all of CasADi's programs, two at a time: compilers are programs of their own."""
        from_functions = self.functions(chain, pi)
        if not from_functions:
            return []
        from bench import casadi_peer

        at_best = flags == self.flags[0]
        wanted = []
        for who, functions in from_functions.items():
            for by in self.compilers:
                accepted = by.flags(flags.split())
                if at_best or who != OF_MINIMAL:
                    wanted.append((who, functions, by, accepted))
                if at_best:
                    wanted.append((fast(who), functions, by, (*accepted, FAST_MATH)))

        def make(who: str, functions: Functions, by: NamedCompiler, accepted: tuple[str, ...]) -> Contestant:
            place = folder / who.replace(" ", "_").replace(",", "") / by.name
            return casadi_peer.contestant(who, functions, chain.n, by, accepted, place, self.kept, pi)

        with ThreadPoolExecutor(max_workers=2) as pool:
            return [one.result() for one in [pool.submit(make, *one) for one in wanted]]

    def _of_mujoco(self, chain: Chain, flags: str, folder: Path) -> Contestant:
        from bench import mujoco_peer

        by = self.compilers[0]  # its loops do nothing but call
        return mujoco_peer.contestant(chain, by, by.flags(flags.split()), folder / "mujoco")

    def _of_pinocchio(self, chain: Chain) -> dict[str, Functions]:
        from bench import casadi_peer, pinocchio_peer

        folder = self.work / chain.name / "of_pinocchio"
        saved = pinocchio_peer.saved_expressions(chain, self.compilers[0], self.kept, folder)
        return {OF_PINOCCHIO: dict(casadi_peer.of_pinocchio(chain, saved))}

    def _find_casadi(self) -> None:
        try:
            from bench import casadi_peer
        except ImportError:
            raise Absent("CasADi: the package casadi is not installed") from None
        self.versions["CasADi"] = casadi_peer.VERSION

    def _find_mujoco(self) -> None:
        from bench import mujoco_peer

        self.versions["MuJoCo"] = mujoco_peer.mujoco_version()

    def _find_pinocchio(self) -> None:
        from bench import pinocchio_peer

        self.versions["Pinocchio"] = pinocchio_peer.pinocchio_version()
        wanted = [(by, flags) for flags in self.flags for by in self.compilers]

        def make(by: NamedCompiler, flags: str) -> None:
            library = pinocchio_peer.loops_library(by, by.flags(flags.split()), self.kept)
            self.loops[by.name, flags] = library

        with ThreadPoolExecutor(max_workers=2) as pool:
            for made in [pool.submit(self.try_step, lambda one=one: make(*one)) for one in wanted]:
                made.result()
