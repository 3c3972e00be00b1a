"""The clock of a log: rows that come too early are left out, and a clock that starts again begins another run.

Single rows may arrive late or twice. But where the rows that follow stay behind and go forward among themselves, the
file holds another run, or its clock was set back: its times are counted on from the last one, after a pause, at which
logs are cut.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symdyn.identification.logs.log import Array, Mask

RUN = 10  # rows behind the latest time, each later than the one before: no row that was late
PAUSE, PAUSE_STEPS = 1.0, 100.0  # s, and times the time from row to row: between runs, longer than any that is no pause


@dataclass(slots=True)
class Clock:
    """Reads times piece by piece: remembers the latest, and how far those of this run are counted on."""

    latest: float = -np.inf
    ahead: float = 0.0
    starts: int = 0  # again

    def __call__(self, time: Array) -> tuple[Array, Mask]:
        """Return times that go on from run to run, and which rows are later than every row before."""
        time = time + self.ahead
        good = np.zeros(len(time), dtype=bool)
        begin = 0
        while begin < len(time):
            rest = time[begin:]
            before = np.maximum(np.concatenate([[self.latest], np.maximum.accumulate(rest)[:-1]]), self.latest)
            again = _starts_again(rest, before)
            own = slice(0, again)
            good[begin : begin + len(rest[own])] = (rest > before)[own]
            self.latest = max(self.latest, float(rest[own].max(initial=-np.inf)))
            if again is None:
                break
            self._count_on(rest, again)
            begin += again
        return time, good

    def _count_on(self, rest: Array, again: int) -> None:
        """Move the times from a row on behind the latest."""
        near = np.abs(np.diff(rest[max(0, again - RUN) : again + RUN]))
        ahead = self.latest + max(PAUSE, PAUSE_STEPS * float(np.median(near))) - float(rest[again])
        rest[again:] += ahead
        self.ahead += ahead
        self.starts += 1


def _starts_again(time: Array, before: Array) -> int | None:
    """Return the first row of another run; ``before`` is the latest time before every row."""
    behind = time <= before
    if not behind.any():
        return None
    rising = behind & np.concatenate([[False], np.diff(time) > 0])
    counted = np.concatenate([[0], np.cumsum(rising)])
    first = np.flatnonzero(behind[: max(0, len(time) - RUN + 1)])
    starts = first[counted[first + RUN] - counted[first + 1] == RUN - 1]
    return int(starts[0]) if len(starts) else None
