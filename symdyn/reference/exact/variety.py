"""A point of a closed robot's variety: verified, and the motions that stay on it.

With J the Jacobian of all equations at the point, L a left inverse of its dependent columns:

    E = (1 in the actuated rows, - L J in the dependent ones)
    q_dependent(t, d) <- q_dependent(t, d) - L Phi(q(t, d))     until Phi vanishes as a series

which is Newton's iteration with a constant derivative: every pass sets one more order right, and orders end at t t d.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symdyn.algebra.exact import exact
from symdyn.reference.exact.closing import ExactClosing, ExactCoupling
from symdyn.reference.exact.constraints import CutFrames
from symdyn.reference.exact.jets import ONE, TD, TT, TTD, Array, D, Exponents, Field, Jet, Scalars, T
from symdyn.reference.exact.left_inverse import DependentColumnsError, left_inverse
from symdyn.reference.exact.motion import Course, Traced, Tracer
from symdyn.reference.exact.reading import ExactMechanism

ORDERS = (T, TT, D, TD, TTD)
PASSES = 4  # one for every order up to t t d, and one that finds nothing left
Turns = Sequence[tuple[Any, Any]]


class OffTheVarietyError(ValueError):
    """A point that does not fulfil the equations of closure, or where they do not determine the motion."""


class Variety:
    """The variety of a closed robot, at one point of it."""

    def __init__(
        self, mechanism: ExactMechanism, scalars: Scalars, tracer: Tracer, field: Field, turns: Turns, q: Sequence[Any]
    ) -> None:
        """Verify that the point is on the variety, and that the actuated joints determine the others there."""
        assert mechanism.closing is not None
        self._closing: ExactClosing = mechanism.closing
        self._mechanism, self._scalars, self._tracer = mechanism, scalars, tracer
        self.turns, self.q = tuple(turns), tuple(q)
        self._frames = [tuple(map(tracer.placed, (cut.parent_frame, cut.child_frame))) for cut in self._closing.cuts]
        self._couplings = [
            [(coupling.joint, 1), *((other, -scalars(factor)) for other, factor in coupling.factors)]
            for coupling in self._closing.couplings
        ]
        self.actuated = list(self._closing.actuated)
        self.dependent = [i for i in range(len(self.q)) if i not in self._closing.actuated]
        self._verify()
        prime, one = field.p if field.degree == 1 else None, scalars(exact(1))
        self._solve(lambda x: one / x if prime is None else pow(x, -1, prime))

    # -- the point ------------------------------------------------------------------

    def _verify(self) -> None:
        reduced, joints = self._scalars.reduced, [self._mechanism.joints[i] for i in self._mechanism.moving]
        if not len(self.q) == len(self.turns) == len(joints):
            raise OffTheVarietyError(f"a point has {len(joints)} joints, of the tree, not {len(self.q)}")
        for joint, (c, s) in zip(joints, self.turns, strict=True):
            if joint.turn and reduced(c * c + s * s - 1):
                raise OffTheVarietyError(f"{joint.name}: cosine and sine are not those of an angle")
        for coupling in self._closing.couplings:
            name = joints[coupling.joint].name
            follows = sum(self._scalars(factor) * self.q[other] for other, factor in coupling.factors)
            if reduced(follows + self._scalars(coupling.plus) - self.q[coupling.joint]):
                raise OffTheVarietyError(f"{name}: its number is not what the coupling says")
            if not self._turns_as_coupled(coupling, [bool(joint.turn) for joint in joints]):
                raise OffTheVarietyError(f"{name}: its rotation is not what the coupling says")
        at_rest = self._tracer.trace(Course(self.turns, self.q))
        for cut, parts in zip(self._closing.cuts, self._cuts(at_rest), strict=True):
            if any(reduced(x) for part in parts.equations() for x in part[ONE]):
                raise OffTheVarietyError(f"{cut.name}: the loop is not closed here")

    def gap(self, turns: Turns, q: Sequence[Any]) -> Any:
        """Return the sum of squares of all equations of cut joints, of any position of the tree."""
        at = self._tracer.trace(Course(turns, q))
        return sum(cut.gap() for cut in self._cuts(at))

    def _turns_as_coupled(self, coupling: ExactCoupling, turning: Sequence[bool]) -> bool:
        """Compare rotations, raised to the power of the factors' common denominator.

        A factor that is no fraction, or a joint that slides, gives an angle that no algebra relates to the rest.
        """
        related = all(factor.is_rational and turning[other] for other, factor in coupling.factors)
        if coupling.turned is None or not related:
            return True
        fractions = [(other, factor.rational) for other, factor in coupling.factors]
        parts = int(np.lcm.reduce([fraction.denominator for _, fraction in fractions], initial=1))
        c, s = map(self._scalars, coupling.turned)
        whole = self._power((c, s), parts)
        for other, fraction in fractions:
            whole = self._composed(whole, self._power(self.turns[other], int(fraction * parts)))
        own = self._power(self.turns[coupling.joint], parts)
        return not any(self._scalars.reduced(a - b) for a, b in zip(whole, own, strict=True))

    def _composed(self, one: tuple[Any, Any], other: tuple[Any, Any]) -> tuple[Any, Any]:
        (a, b), (c, s) = one, other
        return self._scalars.reduced(a * c - b * s), self._scalars.reduced(a * s + b * c)

    def _power(self, turn: tuple[Any, Any], times: int) -> tuple[Any, Any]:
        c, s = turn
        result, square = (1, 0), (c, s if times >= 0 else -s)
        for bit in reversed(bin(abs(times))[2:]):
            result = self._composed(result, square) if bit == "1" else result
            square = self._composed(square, square)
        return result

    # -- motions --------------------------------------------------------------------

    def _solve(self, reciprocal: Callable[[Any], Any]) -> None:
        """Take E as the null space of J whose actuated rows are the identity, or say that there is none."""
        N, reduced = len(self.q), self._scalars.reduced
        zero = np.zeros(N, dtype=object)
        columns = []
        for i in range(N):
            rates = zero.copy()
            rates[i] = 1
            columns.append(self._residual({T: rates}).get(T))
        count = max((len(column) for column in columns if column is not None), default=0)
        J = np.stack([np.zeros(count, dtype=object) if c is None else c for c in columns], axis=1)
        try:
            self._left, relations = left_inverse(J[:, self.dependent], reduced, reciprocal)
        except DependentColumnsError as error:
            raise OffTheVarietyError("the actuated joints do not determine the others here") from error
        if any(bool(x) for x in np.ravel(reduced(relations @ J[:, self.actuated]))):
            raise OffTheVarietyError(f"the loops leave fewer coordinates free here than {len(self.actuated)}")
        self.E: Array = np.zeros((N, len(self.actuated)), dtype=object)
        self.E[self.actuated] = np.eye(len(self.actuated), dtype=int).astype(object)
        self.E[self.dependent] = reduced(-(self._left @ J[:, self.actuated]))

    def lifted(self, changes: Jet) -> dict[Exponents, Array]:
        """Return how all joints move when the actuated ones do as given: series without their constant term."""
        reduced = self._scalars.reduced
        moved = {k: np.zeros(len(self.q), dtype=object) for k in ORDERS}
        for k, values in changes.items():
            moved[k][self.actuated] = values
        for _ in range(PASSES):
            residual = self._residual({k: values for k, values in moved.items() if any(bool(x) for x in values)})
            if not any(bool(x) for values in residual.values() for x in values):
                return moved
            for k, values in residual.items():
                moved[k][self.dependent] = reduced(moved[k][self.dependent] - self._left @ values)
        raise OffTheVarietyError("the loops cannot move from here as their rates say: the point is singular")

    def _residual(self, moved: Jet) -> dict[Exponents, Array]:
        """Return all equations along a motion; their constant terms, which vanish, are left out."""
        reduced = self._scalars.reduced
        parts: list[Jet] = []
        if self._couplings:
            parts.append({k: self._coupled(values) for k, values in moved.items()})
        traced = self._tracer.trace(as_course(self.turns, self.q, moved))
        for cut in self._cuts(traced):
            parts += cut.equations()
        sizes = [next(len(v) for v in part.values()) if part else len(self._couplings) for part in parts]
        found = {}
        for k in {k for part in parts for k in part if k != ONE}:
            rows = [part.get(k, np.zeros(n, dtype=object)) for part, n in zip(parts, sizes, strict=True)]
            found[k] = reduced(np.concatenate(rows))
        return found

    def _coupled(self, values: Array) -> Array:
        return np.array([sum(factor * values[i] for i, factor in row) for row in self._couplings], dtype=object)

    def _cuts(self, traced: Traced) -> list[CutFrames]:
        found = []
        for cut, frames in zip(self._closing.cuts, self._frames, strict=True):
            poses = []
            for entry, frame in zip((cut.parent, cut.child), frames, strict=True):
                link: Jet = {ONE: np.eye(4, dtype=int).astype(object)} if entry is None else traced.links[entry]
                poses.append({k: self._scalars.reduced(value @ frame) for k, value in link.items()})
            found.append(CutFrames(self._scalars, cut, *poses))
        return found

    def cut_rates(self, traced: Traced) -> tuple[Array, Array]:
        """Return the rates of all cut joints along a motion, and their derivatives along d."""
        pairs = [pair for cut in self._cuts(traced) for pair in cut.rates()]
        values, along = ([pair[i] for pair in pairs] for i in (0, 1))
        reduced = self._scalars.reduced
        return reduced(np.array(values, dtype=object)), reduced(np.array(along, dtype=object))


def as_course(turns: Turns, q: Sequence[Any], moved: Jet) -> Course:
    """Return the tree's course of a series: accelerations are twice the terms of second order in t."""
    qd, along_q, along_qd = (moved.get(k, ()) for k in (T, D, TD))
    qdd, along_qdd = (2 * moved[k] if k in moved else () for k in (TT, TTD))
    return Course(turns, q, qd, qdd, along_q, along_qd, along_qdd)
