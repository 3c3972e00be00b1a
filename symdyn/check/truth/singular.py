"""Whether a robot's mass matrix has an inverse: without one, code that needs it gives no numbers."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from symdyn.check.setting import SINGULAR, Values, mobility
from symdyn.check.truth.closable import closable
from symdyn.check.truth.kernel_truth import truth_of
from symdyn.check.truth.states import states
from symdyn.errors import few_of
from symdyn.kernels.tips import kernels_of_robot
from symdyn.model import NumericRobot
from symdyn.reference import Witness

FEW = 3  # ordinary states: a joint that moves no inertia shows at each of them


def singular_note(robot: NumericRobot, kernels: Collection[str]) -> str | None:
    """Say which of the kernels give no numbers, and which joints are to blame; None where all is well or unknown."""
    known = kernels_of_robot(robot)
    concerned = [name for name in kernels if truth_of(known[name].kind).needs_inverse]
    if not concerned or not all(parameter.known for parameter in robot.full_parameters):
        return None
    witness = Witness(robot.source)
    usual = states([joint.kind.slides for joint in robot.moving_joints], np.float64)
    every_state = closable([state for state in usual if state.ordinary][:FEW], robot, witness)
    for state in every_state:
        M = witness.mass_matrix(state["q"], robot.parameters)
        if mobility(M) is None:
            gives = "gives" if len(concerned) == 1 else "give"
            return f"{_blame(robot, M)}; {', '.join(concerned)} {gives} no useful numbers with these parameters"
    return None


def _blame(robot: NumericRobot, M: Values) -> str:
    least = SINGULAR * np.abs(M).max()
    still = [name for name, own in zip(robot.joint_names, np.diag(M), strict=True) if abs(own) <= least]
    if not still:
        return "the mass matrix is not positive definite: no robot has these parameters"
    return f"{few_of(still)}: moves no inertia; give what it moves a mass and an inertia, or the joint a rotor_inertia"
