"""Torques and their derivatives as the papers compute them, as kernels.

Scalars: any commutative ring that holds one half.

    name         computes                                           entries of `pi`
    lin          τ by Lin's recursion                               his MLCs, the joints' own parameters after them
    lagrangian   τ by Van Winssen and de Silva's recursive Lagrangian   the minimal parameters
    3x3, 4x4     M, ∂τ/∂q and ∂τ/∂q̇ with 3 x 3 and 4 x 4 matrices   the minimal parameters

Rotors, friction and springs are added as the usual kernels add them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.joint_effects import effects_torque
from symdyn.dynamics.setting import Setting
from symdyn.errors import InputError
from symdyn.kernels.kernel import Computation
from symdyn.kernels.torques import with_effects
from symdyn.model.robot import Robot
from symdyn.papers.formulation import Outputs, PaperFormulation, Ports, require_chain
from symdyn.papers.lin_inverse_dynamics import lin_inverse_dynamics
from symdyn.papers.van_winssen_3x3 import linearised_3x3
from symdyn.papers.van_winssen_4x4 import Linearised, linearised_4x4
from symdyn.papers.van_winssen_lagrangian import recursive_lagrangian
from symdyn.parameters.forms.lin_parameters import joint_constants, lin_parameters
from symdyn.parameters.forms.table import form_of
from symdyn.parameters.pi import pi_pivots

LIN = "lin"
S = TypeVar("S", bound=Scalar)
MOTION = ("q", "qd", "qdd", "pi")


def lin_torque(at: Setting[S]) -> Computation[S]:
    """τ from MLCs."""
    robot, lin = at.robot, lin_parameters(at.robot)
    values = [at.parameters[i] for i in pi_pivots(robot)]  # where a setting keeps the entries of `pi`
    constants = joint_constants(lin, values[: len(lin.names)])
    result = lin_inverse_dynamics(at.framed, at.framed_poses, at.qd, at.qdd, lin.structure, constants)
    own = dict(zip(form_of(robot, LIN).names[len(lin.names) :], values[len(lin.names) :], strict=True))
    tau = []
    for i, (torque, joint) in enumerate(zip(result.tau, robot.moving_joints, strict=True)):
        names = [effect.name for effect in joint.effects if effect.name in own]
        effects = [(name.rpartition(".")[2], own[name]) for name in names]
        tau.append(torque + effects_torque(effects, at.joint_motion(i)))
    return Computation((tuple(tau),), (at.framed_poses, result))


def lagrangian_torque(at: Setting[S]) -> Computation[S]:
    """τ by the recursive Lagrangian."""
    tau = recursive_lagrangian(at.moving, at.q, at.c, at.s, at.qd, at.qdd, at.inertias)
    return Computation((with_effects(at, tau),))


def _in_3x3(at: Setting[S]) -> Linearised[S]:
    return linearised_3x3(at.moving, at.c, at.s, at.qd, at.qdd, at.inertias)


def _in_4x4(at: Setting[S]) -> Linearised[S]:
    return linearised_4x4(at.moving, at.q, at.c, at.s, at.qd, at.qdd, at.inertias)


def _derivatives(linearised: Callable[[Setting[S]], Linearised[S]]) -> Callable[[Setting[S]], Computation[S]]:
    def compute(at: Setting[S]) -> Computation[S]:
        found = linearised(at)
        parts = ((found.M, "Ia"), (found.by_q, "ks"), (found.by_qd, "fv"))
        return Computation(tuple(_with_diagonal(at, rows, kind) for rows, kind in parts))

    return compute


def _with_diagonal(at: Setting[S], rows: Sequence[Sequence[S]], kind: str) -> tuple[S, ...]:
    """Return a matrix flat, with one kind of the joints' own parameters added to its diagonal."""
    own = [sum((value for name, value in effects if name == kind), start=ZERO) for effects in at.effects]
    return tuple(x + own[i] if i == j else x for i, row in enumerate(rows) for j, x in enumerate(row))


def _require_theorem_2(robot: Robot) -> None:
    form_of(robot, LIN)  # which says why where it cannot


def _require_turning_chain(robot: Robot) -> None:
    require_chain(robot)
    sliding = [joint.name for joint in robot.moving_joints if joint.kind.slides]
    if sliding:
        what = f"3 x 3 matrices need revolute joints, and {sliding[0]} slides; 4x4 takes such joints too"
        raise InputError(what)


def _tau(robot: Robot) -> Ports:
    return (("tau", ("n",)),)


def _matrices(robot: Robot) -> Ports:
    return tuple((port, ("n", "n")) for port in ("M", "dtau_dq", "dtau_dqd"))


def _usual_torque(robot: Robot, outputs: Outputs) -> list[Any]:
    return list(outputs["inverse_dynamics.tau"])


def _usual_derivatives(robot: Robot, outputs: Outputs) -> list[Any]:
    ports = ("mass_matrix.M", "torque_derivatives.dtau_dq", "torque_derivatives.dtau_dqd")
    return [entry for port in ports for entry in outputs[port]]


TORQUE_FORMULATIONS = (
    PaperFormulation(
        name=LIN,
        paper="Lin95",
        summary="Torque in Lin's minimal linear combinations, by his recursion.",
        usual=("inverse_dynamics",),
        inputs=MOTION,
        outputs=_tau,
        compute=lin_torque,
        expected=_usual_torque,
        require=_require_theorem_2,
        form=LIN,
    ),
    PaperFormulation(
        name="lagrangian",
        paper="VanWinssen85",
        summary="Torque by the recursive Lagrangian with 4 x 4 matrices.",
        usual=("inverse_dynamics",),
        inputs=MOTION,
        outputs=_tau,
        compute=lagrangian_torque,
        expected=_usual_torque,
        require=require_chain,
    ),
    PaperFormulation(
        name="3x3",
        paper="VanWinssen85",
        summary="Mass matrix and derivatives of the torque with 3 x 3 matrices.",
        usual=("mass_matrix", "torque_derivatives"),
        inputs=MOTION,
        outputs=_matrices,
        compute=_derivatives(_in_3x3),
        expected=_usual_derivatives,
        require=_require_turning_chain,
    ),
    PaperFormulation(
        name="4x4",
        paper="VanWinssen85",
        summary="Mass matrix and derivatives of the torque with 4 x 4 matrices.",
        usual=("mass_matrix", "torque_derivatives"),
        inputs=MOTION,
        outputs=_matrices,
        compute=_derivatives(_in_4x4),
        expected=_usual_derivatives,
        require=require_chain,
    ),
)
