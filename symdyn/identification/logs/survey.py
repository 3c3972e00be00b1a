"""A first look at a whole log, piece by piece: how it is filtered, how fast its joints go, what is doubtful in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.clean import Cleaning
from symdyn.identification.logs.doubts import Doubts
from symdyn.identification.logs.log import Array, Log, joined
from symdyn.identification.logs.log_file import LogFile
from symdyn.identification.logs.signals import PIECE, LowPass, filtered, low_pass, speed_noise
from symdyn.identification.logs.stretches import pieces
from symdyn.model.robot import Robot

Recording = Log | LogFile
RESOLVED = 30.0  # periods of a chosen cut-off in a stretch: fewer are asked for whatever moves, by how coarse it is
FEW = 64  # rows, and four for each joint: less is no motion


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The filter for all of a log, the joints' top speeds, and notes.

    Where cut-offs were chosen, it is that of the long stretch which asks for the highest.
    `speed_noise` (n,) is how wrong filtered speeds are, by what sensors add to single samples. Torques come `delay`
    seconds later than positions.
    """

    keep_low: LowPass
    top_speed: Array
    speed_noise: Array
    notes: tuple[str, ...]
    rows: int
    seconds: float
    delay: float = 0.0


def survey(recording: Recording, robot: Robot, cutoff: float | None = None, delay: float = 0.0) -> Survey:
    """Look at a log; ``cutoff`` in Hz, or None to choose it from the spectrum."""
    cleaning, doubts = Cleaning(), Doubts(robot)

    def watched() -> Iterator[Log]:
        for chunk in recording.chunks(cleaning) if isinstance(recording, LogFile) else recording.chunks():
            if chunk.q.shape[1] != robot.n:
                raise InputError(f"has {chunk.q.shape[1]} joints, the robot {robot.n}", file=recording.name)
            if chunk.tau is None:
                raise InputError("there are no torques; name the columns tau1, tau2, ...", file=recording.name)
            doubts.look(chunk)
            rates["velocities"] &= chunk.qd is not None
            rates["accelerations"] &= chunk.qdd is not None
            yield chunk

    filters: list[tuple[float, LowPass]] = []  # and for how many seconds
    top_speed, noise = np.zeros(robot.n), np.zeros(robot.n)
    seconds = 0.0
    rates = {"velocities": True, "accelerations": True}
    short: list[Log] = []  # rows of a stretch that are too few by themselves
    for piece in pieces(watched()):
        rows = joined([*short, piece.log])
        if len(rows.time) < 4 * robot.n + FEW:
            short = [] if piece.ends else [rows]
            continue
        short = []
        keep_low = low_pass(rows, cutoff)
        if 4 * keep_low.edge + 2 >= len(rows.time):
            continue
        lasts = float(rows.time[-1] - rows.time[0])
        filters.append((lasts, keep_low))
        seconds += lasts
        motion = filtered(rows, keep_low)
        assert motion.qd is not None
        top_speed = np.maximum(top_speed, np.abs(motion.qd).max(axis=0))
        noise = np.maximum(noise, speed_noise(rows, keep_low))
    if isinstance(recording, LogFile):
        left_out = cleaning.notes(recording.name)
        doubts.refuse(str(recording.path), left_out)
        notes = (*left_out, *doubts.notes(recording.name))
    else:
        notes = recording.notes
    if cutoff == np.inf and (without_rates := [word for word, there in rates.items() if not there]):
        what = (
            f"{' and '.join(without_rates)} of the joints were not recorded, and come from positions without a filter"
        )
        notes = (*notes, f"{recording.name}: {what}: their noise is not in sigma; leave --filter none out")
    if not doubts.moved:
        raise InputError("no joint moves", file=recording.name)
    if doubts.held.all():
        raise InputError("no joint moves more than the noise of its position", file=recording.name)
    if not filters:
        raise InputError("is too short for its filter; record a longer motion, or filter less", file=recording.name)
    return Survey(_chosen(filters), top_speed, noise, notes, doubts.rows, seconds, delay)


def _chosen(filters: Sequence[tuple[float, LowPass]]) -> LowPass:
    """Return the filter with the highest cut-off of those that stretches ask for, if they are long enough to tell.

    The spectrum of a short stretch is so coarse that a slow motion seems fast: then it is the less wrong the longer.
    """
    enough = min(PIECE, max(lasts for lasts, _ in filters)) / 2
    long = [(lasts, one) for lasts, one in filters if lasts >= enough]
    sure = [one for lasts, one in long if one.cutoff * min(lasts, PIECE) >= RESOLVED]
    if sure:
        return max(sure, key=lambda one: one.cutoff)
    return min((one for _, one in long), key=lambda one: one.cutoff)
