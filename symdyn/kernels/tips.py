"""The kernels of a robot: those of the table, and of each of its `tips` where it is, how it moves, what a wrench does.

    jacobian_<link>   forward_kinematics_<link>   inverse_dynamics_external_<link>   and on request tip_motion_<link>

Each is a kernel of the table whose tip is another link; the load stays where the file has it. Robots whose loops are
closed by Newton's method have `close_step`, `close_rest` and `close_gap` beside them.
"""

from __future__ import annotations

from dataclasses import replace

from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.kernels.close_step import CLOSING
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.table import KERNELS
from symdyn.model.robot import Robot

PER_TIP = {
    "tip_pose": ("forward_kinematics", "Pose of {link} in the base frame, 4 x 4.", False),
    "jacobian": ("jacobian", "Velocity of {link}'s origin over its angular velocity, base frame.", False),
    "inverse_dynamics_external": (
        "inverse_dynamics_external",
        "Joint torques of a motion under a wrench (force over moment, base axes) exerted on {link}'s origin.",
        False,
    ),
    "tip_motion": (
        "tip_motion",
        "Pose of {link}, 4 x 4, its Jacobian, and the Jacobian's rate along the motion, base frame.",
        True,
    ),
}
"""For kernels of the tip: what they are called of others, their summaries, and whether they are made on request."""


def kernels_of_robot(robot: Robot) -> dict[str, Kernel]:
    """Return every kernel that a robot may have, by name, in the order of generated files."""
    links = [robot.joints[tip].link.name for tip in robot.tips]
    closing = CLOSING if is_closed_by_newton(robot) else {}
    return KERNELS | {kernel.name: kernel for link in links for kernel in _kernels_of_tip(link)} | closing


def tip_of(kernel: Kernel, robot: Robot) -> int | None:
    """Return the entry whose link a kernel is of; None: the robot's tip."""
    return [joint.link.name for joint in robot.joints].index(kernel.tip) if kernel.tip else None


def _kernels_of_tip(link: str) -> list[Kernel]:
    return [
        replace(
            KERNELS[alike],
            name=f"{name}_{link}",
            summary=summary.format(link=link),
            on_request=on_request,
            tip=link,
            alike=alike,
        )
        for alike, (name, summary, on_request) in PER_TIP.items()
    ]
