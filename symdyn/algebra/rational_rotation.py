"""Rotations without rounding: cosines and sines that are rational.

    c = (1 - t²)/(1 + t²)        s = 2t/(1 + t²)        c² + s² = 1

Scalars: any field; t is the tangent of half the angle. Every rotation but the half turn has such a t.
"""

from __future__ import annotations

from typing import Any


def rational_rotation(t: Any) -> tuple[Any, Any]:
    """Return the cosine and sine of the angle whose half has the tangent t, a `Fraction` or another field's element."""
    square = t * t
    return (1 - square) / (1 + square), 2 * t / (1 + square)
