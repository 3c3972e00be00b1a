"""Forward dynamics of a robot with loops by Pinocchio: a tree of its own, and contact constraints where it was cut."""

from typing import Any

import numpy as np
import pinocchio as pin

from symdyn.closure.closed_tree import closed_tree
from symdyn.closure.door import closure_of
from symdyn.ir.evaluate import FLOATS


def accelerations(robot: Any, state: Any) -> np.ndarray:
    """Return the accelerations of the coordinates under `tau`, of a robot without friction and rotors."""
    tree, closure = closed_tree(robot, FLOATS), closure_of(robot)
    turns = [(np.cos(x), np.sin(x)) for x in state["q"]]
    at, _ = tree.closed(closure.steps, list(map(float, state["q"])), turns)
    rates = tree.rates(at, closure.blocks)
    moving = robot.tree.moving_joints
    q = np.array([np.arctan2(s, c) if j.kind.turns else x for j, x, c, s in zip(moving, at.q, at.c, at.s, strict=True)])
    qd = np.array(rates.spread(list(map(float, state["qd"]))))
    model = _model(robot)
    data = model.createData()
    tau = np.zeros(model.nv)
    tau[list(closure.actuated)] = state["tau"]
    constraints = [_constraint(model, loop) for loop in robot.source["loops"]]
    datas = [constraint.createData() for constraint in constraints]
    pin.initConstraintDynamics(model, data, constraints, datas)
    settings = pin.ProximalSettings(1e-14, 1e-12, 200)
    found = pin.constraintDynamics(model, data, q, qd, tau, constraints, datas, settings)
    return np.asarray(found)[list(closure.actuated)]


def _model(robot: Any) -> Any:
    model = pin.Model()
    model.gravity.linear = np.array(robot.source["gravity"], float)
    ids = {"base": 0}
    previous = "base"
    for i, joint in enumerate(robot.source["joints"]):
        axis = np.array(joint.get("axis", [0, 0, 1]), float)
        kind = pin.JointModelRevoluteUnaligned if joint["type"] == "revolute" else pin.JointModelPrismaticUnaligned
        place = pin.SE3(np.eye(3), np.array(joint.get("origin", {}).get("xyz", [0, 0, 0]), float))
        name = f"link{i + 1}"
        ids[name] = model.addJoint(ids[joint.get("parent", previous)], kind(axis / np.linalg.norm(axis)), place, name)
        body = joint["link"]
        tensor = body["inertia"]
        rows = [[tensor["".join(sorted((a, b)))] for a in "xyz"] for b in "xyz"]
        inertia = pin.Inertia(body["mass"], np.array(body["com"], float), np.array(rows, float))
        model.appendBodyToJoint(ids[name], inertia, pin.SE3.Identity())
        previous = name
    return model


def _constraint(model: Any, loop: Any) -> Any:
    """Return a constraint of the point alone: what else a planar pin takes follows from the tree's axes."""
    frames = [pin.SE3(np.eye(3), np.array(loop[f"{side}_origin"]["xyz"], float)) for side in ("parent", "child")]
    first, second = (model.getJointId(loop[side]) for side in ("parent", "child"))
    return pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, first, frames[0], second, frames[1], pin.LOCAL_WORLD_ALIGNED
    )
