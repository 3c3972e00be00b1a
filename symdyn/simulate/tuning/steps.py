"""Gains as factors on where they start: one for all entries of a gain, or one for every joint's, within bounds.

A matrix K becomes F K F with F the roots of the factors on its diagonal: it stays symmetric and positive definite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.control.laws import LAWS
from symdyn.errors import InputError, unknown_name
from symdyn.interface import Rule
from symdyn.simulate.motion.motion import Array

NOT_FEEDBACK = ("pivot_floor", "filter_time", "friction_speed", "eps1", "eps2", "stop_time", "T", "a")
POSITIVE = (Rule.POSITIVE, Rule.POSITIVE_DEFINITE)


@dataclass(frozen=True, slots=True)
class Knob:
    """What is turned: a gain, all entries of it or one joint's, and between which factors."""

    gain: str
    low: float
    high: float
    entry: int | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.gain if self.entry is None else f"{self.gain}[{self.entry + 1}]"

    def factor(self, log: float) -> float:
        """Return the factor of a logarithm; rounding carries none beyond a bound."""
        return min(max(float(np.exp(log)), self.low), self.high)


def knobs(
    law: str, gains: Mapping[str, Any], chosen: Sequence[str], between: tuple[float, float], each: bool
) -> tuple[Knob, ...]:
    """Return what is turned of a law's gains: those that are chosen, else all of its feedback and adaptation."""
    names = [one.partition("=")[0] for one in chosen] or usual_gains(law, gains)
    ranges = [_range(one, between) for one in chosen] or [between] * len(names)
    found = []
    for name, (low, high) in zip(names, ranges, strict=True):
        if name not in gains:
            raise InputError(unknown_name("gain", name, gains), field="--vary")
        value = np.asarray(gains[name])
        if value.dtype.kind != "f" or name in _choices(law):
            raise InputError(f"{name} is a choice: it has no factor", field="--vary")
        if not value.any():
            raise InputError(f"{name} is zero, and so is every multiple of it; give it a value first", field="--vary")
        per_joint = each and value.ndim and name != "Gamma"
        found += [Knob(name, low, high, i) for i in range(len(value))] if per_joint else [Knob(name, low, high)]
    return tuple(found)


def usual_gains(law: str, gains: Mapping[str, Any]) -> list[str]:
    """Return the gains that are turned where nobody says which: positive ones that are not there for numbers' sake."""
    return [
        one.name
        for one in LAWS[law].gains
        if one.rule in POSITIVE and one.name not in NOT_FEEDBACK and np.asarray(gains[one.name]).any()
    ]


def _choices(law: str) -> list[str]:
    return [one.name for one in LAWS[law].gains if one.rule is Rule.CHOICE] + ["velocity"]


def _range(word: str, between: tuple[float, float]) -> tuple[float, float]:
    name, equals, text = word.partition("=")
    return read_range(text, f"--vary {name}") if equals else between


def read_range(text: str, field: str) -> tuple[float, float]:
    """Read `0.1:10`."""
    low, _, high = text.partition(":")
    try:
        found = float(low), float(high)
    except ValueError:
        found = 0.0, 0.0
    if not 0 < found[0] <= 1 <= found[1] < np.inf:
        raise InputError(f"must be two factors with 1 between them, as 0.1:10, not {text[:40]!r}", field=field)
    return found


def turned(gains: Mapping[str, Any], turned_knobs: Sequence[Knob], logs: Array) -> dict[str, Array]:
    """Return the gains that knobs turn, by the logarithms of their factors."""
    found = {}
    for name in dict.fromkeys(knob.gain for knob in turned_knobs):
        value = np.array(gains[name], dtype=float)
        factors = np.ones(len(value)) if value.ndim else np.ones(())
        for knob, log in zip(turned_knobs, logs, strict=True):
            if knob.gain == name:
                factors[... if knob.entry is None else knob.entry] = knob.factor(log)
        roots = np.sqrt(factors)
        found[name] = value * (np.outer(roots, roots) if value.ndim == 2 else factors)
    return found
