"""A robot in many postures at once, in doubles: what it moves, and what its motors give.

Rows are postures. Where loops cannot close, numbers are NaN.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symdyn.dynamics.following import following_joints
from symdyn.dynamics.setting import is_closed_by_newton
from symdyn.ir.evaluate import FLOATS
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.model.robot import NumericRobot

Array = NDArray[np.float64]


def mass_matrices(robot: NumericRobot, q: Array) -> Array:
    """Return M of every row, N x n x n."""
    return _entries(robot, "mass_matrix", "M", {"q": q}).reshape(-1, robot.n, robot.n)


def torques(robot: NumericRobot, q: Array, qd: Array, qdd: Array) -> Array:
    """Return tau of every row, N x n."""
    return _entries(robot, "inverse_dynamics", "tau", {"q": q, "qd": qd, "qdd": qdd})


def state_matrices(robot: NumericRobot, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array]:
    """Return A and B of every row, N x 2n x 2n and N x 2n x n."""
    A, B = (_entries(robot, "state_matrices", port, {"q": q, "qd": qd, "qdd": qdd}) for port in "AB")
    return A.reshape(-1, 2 * robot.n, 2 * robot.n), B.reshape(-1, 2 * robot.n, robot.n)


def _entries(robot: NumericRobot, kernel: str, port: str, rows: dict[str, Array]) -> Array:
    count = len(rows["q"])
    state = {name: list(array.T) for name, array in rows.items()}
    state["parameters"] = [np.full(count, float(x)) for x in robot.parameters]
    if is_closed_by_newton(robot):
        passive = [following_joints(robot, list(q)) for q in rows["q"]]
        nowhere = [np.nan] * (len(robot.tree_joint_names) - robot.n)
        state["passive"] = list(np.array([nowhere if found is None else found for found in passive], float).T)
    with np.errstate(invalid="ignore"):  # the root of a negative number: NaN, as said above
        found = run(KERNELS[kernel], robot, FLOATS, state)[port]
    return np.stack([np.broadcast_to(entry, count) for entry in found], axis=1)
