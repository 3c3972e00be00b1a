"""A robot whose massless links have bodies that vanish.

Relations lead from a link to its parent, so the search for them wants every link to have ten parameters. Those of a
massless link are structural zeros here: no relation that is kept holds them, and no set names them.
"""

from __future__ import annotations

from dataclasses import replace

from symdyn.algebra.exact import exact
from symdyn.model.robot import Body, Parameter, Robot
from symdyn.model.robot_file.bodies import TEN


def with_all_bodies(robot: Robot) -> Robot:
    """Return the robot itself if it has all bodies, else one with the same equations where the missing ones vanish."""
    if all(joint.link.parameters for joint in robot.joints):
        return robot
    return replace(robot, joints=tuple(replace(joint, link=_vanishing(joint.link)) for joint in robot.joints))


def _vanishing(link: Body) -> Body:
    if link.parameters:
        return link
    zeros = tuple(Parameter(f"{link.name}.{letter}", exact(0), known=True, vanishes=True) for letter in TEN)
    return Body(link.name, zeros, link.com)
