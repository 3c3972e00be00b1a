"""The kernels behind adaptive laws: a torque from estimates, and what their adaptation is driven by, in one pass.

Scalars: any commutative ring that holds one half.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symdyn.dynamics.adaptive.adaptation import adaptation
from symdyn.dynamics.adaptive.reference_motion import ReferenceMotion, slotine_li_motion, true_motion, walker_motion
from symdyn.dynamics.regressors.filtered_regressor import split_regressor
from symdyn.dynamics.regressors.known_unknown import Direction, directions, entry_directions
from symdyn.dynamics.setting import Setting
from symdyn.kernels.compositions import Computation


def kernel_adaptive_inverse_dynamics(at: Setting[Any]) -> Computation:
    """τ = Y(q, q̇, q̈) π and w = Y_uᵀ s."""
    return _torque_and_powers(at, true_motion(at), directions(at.robot, at.pivots))


def kernel_adaptive_slotine_li(at: Setting[Any]) -> Computation:
    """τ = Y(q, q̇, q̇_r, q̈_r) π and w = Y_uᵀ s."""
    return _torque_and_powers(at, slotine_li_motion(at), directions(at.robot, at.pivots))


def kernel_adaptive_walker(at: Setting[Any]) -> Computation:
    """Walker's τ and w, both in the full parameter vector."""
    return _torque_and_powers(at, walker_motion(at), entry_directions(at.robot))


def kernel_regressor_filtered(at: Setting[Any]) -> Computation:
    """The two parts of Y, in the minimal parameters, that a filter makes Y of without q̈."""
    parts = split_regressor(at)
    momentum, rest = (tuple(row[i] for row in rows for i in at.pivots) for rows in (parts.momentum, parts.rest))
    return Computation((momentum, rest), (at.whole_poses,))


def _torque_and_powers(at: Setting[Any], motion: ReferenceMotion[Any], along: Iterable[Direction]) -> Computation:
    result = adaptation(at, motion, along)
    # virtual twists stay without names: most are used once, and a compiler fuses them where they are written in place
    return Computation((result.tau, result.w), (at.poses, list(result.fields)))
