"""All contestants of one robot and one set of flags: agreement first, then times, then ratios."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bench.chain import Array, Chain
from bench.library import BATCH, INPUTS, Contestant
from symdyn.bench.timing import Timing, measure

OURS = "symdyn"
AGREEMENT = 1e-9  # of the largest entry; everybody rounds a few thousand operations


class Disagreement(Exception):  # noqa: N818 - it is the result of a check
    """A contestant computes something else."""


@dataclass(frozen=True)
class Time:
    """A contestant's time of a kernel, with its faster compiler."""

    who: str
    by: str
    timing: Timing


@dataclass(frozen=True)
class Ratio:
    """How many times as long a peer takes: of the best times, and the quartiles over repetitions."""

    best: float
    lower: float
    upper: float

    def __str__(self) -> str:
        """Write the ratio with its spread."""
        return f"{self.best:.2f} ({self.lower:.2f}-{self.upper:.2f})"


@dataclass(frozen=True)
class Outcome:
    """Times of one robot with one set of flags, by kernel and contestant."""

    robot: str
    flags: str
    times: dict[str, dict[str, Time]]

    def ratio(self, kernel: str, who: str) -> Ratio | None:
        """Compare a peer's kernel with ours; a batch of ours is compared with the peer's single calls."""
        theirs = self.times.get("inverse_dynamics" if kernel == BATCH else kernel, {}).get(who)
        if theirs is None:
            return None
        ours = self.times[kernel][OURS].timing
        paired = np.array(theirs.timing.samples) / np.array(ours.samples)
        lower, upper = np.percentile(paired, (25, 75))
        return Ratio(theirs.timing.best / ours.best, float(lower), float(upper))


def hold(
    chain: Chain, flags: str, contestants: Sequence[Contestant], repetitions: int, show: Callable[[str], None]
) -> Outcome:
    """Check that all agree, then time them in turn.

    Raises:
        Disagreement: somebody computes something else.
    """
    for one in contestants:
        for kernel in one.loops:
            _agree(chain, kernel, one, contestants)
    contenders = {
        (kernel, one.who, one.by): one.contender(kernel, chain.n) for one in contestants for kernel in one.loops
    }
    timings: dict[tuple[str, str, str], Timing] = {}
    for kernel in INPUTS:  # those of one kernel in turn; the batch beside the single calls it is compared with
        group = {key: one for key, one in contenders.items() if key[0].partition(",")[0] == kernel}
        timings |= measure(group, repetitions, lambda step, kernel=kernel: show(f"{kernel}, {step}"))
    times: dict[str, dict[str, Time]] = {}
    for (kernel, who, by), timing in timings.items():
        known = times.setdefault(kernel, {}).get(who)
        if known is None or timing.best < known.timing.best:
            times[kernel][who] = Time(who, by, timing)
    return Outcome(chain.name, flags, times)


def _agree(chain: Chain, kernel: str, one: Contestant, contestants: Sequence[Contestant]) -> None:
    """Compare a contestant with the first one of ours."""
    reference = next(other for other in contestants if other.who == OURS)
    theirs, ours = one.results(kernel, chain.n), reference.results(kernel, chain.n)
    if one.who == "Pinocchio" and kernel == "regressor_full":
        theirs, ours = _in_links(chain, theirs), ours[:, :, [k for k, c in enumerate(chain.columns) if c >= 0]]
    error = float(np.max(np.abs(theirs - ours)) / np.max(np.abs(ours)))
    if not error < AGREEMENT:
        raise Disagreement(f"{chain.name}: {kernel} of {one.who} ({one.by}) differs from ours by {error:.1e}")


def _in_links(chain: Chain, Y: Array) -> Array:
    blocks = [Y[:, :, 10 * i : 10 * i + 10] @ chain.to_link[i] for i in range(chain.n)]
    return np.concatenate(blocks, axis=2)
