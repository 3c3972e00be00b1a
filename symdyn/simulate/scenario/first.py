"""A first scenario for a robot that nobody has moved yet: every joint swings gently about the middle of its range.

The controller takes the robot for lighter than it is, and has something to learn.
"""

from __future__ import annotations

from symdyn.model.robot import Joint, Robot

SWING = 0.3  # rad, or of what slides a tenth of the range
SLIDE = 0.05  # m, where nothing says how far it may go
LIGHTER = 0.7
SLOW, STEP = 1.0, 0.17  # rad/s of the first joint, and what each next one is faster: no two move in step


def first_scenario(robot: Robot, robot_file: str, law: str) -> str:
    """Return the text of a scenario file that lies beside the robot's."""
    swings = "\n".join(_swing(joint, SLOW + STEP * (i % 7)) for i, joint in enumerate(robot.moving_joints))
    return f"""# A first run: every joint of {robot.name} swings about the middle of its range, and the controller
# takes its bodies for {round(100 * (1 - LIGHTER))} % lighter than they are.
#   symdyn simulate --scenario {robot.name}_scenario.yaml
scenario: 1
robot: {robot_file}
duration: 10
trajectory:
  type: sinusoids
  joints:
{swings}
controller: {{law: {law}, rate: 1000}}
model: {{masses: {LIGHTER}, inertias: {LIGHTER}}}
record: 200
"""


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
