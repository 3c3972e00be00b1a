"""What a call from Python costs: our kernels beside Pinocchio's, MuJoCo's and JAX's functions, in one process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import symdyn
from bench import frax_peer
from bench.chain import Array, Chain
from bench.contest import AGREEMENT, Disagreement, Ratio, ratio_of
from bench.mujoco_peer import mjcf
from bench.names import PINOCCHIO
from bench.peers import Peers
from bench.pinocchio_peer import Absent
from symdyn.bench.inputs import random_states
from symdyn.bench.timing import Contender, Timing, measure
from symdyn.options import Options

SAMPLES = 4096
KERNELS = ("inverse_dynamics", "mass_matrix", "jacobian", "regressor_full", "torque_derivatives", "dynamics_all")
CALL, OUT, PREPARED, BATCH = "call", "`out=`", "prepared", f"batch of {SAMPLES}, a sample"


@dataclass(frozen=True)
class Call:
    """One row of the table: what is called, how, the time, and that of Pinocchio's where it is to be compared."""

    kernel: str
    how: str
    timing: Timing
    theirs: Timing | None = None
    peer: bool = False

    @property
    def ratio(self) -> Ratio | None:
        """How many times as long ours takes: above 1 is slower."""
        return ratio_of(self.timing, self.theirs) if self.theirs else None


def measured(chain: Chain, peers: Peers, repetitions: int) -> list[Call]:
    """Time single calls, and a batch."""
    os.environ["SYMDYN_CACHE"] = str(peers.work / "cache")
    kernels = symdyn.build(chain.name, Options(languages=("c",), only=KERNELS))
    states = random_states({"q": chain.n, "qd": chain.n, "qdd": chain.n}, count=SAMPLES)
    one = {name: np.ascontiguousarray(values[0]) for name, values in states.items()}
    calls: dict[tuple[str, str], Callable[[], Any]] = {}
    expected = {}
    for name in KERNELS:
        kernel = getattr(kernels, name)
        given = [one[port] for port in kernel.inputs if port != "pi"]
        expected[name] = result = kernel(*given)
        calls[name, CALL] = lambda kernel=kernel, given=given: kernel(*given)
        calls[name, OUT] = lambda kernel=kernel, given=given, out=result: kernel(*given, out=out)
        calls[name, PREPARED] = kernel.prepared(*given, out=result)
    many = [states[name] for name in ("q", "qd", "qdd")]
    calls["inverse_dynamics", BATCH] = lambda: kernels.inverse_dynamics(*many)
    theirs: dict[tuple[str, str], Callable[[], Any]] = {}
    if peers.pinocchio:
        peers.try_step(lambda: theirs.update(_pinocchio(chain, one)))
    if peers.mujoco:
        peers.try_step(lambda: theirs.update(_mujoco(chain, one)))
    _agree(chain, theirs, expected)
    found: list[Call] = []
    for name in KERNELS:
        group = {key: call for key, call in {**calls, **theirs}.items() if key[0] == name}
        timings = measure({key: _contender(key, call) for key, call in group.items()}, repetitions)
        for how in (CALL, OUT, PREPARED, BATCH):
            if (name, how) in timings:
                pin = timings.get((name, PINOCCHIO))
                found.append(Call(name, how, timings[name, how], None if how == BATCH else pin))
        found += [Call(name, key[1], timings[key], peer=True) for key in group if key in theirs]
    if "frax" in peers.wanted:
        peers.try_step(
            lambda: found.extend(_frax(chain, many, kernels.inverse_dynamics(*many), repetitions, peers.work))
        )
    return found


def _contender(key: tuple[str, str], call: Callable[[], Any]) -> Contender:
    def run(rounds: int) -> float:
        turns = range(rounds)
        begin = time.perf_counter_ns()
        for _ in turns:
            call()
        return float(time.perf_counter_ns() - begin)

    return Contender(run, SAMPLES if "batch" in key[1] else 1)


def _agree(chain: Chain, theirs: dict[tuple[str, str], Callable[[], Any]], expected: Any) -> None:
    """Compare what is one array; that of Pinocchio's other functions is compared in C."""
    for (kernel, who), call in theirs.items():
        if kernel in ("inverse_dynamics", "mass_matrix"):
            found = np.asarray(call())
            if kernel == "mass_matrix":
                found = np.triu(found) + np.triu(found, 1).T
            _compare(chain, kernel, who, found, expected[kernel])


def _compare(chain: Chain, kernel: str, who: str, found: Array, expected: Array) -> None:
    error = float(np.max(np.abs(found - expected)) / np.max(np.abs(expected)))
    if not error < AGREEMENT:
        raise Disagreement(f"{chain.name}: {kernel} of {who} from Python differs from ours by {error:.1e}")


def _frax(chain: Chain, many: list[Array], expected: Array, repetitions: int, work: Path) -> list[Call]:
    single, batch, tau = frax_peer.measured(chain, many, repetitions, work)
    _compare(chain, "inverse_dynamics", "frax", tau, expected)
    rows = (("frax, jit", single), (f"frax, {BATCH}", batch))
    return [Call("inverse_dynamics", how, timing, peer=True) for how, timing in rows]


def _pinocchio(chain: Chain, at: dict[str, Array]) -> dict[tuple[str, str], Callable[[], Any]]:
    try:
        import pinocchio as pin
    except ImportError:
        raise Absent("Pinocchio from Python: the package pin is not installed") from None
    model = pin.Model()
    model.gravity.linear = np.array(chain.gravity)
    joint = 0
    for i in range(chain.n):
        placement = pin.SE3(chain.rotations[i], chain.positions[i])
        joint = model.addJoint(joint, pin.JointModelRZ(), placement, f"joint{i + 1}")
        model.appendBodyToJoint(joint, pin.Inertia.FromDynamicParameters(chain.tens[i]), pin.SE3.Identity())
    model.armature = np.array(chain.rotors, float)
    frame = model.addFrame(pin.Frame("tip", joint, 0, pin.SE3(np.eye(3), chain.tip), pin.FrameType.OP_FRAME))
    data = model.createData()
    q, qd, qdd = at["q"], at["qd"], at["qdd"]
    axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

    def everything() -> Any:
        pin.rnea(model, data, q, qd, qdd)
        pin.crba(model, data, q)
        pin.computeGeneralizedGravity(model, data, q)
        return pin.computeFrameJacobian(model, data, q, frame, axes)

    who = PINOCCHIO
    return {
        ("inverse_dynamics", who): lambda: pin.rnea(model, data, q, qd, qdd),
        ("mass_matrix", who): lambda: pin.crba(model, data, q),
        ("jacobian", who): lambda: pin.computeFrameJacobian(model, data, q, frame, axes),
        ("regressor_full", who): lambda: pin.computeJointTorqueRegressor(model, data, q, qd, qdd),
        ("torque_derivatives", who): lambda: pin.computeRNEADerivatives(model, data, q, qd, qdd),
        ("dynamics_all", who): everything,
    }


def _mujoco(chain: Chain, at: dict[str, Array]) -> dict[tuple[str, str], Callable[[], Any]]:
    try:
        import mujoco
    except ImportError:
        raise Absent("MuJoCo from Python: the package mujoco is not installed") from None
    model = mujoco.MjModel.from_xml_string(mjcf(chain))
    data = mujoco.MjData(model)

    def inverse() -> Any:
        data.qpos, data.qvel, data.qacc = at["q"], at["qd"], at["qdd"]
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse

    return {("inverse_dynamics", "MuJoCo, `mj_inverse`"): inverse}
