"""What default gains cannot do: joints in which friction that the model lacks, or has wrong, costs much.

A loop carries only so much feedback in a joint that moves little. Where that is less than friction asks for, the user
is told which joints these are, how far the worst will stray, and what helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from symdyn.control.safeguards import PRESUMED
from symdyn.control.scales import Scales
from symdyn.errors import few_of
from symdyn.model.robot import Joint

FAR = 0.05  # rad, m: what a user may expect of a controller that nobody tuned
FEW = 3  # names in a line
TOO_FAR = 1.0  # rad, m: beyond, how far no longer matters
WRONG = 0.3  # of friction: what a file's numbers are off by
STIFFER = ("K", "Qp", "Kp")  # gains, the first of them that a law has
WHY = {True: f"{WRONG:.0%} of the file's", False: f"{PRESUMED:.0%} of its effort; the file has none"}


class _Strays(NamedTuple):
    """A joint that friction moves far."""

    far: float
    rubs: float
    moves: float
    joint: Joint


def stiffness_notes(scales: Scales, joints: Sequence[Joint], gains: Mapping[str, Any], period: float) -> Iterator[str]:
    """Yield one line about joints whose friction the file may have wrong, and one about those where it has none."""
    found: dict[bool, list[_Strays]] = {True: [], False: []}
    for i, (joint, stiffness) in enumerate(zip(joints, _stiffness(scales, gains, period), strict=True)):
        known = scales.coulomb[i] > 0
        rubs = WRONG * scales.coulomb[i] if known else PRESUMED * scales.effort[i]
        if rubs > FAR * stiffness > 0:
            found[known].append(_Strays(rubs / stiffness, rubs, scales.alone[i], joint))
    for known, straying in found.items():
        if straying:
            stiffer = next((name for name in STIFFER if name in gains), STIFFER[-1])
            yield _line(sorted(straying, key=lambda one: one.far, reverse=True), WHY[known], stiffer)


def _line(straying: Sequence[_Strays], why: str, stiffer: str) -> str:
    worst, *others = straying
    unit, force = worst.joint.kind.units
    far = f"{worst.far:.2g} {unit}" if worst.far <= TOO_FAR else f"more than {TOO_FAR:g} {unit}"
    moves = f"{worst.moves:.2g} {'kg m^2' if worst.joint.kind.turns else 'kg'}"
    likewise = f"; likewise {few_of([one.joint.name for one in others], FEW)}" if others else ""
    what = f"{worst.joint.name}: friction of {worst.rubs:.2g} {force} ({why}) may move it by {far}"
    return f"{what}: it moves {moves}, so its feedback is weak{likewise}; tell its rotor inertia, or raise {stiffer}"


def _stiffness(scales: Scales, gains: Mapping[str, Any], period: float) -> list[float]:
    """Torque per error of position, where the gains say it."""
    if "K" in gains and "Lambda" in gains:
        return [float(x) for x in np.diag(np.asarray(gains["K"])) * np.asarray(gains["Lambda"])]
    if "Kd" in gains:
        return [float(x) for x in np.asarray(gains["Kp"])]
    if "Kp" in gains:  # per inertia: Kp e = M^-1 d, other joints being free to give way
        return [float(x) * alone for x, alone in zip(np.asarray(gains["Kp"]), scales.alone, strict=True)]
    if "Qp" in gains:  # per inertia: what weights make of a joint that only its inertia holds
        weights = zip(np.asarray(gains["Qp"]), np.asarray(gains["Qv"]), scales.alone, strict=True)
        return [float(Qp / (2 * Qv + Qp * period**2 / 2)) * alone for Qp, Qv, alone in weights]
    return [0.0] * scales.n
