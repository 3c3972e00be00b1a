"""Vectors and matrices of three dimensions over any commutative ring.

Scalars: anything with + - * among themselves and with the integers 0 and 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from symdyn.algebra.scalar import ZERO, Scalar

S = TypeVar("S")  # not bound to scalars: vectors hold elements of modules too, such as linear forms
U = TypeVar("U")
R = TypeVar("R", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Vec3(Generic[S]):
    """A column of three scalars."""

    x: S
    y: S
    z: S

    def __iter__(self) -> Iterator[S]:
        """Iterate over x, y, z."""
        yield self.x
        yield self.y
        yield self.z

    def __add__(self, other: Vec3[S]) -> Vec3[S]:
        """Add."""
        a: Any = self
        return Vec3(a.x + other.x, a.y + other.y, a.z + other.z)

    def __sub__(self, other: Vec3[S]) -> Vec3[S]:
        """Subtract."""
        a: Any = self
        return Vec3(a.x - other.x, a.y - other.y, a.z - other.z)

    def __neg__(self) -> Vec3[S]:
        """Negate."""
        a: Any = self
        return Vec3(-a.x, -a.y, -a.z)

    def scale(self, factor: Any) -> Vec3[S]:
        """Multiply every entry by a scalar."""
        a: Any = self
        return Vec3(a.x * factor, a.y * factor, a.z * factor)

    def dot(self, other: Vec3[S]) -> S:
        """Inner product."""
        a, b = self, other
        return a.x * b.x + a.y * b.y + a.z * b.z  # type: ignore[operator, no-any-return]

    def cross(self, other: Vec3[S]) -> Vec3[S]:
        """Vector product."""
        a: Any = self
        b: Any = other
        return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)

    def map(self, function: Callable[[S], U]) -> Vec3[U]:
        """Apply a function to every entry."""
        return Vec3(function(self.x), function(self.y), function(self.z))


NULL: Vec3[Any] = Vec3(ZERO, ZERO, ZERO)
"""The vector of zeros, in any ring."""


@dataclass(frozen=True, slots=True)
class Mat3(Generic[S]):
    """A 3x3 matrix, given by its rows."""

    row_x: Vec3[S]
    row_y: Vec3[S]
    row_z: Vec3[S]

    @property
    def rows(self) -> tuple[Vec3[S], Vec3[S], Vec3[S]]:
        """The three rows."""
        return self.row_x, self.row_y, self.row_z

    @property
    def T(self) -> Mat3[S]:  # noqa: N802 - the transpose is called T everywhere
        """The transpose."""
        x, y, z = self.row_x, self.row_y, self.row_z
        return Mat3(Vec3(x.x, y.x, z.x), Vec3(x.y, y.y, z.y), Vec3(x.z, y.z, z.z))

    @overload
    def __matmul__(self, other: Vec3[S]) -> Vec3[S]: ...

    @overload
    def __matmul__(self, other: Mat3[S]) -> Mat3[S]: ...

    def __matmul__(self, other: Vec3[S] | Mat3[S]) -> Vec3[S] | Mat3[S]:
        """Multiply by a vector or a matrix."""
        if isinstance(other, Vec3):
            return Vec3(self.row_x.dot(other), self.row_y.dot(other), self.row_z.dot(other))
        a, b, c = self.row_x, self.row_y, self.row_z
        columns = other.T
        x, y, z = columns.row_x, columns.row_y, columns.row_z
        return Mat3(
            Vec3(a.dot(x), a.dot(y), a.dot(z)), Vec3(b.dot(x), b.dot(y), b.dot(z)), Vec3(c.dot(x), c.dot(y), c.dot(z))
        )

    def __add__(self, other: Mat3[S]) -> Mat3[S]:
        """Add."""
        return Mat3(self.row_x + other.row_x, self.row_y + other.row_y, self.row_z + other.row_z)

    def __sub__(self, other: Mat3[S]) -> Mat3[S]:
        """Subtract."""
        return Mat3(self.row_x - other.row_x, self.row_y - other.row_y, self.row_z - other.row_z)

    def with_entry(self, i: int, j: int, entry: S) -> Mat3[S]:
        """Return the matrix with one entry replaced."""
        column = [entry if row == i else list(old)[j] for row, old in enumerate(self.rows)]
        return self.with_column(j, Vec3(*column))

    def with_column(self, k: int, column: Vec3[S]) -> Mat3[S]:
        """Return the matrix with column k replaced."""
        rows = [
            Vec3(*(new if j == k else old for j, old in enumerate(row)))
            for row, new in zip(self.rows, column, strict=True)
        ]
        return Mat3(*rows)

    def scale(self, factor: Any) -> Mat3[S]:
        """Multiply every entry by a scalar."""
        return Mat3(self.row_x.scale(factor), self.row_y.scale(factor), self.row_z.scale(factor))

    def map(self, function: Callable[[S], U]) -> Mat3[U]:
        """Apply a function to every entry."""
        return Mat3(self.row_x.map(function), self.row_y.map(function), self.row_z.map(function))


@dataclass(frozen=True, slots=True)
class Sym3(Generic[S]):
    """A symmetric 3x3 matrix, its entries in the order in which inertias are listed."""

    xx: S
    xy: S
    yy: S
    xz: S
    yz: S
    zz: S

    def __iter__(self) -> Iterator[S]:
        """Iterate over xx, xy, yy, xz, yz, zz."""
        yield from (self.xx, self.xy, self.yy, self.xz, self.yz, self.zz)

    def __add__(self, other: Sym3[S]) -> Sym3[S]:
        """Add."""
        a: Any = self
        b: Any = other
        return Sym3(a.xx + b.xx, a.xy + b.xy, a.yy + b.yy, a.xz + b.xz, a.yz + b.yz, a.zz + b.zz)

    def __sub__(self, other: Sym3[S]) -> Sym3[S]:
        """Subtract."""
        a: Any = self
        b: Any = other
        return Sym3(a.xx - b.xx, a.xy - b.xy, a.yy - b.yy, a.xz - b.xz, a.yz - b.yz, a.zz - b.zz)

    def scale(self, factor: Any) -> Sym3[S]:
        """Multiply every entry by a scalar."""
        a: Any = self
        return Sym3(a.xx * factor, a.xy * factor, a.yy * factor, a.xz * factor, a.yz * factor, a.zz * factor)

    def without_diagonal_entry(self, k: int) -> Sym3[S]:
        """Return the matrix with a zero at (k, k)."""
        xx, yy, zz = (ZERO if i == k else entry for i, entry in enumerate((self.xx, self.yy, self.zz)))
        return Sym3(xx, self.xy, yy, self.xz, self.yz, zz)

    @property
    def matrix(self) -> Mat3[S]:
        """The full matrix."""
        return Mat3(Vec3(self.xx, self.xy, self.xz), Vec3(self.xy, self.yy, self.yz), Vec3(self.xz, self.yz, self.zz))

    def __matmul__(self, v: Vec3[S]) -> Vec3[S]:
        """Multiply by a vector."""
        return self.matrix @ v

    def rotated(self, R: Mat3[S]) -> Sym3[S]:
        """Return R A Rᵀ."""
        image = R @ self.matrix
        x, y, z = image.rows
        return Sym3(x.dot(R.row_x), x.dot(R.row_y), y.dot(R.row_y), x.dot(R.row_z), y.dot(R.row_z), z.dot(R.row_z))


def turned_about_axis(A: Sym3[R], k: int, c: R, s: R) -> Sym3[R]:
    """Return R A Rᵀ for the turn R about frame axis k with cosine c and sine s.

    With the axes i, j, k in cyclic order, d = A_ii - A_jj and p = s d + 2 c A_ij, the turned entries are
    A_ii - s p, A_jj + s p and c p - A_ij; the pair (A_ik, A_jk) turns as a vector.
    """
    matrix = A.matrix.rows
    i, j = (k + 1) % 3, (k + 2) % 3
    (a_ii, a_ij, a_ik), (a_jj, a_jk) = ((list(matrix[i])[m] for m in (i, j, k)), (list(matrix[j])[m] for m in (j, k)))
    p = (a_ii - a_jj) * s + (a_ij * 2) * c
    moved = p * s
    entries = {
        (i, i): a_ii - moved,
        (j, j): a_jj + moved,
        (i, j): p * c - a_ij,
        (i, k): a_ik * c - a_jk * s,
        (j, k): a_ik * s + a_jk * c,
        (k, k): list(matrix[k])[k],
    }
    order = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
    return Sym3(*(entries[at] if at in entries else entries[at[::-1]] for at in order))


def turned_vector_about_axis(v: Vec3[R], k: int, c: R, s: R) -> Vec3[R]:
    """Return R v for the same turn R."""
    i, j = (k + 1) % 3, (k + 2) % 3
    old = list(v)
    new = list(v)
    new[i], new[j] = old[i] * c - old[j] * s, old[i] * s + old[j] * c
    return Vec3(*new)


def symmetric_product(a: Vec3[R], b: Vec3[R]) -> Sym3[R]:
    """Return a bᵀ + b aᵀ."""
    return Sym3(
        a.x * b.x + b.x * a.x,
        a.x * b.y + b.x * a.y,
        a.y * b.y + b.y * a.y,
        a.x * b.z + b.x * a.z,
        a.y * b.z + b.y * a.z,
        a.z * b.z + b.z * a.z,
    )


def square(a: Vec3[R]) -> Sym3[R]:
    """Return a aᵀ."""
    return Sym3(a.x * a.x, a.x * a.y, a.y * a.y, a.x * a.z, a.y * a.z, a.z * a.z)


def skew(v: Vec3[R]) -> Mat3[R]:
    """Return the matrix that takes w to v × w."""
    x, y, z = v
    return Mat3(Vec3(ZERO, -z, y), Vec3(z, ZERO, -x), Vec3(-y, x, ZERO))


def outer(a: Vec3[R], b: Vec3[R]) -> Mat3[R]:
    """Return the matrix a bᵀ."""
    return Mat3(b.scale(a.x), b.scale(a.y), b.scale(a.z))


def diagonal(x: S, y: S, z: S) -> Mat3[S]:
    """Return a diagonal matrix."""
    return Mat3(Vec3(x, ZERO, ZERO), Vec3(ZERO, y, ZERO), Vec3(ZERO, ZERO, z))
