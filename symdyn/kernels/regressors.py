"""Regressors: torques are linear in the parameters, and these are their coefficients.

Scalars: any commutative ring that holds one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.newton_euler import Motion, link_motions
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.regressors.known_unknown import along_directions, directions
from symdyn.dynamics.regressors.slotine_li import slotine_li_regressor
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel, Rows, flat

S = TypeVar("S", bound=Scalar)


def kernel_regressor(at: Setting[S]) -> Computation[S]:
    """Y of the minimal parameters: the columns of their pivots."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    return Computation((columns(_rows(at, motions), at.pivots),), (at.whole_poses, motions))


def kernel_regressor_unknown(at: Setting[S]) -> Computation[S]:
    """Y of the parameters that the file calls unknown."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    unknown = [direction.over(at.lift) for direction in directions(at.owner, at.pivots)]
    rows = along_directions(_rows(at, motions), unknown)
    return Computation((flat(rows),), (at.whole_poses, motions))


def kernel_regressor_slotine_li(at: Setting[S]) -> Computation[S]:
    """Y of adaptive control, in the minimal parameters."""
    return Computation((columns(at.felt_rows(slotine_li_regressor(at)), at.pivots),), (at.whole_poses,))


def kernel_regressor_full(at: Setting[S]) -> Computation[S]:
    """Y of the full parameter vector."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    return Computation((flat(_rows(at, motions)),), (at.whole_poses, motions))


def _rows(at: Setting[S], motions: Sequence[Motion[S]]) -> Rows[S]:
    fields = [motion.acceleration for motion in motions]
    return at.felt_rows(full_regressor(at, fields, at.own_motions))


def columns(rows: Rows[S], chosen: Sequence[int]) -> tuple[S, ...]:
    """Return some columns of a matrix, row by row."""
    return tuple(row[j] for row in rows for j in chosen)


REGRESSORS = (
    Kernel(
        "regressor",
        "Regressor of the minimal parameters: tau = Y * pi.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "k")),),
        kernel_regressor,
    ),
    Kernel(
        "regressor_unknown",
        "Columns of the regressor that multiply the parameters the robot file calls unknown; by default all of pi.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "u")),),
        kernel_regressor_unknown,
    ),
    Kernel(
        "regressor_slotine_li",
        "Regressor of adaptive control: Y * pi = M qdd_r + C(q, qd) qd_r + g, with friction at qd.",
        ("q", "qd", "qd_r", "qdd_r"),
        (("Y", ("n", "k")),),
        kernel_regressor_slotine_li,
    ),
    Kernel(
        "regressor_full",
        "Regressor of the full parameter vector: tau = Y * parameters.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "p")),),
        kernel_regressor_full,
    ),
)
