"""A motion's worth and how far it is beyond limits, with derivatives by its coefficients.

The regressor's derivatives by positions and velocities are differences; by accelerations, which it is linear in, they
are exact. Torques are the regressor times the file's parameters, so that their derivatives come with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symdyn.identification.excite.families import Basis, Family
from symdyn.identification.excite.limits import Limits
from symdyn.identification.excite.worth import Measure
from symdyn.identification.logs.log import Array

STEP = 1e-6  # rad or m, of differences: their error is as small, and a search needs no more
DENSE = 8  # times the samples of the search: on these a motion is judged
NEARLY = 1e-9
FAR = 1e3  # m: a wall that is not there


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """What is looked for: the best of a family of motions within limits, for a robot's columns."""

    family: Family
    limits: Limits
    measure: Measure
    judge: Callable[[Array], float]
    regressor: Callable[[Array, Array, Array], Array]  # q, qd, qdd -> (S, n, k)
    pi: Array | None  # the file's parameters; None where it has not all of them: torques are not limited then
    places: Callable[[Array], Array] | None  # q -> (S, n, 4, 4); None where nothing limits places
    basis: Basis
    dense: Basis

    @property
    def n(self) -> int:
        """How many joints move."""
        return len(self.limits.lower)

    def worth(self, C: Array, penalty: float) -> tuple[float, Array]:
        """The measure of a motion, plus what it costs to go beyond limits, and the derivative by its coefficients."""
        state = self._state(C, self.basis)
        Y = self.regressor(*state)
        count, n, k = Y.shape
        value, by_W = self.measure(Y.reshape(-1, k))
        by_Y = by_W.reshape(count, n, k)
        cost, slopes = self._beyond(state)
        by_tau = np.zeros((count, n))
        if self.pi is not None:
            over = (Y @ self.pi) / self.limits.effort
            cost += _squares(over)
            by_tau = _slope(over) / self.limits.effort
        value += penalty * cost / count
        by_Y = by_Y + (penalty / count) * by_tau[:, :, None] * self.pi if self.pi is not None else by_Y
        by_C = np.zeros_like(C)
        for order, (B, slope) in enumerate(zip(self.basis, slopes, strict=True)):
            by_state = penalty / count * slope
            for j in range(n):
                by_state[:, j] += self._difference(state, order, j, Y, by_Y)
            by_C += B.T @ by_state
        return value, by_C

    def fitted(self, C: Array, basis: Basis | None = None, *, grow: bool = False) -> Array:
        """Return the motion made smaller about its middle, joint by joint, until it is within limits.

        With ``grow``, it is made larger, too, until it touches one.
        """
        basis = self.dense if basis is None else basis
        middle = np.clip(self.family.middle(C), self.limits.lower, self.limits.upper)
        still = self.family.still(middle)
        away = C - self.family.still(self.family.middle(C))
        q, qd, qdd = (B @ away for B in basis)
        tiny = np.finfo(float).tiny
        room = np.minimum.reduce(
            [
                (self.limits.upper - middle) / np.maximum(q.max(axis=0), tiny),
                (middle - self.limits.lower) / np.maximum(-q.min(axis=0), tiny),
                self.limits.velocity / np.maximum(np.abs(qd).max(axis=0), tiny),
                self.limits.acceleration / np.maximum(np.abs(qdd).max(axis=0), tiny),
            ]
        )
        away = away * (room if grow else np.minimum(room, 1.0))
        part = self._part_within(still, away, basis)
        return np.asarray(still + part * away)

    def _part_within(self, still: Array, away: Array, basis: Basis) -> float:
        """The largest part of a motion that keeps torques and places within limits."""
        if self.pi is None and not self.limits.boxes:
            return 1.0
        if self.excess(still + away, basis) <= NEARLY:
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(12):
            part = (low + high) / 2
            low, high = (part, high) if self.excess(still + part * away, basis) <= NEARLY else (low, part)
        return low

    def excess(self, C: Array, basis: Basis | None = None) -> float:
        """By how much the limits are exceeded at most, as a part of them; not above 0 within."""
        return max(self.nearest(C, basis).values()) - 1

    def nearest(self, C: Array, basis: Basis | None = None) -> dict[str, float]:
        """How near to limits a motion comes, as a part of them: 1 at a limit."""
        state = self._state(C, self.dense if basis is None else basis)
        words = ("position", "velocity", "acceleration")
        found = {word: float(np.abs(ratio).max()) for word, ratio in zip(words, self._ratios(state), strict=True)}
        if self.pi is not None:
            found["torque"] = float(np.abs(self.regressor(*state) @ self.pi / self.limits.effort).max())
        if self.places is not None:
            found["place"] = max(float(np.abs(ratio).max()) for ratio in self._places(state[0]))
        return found

    def judged(self, C: Array) -> float:
        """The measure itself of a motion, at the samples of the search."""
        Y = self.regressor(*self._state(C, self.basis))
        return self.judge(Y.reshape(-1, Y.shape[2]))

    def _state(self, C: Array, basis: Basis) -> tuple[Array, Array, Array]:
        q, qd, qdd = (np.ascontiguousarray(B @ C) for B in basis)
        return q, qd, qdd

    def _ratios(self, state: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        q, qd, qdd = state
        limits = self.limits
        return (q - limits.middle) / limits.reach, qd / limits.velocity, qdd / limits.acceleration

    def _beyond(self, state: tuple[Array, Array, Array]) -> tuple[float, list[Array]]:
        """The cost of what is beyond limits of motion and place, and its slope by q, qd and qdd."""
        limits = self.limits
        sizes = (limits.reach, limits.velocity, limits.acceleration)
        cost, slopes = 0.0, []
        for ratio, size in zip(self._ratios(state), sizes, strict=True):
            cost += _squares(ratio)
            slopes.append(_slope(ratio) / size)
        if limits.boxes:
            here = self._places(state[0])
            cost += sum(_squares(ratio) for ratio in here)
            for j in range(self.n):
                moved = state[0].copy()
                moved[:, j] += STEP
                for ratio, other in zip(here, self._places(moved), strict=True):
                    slopes[0][:, j] += (_slope(ratio) * (other - ratio)).sum(axis=1) / STEP
        return cost, slopes

    def _places(self, q: Array) -> list[Array]:
        """Where points are in their boxes (S, 3): 1 or -1 at a wall."""
        if self.places is None:
            return []
        frames = self.places(q)
        found = []
        for box in self.limits.boxes:
            at = frames[:, box.joint, :3, :3] @ box.point + frames[:, box.joint, :3, 3]
            lower, upper = np.maximum(box.lower, -FAR), np.minimum(box.upper, FAR)
            found.append((2 * at - upper - lower) / (upper - lower))
        return found

    def _difference(self, state: tuple[Array, Array, Array], order: int, j: int, Y: Array, by_Y: Array) -> Array:
        """The derivative of the measure by one joint's position, velocity or acceleration, moment by moment."""
        step = 1.0 if order == 2 else STEP
        moved = [part.copy() if i == order else part for i, part in enumerate(state)]
        moved[order][:, j] += step
        return np.asarray(np.einsum("tjk,tjk->t", by_Y, self.regressor(*moved) - Y) / step)


def problem_of(
    family: Family,
    limits: Limits,
    measure: tuple[Measure, Callable[[Array], float]],
    regressor: Callable[[Array, Array, Array], Array],
    pi: Array | None,
    places: Callable[[Array], Array] | None,
) -> Problem:
    """Put a problem together."""
    times = [np.arange(count) * family.period / count for count in (family.samples, DENSE * family.samples)]
    bases = [family.basis(some) for some in times]
    return Problem(family, limits, *measure, regressor, pi, places, *bases)


def _squares(ratio: Array) -> float:
    return float((np.maximum(np.abs(ratio) - 1, 0.0) ** 2).sum())


def _slope(ratio: Array) -> Array:
    return np.asarray(2 * np.maximum(np.abs(ratio) - 1, 0.0) * np.sign(ratio))
