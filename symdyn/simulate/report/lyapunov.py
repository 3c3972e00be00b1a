"""The Lyapunov function of the adaptive laws along a run, and whether theory promises that it never rises.

    V = ½ sᵀ M(q) s + ½ (theta - true)ᵀ Γ⁻¹ (theta - true)        s = q̇ - q̇_d + Λ (q - q_d)

M is the plant's. Slotine and Li's law and Walker's have V̇ ≤ 0 whatever the parameters; the modified law has it where K
dominates the symmetric part of C(q, q̇).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.simulate.motion.motion import Array

LAWS = ("slotine_li", "slotine_li_modified", "slotine_li_composite", "walker")
NEEDS_DOMINANCE = ("slotine_li_modified",)
ROUNDING = 1e-9  # of V at the start: what the integrator's tolerance may add from row to row


@dataclass(frozen=True, slots=True)
class Lyapunov:
    """How V went: its ends, its largest rise from one row to the next, and what theory says about it."""

    start: float
    end: float
    largest_rise: float
    never_rises: bool
    promised: bool
    reason: str  # why nothing is promised; empty where it is


def lyapunov_function(
    law: str, gains: Mapping[str, Any], M: Array, error: Array, rate: Array, theta_error: Array
) -> Array:
    """Return V at every row, NaN for a law without one or where the true parameters are not known."""
    if law not in LAWS or "Lambda" not in gains or "Gamma" not in gains:
        return np.full(len(error), np.nan)
    s = rate + error * np.array(gains["Lambda"])
    kinetic = np.einsum("ki,kij,kj->k", s, M, s) / 2
    return np.asarray(kinetic + (theta_error**2 / np.array(gains["Gamma"])).sum(axis=1) / 2)


def course(V: Array, objections: list[str]) -> Lyapunov | None:
    """Judge how V went; ``objections`` are reasons for which theory promises nothing."""
    if not len(V) or not np.isfinite(V).all():
        return None
    rise = float(np.diff(V).max()) if len(V) > 1 else 0.0
    largest = max(rise, 0.0)
    return Lyapunov(
        start=float(V[0]),
        end=float(V[-1]),
        largest_rise=largest,
        never_rises=largest <= ROUNDING * float(V[0]),
        promised=not objections,
        reason="; ".join(objections),
    )


def feedback_matrix(gains: Mapping[str, Any], M: Array) -> Array:
    """Return K at every row: the gain, or in the quasi-computed-torque form the symmetric part of Λ M."""
    if not np.any(gains.get("form", 0)):
        return np.broadcast_to(np.array(gains["K"], dtype=float), M.shape)
    K = np.array(gains["Lambda"])[:, None] * M
    return np.asarray((K + K.transpose(0, 2, 1)) / 2)


def dominates(K: Array, C: Array) -> bool:
    """Tell whether K minus the symmetric part of C is positive definite at every row."""
    return bool(np.linalg.eigvalsh(K - (C + C.transpose(0, 2, 1)) / 2).min() > 0)
