"""A first scenario for a robot that nobody has moved yet: every joint swings gently about the middle of its range.

The controller takes the robot for lighter than it is, and has something to learn. Its loop is faster than what default
gains allow for, so K is stiffer: errors are the smaller while it learns.
"""

from __future__ import annotations

from symdyn.model.robot import Robot
from symdyn.simulate.scenario.first_feedback import first_feedback
from symdyn.simulate.scenario.first_motion import first_motion

LAW = "slotine_li"
LIGHTER = 0.7
RATE = 1000  # Hz


def first_scenario(robot: Robot, robot_file: str, law: str = LAW) -> str:
    """Return the text of a scenario file that lies beside the robot's."""
    motion = first_motion(robot)
    each = zip(robot.joint_names, motion.centres, motion.amplitudes, motion.omegas, strict=True)
    lines = "\n".join(_swing(*one) for one in each)
    K = first_feedback(robot, motion.centres, motion.amplitudes, RATE) if law == LAW else None
    gains = f", gains: {{{law}: {{K: {K}}}}}" if K else ""
    return f"""# A first run: every joint of {robot.name} swings gently, and the controller
# takes its bodies for {round(100 * (1 - LIGHTER))} % lighter than they are.
#   symdyn simulate --scenario {robot.name}_scenario.yaml
scenario: 1
robot: {robot_file}
duration: 20
trajectory:
  type: sinusoids
  joints:
{lines}
controller: {{law: {law}, rate: {RATE}{gains}}}
model: {{masses: {LIGHTER}, inertias: {LIGHTER}}}
record: 200
"""


def _swing(name: str, centre: float, amplitude: float, omega: float) -> str:
    still = "" if amplitude else ": its friction is nearly all that its motor has, so it stands"
    return f"    - {{centre: {centre:.6g}, amplitude: {amplitude:.3g}, omega: {omega:.3g}}}  # {name}{still}"
