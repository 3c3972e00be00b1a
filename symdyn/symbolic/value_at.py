"""The value of an equation at a random point of a finite field: what a reader will see, evaluated without rounding."""

from __future__ import annotations

from functools import reduce
from operator import mul

import sympy as sp

from symdyn.algebra.exact import Exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.kernels.point import Point
from symdyn.symbolic.exact_expression import constant, expression
from symdyn.symbolic.model import Model


class PointValues:
    """Values of expressions of a model at a point; parameters have the values of combinations of the full vector."""

    def __init__(self, model: Model, point: Point) -> None:
        """Give every letter its value."""
        self._point = point
        self._offsets = [expression(offset) for offset in model.offsets]
        self._coordinates = model.q
        angles = [q + point.embedding(x) for q, x in zip(point.inputs["q"], model.offsets, strict=True)]
        self._turns = [tuple(point.ring.function(name, angle) for name in ("cos", "sin")) for angle in angles]
        state = {"q": model.q, "qd": model.qd, "qdd": model.qdd, "parameters": model.parameters}
        self._values: dict[sp.Expr, FieldElement] = {
            symbol: value
            for name, symbols in state.items()
            for symbol, value in zip(symbols, point.inputs[name], strict=True)
        }
        self._values |= dict(zip(model.pi, point.combinations(model.form.rows), strict=True))
        named = {sp.Symbol(name): x for name, x in model.constants.items()}
        self._values |= {symbol: point.embedding(x) for symbol, x in named.items()}
        self._state = set(self._values)

    def __call__(self, x: sp.Expr) -> FieldElement:
        """Return the value of an expression."""
        if x not in self._values:
            self._values[x] = self._computed(x)
        return self._values[x]

    def _computed(self, x: sp.Expr) -> FieldElement:
        if not x.free_symbols & self._state:
            return self._point.embedding(constant(x))
        if isinstance(x, sp.Add):
            return sum((self(term) for term in x.args[1:]), start=self(x.args[0]))
        if isinstance(x, sp.Mul):
            return reduce(mul, map(self, x.args))
        if isinstance(x, sp.Pow) and x.exp.is_Integer:
            return self(x.base) ** int(x.exp)
        if isinstance(x, sp.sign):
            return self._point.ring.function("sign", self(x.args[0]))
        if isinstance(x, sp.cos | sp.sin):
            return self._turned(x.args[0])[isinstance(x, sp.sin)]
        raise TypeError(f"no value of {x} in a field (a SymPy {type(x).__name__})")

    def _turned(self, angle: sp.Expr) -> tuple[FieldElement, FieldElement]:
        """Cosine and sine of an angle, turned coordinate by coordinate."""
        multiples, rest = self._multiples(angle)
        c, s = (self._point.embedding(x) for x in cos_sin(rest))
        for i, multiple in multiples.items():
            cos, sin = self._turns[i]
            for _ in range(abs(multiple)):
                c, s = turned(c, s, cos, sin if multiple > 0 else -sin)
        return c, s

    def _multiples(self, angle: sp.Expr) -> tuple[dict[int, int], Exact]:
        """Return how often an angle holds every coordinate, and what is left when offsets go with their coordinates.

        That is a right angle where SymPy wrote a sine for a cosine, and else nothing.
        """
        found, rest = {}, angle
        for i, (q, offset) in enumerate(zip(self._coordinates, self._offsets, strict=True)):
            multiple = angle.coeff(q)
            if multiple:
                found[i] = int(multiple)
                rest = rest - multiple * (q + offset)
        return found, constant(sp.expand(rest))
