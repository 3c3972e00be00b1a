"""Gaussian elimination modulo a prime: exact ranks and reduced echelon forms of integer rows."""

from __future__ import annotations

from collections.abc import Sequence

Row = list[int]


class Echelon:
    """A growing set of rows in reduced echelon form, pivots from left to right."""

    def __init__(self, columns: int, p: int) -> None:
        """Start with no rows."""
        self.columns = columns
        self.p = p
        self._rows: dict[int, Row] = {}  # by pivot column; each row is 1 there

    @property
    def rank(self) -> int:
        """Number of independent rows so far."""
        return len(self._rows)

    @property
    def pivots(self) -> tuple[int, ...]:
        """Pivot columns."""
        return tuple(sorted(self._rows))

    def add(self, row: Sequence[int]) -> bool:
        """Add a row; return whether it was independent of those before."""
        p = self.p
        rest = list(row)
        for pivot, known in self._rows.items():
            factor = row[pivot]  # no other row has an entry there
            if factor:
                rest = [a - factor * b for a, b in zip(rest, known, strict=True)]
        rest = [entry % p for entry in rest]
        independent = [i for i, entry in enumerate(rest) if entry]
        if not independent:
            return False
        pivot = independent[0]
        inverse = pow(rest[pivot], -1, p)
        rest = [entry * inverse % p for entry in rest]
        for other, known in self._rows.items():
            factor = known[pivot]
            if factor:
                self._rows[other] = [(a - factor * b) % p for a, b in zip(known, rest, strict=True)]
        self._rows[pivot] = rest
        return True

    def rows(self) -> list[Row]:
        """Return the rows in order of their pivots."""
        return [self._rows[pivot] for pivot in self.pivots]
