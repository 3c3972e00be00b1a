"""A robot mapping as a Pinocchio model, read here with floats: nothing of symdyn's own reading is used.

Pinocchio assumes that joints are numbered depth-first (on other orders its mass matrix is silently wrong), so joints
are added in that order and `order` leads back: our vector v is Pinocchio's v[order].
"""

from dataclasses import dataclass
from math import pi, prod
from typing import Any

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Comparison:
    """A model, and where our joints and links are in it."""

    model: Any
    order: Array  # of our moving joints: their place in Pinocchio's vectors
    carriers: list[int]  # of every entry, and of the load: the Pinocchio joint that moves it, 0 for the base
    placements: list[Any]  # of every entry's link, and of the load, in that joint's frame
    tip: int  # frame of the last entry

    def to_pinocchio(self, ours: Array) -> Array:
        theirs = np.empty_like(ours)
        theirs[self.order] = ours
        return theirs

    def vector(self, theirs: Array) -> Array:
        return np.array(theirs)[self.order]

    def matrix(self, theirs: Array) -> Array:
        return np.array(theirs)[np.ix_(self.order, self.order)]


def number(value: Any) -> float:
    """Read a number, `a/b` or a multiple `k*pi/m`, `-pi/m`: all that random robots write."""
    if not isinstance(value, str):
        return float(value)
    top, _, bottom = value.partition("/")
    factors = [pi if factor == "pi" else float(factor) for factor in top.removeprefix("-").split("*")]
    return (-1 if top.startswith("-") else 1) * prod(factors) / float(bottom or 1)


def _turn(axis: str, angle: Any) -> Any:
    c, s = np.cos(number(angle)), np.sin(number(angle))
    R = {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }[axis]
    return pin.SE3(np.array(R, float), np.zeros(3))


def _shift(xyz: Any) -> Any:
    return pin.SE3(np.eye(3), np.array([number(x) for x in xyz]))


def _origin(origin: dict[str, Any]) -> Any:
    roll, pitch, yaw = origin["rpy"]
    return _shift(origin["xyz"]) * _turn("z", yaw) * _turn("y", pitch) * _turn("x", roll)


def _frames(joint: dict[str, Any], frames: str) -> tuple[Any, Array, Any]:
    """Return the joint's placement on its parent link, its axis, and the link's placement in the joint's frame."""
    if frames == "explicit":
        axis = np.array([number(x) for x in joint.get("axis", (0, 0, 1))])
        return _origin(joint["origin"]), axis / np.linalg.norm(axis), pin.SE3.Identity()
    dh = joint["dh"]
    along_x = _shift((dh["a"], 0, 0)) * _turn("x", dh["alpha"])
    along_z = _shift((0, 0, dh["d"])) * _turn("z", dh["theta"])
    z = np.array([0.0, 0.0, 1.0])
    if frames == "modified_dh":
        return along_x * along_z, z, pin.SE3.Identity()
    return along_z, z, along_x


def _inertia(body: dict[str, Any]) -> Any:
    I = body["inertia"]
    tensor = np.array([[I["xx"], I["xy"], I["xz"]], [I["xy"], I["yy"], I["yz"]], [I["xz"], I["yz"], I["zz"]]])
    m, com = body["mass"], np.array(body["com"])
    if body["inertia_at"] == "origin":
        tensor = tensor - m * (com @ com * np.eye(3) - np.outer(com, com))
    return pin.Inertia(m, com, tensor)


def pinocchio_model(mapping: dict[str, Any]) -> Comparison:
    """Build the model of a random robot."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array(mapping["gravity"], float), np.zeros(3))
    joints = mapping["joints"]
    children: dict[int, list[int]] = {i: [] for i in range(-1, len(joints))}
    for i, joint in enumerate(joints):
        parent = joint.get("parent", "base" if i == 0 else f"link{i}")
        children[-1 if parent == "base" else int(parent.removeprefix("link")) - 1].append(i)
    carriers, placements = [0] * len(joints), [pin.SE3.Identity()] * len(joints)
    identifiers = {}
    waiting = [(child, 0, pin.SE3.Identity()) for child in reversed(children[-1])]
    while waiting:  # depth-first: a stack
        i, carrier, at = waiting.pop()
        before, axis, after = _frames(joints[i], mapping["frames"])
        if joints[i]["type"] == "fixed":
            at = at * before * after
        else:
            kinds = {"revolute": pin.JointModelRevoluteUnaligned, "prismatic": pin.JointModelPrismaticUnaligned}
            carrier = model.addJoint(carrier, kinds[joints[i]["type"]](axis), at * before, f"joint{i + 1}")
            identifiers[i] = carrier
            at = after
        carriers[i], placements[i] = carrier, at
        model.appendBodyToJoint(carrier, _inertia(joints[i]["link"]), at)
        waiting += [(child, carrier, at) for child in reversed(children[i])]
    tip = model.addFrame(pin.Frame("tip", carriers[-1], 0, placements[-1], pin.FrameType.OP_FRAME), False)
    if "load" in mapping:
        carriers.append(carriers[-1])
        placements.append(placements[-1] * _origin(mapping["load"]["origin"]))
        model.appendBodyToJoint(carriers[-1], _inertia(mapping["load"]), placements[-1])
    order = np.array([model.joints[identifiers[i]].idx_v for i in sorted(identifiers)])
    return Comparison(model, order, carriers, placements, tip)


def ten_in_frame(placement: Any) -> Array:
    """Return the matrix that carries m mx my mz Ixx Ixy Iyy Ixz Iyz Izz from a frame to the one it is placed in."""
    T = placement.homogeneous
    columns = []
    for unit in np.eye(10):
        columns.append(_ten(T @ _pseudo_inertia(unit) @ T.T))
    return np.stack(columns, axis=1)


def _pseudo_inertia(ten: Array) -> Array:
    """Return ∫ (r, 1)(r, 1)ᵀ dm, which moves between frames by T J Tᵀ."""
    m, h, (xx, xy, yy, xz, yz, zz) = ten[0], ten[1:4], ten[4:]
    I = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    J = np.zeros((4, 4))
    J[:3, :3] = np.trace(I) / 2 * np.eye(3) - I
    J[:3, 3] = J[3, :3] = h
    J[3, 3] = m
    return J


def _ten(J: Array) -> Array:
    S = J[:3, :3]
    I = np.trace(S) * np.eye(3) - S
    return np.array([J[3, 3], *J[:3, 3], I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])
