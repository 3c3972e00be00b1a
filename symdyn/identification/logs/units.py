"""Units that cannot be right: what a log says twice and differently, or what no robot of this file could do.

Only what leaves no doubt is refused, since a fit of it would be wrong in every number.
"""

from __future__ import annotations

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import STILL, Array, Log, Mask
from symdyn.identification.logs.signals import sample_noise
from symdyn.identification.logs.stretches import GAP
from symdyn.model.robot import Robot

WAY = 32  # rows over which ways are compared with velocities: counts of an encoder hardly matter
ALIKE = 0.98  # correlation of the two, above which they say the same but for a factor
RIGHT = (0.8, 1.25)  # factors that a filter or a bad clock may make
BEYOND = 2.0  # times all the room that limits leave
TOO_STRONG = 20.0  # times the limit of torque, in 1 of 100 rows or more
SLOW_ROWS, CREEP = (
    0.25,
    0.02,
)  # s from row to row, and rad/s or m/s: nothing to be seen of a motion, at this time's unit
DEGREES = 180 / np.pi
FACTORS = (
    (DEGREES, "velocities look like degrees a second"),
    (1 / DEGREES, "positions look like degrees"),
    (1e3, "time looks like ms, or positions like m beside mm/s"),
    (1e-3, "positions look like mm beside m/s"),
    (1e6, "time looks like us"),
    (1e9, "time looks like ns"),
    (-1.0, "one of the two has the other sign"),
    (60 / (2 * np.pi), "velocities look like turns a minute"),
    (1 / (2 * np.pi), "velocities look like turns a second"),
)
NEAR = 0.02  # of a factor
CLEAR = 100.0  # times the squares of noise: ways that are no noise
ASTRAY = 0.05  # of the squares of ways


class Units:
    """Ways and velocities compared, and extremes, kept up while pieces of a log pass by."""

    def __init__(self, robot: Robot) -> None:
        """Start with nothing seen."""
        joints = robot.moving_joints
        self.joints = robot.joint_names
        self.lower, self.upper, self.effort = (
            np.array([np.nan if (x := getattr(one.limits, word)) is None else float(x) for one in joints])
            for word in ("lower", "upper", "effort")
        )
        n = robot.n
        self.geared = robot.closing is not None and robot.closing.transmission is not None
        self.ways, self.rates, self.both = np.zeros(n), np.zeros(n), np.zeros(n)  # sums of squares and of products
        self.noise = np.zeros(n)  # of the ways, whose squares it adds to
        self.low, self.high = np.full(n, np.inf), np.full(n, -np.inf)
        self.strong = np.zeros(n)
        self.seen_rates = False
        self.fastest, self.step = 0.0, 0.0

    def look(self, log: Log) -> None:
        """Take notice of a piece."""
        if len(log.time) <= WAY:
            return
        self.low, self.high = np.minimum(self.low, log.q.min(axis=0)), np.maximum(self.high, log.q.max(axis=0))
        if log.tau is not None:
            self.strong = np.maximum(self.strong, np.quantile(np.abs(log.tau), 0.99, axis=0))
        steps = np.diff(log.time)
        self.step = max(self.step, float(np.median(steps)))
        seconds = log.time[WAY:] - log.time[:-WAY]
        whole = seconds < (WAY + GAP) * np.median(steps)  # no pause in it
        way = (log.q[WAY:] - log.q[:-WAY])[whole]
        if not len(way):
            return
        self.fastest = max(self.fastest, float((np.abs(way) / seconds[whole, None]).max()))
        if log.qd is not None:
            self._compare(way, log.qd, steps, whole, sample_noise(log.q))

    def _compare(self, way: Array, qd: Array, steps: Array, whole: Mask, noise: Array) -> None:
        self.seen_rates = True
        gone = np.concatenate([np.zeros_like(qd[:1]), np.cumsum((qd[1:] + qd[:-1]) / 2 * steps[:, None], axis=0)])
        told = (gone[WAY:] - gone[:-WAY])[whole]
        self.noise += 2 * len(way) * noise**2
        self.ways += (way**2).sum(axis=0)
        self.rates += (told**2).sum(axis=0)
        self.both += (way * told).sum(axis=0)

    def refuse(self, file: str) -> None:
        """Refuse what leaves no doubt."""
        self._refuse_velocities(file)
        if self.step > SLOW_ROWS and 0 < self.fastest < CREEP:
            what = f"rows are {self.step:.3g} s apart, and no joint is faster than {self.fastest:.2g} a second"
            raise InputError(
                f"{what}: time is in another unit (`time: {{column: .., unit: ms}}`, --columns)", file=file
            )
        for j, joint in enumerate(self.joints):
            room = max(self.upper[j] - self.lower[j], abs(self.upper[j]), abs(self.lower[j]))
            far = max(self.high[j] - self.upper[j], self.lower[j] - self.low[j])
            if self.upper[j] > self.lower[j] and far > BEYOND * room and not self.geared:
                been, may = (
                    (f"{a:.4g} to {b:.4g}") for a, b in ((self.low[j], self.high[j]), (self.lower[j], self.upper[j]))
                )
                what = f"{joint} goes from {been}, and its limits are {may}: are these degrees, or a motor's?"
                raise InputError(f"{what} (--columns FILE says so)", file=file)
            if self.effort[j] > 0 and self.strong[j] > TOO_STRONG * self.effort[j]:
                what = f"the torque of {joint} reaches {self.strong[j]:.3g}, its limit is {self.effort[j]:.3g}"
                raise InputError(f"{what}: is it in mNm, or counts? (`tau: {{unit: mNm}}`, --columns)", file=file)

    def notes(self, name: str) -> list[str]:
        """Say which velocities are not those of what positions do: noise apart, a fifth of their ways or more."""
        apart = self.ways + self.rates - 2 * self.both
        wrong = np.flatnonzero((self.ways > CLEAR * self.noise) & (self.ways > STILL) & (apart > ASTRAY * self.ways))
        if self.seen_rates and len(wrong):
            few = ", ".join(self.joints[j] for j in wrong[:3])
            told = f"velocities of {few} are not those of what positions do: were they recorded all the time?"
            return [f"{name}: {told} Name q and tau alone in a file of columns (--columns)"]
        return []

    def _refuse_velocities(self, file: str) -> None:
        size = np.sqrt(self.ways * self.rates)
        moved = (self.ways > STILL) & (size > 0)
        for j in np.flatnonzero(moved):
            factor = float(self.both[j] / self.ways[j])
            if abs(self.both[j]) < ALIKE * size[j] or RIGHT[0] <= factor <= RIGHT[1]:
                continue
            close = (told for known, told in FACTORS if abs(factor / known - 1) < NEAR)
            hint = next(close, "are both those of the joint, in its units?")
            what = f"velocities of {self.joints[j]} are {factor:.4g} times what its positions and times say"
            raise InputError(f"{what}: {hint} (--columns FILE says what is what)", file=file)
