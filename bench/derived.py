"""What users of CasADi derive of the recursions: slopes by its differentiation, and the regressors of control laws.

Every result is transposed, so that it is stored by rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np

from bench.chain import Chain
from bench.recursion import Z, full_columns, mass_matrix, newton_euler, regressor, turn_of

Expressions = dict[str, tuple[list[Any], list[Any]]]


def derived(chain: Chain) -> Expressions:
    """Return inputs and outputs of every kernel that is derived."""
    names = ("q", "qd", "qdd", "qd_r", "qdd_r", "s")
    q, qd, qdd, qd_r, qdd_r, s = (ca.SX.sym(name, chain.n) for name in names)
    pi = ca.SX.sym("pi", len(chain.pivots))
    none = ca.DM.zeros(chain.n)
    tau = newton_euler(chain, q, qd, qdd)
    c = newton_euler(weightless(chain), q, qd, none)
    full = full_columns(chain, regressor(chain, q, qd, qdd_r, qd_r), qdd_r)
    Y = full[:, list(chain.pivots)]
    everything = [tau, mass_matrix(chain, q).T, newton_euler(chain, q, none, none), jacobian(chain, q).T]
    return {
        "coriolis_matrix": ([q, qd], [(ca.jacobian(c, qd) / 2).T]),  # Christoffel's: symmetric in both velocities
        "regressor_slotine_li": ([q, qd, qd_r, qdd_r], [Y.T]),
        "adaptive_slotine_li": ([q, qd, qd_r, qdd_r, s, pi], [Y @ pi, Y.T @ s]),
        "torque_derivatives": ([q, qd, qdd], [ca.jacobian(tau, q).T, ca.jacobian(tau, qd).T]),
        "jacobian": ([q], [jacobian(chain, q).T]),
        "dynamics_all": ([q, qd, qdd], everything),
    }


def by_reverse_mode(chain: Chain) -> Expressions:
    """Return the adaptive step without a regressor: Yᵀ s is how sᵀ τ changes with the parameters."""
    names = ("q", "qd", "qd_r", "qdd_r", "s")
    q, qd, qd_r, qdd_r, s = (ca.SX.sym(name, chain.n) for name in names)
    pi = ca.SX.sym("pi", len(chain.pivots))
    bodies = of_minimal_parameters(chain, pi)
    tau = newton_euler(bodies, q, qd, qdd_r, qd_r)
    return {"adaptive_slotine_li": ([q, qd, qd_r, qdd_r, s, pi], [tau, ca.gradient(ca.dot(s, tau), pi)])}


def of_minimal_parameters(chain: Chain, pi: Any) -> Chain:
    """Return bodies that have the minimal parameters for their own, and zeros for the others: the torques are equal."""
    symbolic = isinstance(pi, ca.SX)
    own = [ca.SX(10, 1) if symbolic else np.zeros(10) for _ in range(chain.n)]
    rotors = [ca.SX(1, 1) if symbolic else 0.0 for _ in range(chain.n)]
    for k, place in enumerate(chain.pivots):
        column = chain.columns[place]
        if column >= 0:
            own[column // 10][column % 10] = pi[k]
        else:
            rotors[-1 - column] = pi[k]
    carried = [ca.sparsify(ca.DM(carry)) if symbolic else carry for carry in chain.to_link]
    tens = [carry @ ten for carry, ten in zip(carried, own, strict=True)]
    return replace(chain, tens=tens, rotors=rotors)


def weightless(chain: Chain) -> Chain:
    """Return the chain without gravity."""
    return replace(chain, gravity=np.zeros(3))


def jacobian(chain: Chain, q: Any) -> Any:
    """Return the tip's Jacobian in base axes, linear over angular."""
    R, p, axes, origins = ca.SX.eye(3), ca.SX(3, 1), [], []
    for i in range(chain.n):
        p = p + R @ ca.sparsify(ca.DM(chain.positions[i]))
        R = R @ turn_of(chain, i, q)
        axes.append(R @ Z)
        origins.append(p)
    tip = p + R @ ca.sparsify(ca.DM(chain.tip))
    columns = [ca.vertcat(ca.cross(axis, tip - at), axis) for axis, at in zip(axes, origins, strict=True)]
    return ca.horzcat(*columns)
