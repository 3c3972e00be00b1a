"""Rates of all joints from those of the coordinates, where loops are closed: q̇ = E Q̇ and q̈ = E Q̈ + Ė Q̇.

Scalars: a field that holds one half.

    code         meaning
    E            rows by places: the tree's joints, then the rates that cut joints leave free
    drift(w)     Ė w, Ė being E's rate along the motion: what J̇(q̇) E w leaves the joints to make good

Blocks of up to three joints are solved by cofactors: these are singular only where the loop itself is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible
from symdyn.closure.blocks import Block
from symdyn.closure.cut_motion import CutMotion

S = TypeVar("S", bound=Divisible)
Matrix = list[list[S]]
COFACTORS_UP_TO = 3


class LoopRates(Generic[S]):
    """E of a closed tree in a position, and its rate along a motion."""

    def __init__(self, motion: CutMotion[S], blocks: Sequence[Block], actuated: Sequence[int], joints: int) -> None:
        """Solve for E; joints of no loop are actuated."""
        self._motion, self._blocks, self._count = motion, blocks, joints
        self._J = motion.jacobian()
        self._inverses = [_inverse([[self._J[r][j] for j in block.joints] for r in block.rows]) for block in blocks]
        n = len(actuated)
        known: dict[int, list[S]] = {
            joint: [ONE if i == j else ZERO for i in range(n)] for j, joint in enumerate(actuated)
        }
        self.E = self._completed(known, [[ZERO] * n for _ in self._J])
        self.free = motion.free()

    def spread(self, rates: Sequence[S]) -> list[S]:
        """E x: rates of the tree's joints."""
        return [_inner(row, rates) for row in self.E]

    def of_cuts(self, rates: Sequence[S]) -> list[S]:
        """Rates that cut joints leave free, at rates of the tree's joints."""
        return [_inner(row, rates) for row in self.free]

    def drift(self, tree_rates: Sequence[S], along: Sequence[S], actuated: Sequence[int]) -> list[S]:
        """Ė w, with the rates of the tree of Q̇ and of w."""
        bias = self._motion.bias(tree_rates, along)
        rows = self._completed({joint: [ZERO] for joint in actuated}, [[entry] for entry in bias])
        return [row[0] for row in rows]

    def _completed(self, known: dict[int, list[S]], rest: Matrix[S]) -> Matrix[S]:
        """Complete rows for all joints so that J x + rest = 0."""
        found = dict(known)
        for block, inverse in zip(self._blocks, self._inverses, strict=True):
            sides = []
            for r in block.rows:
                total = list(rest[r])
                for j, row in found.items():
                    total = [entry + self._J[r][j] * x for entry, x in zip(total, row, strict=True)]
                sides.append(total)
            for joint, weights in zip(block.joints, inverse, strict=True):
                found[joint] = [-_inner(weights, column) for column in zip(*sides, strict=True)]
        return [found[i] for i in range(self._count)]


def _inner(row: Sequence[S], column: Sequence[S]) -> S:
    total: S = ZERO
    for a, b in zip(row, column, strict=True):
        if not (_is_nothing(a) or _is_nothing(b)):
            total = total + a * b
    return total


def _is_nothing(x: object) -> bool:
    return isinstance(x, int) and not x


def _inverse(A: Matrix[S]) -> Matrix[S]:
    n = len(A)
    if n > COFACTORS_UP_TO:
        return _by_elimination(A)
    if n == 1:
        return [[ONE / A[0][0]]]
    minors = [[_minor(A, i, j) for j in range(n)] for i in range(n)]
    over = ONE / sum((A[0][j] * minors[0][j] for j in range(n)), start=ZERO)
    return [[minors[j][i] * over for j in range(n)] for i in range(n)]


def _minor(A: Matrix[S], i: int, j: int) -> S:
    """Signed determinant of what is left without a row and a column."""
    rest = [[x for k, x in enumerate(row) if k != j] for r, row in enumerate(A) if r != i]
    value = rest[0][0] if len(rest) == 1 else rest[0][0] * rest[1][1] - rest[0][1] * rest[1][0]
    return -value if (i + j) % 2 else value


def _by_elimination(A: Matrix[S]) -> Matrix[S]:
    """Invert by Gauss and Jordan; pivots in order, as the block's rows were chosen."""
    n = len(A)
    rows = [[*row, *(ONE if i == j else ZERO for j in range(n))] for i, row in enumerate(A)]
    for k in range(n):
        over = ONE / rows[k][k]
        rows[k] = [x * over for x in rows[k]]
        for i in range(n):
            if i != k:
                factor = rows[i][k]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[k], strict=True)]
    return [row[n:] for row in rows]
