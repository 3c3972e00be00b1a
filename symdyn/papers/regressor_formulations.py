"""Regressors and adaptation as the papers compute them, as kernels.

Scalars: any commutative ring that holds one half.

    name        computes                                                      columns
    lu_meng     Lu and Meng's regressor, link by link, from energies          sixteen a body, bodies in order
    recursive   the same by their recursion                                   likewise
    walker      Walker's torque, and what his estimates are driven by         ten a body

Rotors, friction and springs have no columns here; Walker's torque has viscous friction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation
from symdyn.model.robot import Robot
from symdyn.papers.energy_regressor import energy_regressors
from symdyn.papers.formulation import TEN, Outputs, PaperFormulation, Ports, body_names, first_parameters, of_bodies
from symdyn.papers.recursive_regressor import A_columns, E_columns, Phi_columns, recursive_regressors
from symdyn.papers.sixteen_parameters import SIXTEEN, sixteen_columns
from symdyn.papers.walker import walker_law

VISCOUS, OTHERS = "fv", ("Ia", "fc", "fo", "ks", "kr")
S = TypeVar("S", bound=Scalar)
Blocks = Sequence[Sequence[Sequence[S]]]  # of every body, n rows of sixteen


@dataclass(frozen=True, slots=True)
class Columns(Generic[S]):
    """Forces and moments of a link per unit of its parameters, by their names in the paper."""

    A: tuple[Vec3[S], ...]
    Phi: tuple[Vec3[S], ...]
    E: tuple[Vec3[S], ...]


def energy_columns(at: Setting[S]) -> Computation[S]:
    """Y by energies."""
    blocks = energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd)
    return Computation((_side_by_side(of_bodies(at.robot, blocks)),), (at.whole_poses,))


def recursive_columns(at: Setting[S]) -> Computation[S]:
    """Y by recursion, and motions and columns of every link on the way."""
    blocks = recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd)
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    columns = [Columns(*(tuple(of(motion)) for of in (A_columns, Phi_columns, E_columns))) for motion in motions]
    side_by_side = _side_by_side(of_bodies(at.robot, blocks))
    return Computation((side_by_side,), (at.whole_poses, list(motions), columns))


def _side_by_side(blocks: Blocks[S]) -> tuple[S, ...]:
    return tuple(entry for rows in zip(*blocks, strict=True) for row in rows for entry in row)


def _sixteen_ports(robot: Robot) -> Ports:
    return (("Y", ("n", str(len(SIXTEEN) * len(body_names(robot))))),)


def _usual_sixteen(robot: Robot, outputs: Outputs) -> list[Any]:
    """Y16 = Y10 T, body by body."""
    Y, p = outputs["regressor_full.Y"], len(robot.parameter_names)
    starts = [row * p + first for row in range(robot.n) for first in first_parameters(robot)]
    return [entry for start in starts for entry in sixteen_columns(Y[start : start + TEN])]


def walker_torque_and_drives(at: Setting[S]) -> Computation[S]:
    """τ and w, with estimates of the full vector."""
    damping = [sum((value for kind, value in effects if kind == VISCOUS), start=ZERO) for effects in at.effects]
    law = walker_law(at, at.link_inertias, damping)
    return Computation(
        (law.tau, tuple(drive for ten in of_bodies(at.robot, law.w) for drive in ten)), (at.whole_poses,)
    )


def _walker_ports(robot: Robot) -> Ports:
    return (("tau", ("n",)), ("w", (str(TEN * len(body_names(robot))),)))


def _usual_walker(robot: Robot, outputs: Outputs) -> list[Any]:
    w = outputs["adaptive_walker.w"]
    drives = (w[first + k] for first in first_parameters(robot) for k in range(TEN))
    return [*outputs["adaptive_walker.tau"], *drives]


REGRESSOR_FORMULATIONS = (
    PaperFormulation(
        name="lu_meng",
        paper="LuMeng93",
        summary="Regressor of the sixteen parameters of every link, from energies.",
        usual=("regressor_full",),
        inputs=("q", "qd", "qdd"),
        outputs=_sixteen_ports,
        compute=energy_columns,
        expected=_usual_sixteen,
    ),
    PaperFormulation(
        name="recursive",
        paper="LuMeng93",
        summary="Regressor of the sixteen parameters of every link, by recursion.",
        usual=("regressor_full",),
        inputs=("q", "qd", "qdd"),
        outputs=_sixteen_ports,
        compute=recursive_columns,
        expected=_usual_sixteen,
    ),
    PaperFormulation(
        name="walker",
        paper="Walker88",
        summary="Torque of Walker's adaptive law, and what drives its ten estimates a link.",
        usual=("adaptive_walker",),
        inputs=("q", "qd", "qd_r", "qdd_r", "parameters"),
        outputs=_walker_ports,
        compute=walker_torque_and_drives,
        expected=_usual_walker,
        leaves_out=OTHERS,
    ),
)
