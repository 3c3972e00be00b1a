"""What default gains cannot do: joints in which friction that the model lacks, or has wrong, costs much.

A loop carries only so much feedback in a joint that moves little. Where that is less than friction asks for, the user
is told which joints these are, how far the worst will stray, and what helps; and likewise where a
loop is slower than default gains are made for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from symdyn.control.safeguards import OF_MOVED, PRESUMED
from symdyn.control.scales import SLOWEST, Scales
from symdyn.errors import few_of
from symdyn.model.robot import Joint

FAR = 0.05  # rad, m: what a user may expect of a controller that nobody tuned
FEW = 3  # names in a line
NEARLY = 1.0 + 1e-9  # what the file lacks by as much as it is thought to be off is not told as more
ROUNDED = 1.01  # gains have three digits
TOO_FAR = 1.0  # rad, m: beyond, how far no longer matters
WRONG = 0.3  # of friction: what a file's numbers are off by
STIFFER = ("K", "Qp", "Kp")  # gains, the first of them that a law has
OF_FILE, OF_EFFORT = f"{WRONG:.0%} of the file's", f"{PRESUMED:.0%} of its effort; the file has none"
OF_PLANT = "the plant's; the controller's model does not have it"


class _Strays(NamedTuple):
    """A joint that friction moves far."""

    far: float
    rubs: float
    moves: float
    joint: Joint


def stiffness_notes(
    scales: Scales,
    joints: Sequence[Joint],
    gains: Mapping[str, Any],
    period: float,
    plant: Sequence[float] | None = None,
) -> Iterator[str]:
    """Yield lines about joints whose friction the file may have wrong, and where it has none.

    Where one knows the Coulomb friction of the plant, what the file lacks of that counts, if it is more.
    """
    found: dict[str, list[_Strays]] = {OF_PLANT: [], OF_FILE: [], OF_EFFORT: []}
    for i, (joint, stiffness) in enumerate(zip(joints, _stiffness(scales, gains, period), strict=True)):
        known = scales.coulomb[i] > 0
        rubs, why = (WRONG * scales.coulomb[i], OF_FILE) if known else (PRESUMED * scales.effort[i], OF_EFFORT)
        if plant is not None and plant[i] - scales.coulomb[i] > NEARLY * rubs:
            rubs, why = plant[i] - scales.coulomb[i], OF_PLANT
        if rubs > FAR * stiffness > 0:
            found[why].append(_Strays(rubs / stiffness, rubs, scales.alone[i], joint))
    for why, straying in found.items():
        if straying:
            stiffer = next((name for name in STIFFER if name in gains), STIFFER[-1])
            yield _line(sorted(straying, key=lambda one: one.far, reverse=True), why, stiffer)


def rate_notes(scales: Scales, joints: Sequence[Joint], gains: Mapping[str, Any], rate: float) -> Iterator[str]:
    """Yield a line about joints, and one about estimates, where a loop is slower than default gains are made for."""
    if rate >= SLOWEST:
        return
    name = next((one for one in ("K", "Kd") if one in gains), None)
    if name is not None:
        yield from _too_stiff(scales, joints, name, np.asarray(gains[name]), rate)
    if "Gamma" in gains:
        yield f"default Gamma is made for {SLOWEST:g} Hz or more, and the loop has {rate:g}; estimates may run away"


def _too_stiff(scales: Scales, joints: Sequence[Joint], name: str, gain: Any, rate: float) -> Iterator[str]:
    has = gain if gain.ndim == 1 else np.diag(gain)
    carries = OF_MOVED * rate * np.array(scales.alone)
    worst, *others = sorted(range(scales.n), key=lambda i: -has[i] / carries[i])
    if has[worst] > ROUNDED * carries[worst]:
        more = [joints[i].name for i in others if has[i] > ROUNDED * carries[i]]
        likewise = f"; likewise {few_of(more, FEW)}" if more else ""
        what = f"at {rate:g} Hz a joint that moves {scales.alone[worst]:.2g} carries {name} up to {carries[worst]:.3g}"
        yield f"{joints[worst].name}: {what}, and has {has[worst]:.3g}{likewise}; lower {name}, or raise the rate"


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
