"""Joint accelerations from regressors alone: the forward dynamics of a paper that has nothing but Y.

Scalars: a field.

    paper    code        meaning
    Y_0      still       Y(q, q̇, 0)
    Y_i      Y(e_i)      Y(q, q̇, e_i), with e_i column i of the identity
    H        H           mass matrix

The second dots of Y(q, q̇, q̈), lost in print, are restored. With estimates for θ the first three steps give Ĥ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible
from symdyn.dynamics.forward import solve_mass_matrix

S = TypeVar("S", bound=Divisible)

Regressor = Callable[[Sequence[S]], Sequence[Sequence[S]]]  # Y(q, q̇, ·) at a state


def acceleration_from_regressors(Y: Regressor[S], theta: Sequence[S], tau: Sequence[S]) -> tuple[S, ...]:
    """Return q̈ of a torque."""
    bias, H = bias_and_mass_matrix(Y, theta, len(tau))
    driving = [torque - rest for torque, rest in zip(tau, bias, strict=True)]
    return solve_mass_matrix(H, driving)  # [LuMeng93 V-B step 4]


def bias_and_mass_matrix(Y: Regressor[S], theta: Sequence[S], n: int) -> tuple[list[S], list[list[S]]]:
    """Return C q̇ + G, and H by rows."""
    bias = _times(Y([ZERO] * n), theta)  # [LuMeng93 V-B step 1]
    torques = [_times(Y([ONE if j == i else ZERO for j in range(n)]), theta) for i in range(n)]  # [LuMeng93 V-B step 2]
    columns = [[with_unit - h for with_unit, h in zip(torque, bias, strict=True)] for torque in torques]
    return bias, [list(row) for row in zip(*columns, strict=True)]  # [LuMeng93 V-B step 3]


def _times(rows: Sequence[Sequence[S]], theta: Sequence[S]) -> list[S]:
    return [sum((entry * value for entry, value in zip(row, theta, strict=True)), start=ZERO) for row in rows]
