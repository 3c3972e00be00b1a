"""Words that routines are written with, beside plain Python: types, sizes, limits, and what every language has.

A routine is a Python function in a subset that every language can say:

    def feedback(K: Square, s: Joints, feedback: Joints) -> None:
        for i in range(n):
            feedback[i] = K[0, i] * s[0]

It fills the arrays that it is given. A new array is `array(n, k)`, a zero one `zeros(n)`, a small matrix
`rows((a, b), (c, d))`; a size is a letter. Whole numbers stand for exact ones, so that a routine runs on fractions
too. What has no size and no kind of number yet, such as `n` and `array`, `bind` (bind.py) replaces.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from itertools import product
from typing import Annotated, Any

from symdyn.routines.expressions import ANY_LENGTH, Array, Kind, Record

Number = Annotated[Any, Kind.NUMBER]
Whole = Annotated[Any, Kind.WHOLE]
Index = Annotated[Any, Kind.INDEX]
Code = Annotated[Any, Kind.CODE]
Numbers = Annotated[Any, Array(ANY_LENGTH)]
Joints = Annotated[Any, Array(("n",))]
Square = Annotated[Any, Array(("n", "n"))]
Estimates = Annotated[Any, Array(("u",))]
Parameters = Annotated[Any, Array(("k",))]
Following = Annotated[Any, Array(("d",))]
FourByFour = Annotated[Any, Array((4, 4))]
Regressor = Annotated[Any, Array(("n", "k"))]
Self = Annotated[Any, Record("self")]
Gains = Annotated[Any, Record("gains")]


class Letter(str):
    """A size that is known when a routine is bound or printed."""

    __slots__ = ()


n: Any = Letter("n")
u: Any = Letter("u")
k: Any = Letter("k")
d: Any = Letter("d")
body_count: Any = Letter("body_count")


class Extreme(float):
    """A number that the scalar type brings along; as it is, that of doubles."""

    name: str

    def __new__(cls, name: str, value: float) -> Extreme:
        """Give a number its name."""
        made = super().__new__(cls, value)
        made.name = name
        return made


LARGEST = Extreme("LARGEST", sys.float_info.max)
LOWEST = Extreme("LOWEST", -sys.float_info.max)
SMALLEST = Extreme("SMALLEST", sys.float_info.min)  # positive, of full precision
EPSILON = Extreme("EPSILON", sys.float_info.epsilon)
INFINITY = Extreme("INFINITY", math.inf)
MINUS_INFINITY = Extreme("MINUS_INFINITY", -math.inf)


def finite(x: Any) -> bool:
    """Whether a number is finite."""
    return bool(-math.inf < x < math.inf)


def is_bound(x: Any, none: float) -> bool:
    """Whether a bound is a finite number, or the infinity that means none."""
    return finite(x) or bool(x == none)


def sqrt(x: Any) -> Any:
    """Return the root of a number that has one."""
    return x.sqrt() if hasattr(x, "sqrt") else math.sqrt(x)


FUNCTIONS = {finite: "finite", is_bound: "is_bound", sqrt: "sqrt", abs: "abs"}


def entries(*shape: Any) -> Iterator[Any]:
    """Yield the places of an array, or of an array with these sizes."""
    return product(*map(range, getattr(shape[0], "shape", shape)))


class NotBound:
    """What a routine calls and does not bring along: another routine of its unit, or the making of arrays."""

    def __init__(self, name: str) -> None:
        """Name it."""
        self.name = name

    def __call__(self, *arguments: Any) -> Any:
        """Say that there is nothing to call yet."""
        raise TypeError(f"{self.name} is not bound: call what `bind` returns")


array, zeros, rows = NotBound("array"), NotBound("zeros"), NotBound("rows")


class Table(NotBound):
    """Whole numbers that differ from robot to robot."""

    def __init__(self, name: str, shape: tuple[str | int, ...]) -> None:
        """Name it and give it a shape."""
        super().__init__(name)
        self.type = Array(shape, Kind.INDEX)

    def __getitem__(self, at: Any) -> Any:
        """Say that there are no numbers yet."""
        return self(at)


bodies = Table("bodies", ("body_count", 10))


class Robot:
    """The robot's kernels, by name: `robot.gravity(q, self.pi, tau)`."""

    def __getattr__(self, kernel: str) -> NotBound:
        """Return a kernel."""
        return NotBound(kernel)


robot = Robot()


class ReturnCode(str):
    """What a routine says of its success, with its meaning."""

    meaning: str
    __slots__ = ("meaning",)

    def __new__(cls, name: str, meaning: str) -> ReturnCode:
        """Give a code its meaning."""
        made = super().__new__(cls, name)
        made.meaning = meaning
        return made


class Struct:
    """Arrays that are handed on together: a class with annotations alone, made as `Work()`."""
