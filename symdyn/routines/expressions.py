"""Values of routines as data: numbers, entries of arrays, members of records, and what is computed with them.

Shapes are in letters, such as ("n", "k"), or numbers: one routine serves every robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """What a single value is."""

    NUMBER = "a number of the scalar type"
    WHOLE = "a whole number: a flag or a choice"
    INDEX = "a place in an array, or a count"
    CODE = "what a routine says of its success"


@dataclass(frozen=True, slots=True)
class Array:
    """An array; ANY_LENGTH is that of the argument."""

    shape: tuple[str | int, ...]
    kind: Kind = Kind.NUMBER


@dataclass(frozen=True, slots=True)
class Record:
    """Values with names, such as a controller's memory; what they are, the unit says."""

    name: str


Type = Kind | Array | Record
ANY_LENGTH = ("*",)


@dataclass(frozen=True, slots=True)
class Literal:
    """A number that stands in the source."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Size:
    """A letter of shapes, such as n."""

    letter: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A number that the scalar type brings along, such as LARGEST."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A whole number with a name."""

    name: str


@dataclass(frozen=True, slots=True)
class CodeName:
    """What a routine returns."""

    name: str


@dataclass(frozen=True, slots=True)
class Name:
    """A parameter, a local value, a loop's index or a table of the unit."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A value of a record."""

    record: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Element:
    """An entry of an array."""

    array: Expression
    at: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary:
    """- x, or not x."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary:
    """x + y, and the like with - * /."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """x < y, and the like."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic:
    """x and y, x or y."""

    operator: str
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two values."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(frozen=True, slots=True)
class Apply:
    """A function that every language has its own of: sqrt, abs, finite, is_bound."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """Another routine; arrays and records among its arguments may be changed."""

    routine: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A small matrix, entry by entry."""

    rows: tuple[tuple[Expression, ...], ...]


Expression = (
    Literal
    | Size
    | Limit
    | Constant
    | CodeName
    | Name
    | Member
    | Element
    | Unary
    | Binary
    | Comparison
    | Logic
    | Choice
    | Apply
    | Call
    | Rows
)
