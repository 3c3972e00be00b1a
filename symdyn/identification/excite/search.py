"""The search: many motions at random, the best of them as starts, and from each down along the derivative.

Limits are kept by a penalty that grows in rounds; what little it leaves is taken off by making the motion smaller.
Starts run side by side. When time is over, or somebody stops it, the best so far is what was found.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event, Lock

import numpy as np

from symdyn.identification.excite.problem import Problem
from symdyn.identification.fit.one_thread import one_thread
from symdyn.identification.logs.log import Array

PENALTIES = (1e2, 1e3, 1e4, 1e5)
STEPS = 400  # of a round
LOOK = 20  # steps after which a motion on the way is looked at
SCATTER = 0.6  # of the way to the limits: how far off the middle random motions lie

Progress = Callable[[str], None]


@dataclass(slots=True)
class Best:
    """The best motion so far, of all starts, and the best at random."""

    problem: Problem
    value: float = np.inf
    C: Array | None = None
    random: float = np.inf
    looked_at: int = 0
    stop: Event = field(default_factory=Event)
    lock: Lock = field(default_factory=Lock)

    def offer(self, C: Array) -> None:
        """Take a motion if, made to fit the limits, it is better."""
        C = self.problem.fitted(C)
        if self.problem.excess(C) > 1e-6:  # the middle itself is beyond a limit
            return
        value = self.problem.judged(C)
        with self.lock:
            if value < self.value:
                self.value, self.C = value, C


class _OverError(Exception):
    """Time is over, or somebody stopped the search."""


def search(
    problem: Problem, *, starts: int, random: int, seconds: float, seed: int, progress: Progress = lambda step: None
) -> Best:
    """Look for the best motion; interrupted (Ctrl-C), return what was found until then."""
    best = Best(problem)
    until = time.monotonic() + seconds
    with one_thread(), ThreadPoolExecutor(min(starts, os.cpu_count() or 1)) as pool:
        try:
            progress(f"{starts * random} random motions")
            drawn = pool.map(lambda i: _drawn(best, np.random.default_rng([seed, i]), random, until), range(starts))
            first = list(drawn)
            running = [pool.submit(_descend, best, C, until) for C in first if C is not None]
            while not all(one.done() for one in running):
                progress(
                    f"{_told(best)}, {max(0.0, until - time.monotonic()):.0f} s left; Ctrl-C takes the best so far"
                )
                best.stop.wait(0.5)
            for one in running:
                one.result()
        except KeyboardInterrupt:
            best.stop.set()
    return best


def _told(best: Best) -> str:
    return f"best {best.value:.4g}, at random {best.random:.4g}"


def _drawn(best: Best, draw: np.random.Generator, count: int, until: float) -> Array | None:
    """The best of some random motions, each made as large as limits allow."""
    problem = best.problem
    found: tuple[float, Array | None] = (np.inf, None)
    for _ in range(count):
        if best.stop.is_set() or time.monotonic() > until:
            break
        C = problem.fitted(random_motion(problem, draw), problem.basis, grow=True)
        if problem.excess(C, problem.basis) > 1e-6:
            continue
        value = problem.judged(C)
        if value < found[0] or found[1] is None:
            found = value, C
        with best.lock:
            best.random = min(best.random, value)
            best.looked_at += 1
    if found[1] is not None:
        best.offer(found[1])
    return found[1]


def random_motion(problem: Problem, draw: np.random.Generator) -> Array:
    """Draw a motion about a random middle."""
    middle = problem.limits.middle + SCATTER * problem.limits.reach * draw.uniform(-1, 1, size=problem.n)
    return np.asarray(problem.family.still(middle) + problem.family.random(draw, problem.n) * problem.limits.reach)


def _descend(best: Best, C: Array, until: float) -> None:
    from scipy.optimize import minimize

    problem, shape = best.problem, C.shape
    scale = problem.limits.reach
    for penalty in PENALTIES:
        seen = 0

        def worth(x: Array, penalty: float = penalty) -> tuple[float, Array]:
            nonlocal seen
            if best.stop.is_set() or time.monotonic() > until:
                raise _OverError
            value, slope = problem.worth(x.reshape(shape) * scale, penalty)
            seen += 1
            if seen % LOOK == 0:
                best.offer(x.reshape(shape) * scale)
            return value, (slope * scale).ravel()

        try:
            found = minimize(worth, (C / scale).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
        except _OverError:
            return
        C = found.x.reshape(shape) * scale
        best.offer(C)
