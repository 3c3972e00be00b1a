"""From a path of the tip to the motion of the joints, for any robot that has a Jacobian.

At every time Newton's iterations put the tool on the path; rates follow from the Jacobian,

    q̇ = J⁺ ẋ        q̈ = J⁺ (ẍ - J̇ q̇) + (1 - J⁺J) J̇ᵀ J⁺ᵀ q̇

with J⁺ = J⁻¹ where J is square, else the pseudo-inverse: least squares, and the smallest rates where joints are to
spare. The last term is then the rate of J⁺ within the joints' freedom: without it q̈ would not be the derivative of
q̇. It is zero where J is square. A path that cannot be followed is refused with the time where that happens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

import symdyn
from symdyn.errors import InputError
from symdyn.model import Robot
from symdyn.options import Options
from symdyn.runtime.kernels import Kernels
from symdyn.simulate.motion.motion import Array, Motion
from symdyn.simulate.motion.path_shapes import Path
from symdyn.simulate.motion.path_task import Task, ordinary_poses, task

ON_THE_PATH = 1e-10  # m or rad: where Newton's iterations stop
UNREACHED = 1e-6  # m or rad, and of a rate's size: what may be missing before a path counts as out of reach
SINGULAR = 1e-4  # smallest over largest singular value: within ON_THE_PATH of a stretched arm it is 1e-5
NEARLY_SINGULAR = 1e-2  # below it rates are large; this is told
ITERATIONS = 100
LONGEST_STEP = 0.5  # rad or m, of one iteration
FLOW_STEP = 5e-3  # s: longest step from one time to the next


@dataclass(frozen=True, slots=True, eq=False)
class JointMotion:
    """The motion that follows a path; `closeness` to a singular pose at every time, 0 there; and what to beware of."""

    motion: Motion
    closeness: Array
    warnings: tuple[str, ...]


def joint_motion(
    robot: Robot,
    path: Path,
    times: ArrayLike,
    *,
    task_kind: str = "position",
    tool: ArrayLike | None = None,
    start: ArrayLike | None = None,
    kernels: Kernels | None = None,
) -> JointMotion:
    """Return the motion of the joints along a path, at increasing times.

    Args:
        robot: the robot, with values for its symbols.
        path: where the tip is wanted.
        times: when; the path starts at 0.
        task_kind: "position", or "pose" for position and orientation. The orientation at the start is that of the
            first pose found, and turns with the path from there.
        tool: a point, or a 4 x 4 frame, of the last link that runs along the path; its origin unless told.
        start: where to begin the search for the first pose; left out, a few ordinary poses are tried.
        kernels: those of the robot with `tip_motion`; built if left out.
    """
    at = np.array(times, float)
    if at.ndim != 1 or at.size == 0 or not np.all(np.diff(at) > 0):
        raise InputError("must increase", field="times")
    doing = task((kernels or _kernels(robot)).tip_motion, robot.n, task_kind, tool)
    q, axes = _first_pose(doing, path, float(at[0]), start)
    rows, closeness = [], []
    for t, q in _followed(doing, path, at, q, axes):  # noqa: B020 - q goes along the path
        qd, qdd, close = _rates(doing, path, t, q)
        rows.append((q, qd, qdd))
        closeness.append(close)
    q, qd, qdd = (np.array(part) for part in zip(*rows, strict=True))
    motion = Motion(q, qd, qdd)
    return JointMotion(motion, np.array(closeness), tuple(_warnings(robot, at, motion, np.array(closeness))))


def _kernels(robot: Robot) -> Kernels:
    return symdyn.build(robot, Options(only=("tip_motion",), languages=("c",)))


def _first_pose(doing: Task, path: Path, t: float, start: ArrayLike | None) -> tuple[Array, Array]:
    """Return a pose on the path's beginning and the tool's axes there."""
    guesses = ordinary_poses(doing.n) if start is None else np.array(start, float)[None]
    if guesses.shape[1:] != (doing.n,):
        raise InputError(f"must have {doing.n} entries, one for each joint", field="start")
    found: list[tuple[float, Array]] = []
    missing = np.inf
    for guess in guesses:
        # with the axes that the guess has, a pose is sought from where the robot stands; a position does not ask
        axes = doing.pose(guess)[1]
        q, left = _newton(doing, path, t, guess, axes)
        missing = min(missing, left)
        if left <= UNREACHED:
            closeness = doing.inverse(doing.jacobians(q, np.zeros(doing.n))[0])[1]
            found.append((closeness, q))
    if not found:
        raise InputError(f"its start is out of reach: {missing:.3g} m or rad are missing", field="path")
    q = max(found, key=lambda pair: pair[0])[1]
    return q, doing.pose(q)[1]


def _newton(doing: Task, path: Path, t: float, q: Array, axes: Array) -> tuple[Array, float]:
    """Bring the tool onto the path; return the pose and what is missing."""
    wanted, q = path.at(t), q.copy()
    left = doing.error(q, wanted, axes)
    for _ in range(ITERATIONS):
        size = float(np.linalg.norm(left))
        if size <= ON_THE_PATH:
            break
        # damping in proportion to what is missing: safe far away, and as fast as Newton's iterations near the end
        inverse, _ = doing.inverse(doing.jacobians(q, np.zeros(doing.n))[0], damping=0.1 * size)
        step = inverse @ left
        q = q + step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), ON_THE_PATH))
        after = doing.error(q, wanted, axes)
        if np.linalg.norm(after) >= size and size <= UNREACHED:  # rounding is reached
            break
        left = after
    return q, float(np.linalg.norm(left))


def _followed(doing: Task, path: Path, times: Array, q: Array, axes: Array) -> Iterator[tuple[float, Array]]:
    """Yield the pose at every time: along the flow q̇ = J⁺ẋ, put back onto the path after every step."""
    now = float(times[0])
    yield now, q
    for t in times[1:]:
        steps = int(np.ceil((float(t) - now) / FLOW_STEP))
        for h in np.full(steps, (float(t) - now) / steps):
            q, missing = _newton(doing, path, now + h, _flow(doing, path, now, q, h), axes)
            now += float(h)
            if missing > UNREACHED:
                raise InputError(
                    f"out of reach at t = {now:.4g} s: {missing:.3g} m or rad are missing; move the path nearer to "
                    "the base, or start it from another pose",
                    field="path",
                )
        now = float(t)
        yield now, q


def _flow(doing: Task, path: Path, t: float, q: Array, h: float) -> Array:
    """Return where q̇ = J⁺ẋ leads: roughly where the pose is unique, else by Runge and Kutta's fourth order."""
    k1 = _velocity(doing, path, t, q)[0]
    if doing.rank == doing.n:
        return np.asarray(q + h * k1)
    k2 = _velocity(doing, path, t + h / 2, q + h / 2 * k1)[0]
    k3 = _velocity(doing, path, t + h / 2, q + h / 2 * k2)[0]
    k4 = _velocity(doing, path, t + h, q + h * k3)[0]
    return np.asarray(q + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4))


def _velocity(doing: Task, path: Path, t: float, q: Array) -> tuple[Array, Array, float]:
    """Return q̇, J⁺ and the closeness to a singular pose."""
    J = doing.jacobians(q, np.zeros(doing.n))[0]
    inverse, closeness = doing.inverse(J)
    if closeness < SINGULAR:
        raise InputError(
            f"passes a singular pose at t = {t:.4g} s; lead the path round it, or start it from another pose",
            field="path",
        )
    state = path.at(t)
    wanted = doing.wanted(state.v, state.omega)
    qd = inverse @ wanted  # [VanWinssen85 (A.5)]
    missing = float(np.linalg.norm(J @ qd - wanted))
    if missing > UNREACHED * (1.0 + float(np.linalg.norm(wanted))):
        raise InputError(f"asks at t = {t:.4g} s for a direction that no joint moves the tool in", field="path")
    return qd, inverse, closeness


def _rates(doing: Task, path: Path, t: float, q: Array) -> tuple[Array, Array, float]:
    """Return q̇, q̈ and the closeness to a singular pose."""
    qd, inverse, closeness = _velocity(doing, path, t, q)
    J, J_dot = doing.jacobians(q, qd)
    state = path.at(t)
    qdd = inverse @ (doing.wanted(state.a, state.alpha) - J_dot @ qd)  # [VanWinssen85 (A.6)]
    along = J_dot.T @ (inverse.T @ qd)
    return qd, qdd + along - inverse @ (J @ along), closeness


def _warnings(robot: Robot, times: Array, motion: Motion, closeness: Array) -> Iterator[str]:
    nearest = int(np.argmin(closeness))
    if closeness[nearest] < NEARLY_SINGULAR:
        fastest = float(np.abs(motion.qd).max())
        yield f"the path comes near a singular pose at t = {times[nearest]:.4g} s; joints move at up to {fastest:.3g}/s"
    for i, joint in enumerate(robot.moving_joints):
        limits, q, qd = joint.limits, motion.q[:, i], np.abs(motion.qd[:, i])
        extremes = (("lower", q.min()), ("upper", q.max()), ("velocity", qd.max()))
        for name, most in extremes:
            bound = getattr(limits, name)
            if bound is not None and (most < bound if name == "lower" else most > bound):
                yield f"{joint.name} goes to {most:.4g}, beyond its {name} limit {bound:.4g}"
