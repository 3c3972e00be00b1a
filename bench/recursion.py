"""The textbook recursions on CasADi's expressions: numbers baked in, or symbols for what bodies weigh.

Velocities may be of two motions: products of velocities are then those of one with the other, in equal parts either
way, which is what Slotine and Li's torques take.

Frames: every vector in the frame that its joint moves. CasADi drops products with 0 and 1 while expressions are made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca

from bench.chain import Chain

Z = ca.DM([0, 0, 1])


def expressions(chain: Chain) -> dict[str, tuple[list[Any], Any]]:
    """Return inputs and output of basic kernels; matrices are transposed, so that they are stored by rows."""
    q, qd, qdd, tau = (ca.SX.sym(name, chain.n) for name in ("q", "qd", "qdd", "tau"))
    none = ca.DM.zeros(chain.n)
    M = mass_matrix(chain, q)
    full = full_columns(chain, regressor(chain, q, qd, qdd), qdd)
    return {
        "inverse_dynamics": ([q, qd, qdd], newton_euler(chain, q, qd, qdd)),
        "gravity": ([q], newton_euler(chain, q, none, none)),
        "mass_matrix": ([q], M.T),
        "forward_dynamics": ([q, qd, tau], solve(M, tau - newton_euler(chain, q, qd, none))),
        "regressor": ([q, qd, qdd], full[:, list(chain.pivots)].T),
        "regressor_full": ([q, qd, qdd], full.T),
    }


def full_columns(chain: Chain, Y: Any, qdd: Any) -> Any:
    """Return the file's full regressor from that of the bodies in their joints' frames."""
    in_links = [Y[:, 10 * i : 10 * i + 10] @ ca.sparsify(ca.DM(chain.to_link[i])) for i in range(chain.n)]
    inertial = ca.horzcat(*in_links)
    columns = []
    for place in chain.columns:
        if place >= 0:
            columns.append(inertial[:, place])
        else:
            column = ca.SX(chain.n, 1)
            column[-1 - place] = qdd[-1 - place]
            columns.append(column)
    return ca.horzcat(*columns)


def newton_euler(chain: Chain, q: Any, qd: Any, qdd: Any, qd_r: Any = None) -> Any:
    """Return the torques of a motion, out along the chain and back."""
    motions, turns = motions_of(chain, q, qd, qdd, qd_r)
    forces = [wrench_of(ten, *motion) for ten, motion in zip(chain.tens, motions, strict=True)]
    tau = [None] * chain.n
    f, m = forces[-1]
    for i in reversed(range(chain.n)):
        tau[i] = m[2] + chain.rotors[i] * qdd[i]
        if i:
            f, m = turns[i] @ f, turns[i] @ m + ca.cross(ca.DM(chain.positions[i]), turns[i] @ f)
            f, m = f + forces[i - 1][0], m + forces[i - 1][1]
    return ca.vertcat(*tau)


def regressor(chain: Chain, q: Any, qd: Any, qdd: Any, qd_r: Any = None) -> Any:
    """Return the regressor of the tens: each body's wrench columns are carried back to the base."""
    motions, turns = motions_of(chain, q, qd, qdd, qd_r)
    Y = ca.SX(chain.n, 10 * chain.n)
    for j in range(chain.n):
        f, m = _wrench_columns(*motions[j])
        for i in reversed(range(j + 1)):
            Y[i, 10 * j : 10 * j + 10] = m[2, :]
            if i:
                f, m = turns[i] @ f, turns[i] @ m + ca.skew(ca.DM(chain.positions[i])) @ (turns[i] @ f)
    return Y


def mass_matrix(chain: Chain, q: Any) -> Any:
    """Return the mass matrix by composite bodies."""
    turns = [turn_of(chain, i, q) for i in range(chain.n)]
    bodies = [_body(ten) for ten in chain.tens]
    M = ca.SX(chain.n, chain.n)
    for i in reversed(range(chain.n)):
        mass, h, I = bodies[i]
        f, m = ca.cross(Z, h), I @ Z  # wrench of a unit acceleration of joint i
        M[i, i] = m[2] + chain.rotors[i]
        for j in reversed(range(i)):
            f, m = turns[j + 1] @ f, turns[j + 1] @ m + ca.cross(ca.DM(chain.positions[j + 1]), turns[j + 1] @ f)
            M[i, j] = M[j, i] = m[2]
        if i:
            bodies[i - 1] = _joined(bodies[i - 1], _moved((mass, h, I), turns[i], ca.DM(chain.positions[i])))
    return M


def solve(M: Any, b: Any) -> Any:
    """Solve M x = b by L D Lᵀ, without pivots: M is positive definite."""
    n = b.shape[0]
    L, D = ca.SX.eye(n), [None] * n
    for j in range(n):
        D[j] = M[j, j] - sum(L[j, k] ** 2 * D[k] for k in range(j))
        for i in range(j + 1, n):
            L[i, j] = (M[i, j] - sum(L[i, k] * L[j, k] * D[k] for k in range(j))) / D[j]
    x = [b[i] for i in range(n)]
    for i in range(n):
        x[i] = x[i] - sum(L[i, k] * x[k] for k in range(i))
    x = [x[i] / D[i] for i in range(n)]
    for i in reversed(range(n)):
        x[i] = x[i] - sum(L[k, i] * x[k] for k in range(i + 1, n))
    return ca.vertcat(*x)


def turn_of(chain: Chain, i: int, q: Any) -> Any:
    """Return the rotation of joint i's frame in the one before it."""
    c, s = ca.cos(q[i]), ca.sin(q[i])
    about_z = ca.vertcat(ca.horzcat(c, -s, 0), ca.horzcat(s, c, 0), ca.horzcat(0, 0, 1))
    return ca.sparsify(ca.SX(ca.DM(chain.rotations[i])) @ about_z)


def motions_of(chain: Chain, q: Any, qd: Any, qdd: Any, qd_r: Any = None) -> tuple[list[Any], list[Any]]:
    """Return the motion of each body, and the turns.

    A body's are its angular velocity and acceleration, the acceleration of its origin, and the angular velocity of the
    other motion, which is the same without qd_r; with it, accelerations are that one's, along qd.
    """
    turns = [turn_of(chain, i, q) for i in range(chain.n)]
    w, w_r, w_dot, a = ca.SX(3, 1), ca.SX(3, 1), ca.SX(3, 1), ca.SX(-ca.DM(chain.gravity))
    motions = []
    for i, turn in enumerate(turns):
        p = ca.DM(chain.positions[i])
        a = turn.T @ (a + ca.cross(w_dot, p) + either_way(lambda x, y, p=p: ca.cross(x, ca.cross(y, p)), w, w_r))
        carried, carried_r = turn.T @ w, turn.T @ w_r
        if qd_r is None:
            change = ca.cross(carried, Z * qd[i])
            w = w_r = carried + Z * qd[i]
        else:
            change = (ca.cross(carried, Z * qd_r[i]) + ca.cross(carried_r, Z * qd[i])) / 2
            w, w_r = carried + Z * qd[i], carried_r + Z * qd_r[i]
        w_dot = turn.T @ w_dot + Z * qdd[i] + change
        motions.append((w, w_dot, a, w_r))
    return motions, turns


def either_way(product: Callable[[Any, Any], Any], w: Any, w_r: Any) -> Any:
    """Return a product of velocities, of two motions in equal parts either way."""
    return product(w, w) if w is w_r else (product(w, w_r) + product(w_r, w)) / 2


def _body(ten: Any) -> tuple[Any, Any, Any]:
    m, x, y, z, xx, xy, yy, xz, yz, zz = (ten[k] for k in range(10))
    if isinstance(ten, ca.SX):
        rows = [ca.horzcat(*row) for row in ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))]
        return m, ca.vertcat(x, y, z), ca.vertcat(*rows)
    return ca.SX(m), ca.SX(ca.DM([x, y, z])), ca.SX(ca.DM([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))


def wrench_of(ten: Any, w: Any, w_dot: Any, a: Any, w_r: Any = None) -> tuple[Any, Any]:
    """Return force and moment of a body in a motion."""
    m, h, I = _body(ten)
    w_r = w if w_r is None else w_r
    f = m * a + ca.cross(w_dot, h) + either_way(lambda x, y: ca.cross(x, ca.cross(y, h)), w, w_r)
    return f, I @ w_dot + either_way(lambda x, y: ca.cross(x, I @ y), w, w_r) + ca.cross(h, a)


def _wrench_columns(w: Any, w_dot: Any, a: Any, w_r: Any) -> tuple[Any, Any]:
    """Return force and moment of a body as matrices that multiply its ten."""
    turning = ca.skew(w_dot) + either_way(lambda x, y: ca.skew(x) @ ca.skew(y), w, w_r)

    def lever(v: Any) -> Any:  # I v as a matrix times Ixx Ixy Iyy Ixz Iyz Izz
        x, y, z = v[0], v[1], v[2]
        return ca.vertcat(ca.horzcat(x, y, 0, z, 0, 0), ca.horzcat(0, x, y, 0, z, 0), ca.horzcat(0, 0, 0, x, y, z))

    f = ca.horzcat(a, turning, ca.SX(3, 6))
    levers = lever(w_dot) + either_way(lambda x, y: ca.skew(x) @ lever(y), w, w_r)
    return f, ca.horzcat(ca.SX(3, 1), -ca.skew(a), levers)


def _moved(body: Any, turn: Any, p: Any) -> tuple[Any, Any, Any]:
    """Return a body in the frame before."""
    m, h, I = body
    h = turn @ h
    I = turn @ I @ turn.T
    cross = ca.skew(h) @ ca.skew(p)
    return m, h + m * p, I - cross - cross.T - m * ca.skew(p) @ ca.skew(p)


def _joined(one: Any, other: Any) -> tuple[Any, Any, Any]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
