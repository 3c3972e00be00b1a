"""Gaussian elimination over a finite field: exact ranks and echelon forms of rows of integers."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.algebra.modulus import Modulus, inverse

Row = list[int]


class Echelon:
    """A growing set of rows in echelon form: each is zero before its pivot, and no two have the same pivot."""

    def __init__(self, columns: int, modulus: Modulus) -> None:
        """Start with no rows."""
        self.columns = columns
        self.modulus = modulus
        self._tails: dict[int, Row] = {}  # by pivot column: a row from there on, where it is 1; before it is zero

    @property
    def rank(self) -> int:
        """Number of independent rows so far."""
        return len(self._tails)

    def add(self, row: Sequence[int]) -> bool:
        """Add a row; return whether it was independent of those before."""
        modulus = self.modulus
        rest = list(row)
        for pivot, tail in sorted(self._tails.items()):
            factor = rest[pivot] % modulus
            if factor:  # sums of products, reduced once for all in the end
                rest[pivot:] = [a - factor * b if b else a for a, b in zip(rest[pivot:], tail, strict=True)]
        rest = [entry and entry % modulus for entry in rest]
        pivot = next((i for i, entry in enumerate(rest) if entry), self.columns)
        if pivot == self.columns:
            return False
        back = inverse(rest[pivot], modulus)
        self._tails[pivot] = [entry and entry * back % modulus for entry in rest[pivot:]]
        return True

    def rows(self) -> list[Row]:
        """Return the rows in order of their pivots."""
        return [[0] * pivot + tail for pivot, tail in sorted(self._tails.items())]
