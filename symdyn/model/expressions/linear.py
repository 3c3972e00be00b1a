"""Read a linear combination of parameters: text -> coefficients, with exact numbers and symbols before the names.

    l2*link3.mz + link2.Iyz -> {link3.mz: l2, link2.Iyz: 1}

The grammar is that of `expression`; a product of two parameters, a parameter under a root, or a number that stands
alone is an error with its column.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact, symbol
from symdyn.model.expressions import guarded
from symdyn.model.expressions.expression import Arithmetic, parsed
from symdyn.model.expressions.tokens import ExpressionError, tokens

ZERO = exact(0)


@dataclass(frozen=True, slots=True)
class _Sum:
    """A constant, and coefficients by name."""

    constant: Exact
    coefficients: Mapping[str, Exact]

    def map(self, function: Callable[[Exact], Exact]) -> _Sum:
        parts = {name: function(x) for name, x in self.coefficients.items()}
        return _Sum(function(self.constant), {name: x for name, x in parts.items() if x})


def parse_linear(text: str, symbols: Collection[str], parameters: Collection[str]) -> dict[str, Exact]:
    """Return the coefficients of a combination of ``parameters``; ``symbols`` are the names before them."""
    own = set(parameters)

    def named(name: str) -> _Sum:
        return _Sum(ZERO, {name: exact(1)}) if name in own else _constant(symbol(name))

    arithmetic: Arithmetic[_Sum] = Arithmetic(
        constant=_constant,
        named=named,
        names=(*symbols, *parameters),
        sum={"+": lambda a, b: _added(a, b, guarded.add), "-": lambda a, b: _added(a, b, guarded.subtract)},
        product={"*": _product, "/": _quotient},
        power=_power,
        negative=lambda a: a.map(lambda x: -x),
        functions={name: _of_constants(function) for name, function in guarded.FUNCTIONS.items()},
    )
    words = tokens(text, dotted=True)
    found = parsed(words, arithmetic)
    if found.constant:
        what = f"the number {guarded.short(found.constant)} multiplies no parameter; write coefficient*parameter"
        raise ExpressionError(what, words[0].column)
    return dict(found.coefficients)


def _constant(x: Exact) -> _Sum:
    return _Sum(x, {})


def _added(a: _Sum, b: _Sum, combine: Callable[[Exact, Exact], Exact]) -> _Sum:
    names = dict.fromkeys((*a.coefficients, *b.coefficients))
    parts = {name: combine(a.coefficients.get(name, ZERO), b.coefficients.get(name, ZERO)) for name in names}
    return _Sum(combine(a.constant, b.constant), {name: x for name, x in parts.items() if x})


def _product(a: _Sum, b: _Sum) -> _Sum:
    if a.coefficients and b.coefficients:
        raise ValueError(f"{_any(a)} times {_any(b)} is not linear in the parameters")
    form, factor = (a, b.constant) if a.coefficients else (b, a.constant)
    return form.map(lambda x: guarded.multiply(x, factor))


def _quotient(a: _Sum, b: _Sum) -> _Sum:
    if b.coefficients:
        raise ValueError(f"divided by {_any(b)}, this is not linear in the parameters")
    divisor = guarded.inverse(b.constant)
    return a.map(lambda x: guarded.multiply(x, divisor))


def _power(a: _Sum, b: _Sum) -> _Sum:
    if b.coefficients or (a.coefficients and b.constant != 1):
        raise ValueError(f"a power with {_any(a if a.coefficients else b)} in it is not linear in the parameters")
    return a if a.coefficients else _constant(guarded.power(a.constant, b.constant))


def _of_constants(function: Callable[[Exact], Exact]) -> Callable[[_Sum], _Sum]:
    def of_sum(a: _Sum) -> _Sum:
        if a.coefficients:
            raise ValueError(f"a function of {_any(a)} is not linear in the parameters")
        return _constant(function(a.constant))

    return of_sum


def _any(a: _Sum) -> str:
    return next(iter(a.coefficients))
