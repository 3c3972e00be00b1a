"""Loops that Python closes, with a robot's compiled kernels: where the joints are that follow the coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.interface import LoopInterface
from symdyn.interface.arrays import real_array

CLOSED, CANNOT_CLOSE, NEAR_SINGULAR, OTHERWISE = range(4)
FULL_TURN = 2 * np.pi


class Close:
    """`kernels.close(q)`: positions of the joints that follow, and a code of each sample, as the companion in C has it.

    Angles are those nearest to the guess; where joints are found by Newton's method, it starts there. Without a guess
    that is where the robot was assembled, and for rows of samples the last row that closed. What cannot be closed is
    not a number.
    """

    def __init__(self, loops: LoopInterface, kernels: Mapping[str, Any], field: str) -> None:
        """Take the kernel `loop_motion` and, where joints are found by Newton's method, what closes loops."""
        self.__name__, self.__doc__ = "close", type(self).__doc__
        self._loops, self._kernels, self._field = loops, kernels, field
        self._places, self._turns = list(loops.places), np.array(loops.turns, dtype=bool)
        self.closed_at = np.array(loops.closed_at)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the joints that follow, in order."""
        return self._loops.names

    def __call__(self, q: ArrayLike, guess: ArrayLike | None = None) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return positions and codes: 0 closed, 1 cannot close, 2 closed but near singular."""
        given = real_array(q, "q", float, self._field)
        if guess is not None:
            return self._closed(given, real_array(guess, "guess", float, self._field))
        if given.ndim == 1:
            return self._closed(given, self.closed_at)
        last, rows, codes = self.closed_at, [], []
        for row in given.reshape(-1, given.shape[-1]):
            found, code = self._closed(row, last)
            rows.append(found)
            codes.append(int(code))
            last = found if code in (CLOSED, NEAR_SINGULAR) else last
        shape = given.shape[:-1]
        return np.array(rows).reshape(*shape, len(self.names)), np.array(codes, dtype=int).reshape(shape)

    def __repr__(self) -> str:
        """Say how it is called."""
        return "<close(q, guess=None)>"

    def _closed(self, q: NDArray[Any], guess: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        still = np.zeros_like(q)
        with np.errstate(all="ignore"):
            if self._loops.by_newton:
                found = np.broadcast_to(guess, (*q.shape[:-1], len(self.names))).astype(float)
                for _ in range(self._loops.iterations):
                    change = self._kernels["close_step"](q=q, passive=found)
                    far = np.maximum(1, 2 * np.abs(change).max(axis=-1, keepdims=True))
                    found = found + change / far  # a half at most: no step throws the loops over
                found, sense = self._kernels["close_rest"](q=q, passive=found)
                gap = self._kernels["close_gap"](q=q, passive=found)[..., 0]
                closed, right = np.asarray(gap <= self._loops.largest_gap), sense[..., 0] > 0
                _, E, _ = self._kernels["loop_motion"](q=q, passive=found, qd=still)
            else:
                positions, E, _ = self._kernels["loop_motion"](q=q, qd=still)
                found = np.asarray(positions, float)[..., self._places]
                closed = np.isfinite(found).all(axis=-1)
                right = closed
            fast = ~(np.abs(np.asarray(E, float)[..., self._places, :]) <= self._loops.fastest).all(axis=(-1, -2))
            turned = FULL_TURN * np.floor((guess - found) / FULL_TURN + 0.5)
            codes = np.where(closed, np.where(fast, NEAR_SINGULAR, np.where(right, CLOSED, OTHERWISE)), CANNOT_CLOSE)
            there = np.isin(codes, (CLOSED, NEAR_SINGULAR))[..., None]
            found = np.where(there, np.where(self._turns, found + turned, found), np.nan)
        return found, codes
