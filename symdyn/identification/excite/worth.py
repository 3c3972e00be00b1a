"""What a motion is worth for identification, from the columns of its regressor, and how that changes with them.

Two measures, both of S = WᵀW with W all rows of the regressor:

    condition     σmax/σmin of W with its columns made of length one; its square root of λmax/λmin of S
    log det       -log det(S / rows), the volume of the parameters' uncertainty

The condition is a ratio of two singular values, and its derivative jumps where two of them change places. What is
minimised in its stead is ‖σ‖ ‖1/σ‖ in p-norms, which is smooth, never below it, and little above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from symdyn.identification.logs.log import Array

P = 24  # of the norms: 43 singular values, all the same, would count 1.37 times their condition
Measure = Callable[[Array], tuple[float, Array]]  # W (rows, k) -> value, its derivative by W


def condition(W: Array) -> float:
    """σmax/σmin of the columns, each of length one; infinite where some depend on others."""
    lengths = np.linalg.norm(W, axis=0)
    if not (lengths > 0).all():
        return float("inf")
    singular = np.linalg.svd(W / lengths, compute_uv=False)
    return float(singular[0] / singular[-1]) if singular[-1] > 0 else float("inf")


def volume(W: Array) -> float:
    """-log det(WᵀW / rows); infinite where columns depend on others."""
    R = np.abs(np.diag(np.linalg.qr(W, mode="r")))
    return float(len(R) * np.log(len(W)) - 2 * np.log(R).sum()) if (R > 0).all() else float("inf")


def smooth_condition(W: Array) -> tuple[float, Array]:
    """The logarithm of ‖σ‖ ‖1/σ‖ in p-norms, and its derivative by W."""
    lengths = np.maximum(np.linalg.norm(W, axis=0), np.finfo(float).tiny)
    B = W / lengths
    values, V = np.linalg.eigh(B.T @ B)
    values = np.maximum(values, 1e-15 * values[-1])
    up, down = (values / values[-1]) ** (P / 2), (values[0] / values) ** (P / 2)
    value = np.log(values[-1] / values[0]) / 2 + (np.log(up.sum()) + np.log(down.sum())) / P
    by_values = (up / up.sum() - down / down.sum()) / (2 * values)
    by_B = 2 * B @ ((V * by_values) @ V.T)
    return float(value), (by_B - B * (B * by_B).sum(axis=0)) / lengths


def smooth_volume(W: Array) -> tuple[float, Array]:
    """-log det(WᵀW / rows), a parameter, and its derivative by W."""
    k = W.shape[1]
    values, V = np.linalg.eigh(W.T @ W / len(W))
    values = np.maximum(values, 1e-15 * values[-1])
    return float(-np.log(values).sum() / k), -2 / k * (W @ ((V / values) @ V.T)) / len(W)


MEASURES: Mapping[str, tuple[Measure, Callable[[Array], float]]] = {
    "condition": (smooth_condition, condition),
    "logdet": (smooth_volume, volume),
}
