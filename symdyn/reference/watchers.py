"""Laws that only watch, as their equations say, over any numbers: what a step of generated code is held to.

Each takes what was before a step, a function that calls a kernel by name, and what there is after it; and yields what
is claimed, as it was found and as it should be. No joint is at rest.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.reference.laws import Given, solved

Claim = tuple[str, Any, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a step gave, and what there is after it."""

    error: Any
    theta: Any
    memory: Mapping[str, Any]


def recursive_least_squares(at: Given, kernel: Callable[..., Any], dt: Any, seen: Seen) -> Iterator[Claim]:
    """All rows at once, by the covariance itself: no factors, and no order of the rows."""
    a, before = at.gains["a"], at.memory
    momentum, rest = kernel("regressor_filtered", q=at.q, qd=at.qd)
    Y_f = (before["Y_f"] + momentum - before["momentum"] + dt * (rest + before["rest"]) / 2) / (1 + a * dt)
    tau_f = (before["tau_f"] + dt * at.tau) / (1 + a * dt)
    yield "Y_f", seen.memory["Y_f"], Y_f
    yield "tau_f", seen.memory["tau_f"], tau_f
    yield "momentum", seen.memory["momentum"], momentum
    yield "rest", seen.memory["rest"], rest
    error = a * (tau_f - Y_f @ at.pi)
    yield "error", seen.error, error
    P, spread = Covariance.of(before), at.gains["spread"]
    known = max(P.diagonal / spread**2)
    growth = 1 + min(dt / at.gains["forget"], 1) * max(1 - known, 0)
    counts = [i for i, share in enumerate(before["rest_f"]) if 8 * a * share / (1 + a * dt) < 1]
    Y = a * Y_f[counts] @ at.to_theta.T
    P_Y = growth * P.times(Y.T)
    S = np.diag(at.gains["noise"][counts] ** 2) + Y @ P_Y
    yield "theta", seen.theta, at.theta + P_Y @ solved(S, error[counts])
    x = np.array([3**j % 101 - 50 for j in range(len(at.theta))], dtype=object)  # two matrices that agree on it are one
    yield "P", Covariance.of(seen.memory).times(x), growth * P.times(x) - P_Y @ solved(S, P_Y.T @ x)


@dataclass(frozen=True, slots=True)
class Covariance:
    """P = V' D V; V has ones on its diagonal, and nothing above."""

    V: Any
    D: Any

    @classmethod
    def of(cls, memory: Mapping[str, Any]) -> "Covariance":
        """Return what a law remembers of it."""
        ones = np.eye(len(memory["D"]), dtype=int).astype(object)
        return cls(np.tril(memory["V"], -1) + ones, memory["D"])

    def times(self, x: Any) -> Any:
        """P x, of a vector or of columns."""
        return self.V.T @ (self.D * (self.V @ x).T).T

    @property
    def diagonal(self) -> Any:
        """The variances."""
        return (self.V**2).T @ self.D


WATCHERS: dict[str, Callable[[Given, Callable[..., Any], Any, Seen], Iterator[Claim]]] = {
    "recursive_least_squares": recursive_least_squares
}


def register(law: str, claims: Callable[..., Any]) -> None:
    """Say what a law of one's own that only watches is held to."""
    if law in WATCHERS:
        raise ValueError(f"the equations of a law {law} are known already; choose another name")
    WATCHERS[law] = claims
