"""Closed forms in another minimal set: pi = T members.

Letters pi of the members stand where those of the pivot set would; columns of a regressor are combined likewise,
Y pi = (Y T) members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.scalar import Scalar

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Regrouping:
    """T, by rows."""

    T: tuple[tuple[Exact, ...], ...]

    @property
    def constants(self) -> set[Exact]:
        """What a field must hold beside the geometry."""
        return {x for row in self.T for x in row}

    def pivots(self, members: Sequence[S], lift: Callable[[Exact], S]) -> tuple[S, ...]:
        """Return T members."""
        return tuple(_combined(row, members, lift) for row in self.T)

    def columns(self, entries: Sequence[S], lift: Callable[[Exact], S]) -> tuple[S, ...]:
        """Return Y T, row by row, of a regressor's entries row by row."""
        size, columns = len(self.T), list(zip(*self.T, strict=True))
        rows = [entries[i : i + size] for i in range(0, len(entries), size)]
        return tuple(_combined(column, row, lift) for row in rows for column in columns)


def _combined(weights: Iterable[Exact], parts: Iterable[S], lift: Callable[[Exact], S]) -> S:
    products = (part * lift(x) for x, part in zip(weights, parts, strict=True) if x)
    return sum(products, start=lift(exact(0)))
