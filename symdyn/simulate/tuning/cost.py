"""What a run costs: its tracking error, torque and chatter, each over that of the gains it began with.

    cost = (w_error E/E₀ + w_torque T/T₀ + w_chatter C/C₀) / (w_error + w_torque + w_chatter)

Every ratio is the mean over the joints of a joint's own, so that metres and radians, shoulders and wrists count
alike. E and T are root mean squares of the error of position and of the torque on the plant. C is that of the second
difference of the torque that the controller asks for, from sample to sample: it is small for any smooth motion, and
grows with what jumps to and fro. So the gains to begin with cost one, and what halves the error alone costs half of
the error's weight less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.simulate.loop.recording import Recording
from symdyn.simulate.motion.motion import Array

PARTS = ("error", "torque", "chatter")
USUAL = {"error": 1.0, "torque": 0.1, "chatter": 0.1}
LEAST = 1e-3  # of the largest joint's: a joint that has nothing to do counts by this, not by its own nothing


@dataclass(frozen=True, slots=True)
class Parts:
    """Error, torque and chatter of every joint; infinite where the run stopped."""

    error: Array
    torque: Array
    chatter: Array

    @property
    def ended(self) -> bool:
        """Whether the run came to its end."""
        return bool(np.isfinite(self.error).all())


def parts_of(seen: Recording) -> Parts:
    """Return what a run was like; its rows are all samples."""
    if seen.stopped is not None or len(seen.time) < 3:
        lost = np.full(len(seen.joints), np.inf)
        return Parts(lost, lost, lost)
    return Parts(_rms(seen.error), _rms(seen.applied), _rms(np.diff(seen.tau, n=2, axis=0)))


def cost(parts: Parts, first: Parts, weights: Mapping[str, float]) -> float:
    """Return the cost of a run; ``first`` is the run that costs one."""
    if not parts.ended:
        return np.inf
    shares = {name: ratio(getattr(parts, name), getattr(first, name)) for name in PARTS}
    return sum(weights[name] * shares[name] for name in PARTS) / sum(weights.values())


def ratio(found: Array, first: Array) -> float:
    """Return the mean over the joints of what was found over what was at first."""
    floor = max(LEAST * float(first.max()), np.finfo(float).tiny)
    return float(np.mean(np.maximum(found, floor) / np.maximum(first, floor)))


def read_weights(text: str | None) -> dict[str, float]:
    """Read `error=1,torque=0.1`; what is not named weighs nothing."""
    if text is None:
        return dict(USUAL)
    found = dict.fromkeys(PARTS, 0.0)
    for word in text.split(","):
        name, equals, number = (piece.strip() for piece in word.partition("="))
        if name not in PARTS:
            raise InputError(unknown_name("part of the cost", name, PARTS), field="--cost")
        try:
            found[name] = float(number)
        except ValueError:
            raise InputError(f"{name} needs a weight, as in {name}=1", field="--cost") from None
        if not equals or not 0 <= found[name] < np.inf:
            raise InputError(f"the weight of {name} must be 0 or more, not {number}", field="--cost")
    if not any(found.values()):
        raise InputError("weighs nothing; give one of error, torque, chatter a weight above 0", field="--cost")
    return found


def _rms(values: Array) -> Array:
    return np.asarray(np.sqrt(np.mean(values**2, axis=0)))
