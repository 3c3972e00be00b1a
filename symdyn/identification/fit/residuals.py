"""What a fit leaves over in a log: its spectrum, how it goes with speed, its worst moments, and some of it over time.

A log is read once more for it, in windows; the torques that the fit predicts are filtered, not the columns, which is
the same and far less work.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from symdyn.identification.fit.gather import side_by_side
from symdyn.identification.fit.one_thread import one_thread
from symdyn.identification.fit.rows import Recipe, blocks, rows_that_count
from symdyn.identification.fit.windows import Window, windows
from symdyn.identification.logs.log import Array, Log, Mask
from symdyn.identification.logs.signals import filtered
from symdyn.identification.logs.survey import Recording, Survey

BINS = 40  # of speed, from the fastest backwards to the fastest forwards
PERIODS = 16  # of the cut-off in a piece whose spectrum is taken
SHOWN = 2000  # moments of a log that are kept to be drawn
WORST = 5  # moments of a joint
FEWEST_PERIODS = 2  # in less, what is below half of the cut-off is not told from what is above
IN_BAND = 0.5  # of the cut-off: below, columns have their power, and noise counts


@dataclass(frozen=True, slots=True)
class Moment:
    """When a joint was explained worst: time in s, what is left over, and the torque, in N m."""

    joint: int
    time: float
    residual: float
    torque: float


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """What is left over in one log, all joints beside each other.

    `power` (F, n) is in (N m)²/Hz at `frequencies`; `long_run` (n,) is what each row's variance would be if rows were
    independent and had the power that is seen below half of the cut-off; `by_speed` (n, BINS, 3) has counts, means and
    root mean squares; `time`, `torque` and `residual` are some of the samples.
    """

    name: str
    frequencies: Array
    power: Array
    long_run: Array
    bias: Array  # (n,) root mean square of what filtering the motion once more changes of the torques
    band: Array  # (n,) pieces of independent information in that band
    speeds: Array  # (n, BINS)
    by_speed: Array
    worst: tuple[Moment, ...]
    time: Array
    torque: Array
    residual: Array


def residuals_of(recording: Recording, recipe: Recipe, seen: Survey, x: Array) -> Residuals:
    """Read a log once more, and study what parameters leave over."""
    study = _Study(recording.name, recipe, seen)
    with one_thread():
        for parts in side_by_side(lambda window: _left_over(window, recipe, seen, x), windows(recording, seen)):
            study.take(parts)
    return study.done()


@dataclass(frozen=True, slots=True, eq=False)
class _LeftOver:
    """Filtered residuals and torques (N, n) of a window's own rows, and which of these the fit took.

    `bent` is how far the filter bends the torques of some of them.
    """

    motion: Log
    index: int
    residual: Array
    torque: Array
    taken: Mask
    bent: tuple[Array, Mask] | None


def _left_over(window: Window, recipe: Recipe, seen: Survey, x: Array) -> _LeftOver:
    motion, n = window.motion, len(recipe.model.pattern)
    assert motion.tau is not None
    own = slice(window.begin, window.end)
    left = motion.tau.copy()
    for part, Y in blocks(window, recipe.model):
        left[part] -= Y @ x
    both = window.keep_low(np.concatenate([left, motion.tau], axis=1))[own]
    taken = rows_that_count(window, recipe, seen)[own]
    bent = _bent(window, recipe, x, taken) if window.index == 0 else None
    return _LeftOver(motion.rows(own), window.index, both[:, :n], both[:, n:], taken, bent)


def _bent(window: Window, recipe: Recipe, x: Array, taken: Mask) -> tuple[Array, Mask]:
    """Return what filtering the motion once more changes of the filtered torques, where ends do not matter.

    That is what filtering it at all changed of them: a filter that lets a motion pass nearly unchanged takes as much
    of it each time. What ends add shows in the residuals.
    """
    change = np.zeros_like(window.motion.q)
    again = replace(window, motion=filtered(window.motion, window.keep_low, (0, 0)))
    for sign, one in ((-1.0, window), (1.0, again)):
        for part, Y in blocks(one, recipe.model):
            change[part] += sign * (Y @ x)
    bent, edge = window.keep_low(change)[window.begin : window.end], window.keep_low.edge
    inner = slice(edge, -edge) if len(bent) > 4 * edge > 0 else slice(None)
    return bent[inner], taken[inner]


class _Study:
    """Sums over windows."""

    def __init__(self, name: str, recipe: Recipe, seen: Survey) -> None:
        n = recipe.model.robot.n
        self.name, self.recipe, self.seen = name, recipe, seen
        keep_low = seen.keep_low
        self.piece = min(1 << int(np.log2(PERIODS * keep_low.rate / keep_low.band) + 1), max(16, seen.rows // 2))
        self.power: Array = np.zeros((self.piece // 2 + 1, n))
        self.weight: Array = np.zeros(n)  # of all spectra
        self.samples, self.variance, self.bent, self.bent_samples = (np.zeros(n) for _ in range(4))
        self.counts, self.sums, self.squares = (np.zeros((n, BINS)) for _ in range(3))
        self.worst: list[list[Moment]] = [[] for _ in range(n)]
        self.every = max(1, seen.rows // SHOWN)
        self.shown: list[tuple[Array, Array, Array]] = []

    def take(self, part: _LeftOver) -> None:
        motion, e, tau = part.motion, part.residual, part.torque
        assert motion.qd is not None
        if part.bent is not None:
            bent, taken = part.bent
            self.bent += (taken * bent**2).sum(axis=0)
            self.bent_samples += taken.sum(axis=0)
        taken_e = part.taken * e
        self._spectrum(taken_e, part.taken)
        self.variance += (taken_e**2).sum(axis=0)
        self.samples += part.taken.sum(axis=0)
        top = np.maximum(self.seen.top_speed, np.finfo(float).tiny)
        place = np.clip(((motion.qd / top + 1) * BINS / 2).astype(int), 0, BINS - 1)
        for j in range(e.shape[1]):
            self.counts[j] += np.bincount(place[:, j], minlength=BINS)
            self.sums[j] += np.bincount(place[:, j], e[:, j], minlength=BINS)
            self.squares[j] += np.bincount(place[:, j], e[:, j] ** 2, minlength=BINS)
            self._remember(j, motion.time, e[:, j], tau[:, j])
        chosen = slice((-part.index) % self.every, None, self.every)
        self.shown.append((motion.time[chosen].copy(), tau[chosen].copy(), e[chosen].copy()))  # not views of all rows

    def _spectrum(self, e: Array, taken: Mask) -> None:
        """Add up spectra of pieces, zero where the fit took no row; a stretch shorter than a piece is one, as it is."""
        keep_low = self.seen.keep_low
        size = min(self.piece, len(e))
        if size < FEWEST_PERIODS * keep_low.rate / keep_low.band:
            return
        hann = np.hanning(size + 1)[:-1]
        for start in range(0, len(e) - size + 1, max(1, size // 2)):
            some = slice(start, start + size)
            spectrum = np.fft.rfft(hann[:, None] * e[some], self.piece, axis=0)
            self.power += 2 / keep_low.rate * np.abs(spectrum) ** 2
            self.weight += hann**2 @ taken[some]

    def _remember(self, j: int, time: Array, e: Array, tau: Array) -> None:
        """Keep the worst moments, none of them close to a worse one."""
        apart = PERIODS / self.seen.keep_low.band
        size = np.abs(e)
        found = self.worst[j]
        for _ in range(WORST):
            at = int(np.argmax(size))
            if size[at] <= 0:
                break
            found.append(Moment(j, float(time[at]), float(e[at]), float(tau[at])))
            size = np.where(np.abs(time - time[at]) < apart, 0.0, size)
        chosen: list[Moment] = []
        for one in sorted(found, key=lambda moment: -abs(moment.residual)):
            if all(abs(one.time - other.time) >= apart for other in chosen):
                chosen.append(one)
        self.worst[j] = chosen[:WORST]

    def done(self) -> Residuals:
        keep_low = self.seen.keep_low
        frequencies: Array = np.fft.rfftfreq(self.piece, 1 / keep_low.rate).astype(np.float64)
        samples = np.maximum(1, self.samples)
        flat = self.variance / (samples * keep_low.band)  # the density of noise that is as strong everywhere
        power = np.where(self.weight > 0, self.power / np.maximum(self.weight, np.finfo(float).tiny), flat)
        below = (frequencies > 0) & (frequencies <= max(IN_BAND * keep_low.band, frequencies[1]))
        rows_a_second = keep_low.rate / self.recipe.step(keep_low)
        counts = np.maximum(self.counts, 1)
        middles = (np.arange(BINS) + 0.5) * 2 / BINS - 1
        by_speed = np.stack([self.counts, self.sums / counts, np.sqrt(self.squares / counts)], axis=2)
        shown = [np.concatenate(parts) for parts in zip(*self.shown, strict=True)]
        keep = frequencies <= 2 * keep_low.band
        return Residuals(
            name=self.name,
            frequencies=frequencies[keep],
            power=power[keep],
            long_run=power[below].mean(axis=0) * rows_a_second / 2,
            bias=np.sqrt(self.bent / np.maximum(1, self.bent_samples)),
            band=2 * self.samples / keep_low.rate * IN_BAND * keep_low.band,
            speeds=self.seen.top_speed[:, None] * middles,
            by_speed=by_speed,
            worst=tuple(moment for of in self.worst for moment in of),
            time=shown[0],
            torque=shown[1],
            residual=shown[2],
        )
