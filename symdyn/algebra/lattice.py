"""Short vectors of a lattice of whole numbers, by Lenstra, Lenstra and Lovász, with whole numbers alone.

Scalars: integers.

    code     meaning
    d[i]     squared volume of the first i rows; d[i] / d[i-1] is the squared length of row i-1 across those before it
    lam      d[j+1] times the part of row j's direction in row i

After Cohen, A Course in Computational Algebraic Number Theory, algorithm 2.6.7.
"""

from __future__ import annotations

from collections.abc import Sequence


def small_relation(residues: Sequence[int], modulus: int) -> list[int]:
    """Return small whole numbers, not all zero, of which the sum of products with residues vanishes.

    The first residue is one. Those that hold by chance are about as large as the modulus' root of as many.
    """
    count = len(residues)
    rows = [[modulus] + [0] * (count - 1)]
    rows += [[-residues[i] % modulus] + [int(i == j) for j in range(1, count)] for i in range(1, count)]
    return min(reduced(rows), key=lambda row: max(map(abs, row)))


def reduced(rows: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return a basis of the same lattice, whose vectors are short; the rows must be independent."""
    b = [list(row) for row in rows]
    n = len(b)
    d, lam = [1] * (n + 1), [[0] * n for _ in range(n)]
    for k in range(n):
        _orthogonalise(b, d, lam, k)
    k = 1
    while k < n:
        _subtract(b, d, lam, k, k - 1)
        if 4 * (d[k + 1] * d[k - 1] + lam[k][k - 1] ** 2) < 3 * d[k] ** 2:
            _exchange(b, d, lam, k)
            k = max(k - 1, 1)
        else:
            for i in range(k - 2, -1, -1):
                _subtract(b, d, lam, k, i)
            k += 1
    return b


def _orthogonalise(b: list[list[int]], d: list[int], lam: list[list[int]], k: int) -> None:
    for j in range(k + 1):
        u = sum(x * y for x, y in zip(b[k], b[j], strict=True))
        for i in range(j):
            u = (d[i + 1] * u - lam[k][i] * lam[j][i]) // d[i]
        if j < k:
            lam[k][j] = u
        else:
            d[k + 1] = u


def _subtract(b: list[list[int]], d: list[int], lam: list[list[int]], k: int, i: int) -> None:
    """Take as much of row i from row k as makes it shortest."""
    times = (2 * lam[k][i] + d[i + 1]) // (2 * d[i + 1])
    if times:
        b[k] = [x - times * y for x, y in zip(b[k], b[i], strict=True)]
        lam[k][i] -= times * d[i + 1]
        for j in range(i):
            lam[k][j] -= times * lam[i][j]


def _exchange(b: list[list[int]], d: list[int], lam: list[list[int]], k: int) -> None:
    """Exchange row k and the one before it."""
    b[k], b[k - 1] = b[k - 1], b[k]
    for j in range(k - 1):
        lam[k][j], lam[k - 1][j] = lam[k - 1][j], lam[k][j]
    part = lam[k][k - 1]
    volume = (d[k - 1] * d[k + 1] + part * part) // d[k]
    for i in range(k + 1, len(b)):
        t = lam[i][k]
        lam[i][k] = (d[k + 1] * lam[i][k - 1] - part * t) // d[k]
        lam[i][k - 1] = (volume * t + part * lam[i][k]) // d[k + 1]
    d[k] = volume
