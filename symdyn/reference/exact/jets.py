"""Power series in the time t and in one direction d, cut off: GF[t, d] / (t^3, d^2), for numbers and for matrices.

A jet is a mapping from exponents (of t, of d) to coefficients; what is not there is zero. Carried through a motion,
t gives velocities and accelerations and d gives a derivative along anything, exactly.

Coefficients are NumPy arrays of objects, or single numbers: integers that are reduced modulo the prime after every
product, or the elements of a field that reduces by itself, such as real numbers with many digits.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.exact import Exact, exact

Array = NDArray[np.object_]
Exponents = tuple[int, int]
Jet = Mapping[Exponents, Any]

ONE, T, TT, D, TD, TTD = (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)
PRODUCTS: dict[tuple[Exponents, Exponents], Exponents] = {
    (a, b): (a[0] + b[0], a[1] + b[1])
    for a in (ONE, T, TT, D, TD, TTD)
    for b in (ONE, T, TT, D, TD, TTD)
    if a[0] + b[0] <= 2 and a[1] + b[1] <= 1
}


class Field(Protocol):
    """Where exact constants have images: a finite field over a prime, or another one, whose degree is 0."""

    @property
    def p(self) -> int:
        """The prime."""

    @property
    def degree(self) -> int:
        """The field has p to this power elements."""

    def __call__(self, constant: Exact) -> Any:
        """Return the image of a constant."""


class Scalars:
    """The field: images of constants, and what keeps numbers in it."""

    def __init__(self, field: Field) -> None:
        """Take integers where the field is that of a prime: they multiply fastest."""
        self._field = field
        self._prime = field.p if field.degree == 1 else None
        self.half = self(exact(Fraction(1, 2)))
        self.sixth = self(exact(Fraction(1, 6)))

    def __call__(self, constant: Exact) -> Any:
        """Return the image of a constant."""
        return self.number(self._field(constant))

    def number(self, element: Any) -> Any:
        """Return an element of the field as a number of this arithmetic."""
        return element if self._prime is None else element.value

    def reduced(self, value: Any) -> Any:
        """Reduce what was computed with integers."""
        return value if self._prime is None else value % self._prime

    def array(self, constants: Any) -> Array:
        """Return the images of constants, arranged as they are."""
        if isinstance(constants, Exact):
            return self(constants)  # type: ignore[no-any-return]
        return np.array([self.array(row) for row in constants], dtype=object)

    def times(self, a: Jet, b: Jet, product: Callable[[Any, Any], Any] = lambda x, y: x * y) -> dict[Exponents, Any]:
        """Multiply jets; ``product`` multiplies their coefficients."""
        total: dict[Exponents, Any] = {}
        for i, x in a.items():
            for j, y in b.items():
                k = PRODUCTS.get((i, j))
                if k is not None:
                    term = product(x, y)
                    total[k] = total[k] + term if k in total else term
        return {k: self.reduced(value) for k, value in total.items()}

    def matrix_product(self, a: Jet, b: Jet) -> dict[Exponents, Any]:
        """Multiply jets of matrices."""
        return self.times(a, b, np.matmul)

    def turned(self, turn: tuple[Any, Any], change: Jet) -> tuple[dict[Exponents, Any], dict[Exponents, Any]]:
        """Return cosine and sine of an angle whose cosine and sine are known, and which changes by a nilpotent jet."""
        c, s = turn
        square = self.times(change, change)
        cube = self.times(square, change)
        cosine = {ONE: 1, **{k: -self.half * x for k, x in square.items()}}
        sine = {k: change.get(k, 0) - self.sixth * cube.get(k, 0) for k in {**change, **cube}}
        keys = {**cosine, **sine}
        return (
            {k: self.reduced(c * cosine.get(k, 0) - s * sine.get(k, 0)) for k in keys},
            {k: self.reduced(s * cosine.get(k, 0) + c * sine.get(k, 0)) for k in keys},
        )


def coefficient(jet: Jet, k: Exponents, like: Array) -> Array:
    """Return a coefficient of a jet of matrices, zeros where there is none."""
    found = jet.get(k)
    return np.zeros(like.shape, dtype=object) if found is None else found
