"""What looks wrong about whole channels of a log, from pieces of it: refused where no fit could follow, else told."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import STILL, Array, Log
from symdyn.identification.logs.signals import held_still
from symdyn.identification.logs.stretches import GAP
from symdyn.identification.logs.units import Units
from symdyn.model.robot import Robot

LEAST_ROWS = 10
LARGEST = 1e30
SMALLEST_JUMP = 0.05  # rad or m
JUMP = 20.0  # times the step that 99 of 100 rows stay below: what no motion does, and an encoder that wraps does
OFTEN = 0.02  # of the rows at the largest torque: clipped
TORQUE_SPIKE = 10.0  # times the torque that 99 of 100 rows stay below
SLOWEST = 0.25  # s from row to row: no robot's motion is seen in so few
UNITS = (("ns", 1e5), ("us", 1e2), ("ms", 0.0))
STUCK = 0.1  # of the rows in one go in which a position stays as it was while others move: a sensor that hangs


class Doubts:
    """Extremes and steps of every channel, kept up while pieces of a log pass by."""

    def __init__(self, robot: Robot) -> None:
        """Start with nothing seen."""
        n = robot.n
        self.joints = robot.joint_names
        self.geared = robot.closing is not None and robot.closing.transmission is not None
        self.rows = 0
        self.largest = 0.0
        self.low, self.high = np.full(n, np.inf), np.full(n, -np.inf)
        self.tau_low, self.tau_high = np.full(n, np.inf), np.full(n, -np.inf)
        self.limit, self.at_limit = np.zeros(n), np.zeros(n)  # the largest torque, and rows in which it is reached
        self.longest_pause = np.zeros(n)  # rows that a position stood exactly still in one go, while others moved
        self.usual_step = np.zeros(n)
        self.largest_step, self.step_time = np.zeros(n), np.zeros(n)
        self.has_tau = False
        self.fastest: dict[str, Array] = {}  # the largest rate of every joint, of each kind that was recorded
        self.usual_torque = np.zeros(n)
        self.held = np.ones(n, dtype=bool)
        self.step = 0.0
        self.units = Units(robot)

    def look(self, log: Log) -> None:
        """Take notice of a piece."""
        if not len(log.time):
            return
        self.rows += len(log.time)
        self.units.look(log)
        parts = [part for part in (log.q, log.qd, log.qdd, log.tau) if part is not None]
        self.largest = max(self.largest, *(float(np.abs(part).max()) for part in parts))
        self.low, self.high = np.minimum(self.low, log.q.min(axis=0)), np.maximum(self.high, log.q.max(axis=0))
        if len(log.q) > 1:
            self._steps(log)
            self.held &= held_still(log.q)
            self.step = max(self.step, float(np.median(np.diff(log.time))))
        for what, rates in (("velocities", log.qd), ("accelerations", log.qdd)):
            if rates is not None:
                self.fastest[what] = np.maximum(self.fastest.get(what, 0.0), np.abs(rates).max(axis=0))
        if log.tau is not None:
            self.has_tau = True
            self._limits(log.tau)

    def _steps(self, log: Log) -> None:
        waits = np.diff(log.time)
        usual = float(np.median(waits))
        pauses = waits > GAP * max(0.0, usual)  # meanwhile a joint may have gone anywhere
        missing = np.maximum(1.0, waits / usual) if usual > 0 else np.ones(len(waits))  # poses have any times, or none
        moving = np.zeros(len(waits), dtype=bool)
        rests = []
        for j, q in enumerate(np.ascontiguousarray(log.q.T)):  # columns apart: three times as fast
            steps = np.abs(np.diff(q))
            steps[pauses] = 0.0
            steps /= missing
            self.usual_step[j] = max(self.usual_step[j], float(np.quantile(steps, 0.99)))
            at = int(np.argmax(steps))
            if steps[at] > self.largest_step[j]:
                self.largest_step[j], self.step_time[j] = steps[at], log.time[at]
            rests.append(steps == 0)
            moving |= ~rests[-1]
        self.longest_pause = np.maximum(self.longest_pause, [_longest_run(rest & moving) for rest in rests])

    def _limits(self, tau: Array) -> None:
        for j, column in enumerate(np.ascontiguousarray(tau.T)):
            size = np.abs(column)
            largest = float(size.max())
            if largest > self.limit[j]:
                self.limit[j], self.at_limit[j] = largest, 0.0
            self.at_limit[j] += np.count_nonzero(size == self.limit[j])
            self.usual_torque[j] = max(self.usual_torque[j], float(np.quantile(size, 0.99)))
            self.tau_low[j] = min(self.tau_low[j], float(column.min()))
            self.tau_high[j] = max(self.tau_high[j], float(column.max()))

    @property
    def moved(self) -> bool:
        """Whether any joint was ever elsewhere."""
        return bool((self.high - self.low > STILL).any())

    def refuse_size(self, file: str, left_out: Sequence[str], least_rows: int) -> None:
        """Refuse too few rows, and numbers that no robot has."""
        if self.rows < least_rows:
            told = f"; {'; '.join(left_out)}" if left_out else ""
            raise InputError(f"{self.rows} rows can be used; a motion needs more{told}", file=file)
        if self.largest > LARGEST:
            what = f"holds a number of size {self.largest:.2g}; no position or torque is that large"
            raise InputError(what, file=file)

    def refuse(self, file: str, left_out: Sequence[str] = ()) -> None:
        """Refuse what is no motion of a robot, and channels that were never recorded."""
        self.refuse_size(file, left_out, LEAST_ROWS)
        self.units.refuse(file)
        if self.has_tau and not (self.tau_high > self.tau_low).any():
            raise InputError("the torques never change; were they recorded?", file=file)
        for what, fastest in self.fastest.items():  # drivers fill in zeros for what they do not measure
            zero = np.flatnonzero(~self.held & (fastest == 0))
            if len(zero) and self.moved:
                all_of_them = len(zero) == np.count_nonzero(~self.held)
                whose = "" if all_of_them else f" of {', '.join(self.joints[j] for j in zero[:3])}"
                told = f"all {what}{whose} are zero while {'joints move' if len(zero) > 1 else 'it moves'}"
                advice = "were they recorded? Name q and tau alone in a file of columns (--columns)"
                raise InputError(f"{told}; {advice}", file=file)

    def of_units(self, name: str) -> list[str]:
        """Say where positions look like degrees."""
        farthest = np.maximum(np.abs(self.low), np.abs(self.high))
        return [
            f"{name}: {joint} goes to {far:.3g}: are its angles in degrees?"
            for joint, far in zip(self.joints, farthest, strict=True)
            if far > 8 * np.pi and not self.geared  # motors turn as often as they like
        ]

    def notes(self, name: str) -> tuple[str, ...]:
        """Say in one line each what is doubtful."""
        doubts = []
        if self.step > SLOWEST:
            unit = next(unit for unit, least in UNITS if self.step >= least)
            doubts.append(f"{name}: rows are {self.step:.3g} s apart: is its time in {unit}? (--columns FILE says so)")
        doubts += [*self.of_units(name), *self.units.notes(name)]
        for i, joint in enumerate(self.joints):
            if self.largest_step[i] > max(JUMP * self.usual_step[i], SMALLEST_JUMP):
                jump = f"jumps by {self.largest_step[i]:.3g} at {self.step_time[i]:.6g} s"
                doubts.append(f"{name}: {joint} {jump}: does its encoder wrap?")
            if self.high[i] - self.low[i] <= STILL:
                doubts.append(f"{name}: {joint} never moves")
            elif self.held[i]:
                doubts.append(f"{name}: {joint} moves no more than the noise of its position, and counts as held")
            elif self.longest_pause[i] > max(STUCK * self.rows, LEAST_ROWS):
                stuck = f"stays exactly as it is for {self.longest_pause[i]:.0f} rows while others move"
                doubts.append(f"{name}: {joint} {stuck}: does its sensor hang?")
            if self.has_tau and self.tau_high[i] == self.tau_low[i]:
                doubts.append(f"{name}: the torque of {joint} never changes: was it recorded?")
            elif self.has_tau and self.at_limit[i] > OFTEN * self.rows:
                part = f"{self.at_limit[i] / self.rows:.0%}"
                doubts.append(f"{name}: the torque of {joint} is at its limit in {part} of the rows")
            elif self.has_tau and self.limit[i] > TORQUE_SPIKE * self.usual_torque[i]:
                spike = f"reaches {self.limit[i]:.3g}, and {self.usual_torque[i]:.3g} in 99 of 100 rows"
                doubts.append(f"{name}: the torque of {joint} {spike}: are these spikes?")
        return tuple(doubts)


def _longest_run(mask: Array) -> int:
    """How many True stand next to each other at most."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], mask.astype(int), [0]])))
    return int((ends[1::2] - ends[::2]).max(initial=0))
