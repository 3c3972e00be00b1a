"""What a path asks of the tip, as rows of a Jacobian: three for a position, six for a pose.

The tool is a point of the last link, or a frame on it; it is where the path runs. Least squares go by singular values
up to the rank that the task has at ordinary poses: a planar arm cannot leave its plane anywhere, and that is no
singularity; losing one more direction is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.errors import InputError, unknown_name
from symdyn.simulate.motion.path_shapes import TipState

Matrix = NDArray[np.float64]
ROWS = {"position": 3, "pose": 6}
SEED = 1985
ORDINARY_POSES = 8
NO_DIRECTION = 1e-9  # of the largest singular value: a direction that no joint moves the tip in


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """The tool of a robot, as a map from joints: `motion` is the kernel `tip_motion`."""

    motion: Callable[..., Any]
    n: int
    rows: int
    offset: Matrix  # of the tool, in the last link's frame
    turn: Matrix
    rank: int  # of the task's Jacobian at ordinary poses

    def pose(self, q: Matrix) -> tuple[Matrix, Matrix]:
        """Position and axes of the tool."""  # [VanWinssen85 (A.2)]
        T = self.motion(q, np.zeros(self.n))[0]
        return T[:3, :3] @ self.offset + T[:3, 3], T[:3, :3] @ self.turn

    def jacobians(self, q: Matrix, qd: Matrix) -> tuple[Matrix, Matrix]:
        """J and J̇ of the tool, only the rows that the task has."""  # [VanWinssen85 (A.3), (A.4)]
        T, J, J_dot = self.motion(q, qd)
        arm = T[:3, :3] @ self.offset
        arm_dot = np.cross(J[3:] @ qd, arm)
        lever, lever_dot = _cross_columns(J[3:], arm), _cross_columns(J_dot[3:], arm) + _cross_columns(J[3:], arm_dot)
        at_tool = np.concatenate([J[:3] + lever, J[3:]])
        rate = np.concatenate([J_dot[:3] + lever_dot, J_dot[3:]])
        return at_tool[: self.rows], rate[: self.rows]

    def error(self, q: Matrix, wanted: TipState, axes: Matrix) -> Matrix:
        """How far the tool is from what is wanted: a vector, and the rotation vector of the turn that is missing."""
        p, R = self.pose(q)
        if self.rows == 3:
            return np.asarray(wanted.p - p)
        return np.concatenate([wanted.p - p, rotation_vector(rotation(wanted.turned) @ axes @ R.T)])

    def wanted(self, linear: Matrix, angular: Matrix) -> Matrix:
        """Velocity or acceleration, as the task's rows."""
        return np.concatenate([linear, angular])[: self.rows]

    def inverse(self, J: Matrix, damping: float = 0.0) -> tuple[Matrix, float]:
        """Pseudo-inverse up to the rank, with damped singular values; and the smallest over the largest of them."""
        U, sigma, Vt = np.linalg.svd(J, full_matrices=False)
        r = self.rank
        kept = sigma[:r]
        inverted = kept / (kept**2 + damping**2) if damping else 1.0 / np.maximum(kept, np.finfo(float).tiny)
        closeness = float(kept[-1] / kept[0]) if kept[0] > 0 else 0.0
        return np.asarray(Vt[:r].T @ (inverted[:, None] * U[:, :r].T)), closeness


def task(motion: Callable[..., Any], n: int, kind: str, tool: ArrayLike | None) -> Task:
    """Return the task of a kind for a tool: None, a point (3) or a frame (4 x 4) of the last link."""
    if kind not in ROWS:
        raise InputError(unknown_name("task", kind, ROWS), field="task")
    placed = np.eye(4) if tool is None else np.array(tool, float)
    if placed.shape == (3,):
        placed = np.block([[np.eye(3), placed[:, None]], [np.zeros((1, 3)), np.ones((1, 1))]])
    if placed.shape != (4, 4) or not np.all(np.isfinite(placed)):
        raise InputError("must be a point of three numbers or a 4 x 4 frame", field="tool")
    if not np.allclose(placed[:3, :3] @ placed[:3, :3].T, np.eye(3), atol=1e-9):
        raise InputError("must have axes at right angles and of length one", field="tool")
    found = Task(motion, n, ROWS[kind], placed[:3, 3], placed[:3, :3], 0)
    rank = max(_rank(found.jacobians(q, np.zeros(n))[0]) for q in ordinary_poses(n))
    if rank == 0:
        raise InputError("no joint moves the tool", field="tool")
    return Task(motion, n, ROWS[kind], placed[:3, 3], placed[:3, :3], rank)


def ordinary_poses(n: int) -> Matrix:
    """Return a few poses that are not special."""
    return np.random.default_rng(SEED).uniform(-2.5, 2.5, (ORDINARY_POSES, n))


def _rank(J: Matrix) -> int:
    sigma = np.linalg.svd(J, compute_uv=False)
    return int(np.sum(sigma > NO_DIRECTION * max(float(sigma[0]), np.finfo(float).tiny)))


def _cross_columns(columns: Matrix, arm: Matrix) -> Matrix:
    return np.asarray(np.cross(columns.T, arm).T)


def rotation(vector: Matrix) -> Matrix:
    """Return the rotation of a rotation vector."""
    angle = float(np.linalg.norm(vector))
    K = np.array([[0, -vector[2], vector[1]], [vector[2], 0, -vector[0]], [-vector[1], vector[0], 0]])
    # sin(x)/x and (1 - cos x)/x², without a division by a small angle
    return np.asarray(np.eye(3) + np.sinc(angle / np.pi) * K + 0.5 * np.sinc(angle / (2 * np.pi)) ** 2 * K @ K)


def rotation_vector(R: Matrix) -> Matrix:
    """Return the rotation vector of a rotation by less than half a turn."""
    axis = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    sine, cosine = float(np.linalg.norm(axis)), 0.5 * (float(np.trace(R)) - 1.0)
    return axis if sine < np.finfo(float).tiny else np.asarray(np.arctan2(sine, cosine) / sine * axis)
