"""The regressor of adaptive control: Y(q, q̇, q̇_r, q̈_r) with Y φ = M q̈_r + C(q, q̇) q̇_r + g + friction.

Scalars: any commutative ring that holds one half.
Frames:  as in `coriolis`.

    paper      code     meaning
    q̇_r, q̈_r   qd_r     reference velocity, and its rate qdd_r

C is Christoffel's, so Ṁ - 2C is skew. Friction acts at the true velocity q̇, a rotor's inertia on q̈_r.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.coriolis import polar_accelerations
from symdyn.dynamics.regressors.full_regressor import full_regressor
from symdyn.dynamics.setting import Setting

S = TypeVar("S", bound=Scalar)


def slotine_li_regressor(at: Setting[S]) -> tuple[tuple[S, ...], ...]:
    """Return Y by rows, n x p: columns of the full parameter vector."""
    fields = polar_accelerations(at.whole, at.whole_poses, at.qd, at.qd_r, at.qdd_r)
    motions = [replace(motion, qdd=change) for motion, change in zip(at.own_motions, at.qdd_r, strict=True)]
    return full_regressor(at, fields, motions)
