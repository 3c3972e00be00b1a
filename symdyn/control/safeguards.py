"""Gains and memory that laws share: those of all, the adaptation's own, and safeguards.

    limits        tau within tau_max, and no faster than tau_rate; a joint at a limit does not integrate
    waiting       no adaptation while a torque is limited, and less until what the limit did to s has died out
    start         after a reset torques go over from those that there were to the law's in start_time
    velocity      measured, or that of the motion plus the filtered rate of what the arm moves beyond it
    dead zone     s_i - clamp(s_i, -d_i, d_i) drives the adaptation instead of s_i, so noise does not
    leakage       theta_dot -= sigma (theta - theta_start), so estimates cannot drift far unexcited
    bounds        at the start and after a step, theta is clamped to theta_min, theta_max
    consistency   after a step, each body that is estimated as a whole is moved to the nearest one that can exist

What each does to the stability argument is on the laws' pages in docs/laws.
"""

from __future__ import annotations

from collections.abc import Callable

from symdyn.control.law import Gain, Memory, Rule, Values
from symdyn.control.sampled_rates import within_rate
from symdyn.control.scales import SLOWEST, Scales, rounded

OF_MOVED = 0.5  # of the inertia that a joint moves, in a period
OF_FRICTION = 0.6  # 1/(rad/s)
PRESUMED = 0.1  # of a joint's effort: friction, where the file has none
FRICTION_BANDWIDTH = 10.0  # 1/s: that of the default K
LEARNT = 5.0  # 1/s
OF_RUBBING = (".fv", ".fc", ".fo")
WIDE = 10.0  # times the size of an estimate: its default bounds
NOT_BELOW_ZERO = (".fv", ".fc")
PerJoint = Callable[[Scales], tuple[float, ...]]


def same(value: float) -> Callable[[Scales], Values]:
    """Return the default of a number."""
    return lambda _: value


def per_joint(value: float) -> Callable[[Scales], Values]:
    """Return the default of a vector with the same entry for every joint."""
    return lambda scales: (value,) * scales.n


def held(factor: float) -> PerJoint:
    """Return the default of a feedback of velocity: wide enough for friction, and stable at SLOWEST.

    A torque -k qd that is held for T is stable if k T is below twice what it moves. Joints whose axes come into line
    share what they move, so each gets a quarter of that.
    """
    return lambda scales: tuple(
        rounded(min(pair)) for pair in zip(wanted(scales, factor), carried(scales), strict=True)
    )


def wanted(scales: Scales, factor: float) -> tuple[float, ...]:
    """Return what a bandwidth asks for, and friction: a third of it unknown costs 0.05 rad at 10 1/s."""
    return tuple(max(factor * a, OF_FRICTION * b) for a, b in zip(scales.inertias, rubbing(scales), strict=True))


def rubbing(scales: Scales) -> tuple[float, ...]:
    """Return how much joints may rub: as the file has it, or a part of their effort, whichever is more."""
    pairs = zip(scales.coulomb, scales.effort, strict=True)
    return tuple(max(coulomb, PRESUMED * effort) for coulomb, effort in pairs)


def carried(scales: Scales) -> tuple[float, ...]:
    """Return the largest feedback of velocity that a loop at SLOWEST carries in each joint."""
    return tuple(OF_MOVED * SLOWEST * alone for alone in scales.alone)


def diagonal(entries: PerJoint) -> Callable[[Scales], Values]:
    """Return the default of a matrix that has these on its diagonal."""

    def default(scales: Scales) -> Values:
        return tuple(tuple(x if i == j else 0.0 for j in range(scales.n)) for i, x in enumerate(entries(scales)))

    return default


def _room(scales: Scales) -> list[float]:
    """How far an estimate may go: ten times its size, or as far as the largest one of its kind is large."""
    return [max(WIDE * size, largest) for size, largest in zip(scales.theta, scales.largest, strict=True)]


def _least(scales: Scales) -> Values:
    """Friction pushes no joint."""
    rows = zip(scales.names, scales.start, _room(scales), strict=True)
    return tuple(0.0 if name.endswith(NOT_BELOW_ZERO) else rounded(value - room) for name, value, room in rows)


def _most(scales: Scales) -> Values:
    return tuple(rounded(value + room) for value, room in zip(scales.start, _room(scales), strict=True))


def _adaptation(scales: Scales) -> Values:
    """An estimate that is wrong by its own size weighs as much in V as an error of 1 rad/s in every joint.

    Friction, which one joint alone shows, is learnt within a fifth of a second of motion at least: s is then nearly its
    error over the damping, which is the feedback's and the joint's own. None is learnt faster than a loop carries that
    moves it once a period.
    """
    damping = [sum(pair) for pair in zip(held(FRICTION_BANDWIDTH)(scales), scales.viscous, strict=True)]
    found = [
        max(size * size / sum(scales.inertias), LEARNT * damping[owner] if rubs and owner is not None else 0.0)
        for size, owner, rubs in zip(scales.theta, scales.owners, _rubs(scales), strict=True)
    ]
    return tuple(map(rounded, within_rate(found, scales, damping)))


def _rubs(scales: Scales) -> list[bool]:
    return [name.endswith(OF_RUBBING) for name in scales.names]


TAU_MAX = Gain(
    "tau_max",
    ("n",),
    "largest torque",
    "N m, N",
    Rule.NOT_NEGATIVE,
    lambda scales: scales.effort,
    "the file's effort; 0: off",
)
TAU_RATE = Gain(
    "tau_rate",
    ("n",),
    "largest change of a torque in a second",
    "N m/s, N/s",
    Rule.NOT_NEGATIVE,
    per_joint(0.0),
    "0: off",
)
VELOCITY = Gain(
    "velocity",
    (),
    "what step takes for it: qd, or its own estimate out of positions",
    "",
    Rule.CHOICE,
    same(0.0),
    "measured",
    choices=("measured", "estimated"),
)
VELOCITY_TIME = Gain(
    "velocity_time",
    (),
    "time constant of the estimated velocity, which lags by as much and half a period",
    "s",
    Rule.NOT_NEGATIVE,
    same(0.004),
    "0.004",
)
START_TIME = Gain(
    "start_time",
    (),
    "in which torques go over from those that reset was told to the law's",
    "s",
    Rule.NOT_NEGATIVE,
    same(0.1),
    "0.1",
)
DT_MAX = Gain(
    "dt_max",
    (),
    "longest dt that step takes: a longer one is a clock's error or a stop",
    "s",
    Rule.POSITIVE,
    same(0.05),
    "0.05",
)
SETTLE = Gain(
    "settle",
    (),
    "time constant of a dead zone that opens while torques are limited, and closes",
    "s",
    Rule.NOT_NEGATIVE,
    same(0.2),
    "0.2; 0: adaptation does not mind limits",
)
SHARED_GAINS = (TAU_MAX, TAU_RATE, START_TIME, DT_MAX, VELOCITY, VELOCITY_TIME)
SHARED_MEMORY = (
    Memory("tau_asked", ("n",), "torque that the law asked for in the last step"),
    Memory("tau_held", ("n",), "torque that was returned, within its limits"),
    Memory("limited", ("n",), "1 where a joint was at a limit"),
    Memory("q_last", ("n",), "q at the last step"),
    Memory("qd_d_last", ("n",), "qd_d at the last step"),
    Memory("rate_last", ("n",), "qd - qd_d at the last step, as the law took it"),
    Memory("start_off", ("n",), "by how much the torque at the start was not the law's"),
    Memory("start_left", (), "what is left of start_time"),
    Memory("starting", (), "whether the next step is the first after a reset", whole=True),
    Memory("seen", (), "whether there was a step", whole=True),
)
WAITING = (
    Memory("zone", ("n",), "dead zone that limits opened"),
    Memory("waits", (), "whether adaptation waits, for a torque is limited", whole=True),
    Memory("closing", (), "whether a zone is open", whole=True),
)
INTEGRAL = Memory("integral", ("n",), "of s over time")
KI = Gain("Ki", ("n",), "feedback of the integral of s", "N m/rad, N/m", Rule.NOT_NEGATIVE, per_joint(0.0), "0: off")
FRICTION_SPEED = Gain(
    "friction_speed",
    ("n",),
    "velocity below which Coulomb friction is made up for in proportion",
    "rad/s, m/s",
    Rule.NOT_NEGATIVE,
    per_joint(0.05),
    "0.05; 0: jumps with the sign",
)


GAMMA = Gain(
    "Gamma",
    ("u",),
    "adaptation of each estimate",
    "square of the estimate's unit per joule",
    Rule.POSITIVE,
    _adaptation,
    "size squared over the sum of the joints' inertias and 1 rad^2/s^2; of friction, 5 1/s times its damping at least; "
    "within what 250 Hz carry",
)


def adaptation_gains(error: str = "s", gamma: Gain = GAMMA) -> tuple[Gain, ...]:
    """Return the gains of adaptation; ``error`` is the letter of what drives it."""
    return (
        gamma,
        SETTLE,
        Gain(
            "dead_zone",
            ("n",),
            f"{error} below this does not adapt",
            f"that of {error}",
            Rule.NOT_NEGATIVE,
            per_joint(0.0),
            "0: off",
        ),
        Gain(
            "sigma", (), "leakage of the estimates to where they started", "1/s", Rule.NOT_NEGATIVE, same(0.0), "0: off"
        ),
        Gain(
            "theta_min",
            ("u",),
            "estimates do not go below",
            "that of the estimate",
            Rule.LOWER_BOUND,
            _least,
            "ten times its size, or the largest of its kind, below the file's value; 0 for fv, fc",
        ),
        Gain(
            "theta_max",
            ("u",),
            "estimates do not go above",
            "that of the estimate",
            Rule.UPPER_BOUND,
            _most,
            "ten times its size, or the largest of its kind, above the file's value",
        ),
        Gain(
            "body_floor",
            (),
            "least eigenvalue of a whole body's pseudo-inertia",
            "kg, kg m^2",
            Rule.NOT_NEGATIVE,
            same(0.0),
            "0: off",
        ),
    )
