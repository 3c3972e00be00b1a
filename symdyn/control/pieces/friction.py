"""The sign of a velocity that friction takes, smooth near rest."""

from __future__ import annotations

from symdyn.routines.words import Number


def smooth_sign(rate: Number, speed: Number) -> Number:
    """The sign of a rate; below ``speed`` in proportion to it, so that nothing jumps. It never falls with the rate."""
    share = rate / (speed if speed > 0 else 1)
    sign: Number = 1 if rate > 0 else 0
    jump = -1 if rate < 0 else sign
    return share if abs(rate) < speed else jump
