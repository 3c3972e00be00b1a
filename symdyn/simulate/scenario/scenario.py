"""A scenario as frozen data: what is simulated, under which circumstances, and what is written down."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symdyn.simulate.motion.motion import Trajectory

CONTINUOUS = math.inf  # the rate of a controller that is evaluated at every instant
A_TURN = 2 * math.pi  # rad: a joint that is farther off has left its motion, it turns


@dataclass(frozen=True, slots=True)
class Control:
    """Which law runs, how often, with which gains (by law), and what it believes at the start (by parameter)."""

    law: str | None = None
    rate: float = 1000.0  # Hz
    gains: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    theta: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ModelErrors:
    """In what the controller's model differs from the plant: another file, or factors on the plant's file."""

    robot: str | None = None
    lengths: float = 1.0
    masses: float = 1.0
    inertias: float = 1.0
    friction: float = 1.0
    unknown: tuple[str, ...] | None = None

    @property
    def differs(self) -> bool:
        """Whether the model is anything but the plant's file."""
        return self != ModelErrors()


@dataclass(frozen=True, slots=True)
class Start:
    """Where the plant is at the start: on the trajectory, or off it by an error, relative or not."""

    position: tuple[float, ...] | None = None
    velocity: tuple[float, ...] | None = None
    error: tuple[float, ...] | None = None
    relative_error: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pulse:
    """A torque that acts on the plant beside the controller's, for some time."""

    torque: tuple[float, ...]
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class TorqueError:
    """Actuators that give (1 + error) times the torque they should, for some time."""

    error: tuple[float, ...]
    start: float
    end: float


Disturbance = Pulse | TorqueError


@dataclass(frozen=True, slots=True)
class CarriedLoad:
    """A rigid body on the last link for some time: its ten parameters about the last link's frame."""

    ten: tuple[float, ...]
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviations of what the controller measures."""

    position: tuple[float, ...]
    velocity: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Signals:
    """What comes between robot and controller: encoders, samples that are lost, torques that act a period late.

    `quanta` are the steps of the encoders (0: none), every `lost`-th sample is lost (0: none).
    """

    quanta: tuple[float, ...] = ()
    lost: int = 0
    delay: int = 0


@dataclass(frozen=True, slots=True)
class Flexibility:
    """Springs between motors and joints, which no law knows of: stiffness (0: none, the joint is rigid), damping.

    `rotor_inertia`, as the joint sees it, is on the motor's side of the spring; None takes the robot file's. The file's
    friction of such a joint is the motor's. The controller sees motors, or with `measured` "link" what they move.
    """

    stiffness: tuple[float, ...]
    damping: tuple[float, ...]
    rotor_inertia: tuple[float, ...] | None = None
    measured: str = "motor"


SIDES = ("motor", "link")
DRAWS = ("uniform", "logarithmic")
METHODS = ("compiled", "rk4", "scipy")


@dataclass(frozen=True, slots=True)
class Solver:
    """How the plant is integrated between samples, and how its joints rub near rest.

    `method` is one of METHODS: `compiled`, the whole loop as one compiled function with steps of a controlled length
    that take stiff friction; `rk4`, the same with `substeps` of Runge and Kutta between samples; `scipy`, DOP853
    from SciPy, called from Python: the witness of the other two.

    Coulomb friction jumps where a joint turns round. Below `friction_speed` it grows in proportion to the speed
    instead (as a hyperbolic tangent), so that the solver meets a smooth plant. A joint that sticks needs `stiction`
    times as much to come loose; the surplus is gone well above `stiction_speed`.
    """

    rtol: float = 1e-8
    atol: float = 1e-10
    friction_speed: float = 1e-2
    stiction: float = 1.0
    stiction_speed: float = 5e-2
    method: str = "compiled"
    substeps: int = 0


@dataclass(frozen=True, slots=True)
class Variation:
    """Ranges of the factors that Monte-Carlo runs draw, each uniformly.

    One factor is drawn for every body and one for every joint's friction; one for all loads, one for every disturbance,
    one for the error at the start; where they are to vary, one for the noise, one for the controller's rate and one for
    every gain that is named: uniformly too, or with `gain_draws` "logarithmic" so that a half is as likely as a double.
    """

    bodies: tuple[float, float] = (1.0, 1.0)
    friction: tuple[float, float] = (1.0, 1.0)
    loads: tuple[float, float] = (1.0, 1.0)
    disturbances: tuple[float, float] = (1.0, 1.0)
    start: tuple[float, float] = (1.0, 1.0)
    noise: tuple[float, float] | None = None
    rate: tuple[float, float] | None = None
    gains: tuple[tuple[str, tuple[float, float]], ...] = ()
    gain_draws: str = "uniform"


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything that a scenario file says, for a robot whose joints are known."""

    name: str
    duration: float
    trajectory: Trajectory
    control: Control
    start: Start
    noise: Noise
    torque_limits: tuple[float, ...]  # infinite where there is none
    model: ModelErrors = ModelErrors()
    disturbances: tuple[Disturbance, ...] = ()
    loads: tuple[CarriedLoad, ...] = ()
    solver: Solver = Solver()
    signals: Signals = Signals()
    flexibility: Flexibility | None = None
    variation: Variation | None = None
    tolerance: float = 0.01  # of the settling time, in the joints' units
    divergence: float = A_TURN  # an error beyond which a run is over, in the joints' units
    record: float = 500.0  # Hz
    seed: int = 0
