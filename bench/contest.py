"""All contestants of one robot and one set of flags: agreement first, then times, then ratios."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from bench.chain import Array, Chain
from bench.library import INPUTS, Contestant, form_of, single_of
from bench.names import BLOCKS, OURS, PINOCCHIO, ROWS
from symdyn.bench.inputs import random_states
from symdyn.bench.timing import Timing, measure

AGREEMENT = 1e-9  # of the largest entry; everybody rounds a few thousand operations


class Disagreement(Exception):  # noqa: N818 - it is the result of a check
    """A contestant computes something else."""


@dataclass(frozen=True)
class Time:
    """A contestant's time of a kernel, with its faster compiler and in its best place."""

    who: str
    by: str
    timing: Timing


@dataclass(frozen=True)
class Ratio:
    """How many times as long one takes as another: of the best times, and the quartiles over repetitions."""

    best: float
    lower: float
    upper: float

    def __str__(self) -> str:
        """Write the ratio with its spread."""
        return f"{self.best:.2f} ({self.lower:.2f}-{self.upper:.2f})"


def ratio_of(theirs: Timing, ours: Timing) -> Ratio:
    """Compare two that were timed in turn."""
    lower, upper = np.percentile(np.array(theirs.samples) / np.array(ours.samples), (25, 75))
    return Ratio(theirs.best / ours.best, float(lower), float(upper))


@dataclass(frozen=True)
class Outcome:
    """Times of one robot with one set of flags, by kernel and contestant."""

    robot: str
    flags: str
    times: dict[str, dict[str, Time]]

    def ratio(self, kernel: str, who: Collection[str], ours: str = OURS) -> Ratio | None:
        """Compare the best of some peers with ours; a batch of ours is compared with their single calls."""
        theirs = self.best(single_of(kernel), who)
        mine = self.times.get(kernel, {}).get(ours)
        return ratio_of(theirs.timing, mine.timing) if theirs and mine else None

    def best(self, kernel: str, who: Collection[str]) -> Time | None:
        """Return the fastest of some contestants."""
        found = [time for name, time in self.times.get(kernel, {}).items() if name in who]
        return min(found, key=lambda time: time.timing.best, default=None)


def hold(
    chain: Chain, flags: str, contestants: Sequence[Contestant], repetitions: int, show: Callable[[str], None]
) -> Outcome:
    """Check that all agree, then time them in turn.

    Raises:
        Disagreement: somebody computes something else.
    """
    for one in contestants:
        for kernel in one.loops:
            if kernel != form_of(single_of(kernel), BLOCKS):  # that is for `symdyn check`: it lies otherwise in memory
                _agree(chain, kernel, one, contestants)
    times: dict[str, dict[str, Time]] = {}
    for kernel in INPUTS:  # those of one kernel in turn; its batches beside the single calls they are compared with
        contenders = {
            (form, i, place): contender
            for form in (kernel, form_of(kernel, ROWS), form_of(kernel, BLOCKS))
            for i, one in enumerate(contestants)
            if form in one.loops
            for place, contender in enumerate(one.contenders(form, chain.n))
        }
        timings = measure(contenders, repetitions, lambda step, kernel=kernel: show(f"{kernel}, {step}"))
        for (form, i, _), timing in timings.items():
            who = contestants[i].who
            known = times.setdefault(form, {}).get(who)
            if known is None or timing.best < known.timing.best:
                times[form][who] = Time(who, contestants[i].by, timing)
    return Outcome(chain.name, flags, times)


def _agree(chain: Chain, kernel: str, one: Contestant, contestants: Sequence[Contestant]) -> None:
    """Compare a contestant with the first one of ours."""
    reference = next(other for other in contestants if other.who == OURS)
    for theirs, ours in zip(one.results(kernel, chain.n), reference.results(kernel, chain.n), strict=True):
        if one.who == PINOCCHIO and kernel == "regressor_full":
            theirs, ours = _in_links(chain, theirs), ours[:, :, [k for k, c in enumerate(chain.columns) if c >= 0]]
        if PINOCCHIO in one.who and kernel == "coriolis_matrix":  # another C: what it makes of the velocities counts
            theirs, ours = (np.einsum("sij,sj->si", C, _rates(chain)) for C in (theirs, ours))
        error = float(np.max(np.abs(theirs - ours)) / np.max(np.abs(ours)))
        if not error < AGREEMENT:
            raise Disagreement(f"{chain.name}: {kernel} of {one.who} ({one.by}) differs from ours by {error:.1e}")


def _rates(chain: Chain) -> Array:
    return random_states({"qd": chain.n})["qd"]


def _in_links(chain: Chain, Y: Array) -> Array:
    blocks = [Y[:, :, 10 * i : 10 * i + 10] @ chain.to_link[i] for i in range(chain.n)]
    return np.concatenate(blocks, axis=2)
