"""Composite adaptation: Slotine and Li's law, which also learns from the error of predicted torques.

    ε = Y_f π̂ - τ_f        θ̂̇ = -Γ (Yᵀ s + Y_fᵀ C ε)        V̇ = -sᵀ K s - εᵀ C ε

Y_f and τ_f are the regressor and the applied torque behind the same filter 1/(D + a), so that no acceleration is
measured. A step adds to both what the last period brought: to τ_f the torque times its length, to Y_f the change of
momentum and, by the trapezoidal rule, the rest. Then Y_f π = τ_f holds for the true π up to that rule's error.
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Memory, Rule, Values
from symdyn.control.safeguards import adaptation_gains, same
from symdyn.control.scales import Scales, rounded
from symdyn.control.slotine_li import BANDWIDTH, LAMBDA, K

FILTER = 10.0  # 1/s


def _weights(scales: Scales) -> Values:
    """Slow signals then learn as much from predictions as from s: s is nearly K⁻¹ Y (θ̂ - θ), and Y_f nearly Y/a."""
    return tuple(rounded(FILTER**2 / (BANDWIDTH * inertia)) for inertia in scales.inertias)


LAW = Law(
    name="slotine_li_composite",
    summary="Adaptive control of Slotine and Li with composite adaptation",
    equations=(
        "qd_r = qd_d + Lambda (q_d - q)         s = qd - qd_r",
        "tau = Y(q, qd, qd_r, qdd_r) pi - K s",
        "theta_dot = -Gamma (Y' s + Y_f' composite (Y_f pi - tau_f)), the columns of theta",
        "Y_f, tau_f: regressor and torque behind the filter 1/(D + a), without acceleration",
    ),
    calls=("adaptive_slotine_li", "regressor_filtered"),
    gains=(
        LAMBDA,
        K,
        Gain(
            "composite",
            ("n",),
            "weight of a joint's error of prediction",
            "1/(N m s^3)",
            Rule.NOT_NEGATIVE,
            _weights,
            "10 1/s^3 over the inertia that the joint feels",
        ),
        Gain("a", (), "bandwidth of the filter", "1/s", Rule.POSITIVE, same(FILTER), "10"),
        *adaptation_gains(),
    ),
    adapts=True,
    memory=(
        Memory("Y_f", ("n", "k"), "regressor behind the filter"),
        Memory("momentum", ("n", "k"), "regressor of momentum at the last step, less half a period of the rest"),
        Memory("tau_f", ("n",), "torque behind the filter"),
        Memory("tau_last", ("n",), "torque of the last step, taken to be applied"),
        Memory("dt_last", (), "length of the last step"),
        Memory("started", (), "whether there was one", whole=True),
    ),
    pieces=("law_gradient",),
)
