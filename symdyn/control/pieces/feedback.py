"""Feedback by a matrix."""

from __future__ import annotations

from symdyn.routines.words import Joints, Square, n


def feed_back(K: Square, s: Joints, feedback: Joints) -> None:
    """K s; K is symmetric."""
    for i in range(n):
        feedback[i] = K[0, i] * s[0]
    for j in range(1, n):
        for i in range(n):
            feedback[i] += K[j, i] * s[j]
