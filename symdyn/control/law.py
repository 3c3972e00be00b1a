"""What a control law is made of, as data: the kernels it calls, its gains, its memory.

Shapes are in the letters of kernels: n moving joints, u estimates. A law's arithmetic is a routine, written once in
`laws/<law>.py`; the folder of a language prints it, and what surrounds it is the same for all laws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from symdyn.control.scales import Scales
from symdyn.interface import STATE
from symdyn.interface import Rule as Rule
from symdyn.kernels.table import KERNELS
from symdyn.routines.program import Kernel
from symdyn.routines.read import reachable, read
from symdyn.routines.walk import found
from symdyn.routines.words import ReturnCode

Routine = Callable[..., Any]
KNOWN_INPUTS = ("self", *STATE, "tau", "theta_dot")
Values = float | tuple[float, ...] | tuple[tuple[float, ...], ...]


class Estimated(StrEnum):
    """What theta is."""

    UNKNOWN = "the parameters that the robot file calls unknown; by default all of pi"
    FULL = "the full parameter vector: ten of every link and those of the joints"


@dataclass(frozen=True, slots=True)
class Gain:
    """A number, vector or matrix that a user may set; () is a number, and one with choices an index into them.

    A number may have to be `above` another gain.
    """

    name: str
    shape: tuple[str, ...]
    meaning: str
    unit: str
    rule: Rule
    default: Callable[[Scales], Values]
    default_rule: str
    choices: tuple[str, ...] = ()
    above: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """What a controller remembers between steps beside its estimates; all zero at the start."""

    name: str
    shape: tuple[str, ...]
    meaning: str
    whole: bool = False  # an int, not a number of the scalar type


@dataclass(frozen=True, slots=True)
class Law:
    """A control law, for any robot.

    `equations` are lines of text for the generated header. `law`, `torque` and `step` are routines, plain functions in
    the words of `symdyn.routines.words`, which every language's printer writes; one without a `step` has that of
    `pieces`. A law that adapts has a `torque`, which also says what drives its estimates, and `Gamma` and the
    safeguards among its gains. One that only `watches` has nothing but a step. `codes` are more values that step
    returns; with one of `final` the controller has given up.
    """

    name: str
    summary: str
    equations: tuple[str, ...]
    gains: tuple[Gain, ...]
    law: Routine | None = None
    torque: Routine | None = None
    step: Routine | None = None
    watches: bool = False
    estimates: Estimated = Estimated.UNKNOWN
    memory: tuple[Memory, ...] = ()
    codes: tuple[ReturnCode, ...] = ()
    final: tuple[ReturnCode, ...] = ()

    @property
    def more_inputs(self) -> tuple[str, ...]:
        """What `law` takes beside the state, the torque and the rate of the estimates."""
        taken = [one.name for one in read(self.law).routine.parameters] if self.law is not None else []
        return tuple(name for name in taken if name not in KNOWN_INPUTS)

    @property
    def adapts(self) -> bool:
        """Whether its estimates move."""
        return self.torque is not None or self.watches

    @property
    def routines(self) -> tuple[Routine, ...]:
        """Functions of the law itself: what it does at any time, then what it does at a sample."""
        return tuple(one for one in (self.torque, self.law, self.step) if one is not None)

    @property
    def kernels(self) -> tuple[str, ...]:
        """Names of the robot's kernels that it calls."""
        called = [kernel.name for one in reachable(self.routines) for kernel in found(read(one).routine.body, Kernel)]
        return tuple(name for name in KERNELS if name in called)
