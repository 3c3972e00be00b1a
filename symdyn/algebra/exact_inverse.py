"""The inverse of a matrix of exact constants: elimination with the simplest divisors first.

Zeros are recognised by the canonical form and, for constants too long to expand, by whoever calls.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symdyn.algebra.compact import compact
from symdyn.algebra.divisors import awkwardness
from symdyn.algebra.exact import Exact, exact, reciprocal

MOST_TERMS = 10  # of an entry that is computed with multiplied out
Row = dict[int, Exact]  # entries by column, zeros left out


def exact_inverse(
    rows: Sequence[Sequence[Exact]], vanishes: Callable[[Exact], bool]
) -> tuple[tuple[Exact, ...], ...] | None:
    """Return the inverse of a square matrix, None where there is none; ``vanishes`` sees zeros that are hard to see."""
    size = len(rows)
    # each row and, in columns from `size` on, what it is made of
    waiting = [{j: x for j, x in enumerate(row) if x} | {size + i: exact(1)} for i, row in enumerate(rows)]
    solved: dict[int, Row] = {}
    while waiting:
        choices = [(row, column) for row in waiting for column in row if column < size]
        if not choices:
            return None
        pivot, column = min(choices, key=lambda choice: (awkwardness(choice[0][choice[1]]), len(choice[0])))
        waiting = [row for row in waiting if row is not pivot]
        factor = reciprocal(pivot[column])
        pivot = {j: compact(x * factor, MOST_TERMS) for j, x in pivot.items()}
        for row in (*waiting, *solved.values()):
            _eliminate(row, pivot, column, vanishes)
        solved[column] = pivot
    return tuple(tuple(solved[i].get(size + j, exact(0)) for j in range(size)) for i in range(size))


def _eliminate(row: Row, pivot: Row, column: int, vanishes: Callable[[Exact], bool]) -> None:
    """Subtract from a row the multiple of another, which is 1 in a column, that leaves nothing there."""
    factor = row.get(column)
    if factor is None:
        return
    for j, x in pivot.items():
        rest = row.get(j, exact(0)) - factor * x
        if j == column or not rest or vanishes(rest):
            row.pop(j, None)
        else:
            row[j] = compact(rest, MOST_TERMS)
