"""Linear forms: exact coefficients before variables that are known only by their number.

They add, and are multiplied by constants; so any ring-generic function that is linear in some of its inputs returns its
coefficients when linear forms stand in their place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symdyn.algebra.exact import Exact, exact


@dataclass(frozen=True, slots=True)
class LinearForm:
    """A sum of coefficient * variable; variables without a coefficient are left out."""

    coefficients: Mapping[int, Exact]

    def __add__(self, other: LinearForm | Exact | int) -> LinearForm:
        """Add; the number 0 is the form without terms."""
        if not isinstance(other, LinearForm):
            return _unchanged_by(self, other)
        total = dict(self.coefficients)
        for variable, coefficient in other.coefficients.items():
            total[variable] = total[variable] + coefficient if variable in total else coefficient
        return _without_zeros(total)

    __radd__ = __add__

    def __neg__(self) -> LinearForm:
        """Negate."""
        return LinearForm({variable: -coefficient for variable, coefficient in self.coefficients.items()})

    def __sub__(self, other: LinearForm | Exact | int) -> LinearForm:
        """Subtract."""
        return self + (-other)

    def __rsub__(self, other: Exact | int) -> LinearForm:
        """Subtract from the number 0."""
        return -self + other

    def __mul__(self, factor: Exact | Fraction | int) -> LinearForm:
        """Multiply by a constant."""
        if not isinstance(factor, Exact | Fraction | int):
            return NotImplemented
        return _without_zeros({variable: x * factor for variable, x in self.coefficients.items()})

    __rmul__ = __mul__

    def map(self, function: Callable[[Exact], Exact]) -> LinearForm:
        """Apply a function to every coefficient."""
        return _without_zeros({variable: function(x) for variable, x in self.coefficients.items()})

    def row(self, size: int) -> tuple[Exact, ...]:
        """Return the coefficients of variables 0 to size - 1."""
        return tuple(self.coefficients.get(variable, exact(0)) for variable in range(size))

    def at(self, values: Sequence[Any], lift: Callable[[Exact], Any]) -> Any:
        """Return the form's value over any ring: its coefficients by ``lift``, its variables from ``values``."""
        return sum((lift(x) * values[variable] for variable, x in self.coefficients.items()), start=0)


NO_FORM = LinearForm({})


def variable(number: int) -> LinearForm:
    """Return the form that is one variable."""
    return LinearForm({number: exact(1)})


def _without_zeros(coefficients: dict[int, Exact]) -> LinearForm:
    return LinearForm({variable: x for variable, x in coefficients.items() if x})


def _unchanged_by(form: LinearForm, number: Exact | int) -> LinearForm:
    if number:
        raise TypeError(f"{number} is not a linear form")
    return form
