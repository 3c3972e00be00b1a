"""Kernels that a robot cannot have, since it says too little of inertia.

Those that invert the mass matrix want every joint to move something; those that take or return parameters want a robot
that has any. Links without parameters make such robots, as of a URDF for drawing. Where parameters are merely zero by
value there is code, and `singular_note` of the room check warns.
"""

from __future__ import annotations

from symdyn.errors import few_of
from symdyn.kernels.kernel import Kernel
from symdyn.kernels.tips import kernels_of_robot
from symdyn.model import Robot
from symdyn.options import Options
from symdyn.parameters.pi import pi_names

WAY_OUT = "give what it moves a mass and an inertia, or the joint a rotor_inertia"


def idle_joints(robot: Robot) -> tuple[str, ...]:
    """Return the moving joints that move no body that has a parameter, and no rotor."""
    moves = [any(not parameter.vanishes for parameter in joint.link.parameters) for joint in robot.joints]
    if robot.load is not None and robot.tip >= 0:
        moves[robot.tip] = True
    if robot.closing is not None:  # what hangs on a loop moves all of it
        for loop in robot.closing.loops:
            for link in (link for link in (loop.parent, loop.child) if link >= 0):
                moves[link] = True
    for i in reversed(range(len(moves))):  # parents come first in the file
        parent = robot.joints[i].parent
        if moves[i] and parent >= 0:
            moves[parent] = True
    return tuple(
        joint.name
        for joint, any_body in zip(robot.joints, moves, strict=True)
        if joint.moves and not any_body and not any(effect.name.endswith(".Ia") for effect in joint.effects)
    )


def missing(kernel: Kernel, robot: Robot) -> str | None:
    """Say why there is no such kernel for this robot; None where there is."""
    if kernel.of_parameters and not pi_names(robot):
        return "no link has a mass or an inertia that asks for torque; give links theirs"
    idle = idle_joints(robot) if kernel.inverts_mass else ()
    return f"{few_of(idle)}: moves no inertia; {WAY_OUT}" if idle else None


def left_out_note(robot: Robot, options: Options) -> str | None:
    """Say which kernels the robot cannot have and are left out, since nobody named them; None where it has all."""
    if options.only:
        return None
    usual = [kernel for kernel in kernels_of_robot(robot).values() if not kernel.on_request]
    reasons = {kernel.name: missing(kernel, robot) for kernel in usual}
    without = [name for name, reason in reasons.items() if reason]
    if not without:
        return None
    return f"{reasons[without[0]]}; {few_of(without)} {'is' if len(without) == 1 else 'are'} left out"
