"""Expressions of routines in C: no more parentheses than C needs, and a number is always of the scalar type."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from symdyn.emit.number_text import number_text
from symdyn.routines.expressions import (
    ANY_LENGTH,
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
    Kind,
    Limit,
    Literal,
    Logic,
    Member,
    Name,
    Record,
    Size,
    Type,
    Unary,
)
from symdyn.routines.program import Routine, Unit
from symdyn.routines.types import Types

CHOICE, OR, AND, EQUAL, ORDER, SUM, PRODUCT, SIGN, ATOM = range(9)  # how tightly operators bind
BINARY = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}
LOGIC = {"or": (OR, "||"), "and": (AND, "&&")}
MACROS = {"double": "DBL", "float": "FLT"}
LIMITS = {"LARGEST": "{}_MAX", "LOWEST": "-{}_MAX", "SMALLEST": "{}_MIN", "EPSILON": "{}_EPSILON"}
BITS = {
    "double": {"INFINITY": "UINT64_C(0x7ff0000000000000)", "MINUS_INFINITY": "UINT64_C(0xfff0000000000000)"},
    "float": {"INFINITY": "UINT32_C(0x7f800000)", "MINUS_INFINITY": "UINT32_C(0xff800000)"},
}


@dataclass(frozen=True, slots=True)
class Target:
    """Whose routines are written: the prefix of their names, the robot's, and the type of numbers."""

    name: str
    robot: str
    scalar: str

    @property
    def macro(self) -> str:
        """The prefix of constants."""
        return self.name.upper()


class Expressions:
    """Writes expressions of one routine."""

    def __init__(self, unit: Unit, routine: Routine, target: Target) -> None:
        """Find out what its names are."""
        self.unit, self.target, self.types = unit, target, Types(unit, routine)
        self.pointers = {one.name for one in routine.parameters if isinstance(one.type, Record)}

    def text(self, expression: Expression, least: int = CHOICE, wanted: Type | None = None) -> str:
        """Write a value, in parentheses if it binds less than `least`, converted to the wanted kind."""
        if wanted is Kind.NUMBER and self.types.weak(expression) is Kind.INDEX:
            return f"({self.target.scalar}){self.text(expression, SIGN)}"
        binds, text = self._written(expression, wanted)
        return text if binds >= least else f"({text})"

    def _written(self, expression: Expression, wanted: Type | None) -> tuple[int, str]:
        match expression:
            case Unary(operator="not", operand=operand):
                return SIGN, f"!{self.text(operand, SIGN)}"
            case Unary(operand=operand):
                return SIGN, f"-{self.text(operand, SIGN, wanted)}"
            case Binary(operator=operator, left=left, right=right):
                kind, binds = self.types.weak(expression) or wanted, BINARY[operator]
                return binds, f"{self.text(left, binds, kind)} {operator} {self.text(right, binds + 1, kind)}"
            case Comparison(operator=operator, left=left, right=right):
                kind = self.types.weak(Binary("+", left, right))
                binds = EQUAL if operator in ("==", "!=") else ORDER
                return binds, f"{self.text(left, SUM, kind)} {operator} {self.text(right, SUM, kind)}"
            case Logic(operator=operator, parts=parts):
                binds, sign = LOGIC[operator]
                return binds, f" {sign} ".join(self.text(part, EQUAL) for part in parts)
            case Choice(test=test, yes=yes, no=no):
                kind = self.types.weak(expression) or wanted
                return CHOICE, f"{self.text(test, OR)} ? {self.text(yes, OR, kind)} : {self.text(no, OR, kind)}"
        return ATOM, self._atom(expression, wanted)

    def _atom(self, expression: Expression, wanted: Type | None) -> str:
        target = self.target
        match expression:
            case Literal(value=bool() as value):
                return str(int(value))
            case Literal(value=float() as value):
                return number_text(value, target.scalar)
            case Literal(value=value):
                return f"{value}u" if wanted is Kind.INDEX else str(value)
            case Size(letter=letter):
                return self._atom(Literal(self.unit.sizes[letter]), wanted)
            case Constant(name=name) | CodeName(name=name):
                return f"{target.macro}_{name}"
            case Limit(name=name):
                bits = BITS[target.scalar]
                return bits[name] if name in bits else LIMITS[name].format(MACROS[target.scalar])
            case Name(name=name):
                return name
            case Member(record=record, name=name):
                arrow = "->" if isinstance(record, Name) and record.name in self.pointers else "."
                return f"{self._atom(record, None)}{arrow}{name}"
            case Element(array=array, at=at):
                return f"{self._atom(array, None)}{self._index(self.types.of(array), at)}"
            case Apply(function=function, arguments=arguments):
                return f"{self._function(function)}({', '.join(self.text(one) for one in arguments)})"
            case Call(routine=routine, arguments=arguments):
                return f"{target.name}_{routine}({self.arguments(self.unit.routine(routine), arguments)})"
        raise TypeError(f"no expression of C: {expression}")

    def _index(self, array: Type, at: tuple[Expression, ...]) -> str:
        """Matrices are row-major in one array, those of fixed sizes and tables arrays of rows."""
        if len(at) == 1 or not isinstance(array, Array):
            return f"[{self._place(at[0])}]"
        row, column = at
        if is_nested(array):
            return f"[{self._place(row)}][{self._place(column)}]"
        if row == Literal(0):
            return f"[{self._place(column)}]"
        width = self.size(array.shape[1:])
        return f"[{width}u * {self.text(row, PRODUCT, Kind.INDEX)} + {self.text(column, SUM, Kind.INDEX)}]"

    def _place(self, index: Expression) -> str:
        return str(index.value) if isinstance(index, Literal) else self.text(index, wanted=Kind.INDEX)

    def _function(self, function: str) -> str:
        if function in ("finite", "is_bound"):
            return f"{self.target.name}_{function}"
        name = {"sqrt": "sqrt", "abs": "fabs"}[function]
        return f"{name}f" if self.target.scalar == "float" else name

    def arguments(self, called: Routine, arguments: tuple[Expression, ...]) -> str:
        """Write the arguments of a call."""
        pairs = zip(called.parameters, arguments, strict=True)
        return ", ".join(self._argument(parameter.type, argument) for parameter, argument in pairs)

    def _argument(self, parameter: Type, argument: Expression) -> str:
        text, given = self.text(argument, wanted=parameter), self.types.weak(argument)
        if isinstance(parameter, Record):
            return text if isinstance(argument, Name) and argument.name in self.pointers else f"&{text}"
        if isinstance(parameter, Array) and parameter.shape == ANY_LENGTH:
            return f"{text}, {self.size(given.shape)}u" if isinstance(given, Array) else f"&{text}, 1u"
        return text

    def size(self, shape: tuple[str | int, ...]) -> int:
        """Return how many entries an array has."""
        return prod(self.unit.sizes[one] if isinstance(one, str) else one for one in shape)


def is_nested(array: Array) -> bool:
    """Tell whether an array is one of rows in C: a table, or a matrix of a size that no robot changes."""
    return array.kind is Kind.INDEX or (len(array.shape) == 2 and all(isinstance(one, int) for one in array.shape))
