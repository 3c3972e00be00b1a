"""Torques and Jacobians by Pinocchio (URDF) and MuJoCo (MJCF), which read the files themselves."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import exact
from symdyn.model import Robot
from symdyn.model.robot_file.angles import recognised

Array = NDArray[np.float64]


_RPY = re.compile(r"rpy\s*=\s*([\"'])([^\"']*)\1")


def _written_out(match: re.Match[str]) -> str:
    """Write angles that are multiples of pi/12, rounded somewhere, as the doubles nearest to these."""
    try:
        angles = [repr(to_float(recognised(exact(word)))) for word in match[2].split()]
    except ValueError:
        return match[0]
    return f'rpy="{" ".join(angles)}"'


class NotComparedError(Exception):
    """The other tool cannot read the file, or reads another robot on purpose."""


@dataclass(frozen=True)
class State:
    """A state of all joints of a tree."""

    q: Array
    qd: Array
    qdd: Array


def all_joints(robot: Robot, q: Array, qd: Array, qdd: Array) -> tuple[State, Array]:
    """Return the state of every joint of the tree from that of the actuated ones, and dq_tree/dq."""
    if robot.closing is None:
        return State(q, qd, qdd), np.eye(robot.n)
    count = len(robot.tree_joint_names)
    A, b = np.zeros((count, robot.n)), np.zeros(count)
    for column, joint in enumerate(robot.closing.actuated):
        A[joint, column] = 1
    place = {joint: column for column, joint in enumerate(robot.closing.actuated)}
    for coupling in robot.closing.couplings:
        b[coupling.joint] = float(_number(coupling.plus))
        for other, factor in coupling.factors:
            A[coupling.joint, place[other]] += _number(factor)
    return State(A @ q + b, A @ qd, A @ qdd), A


def _number(exact: Any) -> float:
    return to_float(exact)


def friction_and_rotors(robot: Robot, state: State) -> Array:
    """Return what acts on joints beside links, which URDF readers leave to others."""
    tau = np.zeros(len(state.q))
    moving = [joint for joint in robot.joints if joint.moves]
    for i, joint in enumerate(moving):
        values = {effect.name.rpartition(".")[2]: _number(effect.value) for effect in joint.effects}
        tau[i] += values.get("fv", 0) * state.qd[i] + values.get("fc", 0) * np.sign(state.qd[i])
    return tau


def pinocchio_torque(
    file: Path, robot: Robot, aliases: dict[tuple[str, str], str], state: State
) -> tuple[Array, Array | None]:
    """Return torques of every joint of the tree, in our order, and the tip's Jacobian."""
    import pinocchio as pin

    try:
        model = pin.buildModelFromXML(_RPY.sub(_written_out, file.read_text(errors="replace")))
    except Exception as error:
        raise NotComparedError(f"Pinocchio: {error}") from None
    model.gravity = pin.Motion(np.array([_number(x) for x in robot.gravity]), np.zeros(3))
    ours = {name: i for i, name in enumerate(robot.tree_joint_names)}
    theirs = {aliases.get(("joint", name), name): joint for joint, name in enumerate(model.names) if joint}
    if set(theirs) != set(ours):
        raise NotComparedError("Pinocchio: other joints")
    q, qd, qdd = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    where = np.zeros(len(ours), int)
    for name, i in ours.items():
        joint = model.joints[theirs[name]]
        where[i] = joint.idx_v
        angle = state.q[i]
        q[joint.idx_q : joint.idx_q + joint.nq] = [angle] if joint.nq == 1 else [np.cos(angle), np.sin(angle)]
        qd[joint.idx_v], qdd[joint.idx_v] = state.qd[i], state.qdd[i]
    data = model.createData()
    rotors, model.armature = model.armature, np.zeros(model.nv)
    assert not np.any(rotors)
    tau = pin.rnea(model, data, q, qd, qdd)[where] + friction_and_rotors(robot, state)
    tip = robot.joints[robot.tip].link.name
    frame = next(name for (kind, name), alias in aliases.items() if kind == "link" and alias == tip)
    identifier = model.getFrameId(frame, pin.FrameType.BODY)
    J = pin.computeFrameJacobian(model, data, q, identifier, pin.LOCAL_WORLD_ALIGNED)
    return tau, np.array(J).reshape(6, -1)[:, where]


def mujoco_torque(file: Path, robot: Robot, state: State) -> tuple[Array, None]:
    """Return torques of every joint, by MuJoCo's reading of the file, without contacts, tendons and fluids."""
    import mujoco

    try:
        model = mujoco.MjModel.from_xml_path(str(file))
    except Exception as error:
        raise NotComparedError(f"MuJoCo: {' '.join(str(error).split())[:100]}") from None
    if model.nv != len(state.q):
        raise NotComparedError(f"MuJoCo: {model.nv} coordinates, here {len(state.q)}")
    model.opt.density = model.opt.viscosity = 0
    model.body_gravcomp[:] = 0
    for name in ("stiffness", "damping", "frictionloss", "armature"):
        if hasattr(model, f"tendon_{name}"):
            getattr(model, f"tendon_{name}")[:] = 0
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = state.q, state.qd, state.qdd
    mujoco.mj_forward(model, data)
    inertial = np.zeros(model.nv)
    mujoco.mj_mulM(model, data, inertial, state.qdd)
    friction = np.array(model.dof_frictionloss) * np.sign(state.qd)
    return inertial + data.qfrc_bias - data.qfrc_passive + friction, None
