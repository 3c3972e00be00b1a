"""Small systems of linear equations, solved by cofactors: singular only where their matrix is.

Scalars: a field; of `taken_out` any commutative ring.

    square       A⁻¹ by cofactors up to three unknowns; beyond (Aᵀ A)⁻¹ Aᵀ, whose pivots vanish only where A is singular
    one more     (Aᵀ A)⁻¹ Aᵀ, of equations that agree: no row is preferred that may vanish by itself
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible, Scalar

S = TypeVar("S", bound=Divisible)
T = TypeVar("T", bound=Scalar)
Matrix = Sequence[Sequence[S]]
COFACTORS_UP_TO = 3
DETERMINANTS_UP_TO = 6  # rows; of more they would cost more than all else


def taken_out(A: Sequence[Sequence[T]]) -> list[T]:
    """Return weights w with wᵀ A = 0, for a matrix with one row more than columns."""
    if len(A) == 1:
        return [ONE]
    return [_signed(determinant([row for k, row in enumerate(A) if k != i]), i) for i in range(len(A))]


def solving(A: Matrix[S]) -> list[list[S]]:
    """Return B with x = B y where A x = y."""
    rows, columns = len(A), len(A[0])
    if rows == columns <= COFACTORS_UP_TO:
        return _inverse(A)
    if rows == columns + 1 == COFACTORS_UP_TO:
        return _of_two_in_space(A)
    transposed = list(zip(*A, strict=True))
    normal = [[inner(a, b) for b in transposed] for a in transposed]
    inverse = _inverse(normal) if columns <= COFACTORS_UP_TO else _by_elimination(normal)
    return [[inner(row, column) for column in A] for row in inverse]


def solved(A: Matrix[S], y: Sequence[S]) -> list[S]:
    """Return x where A x = y, of a square matrix."""
    if len(A) <= COFACTORS_UP_TO:
        return [inner(row, y) for row in _inverse(A)]
    transposed = list(zip(*A, strict=True))
    normal = [[inner(a, b) for b in transposed] for a in transposed]
    return _of_symmetric(normal, [inner(column, y) for column in transposed])


def inner(row: Sequence[S], column: Sequence[S]) -> S:
    """Sum products, those with a zero left out."""
    total: S = ZERO
    for a, b in zip(row, column, strict=True):
        if not (is_nothing(a) or is_nothing(b)):
            total = total + a * b
    return total


def is_nothing(x: object) -> bool:
    """Whether a scalar is zero in every ring."""
    return isinstance(x, int) and not x


def _of_two_in_space(A: Matrix[S]) -> list[list[S]]:
    """With a and b the columns and n = a × b: x₁ = (b × n)·y / n², x₂ = (n × a)·y / n²."""
    a, b = zip(*A, strict=True)
    n = _cross(a, b)
    over = ONE / inner(n, n)
    return [[entry * over for entry in _cross(*pair)] for pair in ((b, n), (n, a))]


def _cross(a: Sequence[S], b: Sequence[S]) -> list[S]:
    return [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]


def _inverse(A: Matrix[S]) -> list[list[S]]:
    n = len(A)
    if n == 1:
        return [[ONE / A[0][0]]]
    minors = [[_minor(A, i, j) for j in range(n)] for i in range(n)]
    over = ONE / sum((A[0][j] * minors[0][j] for j in range(n)), start=ZERO)
    return [[minors[j][i] * over for j in range(n)] for i in range(n)]


def _minor(A: Matrix[S], i: int, j: int) -> S:
    """Signed determinant of what is left without a row and a column."""
    rest = [[x for k, x in enumerate(row) if k != j] for r, row in enumerate(A) if r != i]
    value: S = _signed(determinant(rest), i + j)
    return value


def determinant(A: Sequence[Sequence[Any]]) -> Any:
    """By the first row; a program computes what several minors share once."""
    if len(A) == 1:
        return A[0][0]
    if len(A) == 2:
        return A[0][0] * A[1][1] - A[0][1] * A[1][0]
    rest = [determinant([[x for k, x in enumerate(row) if k != j] for row in A[1:]]) for j in range(len(A))]
    return sum((_signed(A[0][j] * rest[j], j) for j in range(len(A))), start=ZERO)


def _signed(x: Any, place: int) -> Any:
    return -x if place % 2 else x


def _of_symmetric(A: Matrix[S], y: Sequence[S]) -> list[S]:
    """Solve by Gauss, pivots in order, with the upper triangle alone."""
    n = len(A)
    rows, right = [list(row) for row in A], list(y)
    over: list[S] = []
    for k in range(n):
        over.append(ONE / rows[k][k])
        for i in range(k + 1, n):
            if not is_nothing(rows[k][i]):
                factor = rows[k][i] * over[k]
                for j in range(i, n):
                    if not is_nothing(rows[k][j]):
                        rows[i][j] = rows[i][j] - factor * rows[k][j]
                right[i] = right[i] - factor * right[k]
    found: list[S] = []
    for k in reversed(range(n)):
        found.insert(0, (right[k] - inner(rows[k][k + 1 :], found)) * over[k])
    return found


def _by_elimination(A: Matrix[S]) -> list[list[S]]:
    """Invert by Gauss and Jordan, pivots in order: of Aᵀ A none vanishes where A is regular."""
    n = len(A)
    rows = [[*row, *(ONE if i == j else ZERO for j in range(n))] for i, row in enumerate(A)]
    for k in range(n):
        over = ONE / rows[k][k]
        rows[k] = [x if is_nothing(x) else x * over for x in rows[k]]
        for i in range(n):
            if i != k and not is_nothing(rows[i][k]):
                factor = rows[i][k]
                rows[i] = [x if is_nothing(y) else x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[n:] for row in rows]
