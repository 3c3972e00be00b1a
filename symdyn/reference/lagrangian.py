"""Kinetic and potential energy of the bodies, and their derivatives.

Frames: base axes throughout. For a body with mass m, first moment h and inertia I
about the origin of its frame (h and I in body axes), with c = R h and A = R I R^T,

    T = 1/2 m v.v + v.(omega x c) + 1/2 omega.A omega = 1/2 (J qd)^T G (J qd)

    G = | m 1   -S(c) |        U = -gravity.(m p + c)
        | S(c)   A    |

and turning at the rate omega_k = dR/dq_k R^T makes dc = omega_k x c and
dA = S(omega_k) A - A S(omega_k).
"""

import numpy as np

from symdyn.reference.kinematics import Kinematics
from symdyn.reference.mechanism import Mechanism
from symdyn.reference.transforms import Array, cross, skew


def bodies_mass_matrix(mechanism: Mechanism, at: Kinematics, phi: Array) -> Array:
    """Return the sum of J^T G J over the bodies; rotors are not in it."""
    mass, moment, inertia = in_base_axes(mechanism, at, phi)
    momentum = _generalised(mass, moment, inertia) @ at.jacobian
    return np.asarray(np.einsum("bai,baj->ij", at.jacobian, momentum))


def mass_matrix_derivative(mechanism: Mechanism, at: Kinematics, phi: Array) -> Array:
    """Return dM_ij/dq_k, last index k, by the product rule on J^T G J."""
    mass, moment, inertia = in_base_axes(mechanism, at, phi)
    momentum = _generalised(mass, moment, inertia) @ at.jacobian
    of_jacobian = np.einsum("baik,baj->ijk", at.jacobian_derivative, momentum)

    turn = skew(at.jacobian[:, 3:, :].swapaxes(1, 2))  # (B, n, 3, 3)
    d_moment = (turn @ moment[:, None, :, None])[..., 0]
    d_inertia = turn @ inertia[:, None] - inertia[:, None] @ turn
    d_generalised = _generalised(np.zeros(d_moment.shape[:2]), d_moment, d_inertia)
    jacobian = at.jacobian[:, None]
    of_inertia = np.einsum(
        "bkai,bkaj->ijk",
        np.broadcast_to(jacobian, (*d_moment.shape[:2], *jacobian.shape[2:])),
        d_generalised @ jacobian,
    )
    return np.asarray(of_jacobian + of_jacobian.swapaxes(0, 1) + of_inertia)


def christoffel_matrix(d_mass: Array, qd: Array) -> Array:
    """Return C_ij = 1/2 sum_k (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) qd_k."""
    twice = d_mass + d_mass.swapaxes(1, 2) - d_mass.transpose(2, 0, 1)
    return np.asarray(twice @ qd) / 2


def bodies_potential(mechanism: Mechanism, at: Kinematics, phi: Array) -> float:
    """Return the potential energy of weight, zero at the base origin."""
    mass, moment, _ = in_base_axes(mechanism, at, phi)
    weighted = mass[:, None] * at.position + moment
    return float(-np.sum(weighted @ mechanism.gravity))


def bodies_potential_gradient(mechanism: Mechanism, at: Kinematics, phi: Array) -> Array:
    """Return dU/dq: a point's gradient is its Jacobian's column."""
    mass, moment, _ = in_base_axes(mechanism, at, phi)
    rate = at.jacobian.swapaxes(1, 2)
    d_weighted = mass[:, None, None] * rate[..., :3]
    d_weighted = d_weighted + cross(rate[..., 3:], moment[:, None])
    return np.asarray(-np.sum(d_weighted @ mechanism.gravity, axis=0))


def in_base_axes(mechanism: Mechanism, at: Kinematics, phi: Array) -> tuple[Array, Array, Array]:
    """Return masses (B), first moments (B, 3), inertias (B, 3, 3) in base axes."""
    starts = [body.first_parameter for body in mechanism.bodies]
    ten = np.stack([np.zeros(10) if start is None else phi[start : start + 10] for start in starts])
    # Ixx Ixy Iyy Ixz Iyz Izz, spread over the symmetric tensor
    tensor = ten[:, [[4, 5, 7], [5, 6, 8], [7, 8, 9]]]
    moment = (at.rotation @ ten[:, 1:4, None])[..., 0]
    return ten[:, 0], moment, at.rotation @ tensor @ at.rotation.swapaxes(1, 2)


def _generalised(mass: Array, moment: Array, inertia: Array) -> Array:
    """Return G of the module's heading; leading axes are kept."""
    G = np.zeros((*moment.shape[:-1], 6, 6), np.result_type(mass, moment, inertia))
    S = skew(moment)
    for i in range(3):
        G[..., i, i] = mass
    G[..., :3, 3:], G[..., 3:, :3], G[..., 3:, 3:] = -S, S, inertia
    return G
