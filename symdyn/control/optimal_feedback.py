"""Optimal trajectory feedback: feedforward of the desired motion, and what best undoes a deviation in one period.

    x = (q - q_d, q̇ - q̇_d)         x(k+1) = Φ x(k) + Γ u(k), the model along the desired motion, sampled
    τ = M q̈_d + f(q_d, q̇_d) + u    u = -K x makes the weighted square of x(k+1) smallest

The gain is computed anew only where the deviation's norm says so: below ε0 it is left alone, above ε1 the gain is
updated, above ε2 the controller gives up. Series, weights and eigenvalues are in `optimal_feedback_series` and
`optimal_feedback_report`, the choices that the paper leaves open in docs/laws/optimal_feedback.md.
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Memory, Rule
from symdyn.control.safeguards import per_joint, same

PERIOD = 1e-3  # s
BANDWIDTH = 10.0  # 1/s: an error dies out in a third of a second


def position_weight(eigenvalue: float, period: float, velocity_weight: float = 1.0) -> float:
    """Return the weight of a position's deviation with which a joint's error shrinks to ``eigenvalue`` in a period.

    The inverse of (2 - ρ)/(2 + ρ), ρ = q_pos T²/(2 q_vel); the eigenvalue is between -1 and 1, without these.
    """
    rho = 2.0 * (1.0 - eigenvalue) / (1.0 + eigenvalue)  # [VanWinssen85 2.3.1]
    return 2.0 * rho * velocity_weight / period**2


def _default_position_weight() -> float:
    eigenvalue = 1.0 - BANDWIDTH * PERIOD
    return float(f"{position_weight(eigenvalue, PERIOD):.3g}")


LAW = Law(
    name="optimal_feedback",
    summary="Optimal trajectory feedback of Van Winssen and de Silva",
    equations=(
        "x = (q - q_d, qd - qd_d)",
        "tau = M(q_d) qdd_d + f(q_d, qd_d) - K x                            [VanWinssen85 (1), (9)]",
        "K = (Gamma' Q Gamma)^-1 Gamma' Q Phi                               [VanWinssen85 (10)]",
        "Phi = e^(A T), Gamma = integral of e^(A t) B from 0 to T, A and B along the desired motion",
        "|x| < eps0: no feedback; |x| > eps1: a new K; |x| > eps2: stop     [VanWinssen85 2.3]",
    ),
    calls=("inverse_dynamics", "mass_matrix", "torque_derivatives"),
    gains=(
        Gain(
            "Qp",
            ("n",),
            "weight of a deviation of position; only ratios of weights matter",
            "s^-2, over the unit of Qv",
            Rule.POSITIVE,
            per_joint(_default_position_weight()),
            "an error shrinks by 1 % per millisecond, if steps are 1 ms",
        ),
        Gain("Qv", ("n",), "weight of a deviation of velocity", "1", Rule.POSITIVE, per_joint(1.0), "1"),
        Gain(
            "Q_rise",
            (),
            "how far weights rise with the deviations of their joints when the gain is updated",
            "1",
            Rule.NOT_NEGATIVE,
            same(0.0),
            "0: off",
        ),
        Gain(
            "ap",
            ("n",),
            "share of a deviation of position in the norm",
            "1/rad, 1/m",
            Rule.POSITIVE,
            per_joint(1.0),
            "1",
        ),
        Gain("av", ("n",), "share of a deviation of velocity", "s/rad, s/m", Rule.POSITIVE, per_joint(0.1), "0.1"),
        Gain("eps0", (), "norm below which nothing is fed back", "1", Rule.NOT_NEGATIVE, same(0.0), "0: off"),
        Gain(
            "eps1",
            (),
            "norm above which the gain is updated",
            "1",
            Rule.POSITIVE,
            lambda scales: 0.01 * scales.n,
            "0.01 for each joint",
            above="eps0",
        ),
        Gain(
            "eps2",
            (),
            "norm above which the controller stops",
            "1",
            Rule.POSITIVE,
            lambda scales: 0.5 * scales.n,
            "0.5 for each joint",
            above="eps1",
        ),
        Gain("stop_time", (), "time constant of the braking after a stop", "s", Rule.POSITIVE, same(0.1), "0.1"),
        Gain("tau_max", ("n",), "largest torque", "N m, N", Rule.NOT_NEGATIVE, per_joint(0.0), "0: off"),
        Gain(
            "T",
            (),
            "period for which `_law` computes its gain; `_step` takes its dt",
            "s",
            Rule.POSITIVE,
            same(PERIOD),
            "0.001",
        ),
    ),
    final=("STOPPED",),
    pieces=("linear_algebra", "law_optimal_feedback_gain"),
    uses_math=True,
    codes=(
        ("STOPPED", "the deviation's norm went beyond eps2; tau brakes the arm until init starts anew"),
        ("BAD_MASS_MATRIX", "the model's mass matrix is not positive definite: the gain is that of before"),
        ("BAD_WEIGHTS", "weights of such different sizes give no gain: it is that of before"),
        ("PERIOD_TOO_LONG", "the model moves too far within dt for its series: the gain is that of before"),
    ),
    memory=(
        Memory("Kp", ("n", "n"), "gain of positions"),
        Memory("Kv", ("n", "n"), "gain of velocities"),
        Memory("e_max", ("n",), "largest deviations of position since the gain was updated"),
        Memory("ed_max", ("n",), "largest deviations of velocity since then"),
        Memory("period", (), "period that the gain is for; 0: there is none yet"),
        Memory("updated", (), "whether the last step updated the gain", whole=True),
        Memory("stopped", (), "whether the controller gave up", whole=True),
    ),
)
