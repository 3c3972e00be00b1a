"""Test states: those at which kernels are tried, ordinary ones, and the edges where programs go wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

SEED = 20240229
ORDINARY = 16
QUARTER_TURNS = 4
LARGE_ANGLE = 1e3
LONG_WAY = 10.0  # of a sliding joint; a kilometre would say nothing about arms
HIGH_SPEED = 1e3
TINY_SPEED = 1e-9

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class State:
    """Values for every input of a kernel but the parameters; `ordinary` ones are smooth enough for differences."""

    label: str
    ordinary: bool
    inputs: Mapping[str, Vector]

    def __getitem__(self, name: str) -> Vector:
        """Return one input."""
        return self.inputs[name]

    def size(self, name: str) -> float:
        """Return the largest entry of an input."""
        return float(np.abs(self.inputs[name]).max())


def states(slides: Sequence[bool], dtype: Any) -> tuple[State, ...]:
    """Return the states for joints that slide or not; every number is one that ``dtype`` can hold."""
    source = np.random.default_rng(SEED)
    every = [*_ordinary(len(slides), source), *_edges(np.array(slides), source)]
    return tuple(
        State(s.label, s.ordinary, {name: v.astype(dtype).astype(np.float64) for name, v in s.inputs.items()})
        for s in every
    )


def _state(
    label: str, source: np.random.Generator, q: Vector, qd: Vector, qdd: Vector, *, ordinary: bool = False
) -> State:
    tau, wrench = source.uniform(-20, 20, len(q)), source.uniform(-20, 20, 6)
    reference = {"qd_r": source.permutation(qd), "qdd_r": source.permutation(qdd)}  # of the same size, and different
    virtual = np.random.default_rng(SEED).uniform(-2, 2, len(q))  # from a source of its own: the states stay
    rubbing = {"qd_f": qd[::-1], "sign_f": np.clip(10 * qd[::-1], -1, 1)}  # of another joint's motion; smooth
    inputs = {"q": q, "qd": qd, "qdd": qdd, **reference, **rubbing, "s": virtual, "tau": tau, "wrench": wrench}
    return State(label, ordinary, inputs)


def _ordinary(n: int, source: np.random.Generator) -> Iterator[State]:
    for i in range(ORDINARY):
        q, qd, qdd = source.uniform(-np.pi, np.pi, n), source.uniform(-2, 2, n), source.uniform(-5, 5, n)
        yield _state(f"random {i + 1}", source, q, qd, qdd, ordinary=True)


def _edges(slides: NDArray[np.bool_], source: np.random.Generator) -> Iterator[State]:
    n = len(slides)
    zero = np.zeros(n)

    def pose() -> Vector:
        return source.uniform(-np.pi, np.pi, n)

    def motion(size: float = 2.0) -> Vector:
        return source.uniform(-size, size, n)

    everything = dict.fromkeys(("q", "qd", "qdd", "qd_r", "qdd_r", "qd_f", "sign_f", "s", "tau"), zero)
    yield State("all zero", False, {**everything, "wrench": np.zeros(6)})
    yield _state("zero pose, moving", source, zero, motion(), motion())
    yield _state("at rest", source, pose(), zero, zero)
    for turn in (-1, 1, 2):
        yield _state(f"every joint at {turn}·pi/2", source, np.full(n, turn * np.pi / 2), motion(), motion())
    for i in range(QUARTER_TURNS):
        turns = source.integers(-2, 3, n) * np.pi / 2
        yield _state(f"quarter turns {i + 1}", source, turns, motion(), motion())
    for sign in (-1, 1):
        far = sign * np.where(slides, LONG_WAY, LARGE_ANGLE) + motion()
        yield _state("large angles" if sign > 0 else "large negative angles", source, far, motion(), motion())
    yield _state("high speeds", source, pose(), HIGH_SPEED * motion(), HIGH_SPEED * motion())
    yield _state("tiny speeds", source, pose(), TINY_SPEED * motion(), TINY_SPEED * motion())
    for i in range(n):  # one joint alone: the others' friction is that of sign(0) = 0
        yield _state(f"joint {i + 1} alone", source, pose(), np.eye(n)[i] * (1.0 if i % 2 else -1.0), zero)
