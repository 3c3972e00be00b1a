"""A robot's numbers, as peers take them: joints about z on a chain, bodies in the frames that the joints move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.model import Robot, bind_symbols
from symdyn.model.robot import Placement
from symdyn.parameters.pi import pi_pivots

Array = NDArray[np.float64]


class Unsupported(Exception):  # noqa: N818 - it ends the contest for a robot, nothing else
    """The robot has something that this comparison leaves out."""


@dataclass(frozen=True)
class Chain:
    """Numbers of a chain of n revolute joints about z.

    Attributes:
        gravity: in the base frame.
        rotations, positions: of each joint's frame at q = 0 in the frame that the joint before moves.
        tens: m, mx … Izz of each body, about the origin of its joint's frame.
        to_link: of each body, the matrix for regressor columns: Y of the file's link = Y of the joint's frame @ it.
        rotors: reflected inertias.
        tip: origin of the last link in the frame of its joint.
        columns: of the full regressor: the ten of link i are 10 i …, a rotor's is -1 - i.
        pivots: places of the minimal parameters in the full vector.
    """

    name: str
    gravity: Array
    rotations: list[Array]
    positions: list[Array]
    tens: list[Array]
    to_link: list[Array]
    rotors: Array
    tip: Array
    columns: list[int]
    pivots: tuple[int, ...]

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.tens)

    def text(self) -> str:
        """Return the numbers for the C++ programs: n, gravity, each joint's rotation, position, ten, rotor, the tip."""
        rows = [[self.n], self.gravity]
        for i in range(self.n):
            rows += [self.rotations[i].ravel(), self.positions[i], self.tens[i], [self.rotors[i]]]
        rows.append(self.tip)
        return "\n".join(" ".join(repr(float(x)) for x in row) for row in rows) + "\n"


def chain_of(robot: Robot) -> Chain:
    """Return the numbers of a robot.

    Raises:
        Unsupported: it is no chain of revolute joints about z with nothing but rotors on them.
    """
    robot = bind_symbols(robot)
    z = Vec3(exact(0), exact(0), exact(1))
    columns: list[int] = []
    for i, joint in enumerate(robot.joints):
        effects = [effect.name.rpartition(".")[2] for effect in joint.effects]
        turns = joint.kind.turns and not joint.kind.slides
        if joint.parent != i - 1 or not turns or joint.axis != z or set(effects) > {"Ia"} or robot.load:
            raise Unsupported(f"{robot.name}: only chains of revolute joints about z, without friction, springs, loads")
        columns += [10 * i + k for k in range(10)] + [-1 - i] * len(effects)
    rotations, positions, tens, to_link, rotors = [], [], [], [], []
    R_after, p_after = np.eye(3), np.zeros(3)
    for joint in robot.joints:
        R, p = _numbers(joint.before)
        c, s = np.cos(to_float(joint.offset)), np.sin(to_float(joint.offset))
        if joint.offset == exact(0):
            c, s = 1.0, 0.0
        rotations.append(R_after @ R @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
        positions.append(p_after + R_after @ p)
        R_after, p_after = _numbers(joint.after)
        carry = ten_between_frames(R_after, p_after)
        to_link.append(carry)
        tens.append(carry @ np.array([to_float(one.value) for one in joint.link.parameters]))
        rotors.append(sum((to_float(effect.value) for effect in joint.effects), 0.0))
    gravity = np.array([to_float(x) for x in robot.gravity])
    return Chain(
        robot.name, gravity, rotations, positions, tens, to_link, np.array(rotors), p_after, columns, pi_pivots(robot)
    )


def _numbers(placement: Placement) -> tuple[Array, Array]:
    rows = [[to_float(x) for x in row] for row in placement.rotation.rows]
    return np.array(rows), np.array([to_float(x) for x in placement.position])


def ten_between_frames(R: Array, p: Array) -> Array:
    """Return the matrix that carries m mx my mz Ixx Ixy Iyy Ixz Iyz Izz from a frame to the one it is placed in."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return np.stack([_ten(T @ _pseudo_inertia(unit) @ T.T) for unit in np.eye(10)], axis=1)


def _pseudo_inertia(ten: Array) -> Array:
    """Return ∫ (r, 1)(r, 1)ᵀ dm, which moves between frames by T J Tᵀ."""
    xx, xy, yy, xz, yz, zz = ten[4:]
    I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    J = np.zeros((4, 4))
    J[:3, :3] = np.trace(I) / 2 * np.eye(3) - I
    J[:3, 3] = J[3, :3] = ten[1:4]
    J[3, 3] = ten[0]
    return J


def _ten(J: Array) -> Array:
    I = np.trace(J[:3, :3]) * np.eye(3) - J[:3, :3]
    return np.array([J[3, 3], *J[:3, 3], I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])
