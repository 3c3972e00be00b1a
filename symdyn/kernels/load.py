"""The regressor of a rigid load: what a wrist sensor feels of a body that is fixed to the tip.

Scalars: any commutative ring.
Frames:  the tip's, which is the sensor's; moments and inertias about its origin.

    paper    code    meaning
    w        A phi   force over moment that the sensor exerts on the body, gravity included
    A        A       6 x 10, by m mx my mz Ixx Ixy Iyy Ixz Iyz Izz
    p̈ - g    v_dot   acceleration of the sensor's origin, gravity included
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar
from symdyn.algebra.spatial import NULL, Vec3
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.regressor import torque_row
from symdyn.dynamics.setting import Setting
from symdyn.joints.twist import Twist
from symdyn.kernels.kernel import Computation, Kernel, flat
from symdyn.mechanism.rigid_body import Acceleration

S = TypeVar("S", bound=Scalar)

AXES = (Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE))


def kernel_load_regressor(at: Setting[S]) -> Computation[S]:
    """A of the tip."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    return Computation((flat(load_rows(motions[at.whole.last].acceleration)),), (at.whole_poses, motions))


def load_rows(field: Acceleration[S]) -> list[list[S]]:
    """Return force over moment per unit parameter: a wrench's entry is its power on a unit motion along or about."""
    along = [torque_row(Twist(NULL, axis), field) for axis in AXES]  # [Atkeson86 (4)]
    about = [torque_row(Twist(axis, NULL), field) for axis in AXES]  # [Atkeson86 (7)]
    return along + about  # [Atkeson86 (8)]


LOADS = (
    Kernel(
        "load_regressor",
        "Regressor of a body on the tip: force over moment that it needs there = A * its ten parameters.",
        ("q", "qd", "qdd"),
        (("A", ("6", "10")),),
        kernel_load_regressor,
        on_request=True,
    ),
)
