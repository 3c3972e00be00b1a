"""Expressions of routines in Python with NumPy, entry by entry or for whole arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from symdyn.routines.expressions import (
    Apply,
    Array,
    Binary,
    Call,
    Choice,
    CodeName,
    Comparison,
    Constant,
    Element,
    Expression,
    Limit,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Rows,
    Size,
    Unary,
)
from symdyn.routines.program import Routine, Unit
from symdyn.routines.types import Types

CHOICE, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, ATOM = range(9)  # how tightly operators bind
BINARY = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}
LOGIC = {"or": OR, "and": AND}
LIMITS = {
    "LARGEST": "LIMITS.max",
    "LOWEST": "LIMITS.min",
    "SMALLEST": "LIMITS.tiny",
    "EPSILON": "LIMITS.eps",
    "INFINITY": "np.inf",
    "MINUS_INFINITY": "-np.inf",
}
FUNCTIONS = {"sqrt": "np.sqrt", "abs": "abs", "finite": "_finite", "is_bound": "_is_bound"}
N = "n"  # the letter that the robot's module has a name for


class Expressions:
    """Writes expressions of one routine; `everywhere` chooses between values for whole arrays too.

    `entrywise` are functions that are called without the place that their parameter of this name is.
    """

    def __init__(
        self, unit: Unit, routine: Routine, entrywise: Mapping[str, str] | None = None, *, everywhere: bool = False
    ) -> None:
        """Find out what its names are."""
        self.unit, self.types = unit, Types(unit, routine)
        self._entrywise = entrywise or {}
        self._everywhere = everywhere

    def text(self, expression: Expression, least: int = CHOICE, whole: str = "") -> str:
        """Write a value, in parentheses if it binds less than `least`; `whole` is the index of a loop left out."""

        def inner(one: Expression, least: int = CHOICE) -> str:
            return self.text(one, least, whole)

        binds, text = self._written(expression, inner, whole)
        return text if binds >= least else f"({text})"

    def _written(self, expression: Expression, inner: Callable[..., str], whole: str) -> tuple[int, str]:
        match expression:
            case Unary(operator="not", operand=operand):
                return NOT, f"not {inner(operand, NOT)}"
            case Unary(operand=operand):
                return SIGN, f"-{inner(operand, SIGN)}"
            case Binary(operator=operator, left=left, right=right):
                binds = BINARY[operator]
                return binds, f"{inner(left, binds)} {operator} {inner(right, binds + 1)}"
            case Comparison(operator=operator, left=left, right=right):
                return COMPARED, f"{inner(left, SUM)} {operator} {inner(right, SUM)}"
            case Logic(operator=operator, parts=parts):
                binds = LOGIC[operator]
                return binds, f" {operator} ".join(inner(part, binds + 1) for part in parts)
            case Choice(test=test, yes=yes, no=no) if not (whole or self._everywhere):
                return CHOICE, f"{inner(yes, OR)} if {inner(test, OR)} else {inner(no)}"
        return ATOM, self._atom(expression, inner, whole)

    def _atom(self, expression: Expression, inner: Callable[..., str], whole: str) -> str:
        match expression:
            case Literal(value=value):
                return repr(value)
            case Size(letter=letter):
                return "N" if letter == N else str(self.unit.sizes[letter])
            case Constant(name=name):
                return name
            case CodeName(name=name):
                return f'"{name}"'
            case Limit(name=name):
                return LIMITS[name]
            case Name(name=name):
                return name.upper() if name in self.unit.tables else name
            case Member(record=record, name=name):
                is_gain = self.types.of(record) == Record("gains")
                return f'{inner(record)}["{name}"]' if is_gain else f"{inner(record)}.{name}"
            case Element(array=array, at=at):
                return f"{inner(array)}{self._index(at, inner, whole)}"
            case Choice(test=test, yes=yes, no=no):
                return f"np.where({inner(test)}, {inner(yes)}, {inner(no)})"
            case Apply(function=function, arguments=arguments):
                return f"{FUNCTIONS[function]}({', '.join(inner(one) for one in arguments)})"
            case Call(routine=routine, arguments=arguments):
                return self._call(self.unit.routine(routine), arguments, inner)
            case Rows(rows=rows):
                listed = ", ".join("[" + ", ".join(inner(one) for one in row) + "]" for row in rows)
                return f"np.array([{listed}], DTYPE)"
        raise TypeError(f"no expression of Python: {expression}")

    def _index(self, at: tuple[Expression, ...], inner: Callable[..., str], whole: str) -> str:
        """Leave the index of a whole loop out; in front of another place it is a colon."""
        texts = [":" if whole and one == Name(whole) else inner(one) for one in at]
        if texts[-1] == ":":
            texts.pop()
        return f"[{', '.join(texts)}]" if texts else ""

    def _call(self, called: Routine, arguments: tuple[Expression, ...], inner: Callable[..., str]) -> str:
        left_out = self._entrywise.get(called.name)
        pairs = zip(called.parameters, arguments, strict=True)
        texts = [inner(argument) for parameter, argument in pairs if parameter.name != left_out]
        if called.parameters and called.parameters[0].type == Record("self"):
            owner, *rest = texts
            return f"{owner}._{called.name}({', '.join(rest)})"
        return f"_{called.name}({', '.join(texts)})"

    def zeros(self, array: Array) -> str:
        """Write a new array."""
        sizes = self.sizes(array.shape)
        return f"np.zeros({sizes if len(array.shape) == 1 else f'({sizes})'}, DTYPE)"

    def sizes(self, shape: tuple[str | int, ...]) -> str:
        """Write how large an array is."""
        return ", ".join(self.text(Size(one) if isinstance(one, str) else Literal(one)) for one in shape)
