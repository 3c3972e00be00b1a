"""Exact constants in SymPy, their long parts by name: written out, one fills a page, and those made of it many more.

    IxxR2 = Ixx2 + m3*let_5c0f8d2e7a31        let_5c0f8d2e7a31 = 3/10*cos(1/5)*sin(7/10)+...

Nothing is lost: `definitions` gives the text of what every name stands for, which `read_exact` reads.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp

from symdyn.algebra.atom import POWER, Atom
from symdyn.algebra.exact import Exact, from_atom
from symdyn.algebra.exact_text import definitions
from symdyn.algebra.written_size import atom_size
from symdyn.symbolic.exact_expression import atom_expression, rational

MOST_WRITTEN = 40  # terms and factors of a part that is written out where it stands


@dataclass(frozen=True)
class LongConstants:
    """Writes constants, and remembers which of their parts it named."""

    named: dict[Atom, sp.Symbol] = field(default_factory=dict)

    def expression(self, constant: Exact) -> sp.Expr:
        """Return a constant in SymPy, with names in place of its long parts."""
        terms = constant.ordered_terms()
        return sp.Add(*(sp.Mul(rational(x), *(self._atom(a) ** k for a, k in monomial)) for monomial, x in terms))

    def definitions(self) -> dict[str, str]:
        """Return what the names given so far stand for, each after those that occur in it."""
        return {name: str(constant) for name, constant in definitions(map(from_atom, self.named)).items()}

    def _atom(self, atom: Atom) -> sp.Expr:
        if atom_size(atom) <= MOST_WRITTEN:
            return atom_expression(atom)
        if atom.kind == POWER:
            base, exponent = atom.argument
            return self.expression(base) ** rational(exponent)
        return self.named.setdefault(atom, sp.Symbol(str(atom)))
