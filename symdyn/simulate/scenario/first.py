"""A first scenario for a robot that nobody has moved yet: every joint swings gently about the middle of its range.

The controller takes the robot for lighter than it is, and has something to learn. Its loop is faster than what default
gains allow for, so K is stiffer: errors are the smaller while it learns.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from symdyn.control.safeguards import carried
from symdyn.control.scales import SLOWEST, robot_scales, rounded
from symdyn.model import bind_symbols
from symdyn.model.robot import Joint, Robot

LAW = "slotine_li"
SWING = 0.3  # rad, or of what slides a tenth of the range
SLIDE = 0.05  # m, where nothing says how far it may go
LIGHTER = 0.7
RATE = 1000  # Hz
SLOW, STEP = 1.0, 0.17  # rad/s of the first joint, and what each next one is faster: no two move in step


def first_scenario(robot: Robot, robot_file: str, law: str = LAW) -> str:
    """Return the text of a scenario file that lies beside the robot's."""
    swings = "\n".join(_swing(joint, SLOW + STEP * (i % 7)) for i, joint in enumerate(robot.moving_joints))
    return f"""# A first run: every joint of {robot.name} swings about the middle of its range, and the controller
# takes its bodies for {round(100 * (1 - LIGHTER))} % lighter than they are.
#   symdyn simulate --scenario {robot.name}_scenario.yaml
scenario: 1
robot: {robot_file}
duration: 20
trajectory:
  type: sinusoids
  joints:
{swings}
controller: {{law: {law}, rate: {RATE}{_gains(robot, law)}}}
model: {{masses: {LIGHTER}, inertias: {LIGHTER}}}
record: 200
"""


def _gains(robot: Robot, law: str) -> str:
    """Return K as stiff as a loop of this rate carries; nothing where a mass is unknown."""
    if law != LAW or not np.isfinite(robot.parameters).all():
        return ""
    bound = bind_symbols(robot)
    scales = robot_scales(bound, [Fraction(x) for x in bound.parameters], (), ())
    K = [
        rounded(LIGHTER * RATE / SLOWEST * most) for most in carried(scales)
    ]  # of the lighter robot that it believes in
    return f", gains: {{{law}: {{K: {K}}}}}"


def _swing(joint: Joint, omega: float) -> str:
    limits = joint.limits
    centre, room = 0.0, None
    if limits.lower is not None and limits.upper is not None and limits.upper - limits.lower < 1e3:
        centre, room = (limits.lower + limits.upper) / 2, (limits.upper - limits.lower) / 2
    amplitude = SWING if joint.kind.turns else SLIDE
    if room is not None:
        amplitude = min(amplitude, room / 5) if joint.kind.turns else room / 5
    if limits.velocity:
        amplitude = min(amplitude, limits.velocity / (4 * omega))
    return f"    - {{centre: {centre:.6g}, amplitude: {amplitude:.3g}, omega: {omega:.3g}}}  # {joint.name}"
