"""The matrices of a motion: Coriolis matrix and mass matrix.

Scalars: any commutative ring that holds one half.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.dynamics.coriolis_matrix import coriolis_matrix
from symdyn.dynamics.derivatives.bodies import centred_on_axes
from symdyn.dynamics.mass_matrix import mass_matrix
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, Rows, flat
from symdyn.mechanism.mechanism import poses

S = TypeVar("S", bound=Scalar)


def kernel_coriolis_matrix(at: Setting[S]) -> Computation[S]:
    """C by rows."""
    mechanism, inertias = centred_on_axes(at.moving, at.inertias)
    where = poses(mechanism, at.q, at.c, at.s)
    result = coriolis_matrix(mechanism, where, at.qd, inertias)
    C = at.reduced(result.C)
    if at.drifts:  # C = Eᵀ (C E + M Ė)
        M = with_own(at, mass_matrix(at.moving, at.plain_poses, at.inertias).M, "Ia")
        C = [list(row) for row in at.with_seen_drift(C, at.felt_rows(M))]
    return Computation((flat(C),), (where, result))


def kernel_mass_matrix(at: Setting[S]) -> Computation[S]:
    """M by rows, rotors on its diagonal."""
    result = mass_matrix(at.moving, at.plain_poses, at.inertias)
    return Computation((flat(at.reduced(with_own(at, result.M, "Ia"))),), (at.plain_poses, result))


def with_own(at: Setting[S], rows: Rows[S], kind: str) -> list[list[S]]:
    """Add one kind of the parameters of joints and other places to a diagonal."""
    rest = at.places - len(rows)
    total = [[*row, *[ZERO] * (at.places - len(row))] for row in rows] + [[ZERO] * at.places for _ in range(rest)]
    for i, effects in enumerate(at.effects):
        for name, parameter in effects:
            if name == kind:
                total[i][i] = total[i][i] + parameter
    return total


MATRICES = (
    Kernel(
        "coriolis_matrix",
        "Coriolis matrix of Christoffel's symbols; dM/dt - 2 C is skew.",
        ("q", "qd", "pi"),
        (("C", ("n", "n")),),
        kernel_coriolis_matrix,
    ),
    Kernel(
        "mass_matrix",
        "Mass matrix, rotor inertias included.",
        ("q", "pi"),
        (("M", ("n", "n")),),
        kernel_mass_matrix,
    ),
)
