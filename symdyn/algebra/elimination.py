"""Gaussian elimination over a finite field: exact ranks and echelon forms of rows of integers."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.modulus import Modulus, inverse

Row = list[int]


class Echelon:
    """A growing set of rows in echelon form: of each row, all entries at the pivots of earlier ones are zero."""

    def __init__(self, columns: int, modulus: Modulus) -> None:
        """Start with no rows."""
        self.columns = columns
        self.modulus = modulus
        self._rows: dict[int, Row] = {}  # by pivot column; each row is 1 there

    @property
    def rank(self) -> int:
        """Number of independent rows so far."""
        return len(self._rows)

    def add(self, row: Sequence[int]) -> bool:
        """Add a row; return whether it was independent of those before."""
        modulus = self.modulus
        rest = list(row)
        for pivot, known in self._rows.items():
            factor = rest[pivot] % modulus
            if factor:  # sums of products, reduced once for all in the end
                rest = [a - factor * b if b else a for a, b in zip(rest, known, strict=True)]
        rest = [entry and entry % modulus for entry in rest]
        pivot = next((i for i, entry in enumerate(rest) if entry), self.columns)
        if pivot == self.columns:
            return False
        back = inverse(rest[pivot], modulus)
        self._rows[pivot] = [entry and entry * back % modulus for entry in rest]
        return True

    def rows(self) -> list[Row]:
        """Return the rows in order of their pivots."""
        return [self._rows[pivot] for pivot in sorted(self._rows)]
