"""The names and numbers of a robot that appear in its files."""

from __future__ import annotations

from symdyn.emit import Facts
from symdyn.model import NumericRobot
from symdyn.options import Options
from symdyn.package.manifest import robot_hash
from symdyn.parameters.pi import pi_names, pi_values, pi_weights
from symdyn.version import VERSION


def robot_facts(robot: NumericRobot, options: Options) -> Facts:
    """Return what emission needs to know of a robot."""
    return Facts(
        name=robot.name,
        version=VERSION,
        robot_hash=robot_hash(robot.source),
        joint_names=robot.joint_names,
        parameter_names=robot.parameter_names,
        pi_names=pi_names(robot),
        pi_values=pi_values(robot),
        pi_weights=pi_weights(robot),
        options=options,
    )
