"""ControlLaw: a control law for one robot as data, from which the folder of a language writes it.

`symdyn.control` plans laws and makes these; no language asks where a gain, a routine or an estimate comes from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from symdyn.interface import SEEN, STATE, GainInterface
from symdyn.routines.expressions import Expression
from symdyn.routines.program import Routine, Unit
from symdyn.routines.words import ReturnCode


@dataclass(frozen=True, slots=True)
class LawGain:
    """A gain: how it is given, and what is said of it."""

    interface: GainInterface
    meaning: str
    unit: str
    off_at_zero: bool

    @property
    def name(self) -> str:
        """The gain's name."""
        return self.interface.name


@dataclass(frozen=True, slots=True)
class LawMemory:
    """What a controller remembers between steps beside its estimates; an int where it is `whole`."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Test:
    """What must not be: a condition, the code that says so and what ought to be."""

    bad: Expression
    code: str
    name: str
    must_be: str


@dataclass(frozen=True, slots=True)
class LawProgram:
    """A law's routines, init among them; `start` is what init does after its tests."""

    unit: Unit
    start: Routine
    gain_tests: tuple[Test, ...]
    theta_test: tuple[Test, ...]


@dataclass(frozen=True, slots=True)
class LawGolden:
    """Inputs of a few steps, one after the other, and what comes out: the last torque and the estimates after it.

    Errors bound how far what the robot's scalar type computes lies from either.
    """

    dt: float
    steps: int
    theta: tuple[float, ...]
    inputs: dict[str, tuple[float, ...]]
    tau: tuple[float, ...]
    theta_after: tuple[float, ...]
    tau_errors: tuple[float, ...]
    theta_errors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class ControlLaw:
    """A law for one robot.

    Attributes:
        robot: the robot's name.
        law: the law's name.
        summary: the law in a few words.
        equations: the law in lines of text.
        n: number of joints.
        adapts: whether the estimates move.
        watches: whether it only watches, and has neither a torque nor a law in continuous time.
        more_inputs: what `law` takes after the state.
        theta_names: names of the estimates.
        theta_values: the robot file's values of them, None where it leaves some unknown.
        gains: what a user may set.
        memory: what a controller remembers.
        codes: all that init and step return, from 0 on.
        has_own_codes: whether its step returns more than those of every law.
        program: its arithmetic.
        state_bytes: size of a controller where numbers lie as in C.
        memo: what was written from it, kept for those who ask again.
    """

    robot: str
    law: str
    summary: str
    equations: tuple[str, ...]
    n: int
    adapts: bool
    watches: bool
    more_inputs: tuple[str, ...]
    theta_names: tuple[str, ...]
    theta_values: tuple[float, ...] | None
    gains: tuple[LawGain, ...]
    memory: tuple[LawMemory, ...]
    codes: tuple[ReturnCode, ...]
    has_own_codes: bool
    program: LawProgram
    state_bytes: int
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Prefix of its names, and its files' name."""
        return f"{self.robot}_{self.law}"

    @property
    def u(self) -> int:
        """How many estimates there are; none where the robot file's parameters are baked in."""
        return len(self.theta_names)

    @property
    def inputs(self) -> tuple[str, ...]:
        """What a step takes, in this order."""
        return SEEN if self.watches else STATE

    @property
    def output(self) -> str:
        """What a step fills."""
        return "error" if self.watches else "tau"

    @property
    def title(self) -> str:
        """One sentence that says what the files are."""
        return f"{self.summary}, for the robot '{self.robot}'."
