"""The kernels made of derivatives of the torque: the derivatives themselves, and the linearised plant.

Scalars: any commutative ring that holds one half; the plant's derivatives divide, so a field. The sign of a velocity,
in Coulomb friction, counts as a constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible, Scalar
from symdyn.dynamics.derivatives.bodies import centred_on_axes, link_masses
from symdyn.dynamics.derivatives.composites import Composite
from symdyn.dynamics.derivatives.torque import TorqueDerivatives, torque_derivatives
from symdyn.dynamics.forward import factor_mass_matrix
from symdyn.dynamics.newton_euler import Motion
from symdyn.dynamics.setting import Setting
from symdyn.kernels.along_coordinates import accelerated, along_coordinates
from symdyn.kernels.kernel import Computation, Kernel, Rows, flat
from symdyn.kernels.matrices import with_own
from symdyn.kernels.torques import with_effects
from symdyn.mechanism.mechanism import Pose, poses

S = TypeVar("S", bound=Scalar)
F = TypeVar("F", bound=Divisible)


@dataclass(frozen=True, slots=True)
class _OnTheWay(Generic[S]):
    """Quantities of every link that have names."""

    motions: tuple[Motion[S], ...]
    carried: tuple[Composite[S], ...]


def kernel_torque_derivatives(at: Setting[S]) -> Computation[S]:
    """∂τ/∂q and ∂τ/∂q̇."""
    found, where = differentiated(at)
    return Computation((flat(found.by_q), flat(found.by_qd)), _quantities(found, where))


def kernel_state_matrices(at: Setting[F]) -> Computation[F]:
    """A and B of the plant near a motion: ẋ = A x + B u with x = (δq, δq̇) and u = δτ."""
    found, where = differentiated(at)
    inverse = factor_mass_matrix(found.M).inverse()
    # [VanWinssen85 (2)-(6)]
    A = [[ONE if j == i + at.n else ZERO for j in range(2 * at.n)] for i in range(at.n)]
    A += [[*of_q, *of_qd] for of_q, of_qd in zip(*_accelerations(inverse, found), strict=True)]
    B = [[ZERO] * at.n for _ in range(at.n)] + inverse
    return Computation((flat(A), flat(B)), _quantities(found, where))


def kernel_forward_dynamics_derivatives(at: Setting[F]) -> Computation[F]:
    """∂q̈/∂q, ∂q̈/∂q̇ and ∂q̈/∂τ of the acceleration that a torque causes."""
    at_rest, _ = differentiated(at)  # loops accelerate a tree even then
    factors = factor_mass_matrix(at_rest.M)
    qdd = factors.solve([tau - h for tau, h in zip(at.tau, at_rest.tau, strict=True)])
    found, where = differentiated(accelerated(at, qdd) if at.drifts else replace(at, qdd=at.spread(qdd)))
    inverse = factors.inverse()
    by_q, by_qd = _accelerations(inverse, found)
    return Computation((flat(by_q), flat(by_qd), flat(inverse)), _quantities(found, where))


def differentiated(at: Setting[S]) -> tuple[TorqueDerivatives[S], tuple[Pose[S], ...]]:
    """Torques and their derivatives, with rotors, friction and springs, and the poses they were computed in.

    Accelerations that the setting leaves out are zero.
    """
    if at.drifts:
        return along_coordinates(at), at.poses
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    where = poses(mechanism, at.q, at.c, at.s)
    qdd = at.qdd or [ZERO] * at.robot.n
    found = torque_derivatives(mechanism, where, at.qd, qdd, link_masses(mechanism, inertias))
    tau = with_effects(at, found.tau)
    by_q, by_qd, M = (
        at.reduced(with_own(at, rows, kind))
        for rows, kind in ((found.by_q, "ks"), (found.by_qd, "fv"), (found.M, "Ia"))
    )
    return replace(found, tau=tuple(at.felt(tau)), by_q=by_q, by_qd=by_qd, M=M), where


def _accelerations(inverse: Rows[S], found: TorqueDerivatives[S]) -> tuple[Rows[S], Rows[S]]:
    """-M⁻¹ ∂τ/∂q and -M⁻¹ ∂τ/∂q̇: how accelerations change while the torque does not.

    The inverse is wanted anyway; products with it cost what solving costs, and do not wait for each other.
    """
    return _product(inverse, found.by_q), _product(inverse, found.by_qd)


def _product(inverse: Rows[S], rows: Rows[S]) -> Rows[S]:
    columns = list(zip(*rows, strict=True))
    return [
        [-sum((a * b for a, b in zip(row, column, strict=True)), start=ZERO) for column in columns] for row in inverse
    ]


def _quantities(found: TorqueDerivatives[S], where: Sequence[Pose[S]]) -> Any:
    return where, _OnTheWay(found.motions, found.carried)


DERIVATIVES = (
    Kernel(
        "torque_derivatives",
        "Derivatives of the torque by positions and velocities; by accelerations it is the mass matrix.",
        ("q", "qd", "qdd", "pi"),
        (("dtau_dq", ("n", "n")), ("dtau_dqd", ("n", "n"))),
        kernel_torque_derivatives,
    ),
    Kernel(
        "state_matrices",
        "The plant near a motion: dx/dt = A x + B u, with x = (dq, dqd) and u the change of torque.",
        ("q", "qd", "qdd", "pi"),
        (("A", ("2n", "2n")), ("B", ("2n", "n"))),
        kernel_state_matrices,
        inverts_mass=True,
    ),
    Kernel(
        "forward_dynamics_derivatives",
        "Derivatives of the acceleration that torques cause, by positions, velocities and torques.",
        ("q", "qd", "tau", "pi"),
        (("dqdd_dq", ("n", "n")), ("dqdd_dqd", ("n", "n")), ("dqdd_dtau", ("n", "n"))),
        kernel_forward_dynamics_derivatives,
        on_request=True,
        inverts_mass=True,
    ),
)
