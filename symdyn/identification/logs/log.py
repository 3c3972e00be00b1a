"""A log as frozen data: what was measured of a robot, a row for every sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.errors import InputError

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
STILL = 1e-9  # rad or m: a joint that moves less does not move


@dataclass(frozen=True, slots=True, eq=False)
class Log:
    """Times (N,), and joint positions, velocities, accelerations and torques (N, n); None where nothing was recorded.

    All are those of the joints, in their order, in SI units. `wrench` (N, 6) is that of a wrist sensor, force over
    moment. `notes` say in one line each what was left out and what looks doubtful.
    """

    name: str
    time: Array
    q: Array
    qd: Array | None = None
    qdd: Array | None = None
    tau: Array | None = None
    wrench: Array | None = None
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Say what there is, not all of it."""
        there = [name for name in ("q", "qd", "qdd", "tau", "wrench") if getattr(self, name) is not None]
        seconds = self.time[-1] - self.time[0] if len(self.time) else 0.0
        return f"<Log {self.name}: {len(self.time)} samples over {seconds:.6g} s: {', '.join(there)}>"

    @property
    def rate(self) -> float:
        """Samples a second, by the median step."""
        return float(1 / np.median(np.diff(self.time)))

    def chunks(self) -> Iterator[Log]:
        """Yield it as if it were read in pieces: whole."""
        yield self

    def rows(self, chosen: Any) -> Log:
        """Return some of its rows: a slice, a mask or indices."""
        return self.mapped(lambda part: part[chosen])

    def mapped(self, change: Callable[[Array], Array]) -> Log:
        """Return the log with every array changed, its times too."""

        def changed(part: Array | None) -> Array | None:
            return None if part is None else change(part)

        qd, qdd, tau, wrench = (changed(part) for part in (self.qd, self.qdd, self.tau, self.wrench))
        return Log(self.name, change(self.time), change(self.q), qd, qdd, tau, wrench, self.notes)


def whole(log: Log, n: int) -> Log:
    """Return a log that was made in Python with its arrays as doubles, or say which of them is none of ``n`` joints."""
    try:
        log = log.mapped(lambda part: np.asarray(part, dtype=float))
    except (TypeError, ValueError):
        raise InputError("holds what is no array of numbers", file=log.name) from None
    if log.time.ndim != 1:
        raise InputError("its times are no list of numbers", file=log.name)
    if log.q.ndim == 2 and log.q.shape[1] != n:
        raise InputError(f"has {log.q.shape[1]} joints, the robot {n}", file=log.name)
    shapes = {"time": (), "q": (n,), "qd": (n,), "qdd": (n,), "tau": (n,), "wrench": (6,)}
    for name, row in shapes.items():
        part = getattr(log, name)
        if part is None:
            continue
        if part.shape != (len(log.time), *row):
            raise InputError(f"{name} is {part.shape}, expected {(len(log.time), *row)}", file=log.name)
        torn = np.flatnonzero(~np.isfinite(part.reshape(len(part), -1)).all(axis=1))
        if len(torn):
            rows = f"row {torn[0]}" + (f" and {len(torn) - 1} more rows" if len(torn) > 1 else "")
            raise InputError(f"{name} is not finite in {rows}; leave such rows out: log.rows(mask)", file=log.name)
    return log


def joined(logs: Sequence[Log]) -> Log:
    """Return pieces of a log as one; what one of them lacks, all lack."""
    if len(logs) == 1:
        return logs[0]

    def part(name: str) -> Array | None:
        parts = [getattr(log, name) for log in logs]
        return None if any(one is None for one in parts) else np.concatenate(parts)

    first = logs[0]
    time, q = np.concatenate([log.time for log in logs]), np.concatenate([log.q for log in logs])
    return Log(first.name, time, q, part("qd"), part("qdd"), part("tau"), part("wrench"), first.notes)
