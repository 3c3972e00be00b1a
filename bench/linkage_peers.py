"""CasADi's functions of a robot with loops: as its users write them, and of our own formulation; all numbers baked in.

Loops are closed by the same steps everywhere, which give cosine and sine of every joint. As users write it: positions
of links and of the cut joints by transforms, E and its rate from `jacobian` and `jtimes` of where the loops meet, small
systems by cofactors, Newton's and Euler's recursion and composite bodies of the tree, and Eᵀ M E factored. With
`angles`, the joints that follow are angles first, by atan2, as textbooks give them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca

from bench import recursion
from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.closure.closed_tree import closed_tree
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.kernels.door import run
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.mechanism import JointGeometry, exact_mechanism
from symdyn.mechanism.over_ring import carry
from symdyn.model.robot import NumericRobot
from symdyn.parameters.pi import pi_values

EXPRESSIONS: Ring[Any] = Ring(
    lambda constant: ca.SX(to_float(constant)),
    {"cos": ca.cos, "sin": ca.sin, "sqrt": ca.sqrt, "sign": ca.sign, "atan2": ca.atan2},
)
BY_COFACTORS = 3


def of_ours(robot: NumericRobot) -> Any:
    """Return forward dynamics by our closure and recursions, in the minimal parameters."""
    symbols = [ca.SX.sym(name, robot.n) for name in ("q", "qd", "tau")]
    state = {name: _entries(vector) for name, vector in zip(("q", "qd", "tau"), symbols, strict=True)}
    state["pi"] = [ca.SX(to_float(value)) for value in pi_values(robot) if value is not None]
    result = run(KERNELS["forward_dynamics"], robot, EXPRESSIONS, state)["qdd"]
    return _function(symbols, ca.vertcat(*result))


def of_users(robot: NumericRobot, angles: bool = False) -> Any:
    """Return forward dynamics as a user of CasADi writes it."""
    closure, tree = closure_of(robot), _Tree(robot)
    assert isinstance(closure, ExplicitClosure) and robot.closing is not None
    symbols = [ca.SX.sym(name, robot.n) for name in ("q", "qd", "tau")]
    Q, Qd, tau = symbols
    at, _ = closed_tree(robot, EXPRESSIONS).closed(closure.steps, _entries(Q), _turns(robot, _entries(Q)))
    c, s, q = (ca.vertcat(*values) for values in (at.c, at.s, at.q))
    if angles:
        found = [ca.atan2(s[i], c[i]) if i in closure.passive and tree.turns[i] else None for i in range(tree.n)]
        c = ca.vertcat(*(c[i] if angle is None else ca.cos(angle) for i, angle in enumerate(found)))
        s = ca.vertcat(*(s[i] if angle is None else ca.sin(angle) for i, angle in enumerate(found)))
    E, rates, drift = _motion(robot, tree, closure, (c, s, q), Qd)
    M = E.T @ tree.mass_matrix(c, s, q) @ E
    bias = E.T @ tree.torques(c, s, q, rates, drift)
    return _function(symbols, recursion.solve(M, tau - bias))


def _motion(
    robot: NumericRobot, tree: _Tree, closure: ExplicitClosure, at: tuple[Any, Any, Any], Qd: Any
) -> tuple[Any, Any, Any]:
    """Return E, the tree's rates, and what of its accelerations is not E's share."""
    n, act, following = tree.n, list(closure.actuated), list(closure.passive)
    c, s, q, rates = (ca.SX.sym(name, n) for name in ("c", "s", "x", "rates"))
    gaps = _gaps(robot, tree, c, s, q)
    J = ca.jacobian(gaps, c) @ ca.diag(-s) + ca.jacobian(gaps, s) @ ca.diag(c) + ca.jacobian(gaps, q)
    rows = sorted(row for block in closure.blocks for row in block.rows)
    of_following = J[rows, following]
    inverse = ca.inv_minor(of_following) if len(rows) <= BY_COFACTORS else ca.inv(of_following)
    change = ca.vertcat(-s * rates, c * rates, rates)
    bias = ca.jtimes(J[rows, :] @ rates, ca.vertcat(c, s, q), change)
    E, drift = ca.SX(n, robot.n), ca.SX(n, 1)
    E[act, :] = ca.SX.eye(robot.n)
    E[following, :] = -inverse @ J[rows, act]
    drift[following] = -inverse @ bias
    (E,) = ca.substitute([ca.densify(E)], [c, s, q], list(map(ca.densify, at)))
    tree_rates = E @ Qd
    (drift,) = ca.substitute([ca.densify(drift)], [c, s, q, rates], [*map(ca.densify, at), tree_rates])
    return E, tree_rates, drift


def _gaps(robot: NumericRobot, tree: _Tree, c: Any, s: Any, q: Any) -> Any:
    """Return where the frames of cut joints are apart, in the order in which our rows are."""
    frames, found = tree.frames(c, s, q), []
    assert robot.closing is not None
    for loop in robot.closing.loops:
        first, second = (
            (
                frames[link][0] @ _matrix(frame.rotation.map(to_float)),
                _point(frames[link], frame.position.map(to_float)),
            )
            for link, frame in ((loop.parent, loop.parent_frame), (loop.child, loop.child_frame))
        )
        apart = second[1] - first[1]
        found += [apart[k] if loop.kind.meets else first[0][:, k].T @ apart for k in loop.kind.apart]
        found += [first[0][:, i].T @ second[0][:, j] for i, j in loop.kind.upright]
    return ca.vertcat(*found)


class _Tree:
    """The textbook recursions of a tree whose joints turn or slide, in the frames of its links."""

    def __init__(self, robot: NumericRobot) -> None:
        mechanism = carry(exact_mechanism(robot.tree), to_float)
        self.joints, self.gravity, self.n = mechanism.joints, _vector(mechanism.gravity), robot.tree.n
        self.turns = [joint.kind.turns for joint in robot.tree.moving_joints]
        self.tens = [[to_float(one.value) for one in joint.link.parameters] for joint in robot.tree.joints]

    def frames(self, c: Any, s: Any, q: Any) -> list[tuple[Any, Any]]:
        """Axes and origins of all links, in the base."""
        found: list[tuple[Any, Any]] = []
        for joint in self.joints:
            R, p = found[joint.parent] if joint.parent >= 0 else (ca.SX.eye(3), ca.SX(3, 1))
            mine = R @ _turn(joint, c, s)
            found.append((mine, p + R @ _vector(joint.parent_p_joint) + mine @ _arm(joint, q)))
        return found

    def torques(self, c: Any, s: Any, q: Any, qd: Any, qdd: Any) -> Any:
        """Newton's and Euler's recursion."""
        motions: list[tuple[Any, Any, Any]] = []
        for joint in self.joints:
            w, w_dot, a = motions[joint.parent] if joint.parent >= 0 else (ca.SX(3, 1), ca.SX(3, 1), -self.gravity)
            R, p, arm, axis = _turn(joint, c, s), _vector(joint.parent_p_joint), _arm(joint, q), _vector(joint.axis)
            a = R.T @ (a + ca.cross(w_dot, p) + ca.cross(w, ca.cross(w, p)))
            w, w_dot = R.T @ w, R.T @ w_dot
            sliding = ca.SX(3, 1)
            for i in joint.coordinates:
                if joint.kind.turns:
                    w_dot = w_dot + axis * qdd[i] + ca.cross(w, axis * qd[i])
                    w = w + axis * qd[i]
                else:
                    sliding = axis * qdd[i] + 2 * ca.cross(w, axis * qd[i])
            motions.append((w, w_dot, a + ca.cross(w_dot, arm) + ca.cross(w, ca.cross(w, arm)) + sliding))
        wrenches = [recursion.wrench_of(ten, *motion) for ten, motion in zip(self.tens, motions, strict=True)]
        tau = [ca.SX(0)] * self.n
        for link in reversed(range(len(self.joints))):
            joint = self.joints[link]
            f, m = wrenches[link][0], wrenches[link][1] + ca.cross(_arm(joint, q), wrenches[link][0])
            for i in joint.coordinates:
                tau[i] = _vector(joint.axis).T @ (m if joint.kind.turns else f)
            if joint.parent >= 0:
                f, m = self._on_parent(joint, c, s, f, m)
                wrenches[joint.parent] = (wrenches[joint.parent][0] + f, wrenches[joint.parent][1] + m)
        return ca.vertcat(*tau)

    def mass_matrix(self, c: Any, s: Any, q: Any) -> Any:
        """Composite bodies."""
        bodies = [recursion._body(ten) for ten in self.tens]
        M = ca.SX(self.n, self.n)
        for link in reversed(range(len(self.joints))):
            joint, (mass, h, I) = self.joints[link], bodies[link]
            for i in joint.coordinates:
                axis = _vector(joint.axis)
                v = ca.cross(axis, _arm(joint, q)) if joint.kind.turns else axis
                f = mass * v + (ca.cross(axis, h) if joint.kind.turns else 0)
                m = ca.cross(h, v) + (I @ axis if joint.kind.turns else 0)
                self._felt_below(M, link, i, (f, m), (c, s, q))
            if joint.parent >= 0:
                at_joint = recursion._moved((mass, h, I), ca.SX.eye(3), _arm(joint, q))
                there = recursion._moved(at_joint, _turn(joint, c, s), _vector(joint.parent_p_joint))
                bodies[joint.parent] = recursion._joined(bodies[joint.parent], there)
        return M

    def _felt_below(self, M: Any, link: int, i: int, wrench: tuple[Any, Any], at: tuple[Any, Any, Any]) -> None:
        (f, m), (c, s, q) = wrench, at
        while link >= 0:
            joint = self.joints[link]
            m = m + ca.cross(_arm(joint, q), f)
            for j in joint.coordinates:
                M[i, j] = M[j, i] = _vector(joint.axis).T @ (m if joint.kind.turns else f)
            f, m = self._on_parent(joint, c, s, f, m)
            link = joint.parent

    @staticmethod
    def _on_parent(joint: JointGeometry[float], c: Any, s: Any, f: Any, m: Any) -> tuple[Any, Any]:
        R = _turn(joint, c, s)
        return R @ f, R @ m + ca.cross(_vector(joint.parent_p_joint), R @ f)


def _turns(robot: NumericRobot, Q: Sequence[Any]) -> list[tuple[Any, Any]]:
    return [EXPRESSIONS.turn(x, joint.offset) for x, joint in zip(Q, robot.moving_joints, strict=True)]


def _turn(joint: JointGeometry[float], c: Any, s: Any) -> Any:
    R = _matrix(joint.K0)
    if joint.kind.turns:
        (i,) = joint.coordinates
        R = R + _matrix(joint.K1) * c[i] + _matrix(joint.K2) * s[i]
    return R


def _arm(joint: JointGeometry[float], q: Any) -> Any:
    arm = _vector(joint.joint_p_link)
    return arm + sum((_vector(joint.axis) * q[i] for i in joint.coordinates), ca.SX(3, 1)) if joint.kind.slides else arm


def _matrix(R: Any) -> Any:
    return ca.sparsify(ca.SX(ca.DM([[float(x) for x in row] for row in R.rows])))


def _vector(v: Any) -> Any:
    return ca.SX(ca.DM([float(x) for x in v]))


def _point(frame: tuple[Any, Any], p: Any) -> Any:
    return frame[1] + frame[0] @ _vector(p)


def _entries(vector: Any) -> list[Any]:
    return [vector[i] for i in range(vector.numel())]


def _function(symbols: Sequence[Any], result: Any) -> Any:
    return ca.Function("peer_forward_dynamics", list(symbols), [ca.cse(ca.densify(result))])
