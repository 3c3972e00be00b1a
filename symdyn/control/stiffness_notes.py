"""What default gains cannot do: joints in which friction that the model lacks, or has wrong, costs much.

A loop carries only so much feedback in a joint that moves little. Where that is less than friction asks for, the user
is told which joint it is, how far it will stray, and what helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from symdyn.control.safeguards import PRESUMED
from symdyn.control.scales import Scales

FAR = 0.05  # rad, m: what a user may expect of a controller that nobody tuned
WRONG = 0.3  # of friction: what a file's numbers are off by


def stiffness_notes(scales: Scales, joints: tuple[str, ...], gains: Mapping[str, Any]) -> Iterator[str]:
    """Yield one line for every joint that friction moves far."""
    for i, (name, stiffness) in enumerate(zip(joints, _stiffness(scales, gains), strict=True)):
        known = scales.coulomb[i] > 0
        rubs = WRONG * scales.coulomb[i] if known else PRESUMED * scales.effort[i]
        if rubs > FAR * stiffness > 0:
            what = f"{rubs:.2g} of it wrong" if known else f"which the file leaves out, {rubs:.2g} say,"
            moves = f"it moves {scales.alone[i]:.2g} kg m^2, which carries no stiffer feedback at 250 Hz"
            yield f"{name}: friction, {what} may cost {rubs / stiffness:.2g} rad: {moves}; a faster loop takes more"


def _stiffness(scales: Scales, gains: Mapping[str, Any]) -> list[float]:
    """Torque per error of position, where the gains say it."""
    if "K" in gains and "Lambda" in gains:
        return [float(x) for x in np.diag(np.asarray(gains["K"])) * np.asarray(gains["Lambda"])]
    if "Kd" in gains:
        return [float(x) for x in np.asarray(gains["Kp"])]
    if "Kp" in gains:  # per inertia
        return [float(x) * inertia for x, inertia in zip(np.asarray(gains["Kp"]), scales.inertias, strict=True)]
    return [0.0] * scales.n
