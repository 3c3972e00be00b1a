"""From samples to signals: a zero-phase low-pass filter, velocities and accelerations.

The filter is Butterworth's of fourth order, run forwards and backwards, so that it delays nothing: its gain is
1 / (1 + (tan πf/tan πf_c)⁸), frequencies as parts of the rate of samples. As a product with the spectrum it costs a
fifth of a recursion from sample to sample. Its cut-off is given, or chosen from the spectrum of the positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import STILL, Array, Log, Mask

ORDER = 4
ABOVE_CHANCE = 2.0  # times the largest that noise has by chance, its mean times the log of their number
NEARLY_ALL = 0.999  # of the velocities' power belongs to the motion; what vibrates beyond it is no rigid body's
BEYOND = 4.0  # cut-off over the highest frequency of the motion: accelerations must pass unchanged
PIECE = 16.0  # s whose spectrum is taken
FEWEST = 4096  # samples of it
OF_NOISE = 12.0  # times the noise of a position: less is no motion; chance alone reaches ten in an hour
COUNTS = 3.0  # of an encoder, between which a joint that is held goes to and fro
TOGETHER = 8  # signals that are filtered at a time
EDGE = 1.5  # periods of the cut-off at both ends, where the filter has not settled
MEMORY = 8.0  # periods of the cut-off after which the filter has forgotten all but exp(-19)


@dataclass(frozen=True, slots=True, eq=False)
class LowPass:
    """A zero-phase filter for a rate of samples; an infinite cut-off lets everything pass."""

    cutoff: float
    rate: float

    @property
    def band(self) -> float:
        """Up to which frequency there is anything."""
        return min(self.cutoff, self.rate / 2)

    def __call__(self, x: Array) -> Array:
        """Filter along the first axis."""
        return self.along_rows(np.ascontiguousarray(x.T)).T

    def along_rows(self, x: Array) -> Array:
        """Filter along the last axis; both ends are continued by what is before them, turned about them."""
        return x if self.cutoff == np.inf else next(self._derivatives(x))

    def in_place(self, rows: Array) -> Array:
        """Filter each of many rows (k, N), some at a time, so that no more memory is asked for, and return them."""
        if self.cutoff < np.inf:
            for start in range(0, len(rows), TOGETHER):
                some = rows[start : start + TOGETHER]
                some[:] = self.along_rows(some)
        return rows

    def rates(self, x: Array, count: int) -> list[Array]:
        """Return filtered samples and so many of their derivatives, along the first axis.

        Differences of neighbours would be short of the derivative, of second ones by a part of (2πf/rate)²/3.
        """
        if self.cutoff < np.inf:
            return [one.T for one in islice(self._derivatives(np.ascontiguousarray(x.T)), count + 1)]
        found = [x]
        for _ in range(count):
            found.append(np.gradient(found[-1], 1 / self.rate, axis=0))
        return found

    def _derivatives(self, x: Array) -> Iterator[Array]:
        """Yield what passes the filter, along the last axis, and its derivatives: products with the spectrum."""
        from scipy.fft import irfft, next_fast_len, rfft

        count = x.shape[-1]
        beyond = min(self.memory, count - 1)
        left = 2 * x[..., :1] - x[..., beyond:0:-1]
        right = 2 * x[..., -1:] - x[..., -2 : -2 - beyond : -1]
        size = next_fast_len(count + 2 * beyond + 1, real=True)
        back = np.linspace(0.0, 1.0, size - count - 2 * beyond + 2)[1:-1]  # from the end to the start, as on a circle
        bridge = right[..., -1:] * (1 - back) + left[..., :1] * back if beyond else x[..., -1:] + 0 * back
        spectrum = rfft(np.concatenate([left, x, right, bridge], axis=-1))
        frequencies = np.minimum(np.fft.rfftfreq(size), 0.4999999)
        turn = np.tan(np.pi * frequencies) / np.tan(np.pi * self.cutoff / self.rate)
        spectrum *= 1 / (1 + turn ** (2 * ORDER))
        while True:
            yield np.asarray(irfft(spectrum, size)[..., beyond : beyond + count])
            spectrum = spectrum * (2j * np.pi * self.rate * frequencies)

    @property
    def edge(self) -> int:
        """How many samples at either end are not to be trusted."""
        return 0 if self.cutoff == np.inf else max(3 * (2 * ORDER + 1), int(EDGE * self.rate / self.cutoff))

    @property
    def memory(self) -> int:
        """How many samples away another sample does not matter any more."""
        return 1 if self.cutoff == np.inf else int(MEMORY * self.rate / self.cutoff) + 1

    @property
    def step(self) -> int:
        """Every which sample is enough: twice the cut-off, so that what is left of noise is nearly independent."""
        return max(1, int(self.rate / (2 * self.band)))


def chosen_cutoff(q: Array, rate: float) -> float:
    """Choose a cut-off from the spectrum: well above the frequencies that nearly all of the velocities' power is in.

    Noise of positions, whose floor the upper half of the spectrum shows, is taken off before. Spectra are those of
    `PIECE` seconds, averaged: over more periods, what an encoder rounds off a repeated motion would stand out as lines.
    """
    size = min(len(q), max(int(PIECE * rate), FEWEST))
    frequencies, power = mean_spectrum(q, rate, size)
    floor = power[len(power) // 2 :].mean(axis=0)
    stands_out = power > ABOVE_CHANCE * np.log(len(power)) * floor
    velocities = np.where(stands_out, power - floor, 0.0) * frequencies[:, None] ** 2
    moving = ~held_still(q)
    velocities = velocities[:, moving] if moving.any() else velocities  # of a joint that is held all is rounding
    part = np.cumsum(velocities, axis=0) / np.maximum(velocities.sum(axis=0), np.finfo(float).tiny)
    highest = max(float(frequencies[np.argmax(column >= NEARLY_ALL)]) for column in part.T)
    return float(np.clip(BEYOND * highest, 4 * rate / len(q), 0.4 * rate))


def mean_spectrum(x: Array, rate: float, size: int) -> tuple[Array, Array]:
    """Return frequencies, and the power per Hz of samples (N, n), by Welch: overlapping pieces, lines taken off.

    `scipy.signal.welch` does the same, with a general least squares for every line, at five times the cost.
    """
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)
    line = np.arange(size) - (size - 1) / 2
    starts = range(0, len(x) - size + 1, size - size // 2)
    power = np.zeros((x.shape[1], size // 2 + 1))
    for start in starts:
        part = np.ascontiguousarray(x[start : start + size].T)
        part -= part.mean(axis=1, keepdims=True)
        part -= np.outer(part @ line / (line @ line), line)
        power += np.abs(np.fft.rfft(part * hann)) ** 2
    power *= 2 / (len(starts) * rate * float(hann @ hann))
    power[:, 0] /= 2
    if size % 2 == 0:
        power[:, -1] /= 2
    return np.arange(size // 2 + 1, dtype=np.float64) * float(rate / size), power.T


def sample_noise(x: Array) -> Array:
    """Standard deviation of white noise in samples (N, n): fourth differences hold it √70 times, and no motion."""
    return np.array([_noise_of(column) for column in np.ascontiguousarray(x.T)])


def _noise_of(x: Array) -> float:
    return float(np.sqrt(np.mean(np.diff(x, 4) ** 2) / 70)) if len(x) > 4 else 0.0


def held_still(q: Array) -> Mask:
    """Which joints move no more than their noise, or to and fro between a few counts of their encoder."""
    return np.array([_is_held(column) for column in np.ascontiguousarray(q.T)])  # columns apart: three times as fast


def _is_held(q: Array) -> bool:
    way = float(np.ptp(q))
    if way <= STILL:
        return True
    steps = np.abs(np.diff(q))
    count = float(steps[steps > 0].min(initial=np.inf))
    return way <= max(OF_NOISE * _noise_of(q), COUNTS * count if count < np.inf else 0.0)


def low_pass(log: Log, cutoff: float | None) -> LowPass:
    """Return the filter for a log with even time steps; ``cutoff`` in Hz, infinite for none, or None to choose it."""
    rate = log.rate
    if cutoff == np.inf:
        return LowPass(cutoff, rate)
    if cutoff is not None and not 0 < cutoff < rate / 2:
        what = f"must be above 0 and below half the rate of the samples, {rate / 2:.6g} Hz, not {cutoff:g}"
        raise InputError(what, field="filter", file=log.name)
    return LowPass(chosen_cutoff(log.q, rate) if cutoff is None else cutoff, rate)


def filtered(log: Log, keep_low: LowPass, cut: tuple[int, int] | None = None) -> Log:
    """Return a log with even time steps, filtered, with velocities and accelerations, and without its edges.

    ``cut`` is how many rows to leave out at either end, where it is not the filter's edge.
    """
    still = held_still(log.q)
    q, *rates = keep_low.rates(log.q, 0 if log.qd is not None else 1 if log.qdd is not None else 2)
    if log.qd is not None:
        rates = keep_low.rates(log.qd, 0 if log.qdd is not None else 1)
    if log.qdd is not None:
        rates[1:] = [keep_low(log.qdd)]
    q = np.where(still, np.median(log.q, axis=0), q)  # rates of a joint at rest would be rounding
    qd, qdd = (np.where(still, 0.0, rate) for rate in rates)
    before, after = (keep_low.edge, keep_low.edge) if cut is None else cut
    return replace(log, q=q, qd=qd, qdd=qdd).rows(slice(before, len(q) - after))


def speed_noise(log: Log, keep_low: LowPass) -> Array:
    """Standard deviation of the joints' speeds behind the filter, for noise of samples that is white.

    Of a density S up to f, positions that are differentiated keep S (2π)² f³/3, speeds that were recorded S f.
    """
    density = sample_noise(log.q if log.qd is None else log.qd) ** 2 * 2 / keep_low.rate
    kept = keep_low.band if log.qd is not None else (2 * np.pi) ** 2 * keep_low.band**3 / 3
    return np.asarray(np.sqrt(density * kept))
