"""Where a wrist sensor sits, and the kernels that say how it moves: those of a robot whose tip it is."""

from __future__ import annotations

from symdyn.errors import InputError, unknown_name
from symdyn.identification.logs.log import Array
from symdyn.model import load
from symdyn.model.robot import Robot


def with_sensor(robot: Robot, link: str | None) -> Robot:
    """Return a robot whose tip has the sensor's frame: that of ``link``, or of the tip there is."""
    names = [joint.link.name for joint in robot.joints]
    if link is not None and link not in names:
        raise InputError(unknown_name("link", link, names), field="sensor")
    if link in (None, tip_name(robot)):
        return robot
    without = ("load", "unknown")  # a body on the tip, which would go with it, and what may name its parameters
    return load({**{key: value for key, value in robot.source.items() if key not in without}, "tip": link})


def tip_name(robot: Robot) -> str:
    """Return the name of the link that wrenches refer to by default."""
    return robot.joints[robot.tip].link.name


class SensorKernels:
    """What is computed of a sensor's motion, compiled once."""

    def __init__(self, robot: Robot, *, windows: bool = False) -> None:
        """Compile the load's regressor, or what integrals over windows take."""
        from symdyn.options import Options
        from symdyn.runtime.build import build

        self._kernels = build(robot, Options(only=("tip_motion" if windows else "load_regressor",)))

    def regressor(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return A (N, 6, 10) in the sensor's frame."""
        A: Array = self._kernels.load_regressor(q, qd, qdd)
        return A

    def velocities(self, q: Array, qd: Array) -> tuple[Array, Array, Array]:
        """Return, for every sample, how base axes turn into the sensor's (R, N x 3 x 3), ṗ and ω in the sensor's."""
        T, J, _ = self._kernels.tip_motion(q, qd)
        R = T[:, :3, :3].swapaxes(1, 2)
        rates = (J @ qd[:, :, None])[:, :, 0]
        return R, (R @ rates[:, :3, None])[:, :, 0], (R @ rates[:, 3:, None])[:, :, 0]
