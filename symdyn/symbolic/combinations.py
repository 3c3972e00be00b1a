"""The combinations that minimal parameters are, as text: exactly, or short enough for a table.

Constants that would fill pages are named, and written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import sympy as sp

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.algebra.written_size import written_size
from symdyn.symbolic.long_constants import LongConstants
from symdyn.symbolic.minimal import MinimalParameters
from symdyn.symbolic.printing import text
from symdyn.symbolic.readable import Reader

LONGEST_COEFFICIENT = 40  # characters in a table; a longer number is rounded there
APPROXIMATE = "≈"


@dataclass(frozen=True)
class Combinations:
    """Texts of a minimal set's members; ``rounded``: whether long numbers are given by their first digits."""

    found: MinimalParameters
    rounded: bool = False

    def of_parameters(self) -> list[str]:
        """Write every member in terms of the full parameters."""
        return [self._written(row, self.found.letters.parameters) for row in self.found.rows]

    def of_pivots(self) -> list[str]:
        """Write every member in terms of the pivot set."""
        return [self._written(row, self.found.letters.pi) for row in self.found.pivot_rows]

    def constants(self) -> dict[str, str]:
        """Write the constants that are named in the texts made so far."""
        return self._constants.definitions()

    @cached_property
    def _constants(self) -> LongConstants:
        return LongConstants()

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.found.letters, abbreviate=False)

    def _written(self, row: Sequence[Exact], symbols: Sequence[sp.Symbol]) -> str:
        terms = [self._coefficient(x) * symbol for x, symbol in zip(row, symbols, strict=True) if x]
        return text(self._reader.readable(sp.Add(*terms)))

    def _coefficient(self, x: Exact) -> sp.Expr:
        if self.rounded and not x.symbols() and self._is_long(x):
            value = to_float(x)
            return sp.sign(value) * sp.Symbol(f"{APPROXIMATE}{abs(value):.6g}")
        return self._constants.expression(x)

    def _is_long(self, x: Exact) -> bool:
        if written_size(x) > LONGEST_COEFFICIENT:  # spares writing it out
            return True
        return len(str(self._constants.expression(x))) > LONGEST_COEFFICIENT
