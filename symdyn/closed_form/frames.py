"""The frame of every link in that of its parent, as polynomials in letters."""

from __future__ import annotations

from symdyn.algebra.scalar import Ring
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.closed_form.derivation import CALLED, refuse_iterations, with_roots
from symdyn.closed_form.letters import letter_inputs
from symdyn.closed_form.polynomial import Polynomial, PolynomialRing
from symdyn.dynamics.setting import setting_over
from symdyn.model.robot import Robot


def link_frames(
    robot: Robot, ring: PolynomialRing, called: str = CALLED
) -> list[tuple[Mat3[Polynomial], Vec3[Polynomial]]]:
    """Return rotation and origin of every link, load included; what is constant may be a whole number."""

    def no_root(_radicand: Polynomial) -> Polynomial:
        raise with_roots(robot, called)

    refuse_iterations(robot, called)
    inputs = letter_inputs(robot, ring.constant, lambda stem, i: ring.letter(f"{stem}{i + 1}"))
    state = {name: inputs[name] for name in ("q", "cos", "sin")}
    poses = setting_over(robot, Ring(ring.constant, {"sqrt": no_root}), state).whole_poses
    return [(pose.R, pose.parent_p_joint + pose.R @ pose.joint_p_link) for pose in poses]
