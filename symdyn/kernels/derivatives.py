"""The kernels made of derivatives of the torque: the derivatives themselves, and the linearised plant.

Scalars: any commutative ring that holds one half; the plant's derivatives divide, so a field. The sign of a velocity,
in Coulomb friction, counts as a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from symdyn.dynamics.derivatives.bodies import centred_on_axes, link_masses
from symdyn.dynamics.derivatives.composites import Composite
from symdyn.dynamics.derivatives.torque import TorqueDerivatives, torque_derivatives
from symdyn.dynamics.forward import factor_mass_matrix
from symdyn.dynamics.joint_effects import effects_torque
from symdyn.dynamics.newton_euler import Motion
from symdyn.dynamics.setting import Setting
from symdyn.kernels.compositions import Computation
from symdyn.mechanism.mechanism import Pose, poses

Matrix = list[list[Any]]


@dataclass(frozen=True, slots=True)
class _OnTheWay:
    """Quantities of every link that have names."""

    motions: tuple[Motion[Any], ...]
    carried: tuple[Composite[Any], ...]


def kernel_torque_derivatives(at: Setting[Any]) -> Computation:
    """∂τ/∂q and ∂τ/∂q̇."""
    found, where = differentiated(at)
    return Computation((_flat(found.by_q), _flat(found.by_qd)), _quantities(found, where))


def kernel_state_matrices(at: Setting[Any]) -> Computation:
    """A and B of the plant near a motion: ẋ = A x + B u with x = (δq, δq̇) and u = δτ."""
    found, where = differentiated(at)
    inverse = factor_mass_matrix(found.M).inverse()
    # [VanWinssen85 (2)-(6)]
    A = [[int(j == i + at.robot.n) for j in range(2 * at.robot.n)] for i in range(at.robot.n)]
    A += [[*of_q, *of_qd] for of_q, of_qd in zip(*_accelerations(inverse, found), strict=True)]
    B = [[0] * at.robot.n for _ in range(at.robot.n)] + inverse
    return Computation((_flat(A), _flat(B)), _quantities(found, where))


def kernel_forward_dynamics_derivatives(at: Setting[Any]) -> Computation:
    """∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ of the acceleration that a torque causes."""
    at_rest, _ = differentiated(at)
    factors = factor_mass_matrix(at_rest.M)
    qdd = factors.solve([tau - h for tau, h in zip(at.tau, at_rest.tau, strict=True)])
    found, where = differentiated(replace(at, qdd=qdd))
    inverse = factors.inverse()
    by_q, by_qd = _accelerations(inverse, found)
    return Computation((_flat(by_q), _flat(by_qd), _flat(inverse)), _quantities(found, where))


def differentiated(at: Setting[Any]) -> tuple[TorqueDerivatives[Any], tuple[Pose[Any], ...]]:
    """Torques and their derivatives, with rotors, friction and springs, and the poses they were computed in.

    Accelerations that the setting leaves out are zero.
    """
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    where = poses(mechanism, at.q, at.c, at.s)
    qdd = at.qdd or [0] * at.robot.n
    found = torque_derivatives(mechanism, where, at.qd, qdd, link_masses(mechanism, inertias))
    tau = [torque + effects_torque(at.effects[i], at.joint_motion(i)) for i, torque in enumerate(found.tau)]
    by_q, by_qd, M = (
        _with_effects(at, rows, kind) for rows, kind in ((found.by_q, "ks"), (found.by_qd, "fv"), (found.M, "Ia"))
    )
    return replace(found, tau=tuple(tau), by_q=by_q, by_qd=by_qd, M=M), where


def _with_effects(at: Setting[Any], rows: Sequence[Sequence[Any]], kind: str) -> Matrix:
    """Add one kind of the joints' own parameters to a diagonal."""
    total = [list(row) for row in rows]
    for i, effects in enumerate(at.effects):
        for name, parameter in effects:
            if name == kind:
                total[i][i] = total[i][i] + parameter
    return total


def _accelerations(inverse: Matrix, found: TorqueDerivatives[Any]) -> tuple[Matrix, Matrix]:
    """-M⁻¹ ∂τ/∂q and -M⁻¹ ∂τ/∂q̇: how accelerations change while the torque does not.

    The inverse is wanted anyway; products with it cost what solving costs, and do not wait for each other.
    """
    return _product(inverse, found.by_q), _product(inverse, found.by_qd)


def _product(inverse: Matrix, rows: Matrix) -> Matrix:
    columns = list(zip(*rows, strict=True))
    return [[-sum((a * b for a, b in zip(row, column, strict=True)), start=0) for column in columns] for row in inverse]


def _quantities(found: TorqueDerivatives[Any], where: Sequence[Pose[Any]]) -> Any:
    return where, _OnTheWay(found.motions, found.carried)


def _flat(rows: Iterable[Iterable[Any]]) -> tuple[Any, ...]:
    return tuple(entry for row in rows for entry in row)
