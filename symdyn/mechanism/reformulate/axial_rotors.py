"""Links on parents that turn about one direction at most: their inertia about their axis is a rotor's in the parent.

Scalars: exact constants.

What such a rotor needs beside the moment about its axis does no work on any joint below (see `rotor_wrench`).
"""

from __future__ import annotations

from symdyn.algebra.exact import Exact
from symdyn.mechanism.mechanism import Mechanism
from symdyn.mechanism.reformulate.turning import Turning, turning_below
from symdyn.model.robot import Robot


def find_axial_rotors(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Say whose inertia about the axis is best seen as a rotor's: theirs who turn about an axis of their frame."""
    return mechanism.with_joints(
        joint.knowing(axial_rotor=joint.shortcuts.frame_axis is not None and below is not Turning.MANY)
        for joint, below in zip(mechanism.joints, turning_below(robot), strict=True)
    )
