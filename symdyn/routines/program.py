"""A routine as data: statements over numbers and arrays of fixed sizes, with loops and branches, for any language.

Comments of the source come along, so that printed code explains itself: `remark` is the one behind a statement. Nothing
here knows a language, a law or a robot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symdyn.routines.expressions import Call, Element, Expression, Kind, Member, Name, Type


@dataclass(frozen=True, slots=True)
class Local:
    """A value that begins to exist: with a value, filled with zeros, or an array, number or record to be filled."""

    name: str
    type: Type | None  # None: to be found out from what it is given
    value: Expression | None = None
    zeros: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """Values that begin to exist side by side."""

    locals: tuple[Local, ...]
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Alias:
    """A shorter name for a record in a record or a row of a table."""

    name: str
    place: Expression
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """x = y, or x += y and the like with - * / & |."""

    target: Name | Member | Element
    operator: str
    value: Expression
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Do:
    """A call for its effects."""

    call: Call
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A call of the robot's code: inputs, then outputs; how many of these there are, the unit says."""

    name: str
    arguments: tuple[Expression, ...]
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Steps:
    """From start to before stop, or the same places backwards."""

    start: Expression
    stop: Expression
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Entries:
    """All places of an array of this shape, one by one."""

    shape: tuple[str | int, ...]
    of: str = ""  # the array, where the shape is ANY_LENGTH


@dataclass(frozen=True, slots=True)
class For:
    """A loop."""

    index: str
    over: Steps | Entries
    body: tuple[Statement, ...]
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """A branch."""

    test: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    """The end, with the routine's value if it has one."""

    value: Expression | None = None
    remark: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment of its own."""

    lines: tuple[str, ...]
    line: int = field(default=0, compare=False)


Statement = Declare | Alias | Assign | Do | Kernel | For | If | Return | Remark


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a routine takes."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Routine:
    """A function; `file` says where it was read."""

    name: str
    doc: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    returns: Kind | None
    body: tuple[Statement, ...]
    file: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a record holds, in order."""

    doc: tuple[str, ...]
    members: tuple[Parameter, ...]

    def type_of(self, name: str) -> Type | None:
        """Return the type of a member, None if there is none of that name."""
        return next((member.type for member in self.members if member.name == name), None)


@dataclass(frozen=True, slots=True)
class Unit:
    """Routines that call each other, callees first, with all that they speak of.

    `sizes` are those of one robot. `kernels` are the robot's, with the number of their outputs. `tables` are whole
    numbers in rows, `constants` whole numbers with names and remarks.
    """

    routines: tuple[Routine, ...]
    records: Mapping[str, Layout]
    sizes: Mapping[str, int]
    kernels: Mapping[str, int]
    tables: Mapping[str, tuple[tuple[int, ...], ...]]
    constants: Mapping[str, tuple[int, str]]

    def routine(self, name: str) -> Routine:
        """Return the routine of a name."""
        return next(routine for routine in self.routines if routine.name == name)
