"""Least squares on triangles, all joints at once: ordinary, weighted, damped and truncated.

Weighted: every joint's rows are divided by its noise, which is what its residuals show; a few rounds of that settle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.identification.fit.factor import Factor, triangle
from symdyn.identification.fit.prior import Prior
from symdyn.identification.logs.log import Array

METHODS = ("wls", "ols", "ridge", "svd", "lin", "rls")
ROUNDS = 20
SETTLED = 1e-6  # relative change of the weights
SAME = 1e-10  # of the largest singular value, columns made comparable: below, data shows nothing at all
TRACE = 1e-6  # of a direction: what rounding leaves of a parameter that is not in it
DAMPING = 10.0  # what Atkeson, An and Hollerbach add to the diagonal


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """Parameters, the noise of every joint (N m), the matrix of their covariance, and the condition of the columns.

    `shares` (n, k) are the parts of the parameters' variances that come from each joint's noise; `taken` (n,) is how
    many values of it the parameters are fitted to.
    """

    x: Array
    noise: Array
    covariance: Array
    condition: float
    shares: Array
    taken: Array
    blind: Array  # a row for every direction of parameters that the data shows nothing of


def solve(
    factors: Sequence[Factor], method: str, inflation: Array | None = None, prior: Prior | None = None
) -> Solution:
    """Solve for the parameters; ``inflation`` says for every joint how many rows say what one independent row says.

    A ``prior`` counts with "wls" alone, whose rows have noise one. All rows at once, "rls" is "wls".
    """
    if method not in METHODS:
        raise InputError(unknown_name("method", method, METHODS), field="method")
    if method == "lin":
        raise InputError("joint by joint is not all at once: `LinSet.solution` does it", field="method")
    noise = np.ones(len(factors))
    x = _least_squares(factors, noise, method, None)
    for _ in range(ROUNDS if method != "ols" else 1):
        shown = noise_of(factors, x)
        settled = np.abs(shown - noise).max() <= SETTLED * shown.max()
        noise = shown
        if method == "ols" or settled:
            break
        x = _least_squares(factors, noise, method, prior)
    rho = np.ones(len(factors)) if inflation is None else inflation
    if prior is not None and inflation is not None:  # as many independent rows as there are, beside the beliefs
        x = _least_squares(factors, noise * np.sqrt(rho), method, prior)
    return _with_covariance(factors, x, noise, rho, method, prior)


def noise_of(factors: Sequence[Factor], x: Array) -> Array:
    """Root mean square of the residuals of every joint, the parameters' share of the rows taken off."""
    total = sum(factor.rows for factor in factors)
    free = 1 - min(len(x) / total, 0.5) if total else 1.0
    shown = np.array([factor.residual(x) / np.sqrt(max(1.0, factor.rows * free)) for factor in factors])
    least = 1e-12 * max(factor.size / np.sqrt(max(1, factor.rows)) for factor in factors)
    return np.asarray(np.maximum(shown, max(least, 1e-300)))


def _stacked(factors: Sequence[Factor], noise: Array, prior: Prior | None = None) -> tuple[Array, Array]:
    rows = [factor.R / s for factor, s in zip(factors, noise, strict=True)]
    R = triangle(np.vstack([*rows, *([prior.rows] if prior else [])]))
    return R[:-1, :-1], R[:-1, -1]


def _least_squares(factors: Sequence[Factor], noise: Array, method: str, prior: Prior | None) -> Array:
    A, y = _stacked(factors, noise if method != "ols" else np.ones_like(noise), prior)
    if method == "ridge":
        k = A.shape[1]  # [Atkeson86 (20)]
        A, y = np.vstack([A, np.sqrt(DAMPING) * np.eye(k)]), np.append(y, np.zeros(k))
    lengths = _lengths(A)
    x, *_ = np.linalg.lstsq(A / lengths, y, rcond=1e-6 if method == "svd" else SAME)
    return np.asarray(x / lengths)


def _lengths(A: Array) -> Array:
    lengths = np.linalg.norm(A, axis=0)
    return np.where(lengths > 0, lengths, 1.0)


def _with_covariance(
    factors: Sequence[Factor], x: Array, noise: Array, inflation: Array, method: str, prior: Prior | None
) -> Solution:
    """Covariance of x for noise that differs from joint to joint and goes together in time.

    x = Σ G⁻¹ Aⱼᵀ yⱼ wⱼ², with weights w; hence C = G⁻¹ (Σ ρⱼ sⱼ² wⱼ⁴ AⱼᵀAⱼ) G⁻¹.
    """
    weights = np.ones_like(noise) if method == "ols" else 1 / noise
    if prior is not None:
        weights = weights / np.sqrt(inflation)
    A, _ = _stacked(factors, 1 / weights, prior)
    lengths = _lengths(A)
    _, singular, Vt = np.linalg.svd(A / lengths)
    seen = singular > SAME * singular.max(initial=0.0)
    inverse = (Vt.T[:, seen] / singular[seen] ** 2) @ Vt[seen]  # G⁻¹, columns comparable
    middle = np.zeros((len(x), len(x)))
    shares, taken = np.zeros((len(factors), len(x))), np.zeros(len(factors))
    for j, (factor, w, s, rho) in enumerate(zip(factors, weights, noise, inflation, strict=True)):
        R = factor.R[:, :-1] / lengths
        middle += rho * s**2 * w**4 * (R.T @ R)
        gain = R @ inverse
        shares[j] = rho * s**2 * w**4 * (gain**2).sum(axis=0) / lengths**2
        taken[j] = w**2 * float(np.sum(gain * R))
    if prior is not None:
        beliefs = prior.rows[:, :-1] / lengths
        middle += beliefs.T @ beliefs
    covariance = inverse @ middle @ inverse / np.outer(lengths, lengths)
    blind = np.where(np.abs(Vt[~seen]) > TRACE, Vt[~seen] / lengths, 0.0)
    hidden = blind.any(axis=0)
    covariance[:, hidden] = covariance[hidden] = np.inf
    condition = float(singular.max() / singular[seen].min()) if seen.all() and len(singular) else np.inf
    return Solution(x, noise, covariance, condition, shares, taken, blind)
