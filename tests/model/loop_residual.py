"""How far a robot's loops are from closed in a position, in doubles: straight from the frames, for tests."""

from collections.abc import Sequence

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.model import BASE, Joint, Placement, Robot, bind_symbols


def loop_residual(robot: Robot, q: Sequence[float]) -> np.ndarray:
    """Return what the rows of all cut joints are when the tree's joints are at ``q``."""
    bound = bind_symbols(robot)
    assert bound.closing is not None
    poses, waiting = {BASE: np.eye(4)}, list(q)
    for index, joint in enumerate(bound.joints):
        motion = _motion(joint, waiting.pop(0)) if joint.moves else np.eye(4)
        poses[index] = poses[joint.parent] @ _matrix(joint.before) @ motion @ _matrix(joint.after)
    rows: list[float] = []
    for loop in bound.closing.loops:
        first = poses[loop.parent] @ _matrix(loop.parent_frame)
        between = np.linalg.inv(first) @ poses[loop.child] @ _matrix(loop.child_frame)
        rows += [between[axis, 3] for axis in loop.kind.apart]
        rows += [between[one, other] for one, other in loop.kind.upright]
    return np.array(rows)


def _matrix(placement: Placement) -> np.ndarray:
    pose = np.eye(4)
    pose[:3, :3] = [[to_float(entry) for entry in row] for row in placement.rotation.rows]
    pose[:3, 3] = [to_float(entry) for entry in placement.position]
    return pose


def _motion(joint: Joint, q: float) -> np.ndarray:
    pose = np.eye(4)
    x, y, z = (to_float(entry) for entry in joint.axis)
    if joint.kind.turns:
        angle, cross = q + to_float(joint.offset), np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        pose[:3, :3] += np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    else:
        pose[:3, 3] = np.array([x, y, z]) * q
    return pose
