"""A law for one robot: its sizes, what it estimates, and gains that suit the robot from the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.control import safeguards
from symdyn.control.codes import CANNOT_CLOSE
from symdyn.control.estimates import Theta, estimates, plausible_theta
from symdyn.control.following import Following
from symdyn.control.law import Estimated, Gain, Law, Memory, Rule, Values
from symdyn.control.scales import Columns, Scales, assembled_at, robot_scales
from symdyn.errors import InputError, OptionError, of_others, one_of
from symdyn.interface import GainInterface
from symdyn.interface.gains import checked_gains
from symdyn.model.robot import NumericRobot, Robot
from symdyn.options import Options
from symdyn.parameters.pi import pi_names
from symdyn.routines.words import ReturnCode

PASSIVE = Memory("passive", ("d",), "where joints that follow were at the last step; first where assembled")
BYTES = {"double": 8, "float": 4}
GIVEN = "given by a gains file"
WHOLE_BYTES = 4  # of an int, on every target that has 32 bits or more


@dataclass(frozen=True, slots=True)
class SizedGain:
    """A gain with numbers: its shape, and its default row by row."""

    gain: Gain
    shape: tuple[int, ...]
    default: tuple[float, ...]
    given: bool = False  # by a user, in place of what suits the robot

    @property
    def name(self) -> str:
        """The gain's name."""
        return self.gain.name

    @property
    def default_rule(self) -> str:
        """Where its default comes from."""
        return GIVEN if self.given else self.gain.default_rule

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def is_choice(self) -> bool:
        """Whether it is an int that chooses, not a number."""
        return self.gain.rule is Rule.CHOICE

    @property
    def interface(self) -> GainInterface:
        """What a caller needs to know of it."""
        about = self.gain
        return GainInterface(self.name, self.shape, self.default, about.rule, about.choices, about.above)


@dataclass(frozen=True, slots=True)
class SizedMemory:
    """What a controller remembers, with its shape in numbers, and what it holds at the start if not zeros."""

    memory: Memory
    shape: tuple[int, ...]
    first: tuple[float, ...] = ()

    @property
    def name(self) -> str:
        """Its name in the struct."""
        return self.memory.name

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Plan:
    """All that is decided before a law's code is written; `start` is a theta that the robot could have."""

    robot: str
    law: Law
    options: Options
    n: int
    k: int
    theta: Theta
    gains: tuple[SizedGain, ...]
    memory: tuple[SizedMemory, ...]
    start: tuple[float, ...]
    assembled: tuple[float, ...] = ()  # where the coordinates of a robot with loops are when it is assembled
    following: Following | None = None  # joints that Newton's method finds, of a robot that has such

    @property
    def name(self) -> str:
        """Prefix of the law's C names, and its files' name."""
        return f"{self.robot}_{self.law.name}"

    @property
    def u(self) -> int:
        """How many estimates there are; none where the robot file's parameters are baked in."""
        return len(self.theta.names)

    @property
    def sizes(self) -> dict[str, int]:
        """What the letters of shapes stand for."""
        d = len(self.following.closed_at) if self.following else 0
        return {"n": self.n, "u": self.u, "k": self.k, "d": d, "body_count": len(self.theta.bodies)}

    @property
    def final(self) -> tuple[ReturnCode, ...]:
        """Codes of a step with which there is no torque."""
        return (*self.law.final, *self.closing_codes)

    @property
    def closing_codes(self) -> tuple[ReturnCode, ...]:
        """Codes of a step that could not close the robot's loops."""
        return (CANNOT_CLOSE,) if self.following else ()

    @property
    def estimate_members(self) -> tuple[str, ...]:
        """Names of what a controller holds of its estimates: the parameters now, and at the start where they move."""
        if not self.u:
            return ()
        return ("theta", "theta_start") if self.law.adapts and not self.law.watches else ("theta",)

    @property
    def state_bytes(self) -> int:
        """Size of the controller's struct: numbers first, then ints, padded to whole numbers."""
        one = BYTES[self.options.scalar]
        gains = _struct_bytes([(gain.size, gain.is_choice) for gain in self.gains], one)
        own = [(self.u * len(self.estimate_members), False), *((m.size, m.memory.whole) for m in self.memory)]
        return gains + _struct_bytes(own, one)


def _struct_bytes(members: Sequence[tuple[int, bool]], one: int) -> int:
    numbers = sum(size for size, whole in members if not whole)
    ints = sum(size for size, whole in members if whole)
    return numbers * one + -(-ints * WHOLE_BYTES // one) * one


def law_plan(
    law: Law,
    robot: NumericRobot,
    options: Options,
    full: Sequence[Fraction],
    following: Following | None = None,
) -> Plan:
    """Plan a law for a robot; ``full`` are parameters that the robot could have."""
    if options.fold and law.adapts:
        what = f"{law.name} adapts parameters, and fold bakes them in; leave one of the two out"
        raise OptionError(what, field="laws")
    theta = estimates(robot, law.estimates)
    start = plausible_theta(robot, theta, full)
    scales = robot_scales(robot, full, theta.names, start, _columns(law, theta))
    d = len(following.closed_at) if following else 0
    sizes = {"d": d, "n": robot.n, "u": len(theta.names), "k": len(pi_names(robot)), "p": len(robot.parameter_names)}
    gains = [
        _held_at_zero(_with_default(law.name, gain, sizes, scales), robot, theta)
        for gain in (*law.gains, *(() if law.watches else safeguards.SHARED_GAINS))
        if theta.bodies or gain.name != "body_floor"
    ]
    gains = _given(gains, dict(dict(options.gains).get(law.name, ())), law.name)
    return Plan(
        robot=robot.name,
        law=law,
        options=options,
        n=robot.n,
        k=len(pi_names(robot)),
        theta=Theta((), ()) if options.fold else theta,
        gains=tuple(sorted(gains, key=lambda gain: gain.is_choice)),  # ints last: no holes in the struct
        memory=tuple(
            SizedMemory(one, _sized(one.shape, sizes), following.closed_at if one is PASSIVE and following else ())
            for one in sorted(_memory(law, following), key=lambda one: one.whole)
        ),
        start=() if options.fold else tuple(start),
        assembled=assembled_at(robot),
        following=following,
    )


def _columns(law: Law, theta: Theta) -> Columns | None:
    if not law.adapts or law.watches:
        return None
    if law.estimates is Estimated.FULL:
        return Columns("regressor_full")
    B = None if theta.B is None else tuple(tuple(map(to_float, row)) for row in theta.B)
    return Columns("regressor", B)


def _with_default(law: str, gain: Gain, sizes: dict[str, int], scales: Scales) -> SizedGain:
    with of_others(f"default of the gain {gain.name} of {law}", gain.default):
        shape, default = _sized(gain.shape, sizes), _flat(gain.default(scales))
        if len(default) != prod(shape):
            raise ValueError(f"{len(default)} numbers, where {prod(shape)} are needed")
    return SizedGain(gain, shape, default)


def _memory(law: Law, following: Following | None) -> tuple[Memory, ...]:
    shared = () if law.watches else safeguards.SHARED_MEMORY
    waiting = safeguards.WAITING if law.adapts and not law.watches else ()
    return (*law.memory, *shared, *waiting, *((PASSIVE,) if following else ()))


def _given(gains: list[SizedGain], given: dict[str, Any], law: str) -> list[SizedGain]:
    """Put what a user gives in the place of what suits the robot, if the law's rules allow it."""
    try:
        values = checked_gains([gain.interface for gain in gains], given)
    except InputError as error:
        raise OptionError(
            f"{law}: {error.field.removeprefix('gains').lstrip('.')} {error.what}", field="gains"
        ) from None
    return [
        replace(gain, given=True, default=tuple(values[gain.name].ravel().tolist())) if gain.name in given else gain
        for gain in gains
    ]


def _held_at_zero(gain: SizedGain, robot: Robot, theta: Theta) -> SizedGain:
    """Bounds of estimates that the file makes structurally zero are zero."""
    vanish = {parameter.name for parameter in robot.full_parameters if parameter.vanishes}
    if gain.name not in ("theta_min", "theta_max") or not vanish.intersection(theta.names):
        return gain
    default = [0.0 if name in vanish else x for name, x in zip(theta.names, gain.default, strict=True)]
    return replace(gain, default=tuple(default))


def _sized(shape: Sequence[str], sizes: dict[str, int]) -> tuple[int, ...]:
    for letter in shape:
        if not letter.isdigit() and letter not in sizes:
            raise InputError(f"there is no size {letter} for gains and memory of laws; {one_of(sizes)}, or digits")
    return tuple(int(letter) if letter.isdigit() else sizes[letter] for letter in shape)


def _flat(values: Values) -> tuple[float, ...]:
    if not isinstance(values, tuple):
        float(values)  # it is one
        return (values,)
    return tuple(entry for value in values for entry in _flat(value))
