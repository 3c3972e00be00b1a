"""Names for the long constants of closed forms: written out where they stand, few of them would fill a page.

    m*(cos(pi/7)*sin(pi/5) - … )*c2 -> m*k1*c2        k1 = cos(pi/7)*sin(pi/5) - …

Constants that differ by a rational factor share a name. Equations then are put in order and printed as quickly as those
of plain geometry, and every constant stands on the page once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import count

from symdyn.algebra.exact import Exact, symbol
from symdyn.algebra.nested_roots import content_and_rest
from symdyn.algebra.written_size import written_size
from symdyn.closed_form.polynomial import Coefficient
from symdyn.closed_form.terms import Terms

MOST_WRITTEN = 12  # terms and factors, as of four products of two, of a constant that stands in many places
LETTER = "k"


@dataclass(frozen=True)
class ConstantNames:
    """Names constants, and remembers what the names stand for; names that are ``taken`` are left out."""

    taken: Collection[str]
    constants: dict[str, Exact] = field(default_factory=dict)  # by their names, in the order in which they were met
    _names: dict[Exact, str] = field(default_factory=dict)

    def shortened(self, terms: Terms) -> Terms:
        """Put names in place of coefficients that are long."""
        return {monomial: self._short(coefficient) for monomial, coefficient in terms.items()}

    def _short(self, coefficient: Coefficient) -> Coefficient:
        if not isinstance(coefficient, Exact) or written_size(coefficient) <= MOST_WRITTEN:
            return coefficient
        content, rest = content_and_rest(coefficient)
        sign = rest.leading_sign()
        return symbol(self._name(rest * sign)) * (content * sign)

    def _name(self, constant: Exact) -> str:
        if constant not in self._names:
            self._names[constant] = name = self._next_name()
            self.constants[name] = constant
        return self._names[constant]

    def _next_name(self) -> str:
        free = (f"{LETTER}{i}" for i in count(len(self.constants) + 1))
        return next(name for name in free if name not in self.taken and name not in self.constants)
