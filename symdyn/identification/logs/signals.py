"""From samples to signals: even time steps, a zero-phase low-pass filter, velocities and accelerations.

The filter is Butterworth's of fourth order, run forwards and backwards, so that it delays nothing. Its cut-off is
given, or chosen from the spectrum of the positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import STILL, Array, Log

ORDER = 4
GAP = 5.0  # median time steps: where a log pauses for longer, it is cut in two
JITTER = 1e-3  # of a time step, and steps are taken as even
ABOVE_FLOOR = 10.0  # times the noise's power: less may be chance
NEARLY_ALL = 0.999  # of the velocities' power belongs to the motion; what vibrates beyond it is no rigid body's
BEYOND = 4.0  # cut-off over the highest frequency of the motion: accelerations must pass unchanged
EDGE = 1.5  # periods of the cut-off at both ends, where the filter has not settled


@dataclass(frozen=True, slots=True, eq=False)
class LowPass:
    """A zero-phase filter for a rate of samples."""

    cutoff: float
    rate: float

    def __call__(self, x: Array) -> Array:
        """Filter along the first axis."""
        from scipy.signal import butter, sosfiltfilt

        sections = butter(ORDER, self.cutoff / (self.rate / 2), output="sos")
        return np.asarray(sosfiltfilt(sections, x, axis=0, padlen=min(self.edge, len(x) - 1)))

    @property
    def edge(self) -> int:
        """How many samples at either end are not to be trusted."""
        return max(3 * (2 * ORDER + 1), int(EDGE * self.rate / self.cutoff))

    @property
    def step(self) -> int:
        """Every which sample is enough: twice the cut-off, so that what is left of noise is nearly independent."""
        return max(1, int(self.rate / (2 * self.cutoff)))


def stretches(log: Log) -> Iterator[Log]:
    """Cut a log where it pauses, and bring every piece to even time steps."""
    steps = np.diff(log.time)
    breaks = np.flatnonzero(steps > GAP * np.median(steps)) + 1
    for rows in np.split(np.arange(len(log.time)), breaks):
        if len(rows) > 2 * ORDER:
            yield _even(log.rows(rows))


def _even(log: Log) -> Log:
    steps = np.diff(log.time)
    step = float(np.median(steps))
    if np.abs(steps - step).max() <= JITTER * step:
        return log
    from scipy.interpolate import CubicSpline

    time = np.arange(log.time[0], log.time[-1], step)
    return log.mapped(lambda part: CubicSpline(log.time, part)(time))


def chosen_cutoff(q: Array, rate: float) -> float:
    """Choose a cut-off from the spectrum: well above the frequencies that nearly all of the velocities' power is in.

    Noise of positions, whose floor the upper half of the spectrum shows, is taken off before.
    """
    from scipy.signal import periodogram

    frequencies, power = periodogram(q, rate, window="hann", detrend="linear", axis=0)
    floor = np.median(power[len(power) // 2 :], axis=0)
    velocities = np.where(power > ABOVE_FLOOR * floor, power - floor, 0.0) * frequencies[:, None] ** 2
    part = np.cumsum(velocities, axis=0) / np.maximum(velocities.sum(axis=0), np.finfo(float).tiny)
    highest = max(float(frequencies[np.argmax(column >= NEARLY_ALL)]) for column in part.T)
    return float(np.clip(BEYOND * highest, 4 * rate / len(q), 0.4 * rate))


def low_pass(log: Log, cutoff: float | None) -> LowPass:
    """Return the filter for a log with even time steps; ``cutoff`` in Hz, or None to choose it."""
    rate = log.rate
    if cutoff is not None and not 0 < cutoff < rate / 2:
        what = f"must be above 0 and below half the rate of the samples, {rate / 2:.6g} Hz, not {cutoff:g}"
        raise InputError(what, field="filter", file=log.name)
    return LowPass(chosen_cutoff(log.q, rate) if cutoff is None else cutoff, rate)


def filtered(log: Log, keep_low: LowPass) -> Log:
    """Return a log with even time steps, filtered, with velocities and accelerations, and without its edges."""
    step = 1 / keep_low.rate
    still = np.ptp(log.q, axis=0) <= STILL
    q = np.where(still, log.q[0], keep_low(log.q))  # rates of a joint at rest would be rounding
    qd = np.gradient(q, step, axis=0) if log.qd is None else keep_low(log.qd)
    qdd = np.gradient(qd, step, axis=0) if log.qdd is None else keep_low(log.qdd)
    qd, qdd = np.where(still, 0.0, qd), np.where(still, 0.0, qdd)
    edge = keep_low.edge
    return replace(log, q=q, qd=qd, qdd=qdd).rows(slice(edge, -edge))
