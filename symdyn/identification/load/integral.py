"""Rows integrated over windows of time: positions and velocities are enough, no acceleration is ever needed.

Frames:  the sensor's throughout; R turns base axes into it.

    paper              code      meaning
    ∫ (p̈ - g) dτ       thrust    = ṗ| + ∫ ω × ṗ dτ - (∫ R dτ) ⁰g
    ∫ ω̇ dτ             spin      = ω|
    ∫ A dτ             A         as the regressor itself, with these in the places of p̈ - g and ω̇

Integrals are Simpson's, so a window has an even number of steps. It averages noise of high frequency away and adds up
what never changes: a sensor's offset counts in full.
"""

from __future__ import annotations

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.load.rows import WrenchRows, wrench_of
from symdyn.identification.load.sensor import SensorKernels
from symdyn.identification.logs.log import Array, Log
from symdyn.identification.logs.signals import filtered, low_pass
from symdyn.identification.logs.stretches import stretches

WINDOW = 0.1  # s


def window_rows(
    log: Log, kernels: SensorKernels, gravity: Array, window: float | None, filter: float | None
) -> WrenchRows:
    """Return a row for every window; windows follow each other and do not overlap."""
    wrench_of(log)
    A, w, rate, unit, time, used = [], [], [], [], [], None
    for piece in stretches(log):
        motion = piece
        if piece.qd is None or filter is not None:
            keep_low = low_pass(piece, filter)
            if 2 * keep_low.edge + 2 >= len(piece.time):
                continue
            motion, used = filtered(piece, keep_low), keep_low.cutoff
        assert motion.qd is not None and motion.wrench is not None
        step = float(np.median(np.diff(motion.time)))
        half = max(1, round((WINDOW if window is None else window) / (2 * step)))
        if len(motion.time) < 2 * half + 1:
            continue
        R, velocity, omega = kernels.velocities(motion.q, motion.qd)
        for first in range(0, len(motion.time) - 2 * half, 2 * half):
            inside = slice(first, first + 2 * half + 1)
            A.append(integrated_regressor(R[inside], velocity[inside], omega[inside], gravity, step))
            w.append(simpson(motion.wrench[inside], step))  # [Atkeson86 (25)]
            rate.append(motion.wrench[first + 2 * half] - motion.wrench[first])
            unit.append(2 * half * step)
            time.append(motion.time[first + half])
    if not A:
        raise InputError("is shorter than a window; record a longer motion, or take a shorter window", file=log.name)
    return WrenchRows(np.array(A), np.array(w), used, np.array(unit), np.array(time), rate=np.array(rate))


def integrated_regressor(R: Array, velocity: Array, omega: Array, gravity: Array, step: float) -> Array:
    """∫ A dτ over samples at even steps, (6, 10); ``gravity`` is in base axes, all else in the sensor's."""
    thrust = velocity[-1] - velocity[0] + simpson(np.cross(omega, velocity), step) - simpson(R, step) @ gravity
    spin = omega[-1] - omega[0]
    turning = crossing(omega)
    A = np.zeros((6, 10))
    A[:3, 0] = thrust  # [Atkeson86 (26)]
    A[:3, 1:4] = crossing(spin) + simpson(turning @ turning, step)
    A[3:, 1:4] = -crossing(thrust)  # [Atkeson86 (27)]
    A[3:, 4:] = inertia_columns(spin) + simpson(turning @ inertia_columns(omega), step)
    return A


def simpson(values: Array, step: float) -> Array:
    """Integrate over the first axis, an odd number of samples at even steps."""
    inner = 4 * values[1:-1:2].sum(axis=0) + 2 * values[2:-1:2].sum(axis=0)
    return np.asarray(step / 3 * (values[0] + values[-1] + inner))


def crossing(vector: Array) -> Array:
    """[v×] of one vector or of several."""
    x, y, z = np.moveaxis(vector, -1, 0)
    zero = np.zeros_like(x)
    rows = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    return np.asarray(np.moveaxis(np.array(rows), (0, 1), (-2, -1)))


def inertia_columns(vector: Array) -> Array:
    """[·ω]: I ω as a matrix times Ixx Ixy Iyy Ixz Iyz Izz."""
    x, y, z = np.moveaxis(vector, -1, 0)
    zero = np.zeros_like(x)
    rows = [[x, y, zero, z, zero, zero], [zero, x, y, zero, z, zero], [zero, zero, zero, x, y, z]]
    return np.asarray(np.moveaxis(np.array(rows), (0, 1), (-2, -1)))
