"""Dense linear algebra of n x n matrices; outputs may not overlap inputs."""

from __future__ import annotations

from symdyn.routines.words import EPSILON, LARGEST, SMALLEST, Joints, Number, Square, array, entries, n, sqrt


def solve(M: Square, floor: Joints, x: Joints) -> None:
    """Solve M x = b in place by L D L'.

    M has estimates in it and may be no mass matrix: a pivot below its floor counts as the floor, which keeps x finite.
    """
    L = array(n, n)
    d = array(n)
    for i in range(n):
        pivot = M[i, i]
        for j in range(i):
            rest = M[i, j]
            for m in range(j):
                rest -= L[i, m] * d[m] * L[j, m]
            L[i, j] = rest / d[j]
            pivot -= L[i, j] * rest
        d[i] = pivot if pivot > floor[i] else floor[i]
    for i in range(n):
        for j in range(i):
            x[i] -= L[i, j] * x[j]
    for i in reversed(range(n)):
        x[i] /= d[i]
        for j in range(i + 1, n):
            x[i] -= L[j, i] * x[j]


def add_product(A: Square, B: Square, C: Square) -> None:
    """C += A B."""
    for i in range(n):
        for m in range(n):
            a = A[i, m]
            for j in range(n):
                C[i, j] += a * B[m, j]


def add_weighted(A: Square, w: Joints, B: Square, C: Square) -> None:
    """C += A' diag(w) B."""
    for m in range(n):
        for i in range(n):
            a = A[m, i] * w[m]
            for j in range(n):
                C[i, j] += a * B[m, j]


def scale(A: Square, factor: Number) -> None:
    """A *= factor."""
    for i in entries(n, n):
        A[i] *= factor


def norm(A: Square) -> Number:
    """The largest sum of magnitudes in a row: a norm."""
    largest: Number = 0
    for i in range(n):
        sum: Number = 0
        for j in range(n):
            sum += abs(A[i, j])
        largest = largest if sum <= largest else sum  # a sum that is no number stays
    return largest


def cholesky(A: Square, s: Joints) -> Number:
    """Factor a symmetric positive definite matrix: diag(s) A diag(s) = L L' with ones on the scaled diagonal.

    L takes the place of A. Returns the smallest pivot, between the smallest eigenvalue of the scaled matrix and 1, so
    its inverse is a condition number; or 0 if A is not positive definite to within rounding: no pivot may fall below
    8 n times the precision of a number.
    """
    least: Number = 1
    for i in range(n):
        d = A[i, i]
        if not (d >= SMALLEST and d <= LARGEST):
            return 0
        s[i] = 1 / sqrt(d)
    for i in range(n):
        pivot: Number = 1
        for j in range(i):
            rest = A[i, j] * s[i] * s[j]
            for m in range(j):
                rest -= A[i, m] * A[j, m]
            rest /= A[j, j]
            A[i, j] = rest
            pivot -= rest * rest
        if not pivot >= 8 * n * EPSILON:
            return 0
        least = pivot if pivot < least else least
        A[i, i] = sqrt(pivot)
    return least


def cholesky_solve(L: Square, s: Joints, B: Square) -> None:
    """B becomes the inverse of A times B, with A factored by cholesky into L and s."""
    for i in range(n):
        for j in range(n):
            rest = B[i, j] * s[i]
            for m in range(i):
                rest -= L[i, m] * B[m, j]
            B[i, j] = rest / L[i, i]
    for i in reversed(range(n)):
        for j in range(n):
            rest = B[i, j]
            for m in range(i + 1, n):
                rest -= L[m, i] * B[m, j]
            B[i, j] = rest / L[i, i]
    for i in range(n):
        for j in range(n):
            B[i, j] *= s[i]
