"""How fast estimates may be learnt that move once a period: default Gamma, within what a loop at SLOWEST carries.

Of one joint and one estimate, M ṡ = -D s + Y θ̃ and θ̃ moves by -T Γ Y s a period. With s₊ = s + T (Y θ̃ - D s) / M that
is (z - 1 + T D / M)(z - 1) + T² Γ Y² / M = 0, which has its roots within the unit circle where, beside what K asks for,

    T Γ Y² / D < 1

D is all that holds s: the feedback's and the joint's own damping. Of many estimates a joint's sum is what counts, in
the states that a motion may have; joints share what they move, so it is held to a part of that, and the estimates that
weigh most in it give way first. An estimate that weighs little by itself can be too fast nevertheless: the bodies of a
light wrist, in units of a heavy arm.
"""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.control.scales import SLOWEST, Moving, Rows, Scales

SHARE = 0.25  # of what one joint alone would carry


def within_rate(Gamma: Sequence[float], scales: Scales, damping: Sequence[float]) -> tuple[float, ...]:
    """Return Gamma of estimates that torques tell, within what sampling carries; damping is every joint's."""
    return _limited(Gamma, [(state.Y, damping) for state in scales.moving])


def within_rate_of_accelerations(
    Gamma: Sequence[float], scales: Scales, damping: float, viscous: Sequence[float]
) -> tuple[float, ...]:
    """Return the same where accelerations tell: M⁻¹ Y, and a damping of 1/s beside that of friction."""
    return _limited(Gamma, [_of_accelerations(state, damping, viscous) for state in scales.moving])


def _of_accelerations(state: Moving, damping: float, viscous: Sequence[float]) -> tuple[Rows, list[float]]:
    n = len(state.M)
    unit = tuple(tuple(float(i == j) for j in range(n)) for i in range(n))
    inverse = _solved(state.M, unit)
    return _solved(state.M, state.Y), [damping + inverse[i][i] * viscous[i] for i in range(n)]


def _limited(Gamma: Sequence[float], states: Sequence[tuple[Rows, Sequence[float]]]) -> tuple[float, ...]:
    slower = [1.0] * len(Gamma)
    for rows, damping in states:
        for row, D in zip(rows, damping, strict=True):
            weights = [gain * y * y / (SLOWEST * D) for gain, y in zip(Gamma, row, strict=True)]
            level = _level(weights, SHARE)
            slower = [min(x, level / w) if w > level else x for x, w in zip(slower, weights, strict=True)]
    return tuple(gain * x for gain, x in zip(Gamma, slower, strict=True))


def _level(weights: Sequence[float], most: float) -> float:
    """Return where weights have to be cut for their sum to be `most`; the largest where it is less."""
    left = most
    ordered = sorted(weights)
    for k, weight in enumerate(ordered):
        if weight * (len(ordered) - k) > left:
            return left / (len(ordered) - k)
        left -= weight
    return ordered[-1] if ordered else most


def _solved(M: Rows, B: Rows) -> Rows:
    """Return M⁻¹ B of a positive definite M; one that is none counts as far as its pivots are positive."""
    rows = [[*a, *b] for a, b in zip(M, B, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = rows[i][i]
        for j in range(n):
            if j != i and pivot > 0:
                factor = rows[j][i] / pivot
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return tuple(tuple(x / row[i] if row[i] > 0 else 0.0 for x in row[n:]) for i, row in enumerate(rows))
