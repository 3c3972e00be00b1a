"""Lin's identification, joint by joint from the last inwards, on the triangles of the joints' rows.

In Lin's combinations the regressor is triangular by joints: those of composite body i enter the torques of joint i and
of joints before it, never those beyond. So each joint's own follow from its own torques, once those beyond are known:

    paper     code        meaning
    w_i       x[own]      combinations of composite body i
    A_i       A[:, own]   excitation matrix: their columns in the torque of joint i
    φ_i       A @ x       torque of joint i by what is known already
    γ_i       left        what is left of it
    M_i       -           A_iᵀ A_i, positive definite where a motion excites persistently

Errors of outer joints become torques of inner ones: with noise, all at once (`wls`) is far better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.fit.factor import Factor
from symdyn.identification.fit.held import Held
from symdyn.identification.fit.model import Model
from symdyn.identification.fit.solve import Solution, noise_of
from symdyn.identification.logs.log import Array

ABSENT = 1e-10  # of a column's largest entry: what rounding leaves of a combination that is not in a torque
DEFICIENT = 1e-10  # of the largest singular value, columns of length one


@dataclass(frozen=True, slots=True, eq=False)
class Excitement:
    """How well a motion excites a joint's own combinations: how many there are, and the condition of A_i."""

    joint: str
    combinations: int
    condition: float  # infinite where M_i is not positive definite


@dataclass(frozen=True, slots=True, eq=False)
class LinSet:
    """Lin's combinations: `back` (k, k) leads from them to the minimal parameters, `owner` (k,) to their joints.

    Both are without what is `held`.
    """

    back: Array
    owner: Array
    held: Held

    def solve(self, factors: Sequence[Factor]) -> Array:
        """Return the minimal parameters, found joint by joint."""
        factors = [self.held.without(factor) for factor in factors]
        x = self._gains(factors) @ np.stack([factor.R[:, -1] for factor in factors]).ravel()
        return self.held.in_place(x)

    def solution(self, factors: Sequence[Factor], inflation: Array | None = None) -> Solution:
        """Return them with their covariance: each is linear in the torques, whose noise residuals show."""
        factors = [self.held.without(factor) for factor in factors]
        gains = self._gains(factors)
        x = np.asarray(gains @ np.stack([factor.R[:, -1] for factor in factors]).ravel())
        noise = noise_of(factors, x)
        spread = noise if inflation is None else noise * np.sqrt(inflation)
        apart = gains.reshape(len(x), len(factors), -1)
        scaled = (apart * spread[:, None]).reshape(len(x), -1)
        covariance = scaled @ scaled.T
        shares = ((apart * spread[:, None]) ** 2).sum(axis=2).T
        taken = np.array([np.sum(one.R[:, :-1] * apart[:, j].T) for j, one in enumerate(factors)])
        excitement = self._excitement(factors, [""] * len(factors))
        dull = np.isin(self.owner, [i for i, one in enumerate(excitement) if one.condition == np.inf])
        hidden = np.asarray((np.abs(self.back[:, dull]) > 0).any(axis=1))
        covariance[:, hidden] = covariance[hidden] = np.inf
        blind = hidden[None, :].astype(float) if dull.any() else np.zeros((0, len(x)))
        condition = max(one.condition for one in excitement)
        return self.held.put_back(Solution(x, noise, covariance, condition, shares, taken, blind))

    def _gains(self, factors: Sequence[Factor]) -> Array:
        """The matrix that leads from the torques' columns of all triangles, one after the other, to the parameters."""
        k, n = len(self.owner), len(factors)
        gains = np.zeros((k, n, k + 1))
        for i in reversed(range(n)):
            own = self.owner == i
            if not own.any():
                continue
            A = factors[i].R[:, :-1] @ self.back
            left = -np.einsum("rk,knc->rnc", A, gains)  # [Lin95 (108), (110)]
            left[:, i] += np.eye(k + 1)
            lengths = _lengths(A[:, own])  # [Lin95 (107), (109)]
            inverse = np.linalg.pinv(A[:, own] / lengths, rcond=DEFICIENT)
            gains[own] = np.einsum("wr,rnc->wnc", inverse / lengths[:, None], left)  # [Lin95 (111)-(113), (116)]
        return np.asarray(np.einsum("pk,knc->pnc", self.back, gains).reshape(k, -1))

    def excitement(self, factors: Sequence[Factor], joints: Sequence[str]) -> tuple[Excitement, ...]:
        """Say joint by joint whether the motion excites persistently."""
        return self._excitement([self.held.without(factor) for factor in factors], joints)

    def _excitement(self, factors: Sequence[Factor], joints: Sequence[str]) -> tuple[Excitement, ...]:
        found = []
        for i, (joint, factor) in enumerate(zip(joints, factors, strict=True)):
            own = self.owner == i
            condition = 1.0
            if own.any():
                A = (factor.R[:, :-1] @ self.back)[:, own]
                singular = np.linalg.svd(A / _lengths(A), compute_uv=False)  # [Lin95 (117)]
                excited = singular[-1] > DEFICIENT * singular[0]
                condition = float(singular[0] / singular[-1]) if excited else np.inf
            found.append(Excitement(joint, int(own.sum()), condition))
        return tuple(found)


def lin_set(model: Model) -> LinSet:
    """Return Lin's combinations of a serial chain; an InputError where his theorem does not apply."""
    from symdyn.algebra.decimals import to_float
    from symdyn.model.bind import bind_symbols
    from symdyn.parameters.forms.table import form_of

    if model.robot.closing is not None:
        raise InputError("Lin's combinations are those of serial chains", field="method lin")
    if model.columns:
        raise InputError("columns beside a robot's minimal parameters belong to no joint alone", field="method lin")
    rows = form_of(bind_symbols(model.robot), "lin").pivot_rows
    back = np.linalg.inv(np.array([[to_float(entry) for entry in row] for row in rows]))
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 400, model.robot.n))
    size = np.abs(model.regressor(q, qd, qdd) @ back).max(axis=0)  # (n, k)
    there = size > ABSENT * size.max(axis=0)
    owner = np.array([int(np.flatnonzero(column)[-1]) for column in there.T])
    kept = model.held.kept(len(back))
    offsets = (back[~kept] != 0).any(axis=0)  # friction is in Lin's set as it is, and in no other combination
    return LinSet(back[np.ix_(kept, ~offsets)], owner[~offsets], model.held)


def _lengths(A: Array) -> Array:
    lengths = np.linalg.norm(A, axis=0)
    return np.where(lengths > 0, lengths, 1.0)
