"""Craig's adaptive computed torque: the estimated mass matrix is inverted and acceleration is measured.

    ë + Kv ė + Kp e = M̂⁻¹ Y(q, q̇, q̈) (θ - θ̂)        e = q_d - q,  e1 = ė + Ψ e

With Ψ < Kv the way from the right side to e1 is strictly positive real, joint by joint, which the proof needs. `step`
differentiates the velocity through a first-order filter; M̂ is inverted by pivots that are not let below a floor.
Friction is taken at q̇_d; after a limit, of what that left of e, at q̇_d + Ψ e (docs/laws/limits.md).
"""

from __future__ import annotations

from symdyn.control.codes import BAD_TIME_STEP, OK
from symdyn.control.law import Gain, Law, Memory, Rule, Values
from symdyn.control.pieces.estimates import advance, driving, rate, take
from symdyn.control.pieces.friction import smooth_sign
from symdyn.control.pieces.giving_way import hold_accelerations
from symdyn.control.pieces.limits import clamp, hold_last
from symdyn.control.pieces.linear_algebra import solve
from symdyn.control.pieces.velocity import remember, see
from symdyn.control.pieces.waiting import is_limited, wait
from symdyn.control.safeguards import FRICTION_SPEED, OF_RUBBING, adaptation_gains, per_joint, same
from symdyn.control.sampled_rates import within_rate_of_accelerations
from symdyn.control.scales import Scales, rounded
from symdyn.routines.words import Code, Estimates, Joints, Number, Self, array, finite, n, robot, u

FLOOR_SHARE = 0.01
ADAPTATION_TIME = 0.01  # s^2
FRICTION_TIME = 0.04  # s^2: a light joint has no stiffness to wait with
FRICTION_LEARNT = 10.0  # 1/s
UNTOLD = 0.01  # of the rate at which bodies are learnt, where a joint's friction is not in the file
KP, KV, PSI = 100.0, 20.0, 10.0  # 1/s^2, 1/s, 1/s; e1 falls with Kv - Psi
HARDEST = 1000000  # rad/s^2, m/s^2: what is more is no motion of a joint, and the filter begins anew


def _adaptation(scales: Scales) -> Values:
    """An estimate that is wrong by its own size weighs as much in V as errors of 10 rad/s: M̂⁻¹ makes a harsh law.

    With bodies that are learnt ten times as fast an arm leaves where friction is what the model does not have.
    Bodies of light joints are learnt as much more slowly as they are lighter: M̂⁻¹ is as much larger there. Friction is
    learnt in a tenth of a second: its error leaves e1 = Psi / (Kp M) of it, of which Gamma / M is learnt.

    Friction that the model does not have keeps light joints behind by tenths of a radian for as long as they move. No
    body explains that: estimates went on until M̂ was no mass matrix, and the arm left. Learnt a hundredth as fast they
    cost nothing, for what they could have gained is hidden behind that error.
    """
    heaviest = max(scales.inertias)
    told = all(map(any, zip(scales.coulomb, scales.viscous, strict=True)))
    slow = ADAPTATION_TIME * (1.0 if told else UNTOLD)
    found = []
    for size, name, owner in zip(scales.theta, scales.names, scales.owners, strict=True):
        share = 1.0 if owner is None else scales.inertias[owner] / heaviest
        if name.endswith(OF_RUBBING) and owner is not None:
            quick = FRICTION_LEARNT * (KP / PSI) * scales.alone[owner] * scales.inertias[owner]
            found.append(max(quick, FRICTION_TIME * size * size / scales.n))
        else:
            found.append(slow * size * size * share * share / scales.n)
    return tuple(map(rounded, within_rate_of_accelerations(found, scales, KV - PSI, scales.viscous)))


GAMMA = Gain(
    "Gamma",
    ("u",),
    "adaptation of each estimate",
    "square of the estimate's unit times s^2",
    Rule.POSITIVE,
    _adaptation,
    "0.01 s^2 (1e-4 where a joint has no friction) times the size squared, over the number of joints; less for light "
    "joints' bodies; friction in 0.1 s; within what 250 Hz carry",
)


def _floor(scales: Scales) -> Values:
    return tuple(rounded(FLOOR_SHARE * inertia) for inertia in scales.lightest)


def torque(
    self: Self,
    q: Joints,
    qd: Joints,
    q_d: Joints,
    qd_d: Joints,
    qdd_d: Joints,
    qdd: Joints,
    tau: Joints,
    w: Estimates,
) -> None:
    """Computed torque with estimates; w drives them, through the inverse of the estimated mass matrix."""
    gains = self.gains
    a, x, M, unused, sign, qd_r = array(n), array(n), array(n, n), array(n), array(n), array(n)
    for i in range(n):
        e, ed = q_d[i] - q[i], qd_d[i] - qd[i]
        a[i] = qdd_d[i] + gains.Kv[i] * ed + gains.Kp[i] * e
        qd_r[i] = qd_d[i] + clamp(gains.Psi[i] * e, self.zone[i])  # friction must not hold what a limit left behind
        sign[i] = smooth_sign(qd_r[i], gains.friction_speed[i])
        x[i] = -driving(self, i, ed + gains.Psi[i] * e)
    robot.inverse_dynamics_friction(q, qd, a, qd_r, sign, self.pi, tau)
    robot.mass_matrix(q, self.pi, M)
    solve(M, gains.pivot_floor, x)
    robot.adaptive_inverse_dynamics(q, qd, qdd, qd_r, sign, x, self.pi, unused, w)


def law(
    self: Self,
    q: Joints,
    qd: Joints,
    q_d: Joints,
    qd_d: Joints,
    qdd_d: Joints,
    qdd: Joints,
    tau: Joints,
    theta_dot: Estimates,
) -> None:
    """Return the torque, and the rate of the estimates."""
    w = array(u)
    torque(self, q, qd, q_d, qd_d, qdd_d, qdd, tau, w)
    for j in range(u):
        theta_dot[j] = rate(self, j, w[j])


def step(self: Self, dt: Number, q: Joints, qd: Joints, q_d: Joints, qd_d: Joints, qdd_d: Joints, tau: Joints) -> Code:
    """Hold the torque for dt seconds and move the estimates as long, with an acceleration out of velocities."""
    gains = self.gains
    w, theta, qdd, filtered, seen, e1 = array(u), array(u), array(n), array(n), array(n), array(n)
    waited = self.waits
    if not (finite(dt) and dt > 0 and dt <= gains.dt_max):
        hold_last(self, tau)
        return BAD_TIME_STEP
    see(self, dt, q, qd, qd_d, seen)
    for i in range(n):  # the filter by backward differences: stable for every dt
        qdd[i] = (seen[i] - self.qd_filtered[i]) / (gains.filter_time + dt) if self.started else 0
        filtered[i] = self.qd_filtered[i] + dt * qdd[i] if self.started else seen[i]
        if not abs(qdd[i]) <= HARDEST:
            qdd[i] = 0
            filtered[i] = seen[i]
    torque(self, q, seen, q_d, qd_d, qdd_d, qdd, tau, w)
    code = advance(self, dt, w, tau, theta)
    if code == OK:
        for i in range(n):
            self.qd_filtered[i] = filtered[i]
        self.started = True
        hold_accelerations(self, dt, q, tau)
        if gains.settle > 0 and (self.closing or is_limited(self, dt)):
            for i in range(n):
                e1[i] = qd_d[i] - seen[i] + gains.Psi[i] * (q_d[i] - q[i])
            wait(self, dt, e1)
        take(self, waited, theta)
        remember(self, q, qd_d, seen)
    return code


LAW = Law(
    name="craig",
    summary="Adaptive computed torque of Craig",
    equations=(
        "tau = Y(q, qd, a) pi         a = qdd_d + Kv (qd_d - qd) + Kp (q_d - q)",
        "e1 = (qd_d - qd) + Psi (q_d - q)",
        "theta_dot = Gamma Y'(q, qd, qdd) M^-1 e1, with estimates in M and measured qdd; friction in Y at qd_d",
    ),
    torque=torque,
    law=law,
    step=step,
    gains=(
        Gain("Kp", ("n",), "stiffness per inertia", "1/s^2", Rule.POSITIVE, per_joint(KP), "100"),
        Gain("Kv", ("n",), "damping per inertia", "1/s", Rule.POSITIVE, per_joint(KV), "20"),
        Gain(
            "Psi",
            ("n",),
            "share of the error of position in what adapts, below Kv",
            "1/s",
            Rule.POSITIVE,
            per_joint(PSI),
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
        FRICTION_SPEED,
        *adaptation_gains("e1", GAMMA),
    ),
    memory=(
        Memory("qd_filtered", ("n",), "velocity behind the filter"),
        Memory("started", (), "whether the filter has seen a velocity", whole=True),
    ),
)
