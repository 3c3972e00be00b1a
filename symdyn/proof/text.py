"""Printed code read back: functions as lists of assignments, whatever the language.

Every language has its reader, `reading.py` in its folder, which knows nothing of what prints. A reader knows the few
forms of line that straight-line code has, and refuses any other: what it cannot read is not proved. Leaves of all
languages are written alike, `q[0]` for `q[..., 0]` and `q[0][v]`, so that listings of the same program in two languages
are the same text and need to be evaluated once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from symdyn.algebra.exact import Exact
from symdyn.ir.op import Op
from symdyn.ir.program import Program


class UnreadableError(Exception):
    """A line of generated code has a form that is not known."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name or an array's entry, and the expression that it gets."""

    target: str
    expression: str


@dataclass(frozen=True, slots=True)
class Waves:
    """Sines and cosines of angles, into arrays: expressions of the angles, and the arrays' entries for each."""

    angles: tuple[str, ...]
    sines: tuple[str, ...]
    cosines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A function's parameters, with sizes where it has them, and what it does; or the function it passes them on to."""

    parameters: tuple[str, ...]
    steps: tuple[Assignment | Waves, ...]
    calls: str | None = None
    sizes: tuple[tuple[str, int], ...] = ()  # of parameters and of columns that are declared


@dataclass(frozen=True, slots=True)
class Printed:
    """The files of one robot as they are printed; `pi` are the values that code in them holds, if it holds any."""

    robot: str
    scalar: str
    files: Mapping[str, str]
    pi: tuple[Exact, ...] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader found in the code of one language.

    Attributes:
        listings: functions by name; one that works on blocks of samples is called `<kernel>_block`, and what is
            prepared for it `<kernel>_prepare`.
        prefix: what stands before a kernel's name in that of its function.
        functions: sine, cosine and sign by the names they have.
        scalar: the type whose digits numbers have.
        table: the values of `pi`, as they are printed.
    """

    listings: Mapping[str, Listing]
    prefix: str
    functions: Mapping[str, Op]
    scalar: str
    table: tuple[str, ...]


Reader = Callable[[Printed, Mapping[str, Program]], Reading]
"""Reads the functions of programs back, by their kernels' names; raises an UnreadableError where it cannot."""


@dataclass(frozen=True, slots=True)
class LawText:
    """A control law of one robot as it is printed, and what it is to be run with.

    Attributes:
        robot: the robot's name.
        law: the law's name.
        n: number of joints.
        files: texts by name, those of other languages too.
        scalar: the type whose digits numbers have.
        kernels: for each kernel that it calls, how many arrays go in, and what answers in its place.
        given: routines in whose place something else is called, by name.
    """

    robot: str
    law: str
    n: int
    files: Mapping[str, str]
    scalar: str
    kernels: Mapping[str, tuple[int, Callable[..., Any]]]
    given: Mapping[str, Callable[..., str]]


class RunLaw(Protocol):
    """A controller whose text runs on fractions."""

    code: str  # what the last step returned, by name

    @property
    def theta(self) -> Any:
        """The estimates."""

    def law(self, *inputs: Any) -> tuple[Any, Any]:
        """Return the torque, and the rate of the estimates."""

    def step(self, dt: Any, *inputs: Any) -> Any:
        """Return the torque of a step."""

    def set_theta(self, theta: Any) -> None:
        """Go on with other estimates."""

    def restart(self, tau: Any) -> None:
        """Start again, from a torque that acts now."""

    def remember(self, member: str, values: Any) -> None:
        """Change what it remembers."""

    def held(self, member: str) -> Any:
        """Return what it remembers."""


LawReader = Callable[[LawText], Any]
"""Reads a law's text as a module whose `Controller(gains, theta)` is a `RunLaw`; raises an UnreadableError where it
cannot."""


def entries(rows: str) -> tuple[str, ...]:
    """Return the numbers of a table, by the text between its brackets."""
    return tuple("".join(rows.split()).rstrip(",").split(","))
