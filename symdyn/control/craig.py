"""Craig's adaptive computed torque: the estimated mass matrix is inverted and acceleration is measured.

    ë + Kv ė + Kp e = M̂⁻¹ Y(q, q̇, q̈) (θ - θ̂)        e = q_d - q,  e1 = ė + Ψ e

With Ψ < Kv the way from the right side to e1 is strictly positive real, joint by joint, which the proof needs. `step`
differentiates the velocity through a first-order filter; M̂ is inverted by pivots that are not let below a floor.
"""

from __future__ import annotations

from symdyn.control.law import Gain, Law, Memory, Rule, Values
from symdyn.control.safeguards import adaptation_gains, per_joint, same
from symdyn.control.scales import Scales, rounded

FLOOR_SHARE = 0.01
ADAPTATION_TIME = 0.02  # s^2


def _adaptation(scales: Scales) -> Values:
    """An estimate that is wrong by its own size weighs as much in V as errors of 7 rad/s: M̂⁻¹ makes a harsh law."""
    return tuple(rounded(ADAPTATION_TIME * size * size / scales.n) for size in scales.theta)


GAMMA = Gain(
    "Gamma",
    ("u",),
    "adaptation of each estimate",
    "square of the estimate's unit times s^2",
    Rule.POSITIVE,
    _adaptation,
    "0.02 s^2 times the estimate's size squared, over the number of joints",
)


def _floor(scales: Scales) -> Values:
    return tuple(rounded(FLOOR_SHARE * inertia) for inertia in scales.lightest)


LAW = Law(
    name="craig",
    summary="Adaptive computed torque of Craig",
    equations=(
        "tau = Y(q, qd, a) pi         a = qdd_d + Kv (qd_d - qd) + Kp (q_d - q)",
        "e1 = (qd_d - qd) + Psi (q_d - q)",
        "theta_dot = Gamma Y'(q, qd, qdd) M^-1 e1, with estimates in M and measured qdd",
    ),
    calls=("inverse_dynamics", "mass_matrix", "adaptive_inverse_dynamics"),
    gains=(
        Gain("Kp", ("n",), "stiffness per inertia", "1/s^2", Rule.POSITIVE, per_joint(100.0), "100"),
        Gain("Kv", ("n",), "damping per inertia", "1/s", Rule.POSITIVE, per_joint(20.0), "20"),
        Gain(
            "Psi",
            ("n",),
            "share of the error of position in what adapts, below Kv",
            "1/s",
            Rule.POSITIVE,
            per_joint(10.0),
            "10",
        ),
        Gain(
            "pivot_floor",
            ("n",),
            "least pivot of the estimated mass matrix",
            "kg m^2, kg",
            Rule.POSITIVE,
            _floor,
            "a hundredth of the least inertia that the joint feels",
        ),
        Gain(
            "filter_time",
            (),
            "time constant of the filter that differentiates qd",
            "s",
            Rule.POSITIVE,
            same(0.01),
            "0.01",
        ),
        *adaptation_gains("e1", GAMMA),
    ),
    adapts=True,
    memory=(
        Memory("qd_filtered", ("n",), "velocity behind the filter"),
        Memory("started", (), "whether the filter has seen a velocity", whole=True),
    ),
    more_inputs=("qdd",),
    pieces=("law_craig_solve",),
)
