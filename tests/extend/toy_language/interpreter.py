"""The language itself: functions of assignments, expressions of + - * /, calls and entries counted from 1."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field

Environment = dict[str, object]
Expression = Callable[[Environment], float]
TOKEN = re.compile(r"\s*(\d+(?:\.\d*)?(?:e[-+]?\d+)?|[A-Za-z_][\w.]*|[-+*/()\[\]])")
FUNCTIONS = {"math.sin": math.sin, "math.cos": math.cos, "sign": lambda x: float((x > 0) - (x < 0))}


@dataclass
class Function:
    parameters: list[str]
    lines: list[tuple[str, int | None, Expression]] = field(default_factory=list)  # name, entry, value
    returns: list[str] = field(default_factory=list)

    def __call__(self, *arguments: list[float]) -> list[list[float]]:
        known: Environment = dict(zip(self.parameters, arguments, strict=True))
        for name, entry, value in self.lines:
            if entry is None:
                known[name] = value(known)
            else:
                written: list[float] = known.setdefault(name, [])  # type: ignore[assignment]
                if entry != len(written) + 1:
                    raise IndexError(f"{name}[{entry}] is written before those in front of it")
                written.append(value(known))
        return [known[name] for name in self.returns]  # type: ignore[misc]


def interpret(text: str) -> tuple[dict[str, Function], list[float]]:
    """Return the functions of a file, and its table."""
    functions: dict[str, Function] = {}
    table: list[float] = []
    current = None
    for line in (line.strip() for line in text.splitlines() if not line.startswith("--")):
        if start := re.fullmatch(r"function (\w+)\((.*)\)", line):
            current = functions[start[1]] = Function(start[2].split(", "))
        elif line == "end":
            current = None
        elif current is None:
            table += [float(line.removesuffix(","))] if line not in ("", "pi = {", "}") else []
        elif line.startswith("return "):
            current.returns = line.removeprefix("return ").split(", ")
        else:
            target, expression = line.removeprefix("local ").split(" = ")
            name, _, entry = target.rstrip("]").partition("[")
            current.lines.append((name, int(entry) if entry else None, _Parser(expression).whole()))
    return functions, table


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens = TOKEN.findall(text)
        if "".join(self._tokens) != text.replace(" ", ""):
            raise SyntaxError(text)

    def whole(self) -> Expression:
        value = self._sum()
        if self._tokens:
            raise SyntaxError(self._tokens[0])
        return value

    def _next_is(self, *tokens: str) -> str:
        return self._tokens.pop(0) if self._tokens and self._tokens[0] in tokens else ""

    def _expect(self, token: str) -> None:
        if not self._next_is(token):
            raise SyntaxError(f"{token} is missing")

    def _sum(self) -> Expression:
        value = self._product()
        while sign := self._next_is("+", "-"):
            value = _both(value, self._product(), (lambda a, b: a + b) if sign == "+" else (lambda a, b: a - b))
        return value

    def _product(self) -> Expression:
        if self._next_is("-"):
            value = self._product()
            return lambda known: -value(known)
        product = self._atom()
        while sign := self._next_is("*", "/"):
            product = _both(product, self._atom(), (lambda a, b: a * b) if sign == "*" else (lambda a, b: a / b))
        return product

    def _atom(self) -> Expression:
        token = self._tokens.pop(0)
        if token == "(":
            value = self._sum()
            self._expect(")")
            return value
        if token[0].isdigit():
            return lambda known: float(token)
        if self._next_is("("):
            argument, function = self._sum(), FUNCTIONS[token]
            self._expect(")")
            return lambda known: function(argument(known))
        if self._next_is("["):
            entry = int(self._tokens.pop(0)) - 1
            self._expect("]")
            return lambda known: known[token][entry]  # type: ignore[index]
        return lambda known: known[token]  # type: ignore[return-value]


def _both(a: Expression, b: Expression, operation: Callable[[float, float], float]) -> Expression:
    return lambda known: operation(a(known), b(known))
