"""Lin's identification procedure, steps 1 to 4, as section IV has it: a chain's geometry, a motion and torques -> MLCs.

Everything is over all samples at once: vectors are (N, 3), matrices (N, 3, 3). Gravity is an acceleration of the base,
a_0 = -g, so that "- g" falls away where the paper subtracts it from accelerations. A chain is modified DH.

    paper       code        meaning
    ω, ω̇, a     w, al, a    rates of link i, in frame i;  Ω  Om;  h̄̈  h
    μ, ζ        mu, zeta    what composite body i hands inwards, force and moment; before s only ζ along u_r
    D̃_i         D           what the recursion adds to the inertia of (114); in (94) a bar is printed for the tilde
    G_m         excess      of the next rotational joint beyond i, seen from i
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_parameters import lin_parameters

Array = np.ndarray


@dataclass(frozen=True)
class Chain:
    """A serial chain in modified DH, with what Theorem 2 says about its joints."""

    turns: tuple[bool, ...]
    rows: Array  # (n, 4): a, alpha, d, theta
    gravity: Array
    r: int
    s: int
    u_r: Array
    delta: tuple[bool, ...]
    sigma: tuple[bool, ...]

    @property
    def n(self) -> int:
        return len(self.turns)


def chain_of(robot: Robot, rows: Array) -> Chain:
    """Return a robot that was loaded from rows of modified DH."""
    where = lin_parameters(robot).structure
    u_r = np.array([[to_float(x) for x in u] for u in where.u_r])
    gravity = np.array([to_float(x) for x in robot.gravity])
    turns = tuple(joint.kind.turns for joint in robot.joints)
    return Chain(turns, rows, gravity, where.r, where.s, u_r, where.delta, where.sigma)


def skew(v: Array) -> Array:
    x, y, z = np.moveaxis(v, -1, 0)
    o = np.zeros_like(x)
    return np.stack([np.stack(row, -1) for row in ((o, -z, y), (z, o, -x), (-y, x, o))], -2)


def apply(M: Array, v: Array) -> Array:
    return np.einsum("...ij,...j->...i", M, v)


@dataclass
class Link:
    """Step 1: rates of a link at all samples."""

    R: Array
    step: Array
    d: Array
    w: Array
    al: Array
    a: Array
    Om: Array
    h: Array
    h_star: Array
    a_star: Array
    qd: Array
    qdd: Array


def step_1(chain: Chain, q: Array, qd: Array, qdd: Array) -> list[Link]:
    """(57)-(62) at all samples."""
    count = len(q)
    w = al = np.zeros((count, 3))
    a, Om = np.tile(-chain.gravity, (count, 1)), np.zeros((count, 3, 3))
    z = np.array([0.0, 0.0, 1.0])
    links = []
    for i, turns in enumerate(chain.turns):
        b, beta, d0, theta0 = chain.rows[i]
        theta = theta0 + (q[:, i] if turns else 0 * q[:, i])
        d = d0 + (0 * q[:, i] if turns else q[:, i])
        c, s, cb, sb = np.cos(theta), np.sin(theta), np.cos(beta), np.sin(beta)
        o = np.zeros(count)
        R = np.stack(
            [np.stack(row, -1) for row in ((c, -s, o), (cb * s, cb * c, o - sb), (sb * s, sb * c, o + cb))], -2
        )
        step = np.stack([o + b, -d * sb, d * cb], -1)
        Rt = np.swapaxes(R, 1, 2)
        w, al, rate = apply(Rt, w), apply(Rt, al), qd[:, i, None] * z
        if turns:
            al = al + qdd[:, i, None] * z + np.cross(w, rate)
            w = w + rate
        below = np.stack([o + b, o, o], -1) if not turns else step
        a_star = apply(Rt, a + apply(Om, below))
        Om = skew(al) + skew(w) @ skew(w)
        h = h_star = np.zeros((count, 3))
        if not turns:
            h = qdd[:, i, None] * z + 2 * np.cross(w, rate)
            h_star = h + apply(Om, d[:, None] * z)
        a = a_star + h_star
        links.append(Link(R, step, d, w, al, a, Om, h, h_star, a_star, qd[:, i], qdd[:, i]))
    return links


def psi_matrix(al: Array, w: Array) -> Array:
    """Ψ (N, 3, 6) for entries 11, 22, 33, 12, 13, 23."""
    (ax, ay, az), (x, y, z) = np.moveaxis(al, -1, 0), np.moveaxis(w, -1, 0)
    rows = (
        (ax, -y * z, y * z, ay - x * z, az + x * y, y * y - z * z),
        (x * z, ay, -x * z, ax + y * z, z * z - x * x, az - x * y),
        (-x * y, x * y, az, x * x - y * y, ax - y * z, ay + x * z),
    )
    return np.stack([np.stack(row, -1) for row in rows], -2)


def psi(D: Array) -> Array:
    return np.stack([D[..., i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))], -1)


def v_translational(link: Link) -> Array:
    return np.column_stack([link.a[:, 2], link.Om[:, 2]])  # [Lin95 (97)]


def v_rotational(link: Link) -> Array:
    """(98) with -ω_x ω_y third; print has a dot on the first."""
    entries = psi_matrix(link.al, link.w)[:, 2]
    return np.column_stack([link.a[:, 1], -link.a[:, 0], entries[:, [0, 2, 3, 4, 5]]])


def v_rotational_as_printed(link: Link) -> Array:
    v = v_rotational(link)
    v[:, 2] = -link.al[:, 0] * link.w[:, 1]
    return v


@dataclass
class Procedure:
    """Steps 2 to 4: what is known of composite bodies so far, and what they hand inwards."""

    chain: Chain
    links: list[Link]
    tau: Array
    rotational: Any = v_rotational
    found: list[dict[str, Array]] = field(default_factory=list)
    conditions: list[float] = field(default_factory=list)

    def run(self) -> list[dict[str, Array]]:
        n, count = self.chain.n, len(self.tau)
        self.found, self.conditions = [{} for _ in range(n)], [1.0] * n
        self.excess22 = np.zeros(n)
        mu = zeta = np.zeros((count, 3))
        along = np.zeros(count)  # ζ along u_r, where joint i + 1 is before s
        for i in reversed(range(n)):
            if i + 1 < n:
                R = self.links[i + 1].R
                mu, zeta, step = apply(R, mu), apply(R, zeta), self.links[i + 1].step
            else:
                step = np.zeros((count, 3))
            if i < self.chain.r:
                mu = self._before_r(i, mu)
            elif i >= self.chain.s:
                mu, zeta = self._beyond_s(i, mu, np.cross(step, mu) + zeta)
            else:
                u = self.chain.u_r[i]
                handed = np.cross(step, mu) @ u + (zeta @ u if i + 1 >= self.chain.s else along)
                mu, along = self._between(i, mu, handed)
        return self.found

    def _least_squares(self, i: int, v: Array, phi: Array) -> Array:
        lengths = np.linalg.norm(v, axis=0)
        singular = np.linalg.svd(v / lengths, compute_uv=False)
        self.conditions[i] = float(singular[0] / singular[-1])
        gamma = self.tau[:, i] - phi  # [Lin95 (108)]
        return np.linalg.lstsq(v / lengths, gamma, rcond=None)[0] / lengths  # [Lin95 (107), (109), (111)-(113)]

    def _before_r(self, i: int, mu: Array) -> Array:
        m = self._least_squares(i, self.links[i].a[:, 2:], mu[:, 2])  # [Lin95 (106), (116)]
        self.found[i] = {"m": m[0]}
        return mu + m[0] * self.links[i].qdd[:, None] * np.array([0.0, 0.0, 1.0])

    def _beyond_s(self, i: int, mu: Array, handed: Array) -> tuple[Array, Array]:
        link = self.links[i]
        if not self.chain.turns[i]:
            w = self._least_squares(i, v_translational(link), mu[:, 2])  # [Lin95 (94), (95)]
            m, k = w[0], w[1:]
            self.found[i] = {"m": m, "k": k}
            travel = link.d[:, None] * np.array([0.0, 0.0, 1.0])
            return mu + m * link.h_star, handed + m * np.cross(travel, link.a_star) + np.cross(k, link.h)
        D, P = self._inertia(i), psi_matrix(link.al, link.w)
        phi = np.einsum("nj,nj->n", P[:, 2], psi(D)) + handed[:, 2]  # [Lin95 (110)]
        w = self._least_squares(i, self.rotational(link), phi)  # [Lin95 (94), (96), (98)]
        k, (xx_yy, zz, xy, xz, yz) = np.array([w[0], w[1], 0.0]), w[2:]
        self.found[i] = {"k": w[:2], "U": w[2:]}
        whole = D + np.array([[xx_yy, xy, xz], [xy, 0, yz], [xz, yz, zz]])  # [Lin95 (114)]
        return mu + apply(link.Om, k), handed + np.cross(k, link.a) + np.einsum("nij,nj->ni", P, psi(whole))

    def _between(self, i: int, mu: Array, handed: Array) -> tuple[Array, Array]:
        link, u = self.links[i], self.chain.u_r[i]
        w_r, al_r = link.w @ u, link.al @ u
        if not self.chain.turns[i]:
            columns = [link.a[:, 2], *([al_r, -(w_r**2)] if self.chain.sigma[i] else [])]  # [Lin95 (103)]
            w = self._least_squares(i, np.column_stack(columns), mu[:, 2])  # [Lin95 (100), (101)]
            k1, k2 = w[1:] if self.chain.sigma[i] else (0.0, 0.0)
            self.found[i] = {"m": w[0], "kappa": np.array([k1, k2])}
            own = (u[1] * link.a_star[:, 0] - u[0] * link.a_star[:, 1]) * w[0] * link.d
            return mu + w[0] * link.h_star, handed + own + k1 * link.qdd + 2 * k2 * w_r * link.qd
        D33 = self._inertia_zz(i)
        columns = [*([link.a[:, 1], -link.a[:, 0]] if self.chain.delta[i] else []), link.al[:, 2]]  # [Lin95 (104)]
        w = self._least_squares(i, np.column_stack(columns), link.al[:, 2] * D33 + u[2] * handed)  # [Lin95 (102)]
        k = np.array([w[0], w[1], 0.0]) if self.chain.delta[i] else np.zeros(3)
        self.found[i] = {"k": k[:2], "U": w[-1:]}
        own = u[2] * (link.a[:, 1] * k[0] - link.a[:, 0] * k[1]) + al_r * (D33 + w[-1])  # [Lin95 (115)]
        return mu + apply(link.Om, k), handed + own

    def _next(self, i: int) -> tuple[int, Array]:
        """The next rotational joint beyond i, n if there is none, and G of it as joint i sees it, without travels."""
        m = next((j for j in range(i + 1, self.chain.n) if self.chain.turns[j]), self.chain.n)
        if m == self.chain.n:
            return m, np.zeros((3, 3))
        R = self._turn(i, m)
        excess = self.excess22[m]
        return m, R @ np.diag([excess, excess, -self.found[m]["U"][0 if m < self.chain.s else 1]]) @ R.T

    def _turn(self, i: int, j: int) -> Array:
        """Frame j in frame i, up to a turn about the axis of j, which G does not change with."""
        R = np.eye(3)
        for k in range(i + 1, j + 1):
            R = R @ self.links[k].R[0]
        return R

    def _inertia(self, i: int) -> Array:
        m, G = self._next(i)
        self.excess22[i] = G[1, 1]
        D = np.tile(G - np.diag([G[1, 1], G[1, 1], 0]), (len(self.tau), 1, 1))
        for j in range(i + 1, m):
            kx, ky, kz = self.found[j]["k"]
            R = self._turn(i, j)
            W = R @ np.array([[2 * kz, 0, -kx], [0, 2 * kz, -ky], [-kx, -ky, 0]]) @ R.T
            D = D + self.links[j].d[:, None, None] * W
        return D  # [Lin95 (99)]

    def _inertia_zz(self, i: int) -> Array:
        m, G = self._next(i)
        self.excess22[i] = G[1, 1]
        travels = [2 * self.found[j]["kappa"][1] * self.links[j].d for j in range(i + 1, m)]
        return np.asarray(G[2, 2] + sum(travels, np.zeros(len(self.tau))))  # [Lin95 (105)]


def torques(chain: Chain, links: list[Link], bodies: Array) -> Array:
    """Newton and Euler's torques, by bodies (n, 10) of m, h, Ixx, Ixy, Iyy, Ixz, Iyz, Izz: what is to be explained."""
    count = len(links[0].w)
    tau = np.zeros((count, chain.n))
    f = t = np.zeros((count, 3))
    for i in reversed(range(chain.n)):
        link, (m, *rest) = links[i], bodies[i]
        h, (xx, xy, yy, xz, yz, zz) = np.array(rest[:3]), rest[3:]
        inertia = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        if i + 1 < chain.n:
            R, step = links[i + 1].R, links[i + 1].step
            f, t = apply(R, f), apply(R, t)
            t = t + np.cross(step, f)
        f = f + m * link.a + apply(link.Om, h)
        t = t + np.cross(h, link.a) + link.al @ inertia + np.cross(link.w, link.w @ inertia)
        tau[:, i] = (t if chain.turns[i] else f)[:, 2]
    return tau
