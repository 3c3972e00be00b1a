"""The kernels behind adaptive laws: a torque from estimates, and what their adaptation is driven by, in one pass.

Friction is taken at a velocity `qd_f` with a sign `sign_f` that are inputs of their own: laws choose a velocity that is
not measured, and a sign that does not jump.

Scalars: any commutative ring that holds one half.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.adaptive.adaptation import adaptation
from symdyn.dynamics.adaptive.reference_motion import ReferenceMotion, slotine_li_motion, true_motion, walker_motion
from symdyn.dynamics.regressors.filtered_regressor import split_regressor
from symdyn.dynamics.regressors.known_unknown import Direction, directions, entry_directions
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.kernels.regressors import columns

S = TypeVar("S", bound=Scalar)


def kernel_adaptive_inverse_dynamics(at: Setting[S]) -> Computation[S]:
    """τ = Y(q, q̇, q̈) π and w = Y_uᵀ s, with friction at q̇_f."""
    return _torque_and_powers(at, true_motion(at), directions(at.owner, at.pivots))


def kernel_adaptive_slotine_li(at: Setting[S]) -> Computation[S]:
    """τ = Y(q, q̇, q̇_r, q̈_r) π and w = Y_uᵀ s, with friction at q̇_f."""
    return _torque_and_powers(at, slotine_li_motion(at), directions(at.owner, at.pivots))


def kernel_adaptive_walker(at: Setting[S]) -> Computation[S]:
    """Walker's τ and w, both in the full parameter vector, with friction at q̇_f."""
    return _torque_and_powers(at, walker_motion(at), entry_directions(at.owner))


def kernel_regressor_filtered(at: Setting[S]) -> Computation[S]:
    """The two parts of Y, in the minimal parameters, that a filter makes Y of without q̈."""
    parts = split_regressor(at)
    momentum = at.felt_rows(parts.momentum)
    rest = at.less_felt_drift(at.felt_rows(parts.rest), parts.momentum)  # D takes Ėᵀ p of the momentum Eᵀ p
    return Computation((columns(momentum, at.pivots), columns(rest, at.pivots)), (at.whole_poses,))


def _torque_and_powers(at: Setting[S], motion: ReferenceMotion[S], along: Iterable[Direction]) -> Computation[S]:
    result = adaptation(at, motion, along)
    # virtual twists stay without names: most are used once, and a compiler fuses them where they are written in place
    return Computation((at.felt(result.tau), result.w), (at.poses, list(result.fields)))


ADAPTIVE = (
    Kernel(
        "adaptive_inverse_dynamics",
        "Torque of a motion with estimates and friction at qd_f, tau = Y * pi, and what drives these, w = Y' * s.",
        ("q", "qd", "qdd", "qd_f", "sign_f", "s", "pi"),
        (("tau", ("n",)), ("w", ("u",))),
        kernel_adaptive_inverse_dynamics,
        on_request=True,
    ),
    Kernel(
        "adaptive_slotine_li",
        "Torque M qdd_r + C(q, qd) qd_r + g with estimates and friction at qd_f, and w = Y' * s with its regressor.",
        ("q", "qd", "qd_r", "qdd_r", "qd_f", "sign_f", "s", "pi"),
        (("tau", ("n",)), ("w", ("u",))),
        kernel_adaptive_slotine_li,
        on_request=True,
    ),
    Kernel(
        "adaptive_walker",
        "Walker's torque with estimates of the full vector, friction at qd_f, and w = Y' * s with its regressor.",
        ("q", "qd", "qd_r", "qdd_r", "qd_f", "sign_f", "s", "parameters"),
        (("tau", ("n",)), ("w", ("p",))),
        kernel_adaptive_walker,
        on_request=True,
    ),
    Kernel(
        "regressor_filtered",
        "The regressor without qdd, for filters: Y = d/dt Y_momentum + Y_rest, and Y_momentum * pi = M qd.",
        ("q", "qd"),
        (("Y_momentum", ("n", "k")), ("Y_rest", ("n", "k"))),
        kernel_regressor_filtered,
        on_request=True,
    ),
)
