"""Random robots against Pinocchio: fifty trees of general axes, and three hundred of every kind of special geometry."""

from typing import Any

import numpy as np
import pytest
from any_robots import any_robot
from random_robots import FRAMES, random_robot

import symdyn
from symdyn.options import Options

pin = pytest.importorskip(
    "pinocchio", reason="the optional package pin is absent: pip install 'symdyn-codegen[compare]'"
)

from pinocchio_model import Array, Comparison, pinocchio_model, ten_in_frame  # noqa: E402 - needs pin

TREES = range(50)
COMPILED = range(50, 53)
SPECIAL = range(300)
MOST_JOINTS = 8
COMPARED = (
    "inverse_dynamics",
    "gravity",
    "coriolis",
    "mass_matrix",
    "forward_dynamics",
    "regressor_full",
    "regressor",
    "jacobian",
)
# both sides round a few thousand operations; their errors stay a thousand times below this share of the largest entry
TOLERANCE = 1e-11


def agree(ours: Array, theirs: Array) -> None:
    assert ours.shape == theirs.shape
    scale = max(1.0, float(np.max(np.abs(theirs), initial=0)))
    np.testing.assert_allclose(ours / scale, theirs / scale, rtol=0, atol=TOLERANCE)


class Effects:
    """What acts on the joints beside their links, from the mapping; of moving joints, in our order."""

    def __init__(self, mapping: dict[str, Any]) -> None:
        moving = [joint for joint in mapping["joints"] if joint["type"] != "fixed"]

        def column(part: str, key: str) -> Array:
            return np.array([joint.get(part, {}).get(key, 0.0) for joint in moving])

        self.rotor = np.array([joint.get("rotor_inertia", 0.0) for joint in moving])
        self.viscous, self.coulomb = column("friction", "viscous"), column("friction", "coulomb")
        self.offset = column("friction", "offset")
        self.stiffness, self.rest = column("spring", "stiffness"), column("spring", "rest")

    def friction(self, qd: Array) -> Array:
        return self.viscous * qd + self.coulomb * np.sign(qd) + self.offset

    def spring(self, q: Array) -> Array:
        return self.stiffness * (q - self.rest)


def compare(mapping: dict[str, Any], kernels: Any) -> None:
    theirs, effects = pinocchio_model(mapping), Effects(mapping)
    model, data = theirs.model, theirs.model.createData()
    model.armature = theirs.to_pinocchio(effects.rotor)
    rng = np.random.default_rng(len(mapping["joints"]))
    q, qd, qdd, tau = rng.uniform(-3, 3, (4, model.nv))
    Q, QD, QDD = (theirs.to_pinocchio(x) for x in (q, qd, qdd))
    friction, spring = effects.friction(qd), effects.spring(q)

    agree(kernels.inverse_dynamics(q, qd, qdd), theirs.vector(pin.rnea(model, data, Q, QD, QDD)) + friction + spring)
    agree(kernels.gravity(q), theirs.vector(pin.computeGeneralizedGravity(model, data, Q)) + spring)
    agree(kernels.coriolis(q, qd), theirs.vector(pin.computeCoriolisMatrix(model, data, Q, QD) @ QD))
    pin.crba(model, data, Q)
    M = np.triu(data.M) + np.triu(data.M, 1).T
    agree(kernels.mass_matrix(q), theirs.matrix(M))
    driving = theirs.to_pinocchio(tau - friction - spring)
    agree(kernels.forward_dynamics(q, qd, tau), theirs.vector(pin.aba(model, data, Q, QD, driving)))
    pin.forwardKinematics(model, data, Q)
    J = pin.computeFrameJacobian(model, data, Q, theirs.tip, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    agree(kernels.jacobian(q), J.reshape(6, -1)[:, theirs.order])  # reshaped: of one joint, Pinocchio drops an axis
    Y = pin.computeJointTorqueRegressor(model, data, Q, QD, QDD)
    agree(kernels.regressor(q, qd, qdd) @ kernels.pi, kernels.inverse_dynamics(q, qd, qdd))
    compare_regressors(mapping, kernels.regressor_full(q, qd, qdd), Y.reshape(model.nv, -1)[theirs.order], theirs)


def compare_regressors(mapping: dict[str, Any], ours: Array, Y: Array, theirs: Comparison) -> None:
    """Compare the inertial columns of every link: Pinocchio has them per joint, in the joint's frame."""
    at = 0
    joints = [*mapping["joints"], *([mapping["load"]] if "load" in mapping else [])]
    for joint, carrier, placement in zip(joints, theirs.carriers, theirs.placements, strict=True):
        block = Y[:, 10 * (carrier - 1) : 10 * carrier] @ ten_in_frame(placement) if carrier else 0 * Y[:, :10]
        agree(ours[:, at : at + 10], block)
        spring = 2 * ("spring" in joint)
        at += 10 + ("rotor_inertia" in joint) + len(joint.get("friction", ())) + spring
    assert at == ours.shape[1]


def tree(seed: int) -> dict[str, Any]:
    return random_robot(seed, entries=3 + seed % 4, tree=True, frames=FRAMES[seed % 3])


@pytest.mark.parametrize("seed", TREES)
def test_numpy_kernels_of_random_trees_agree_with_pinocchio(seed: int) -> None:
    mapping = tree(seed)
    compare(mapping, symdyn.build(mapping, Options(languages=("python",), only=COMPARED), backend="numpy"))


@pytest.mark.parametrize("seed", SPECIAL)
def test_numpy_kernels_of_robots_of_every_kind_agree_with_pinocchio(seed: int) -> None:
    mapping = any_robot(seed, most=MOST_JOINTS, plain=True)
    compare(mapping, symdyn.build(mapping, Options(languages=("python",), only=COMPARED), backend="numpy"))


@pytest.mark.parametrize("seed", COMPILED)
def test_compiled_kernels_of_random_trees_agree_with_pinocchio(seed: int) -> None:
    mapping = tree(seed)
    compare(mapping, symdyn.build(mapping, Options(only=COMPARED)))


def test_the_trees_branch_and_have_all_kinds_of_joints_and_frames() -> None:
    trees = [tree(seed) for seed in TREES]
    assert {joint["type"] for mapping in trees for joint in mapping["joints"]} == {"revolute", "prismatic", "fixed"}
    assert {mapping["frames"] for mapping in trees} == set(FRAMES)
    out_of_depth_first_order = [mapping for mapping in trees if list(order_of(mapping)) != sorted(order_of(mapping))]
    assert len(out_of_depth_first_order) >= 10


def order_of(mapping: dict[str, Any]) -> Array:
    return pinocchio_model(mapping).order
