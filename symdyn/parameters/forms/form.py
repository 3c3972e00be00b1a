"""A minimal set beside the pivot set: the exact map between the two, and the proof that it is one.

Scalars: exact constants; zeros and ranks are decided in a finite field.

    code         meaning
    rows         coefficients over the full vector (k x p)
    pivot_rows   coefficients over the pivot set (k x k): rows = pivot_rows W
    W            the pivot set's own coefficients, the identity at the pivots

A combination is felt as it stands where it is one of the pivot set: its coefficients at the pivots say which one, and
all others must follow from these. k such combinations are a minimal set where their pivot_rows have rank k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.exact_inverse import exact_inverse
from symdyn.errors import InputError
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.model.robot import Robot
from symdyn.parameters.link_geometry import manageable
from symdyn.parameters.minimal_parameters import MinimalSet

Row = tuple[Exact, ...]
Matrix = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A minimal set: what it is called, its members' names, and their coefficients."""

    name: str  # pivot, lin, gautier_khalil; set for a user's own
    title: str  # for the heading of a table; empty for the pivot set
    names: tuple[str, ...]
    rows: Matrix
    pivot_rows: Matrix

    @property
    def is_pivot(self) -> bool:
        """Whether this is the pivot set itself."""
        return not self.title


def pivot_form(pivot_set: MinimalSet) -> Form:
    """Return the pivot set as a form."""
    size = len(pivot_set.names)
    identity = tuple(tuple(exact(int(i == j)) for j in range(size)) for i in range(size))
    return Form("pivot", "", pivot_set.names, pivot_set.matrix, identity)


def pivots_in(robot: Robot, form: Form) -> Matrix:
    """Return the pivot set in terms of a form: the exact inverse of its pivot_rows."""
    embedding = Embedding({*geometry_constants(robot), *(x for row in form.pivot_rows for x in row)})
    found = exact_inverse(form.pivot_rows, lambda x: not embedding(x))
    if found is None:
        raise InputError(f"the set in the form {form.name!r} is not minimal for {robot.name}")
    return found


def at_pivots(row: Sequence[Exact], pivot_set: MinimalSet) -> Row:
    """Return the coefficients at the pivots: of what is felt, those over the pivot set."""
    return tuple(row[pivot] for pivot in pivot_set.pivots)


def over_full_vector(pivot_row: Sequence[Exact], pivot_set: MinimalSet) -> Row:
    """Return the coefficients over the full vector of a combination of the pivot set."""
    used = [(x, row) for x, row in zip(pivot_row, pivot_set.matrix, strict=True) if x]
    size = len(pivot_set.matrix[0]) if pivot_set.matrix else 0
    sums = (sum((x * row[j] for x, row in used if row[j]), start=exact(0)) for j in range(size))
    return tuple(map(manageable, sums))


def differing(robot: Robot, row: Sequence[Exact], other: Sequence[Exact], embedding: Embedding) -> list[str]:
    """Name the parameters before which two combinations have different coefficients; those that vanish do not count.

    A difference of zero may be too long to be seen as one: its image in the field tells.
    """
    return [
        parameter.name
        for parameter, a, b in zip(robot.full_parameters, row, other, strict=True)
        if not parameter.vanishes and a - b and embedding(a - b)
    ]


def independent(rows: Iterable[Sequence[Exact]], size: int, embedding: Embedding) -> list[bool]:
    """Tell of every row whether it is independent of those before it."""
    echelon = Echelon(size, embedding.modulus)
    return [echelon.add([embedding(x).value if x else 0 for x in row]) for row in rows]
