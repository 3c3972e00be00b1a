"""Rates of all joints from those of the coordinates, where loops are closed: q̇ = E Q̇ and q̈ = E Q̈ + Ė Q̇.

Scalars: a field that holds one half.

    code         meaning
    E            rows by places: the tree's joints, then the rates that cut joints leave free
    drift(w)     Ė w, Ė being E's rate along the motion: what J̇(q̇) E w leaves the joints to make good

Blocks are solved by `cofactors`, with what legs leave over of their rows: singular only where the loop itself is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible
from symdyn.closure.blocks import Block
from symdyn.closure.cofactors import DETERMINANTS_UP_TO, determinant, inner, solving, taken_out
from symdyn.closure.cut_motion import CutMotion

S = TypeVar("S", bound=Divisible)
Matrix = list[list[S]]
Equation = list[tuple[int, S]]
"""Rows of the Jacobian, and how much of each."""


class LoopRates(Generic[S]):
    """E of a closed tree in a position, and its rate along a motion."""

    def __init__(self, motion: CutMotion[S], blocks: Sequence[Block], actuated: Sequence[int], joints: int) -> None:
        """Solve for E; joints of no loop are actuated."""
        self._motion, self._blocks, self._count = motion, blocks, joints
        self._J = motion.jacobian()
        self._equations = [self._of_block(block) for block in blocks]
        self._solving = [
            solving([[self._held(equation, j) for j in block.joints] for equation in equations])
            for block, equations in zip(blocks, self._equations, strict=True)
        ]
        n = len(actuated)
        known: dict[int, list[S]] = {
            joint: [ONE if i == j else ZERO for i in range(n)] for j, joint in enumerate(actuated)
        }
        self.E = self._completed(known, [[ZERO] * n for _ in self._J])
        self.free = motion.free()

    def spread(self, rates: Sequence[S]) -> list[S]:
        """E x: rates of the tree's joints."""
        return [inner(row, rates) for row in self.E]

    def of_cuts(self, rates: Sequence[S]) -> list[S]:
        """Rates that cut joints leave free, at rates of the tree's joints."""
        return [inner(row, rates) for row in self.free]

    def drift(self, tree_rates: Sequence[S], along: Sequence[S], actuated: Sequence[int]) -> list[S]:
        """Ė w, with the rates of the tree of Q̇ and of w."""
        return self.making_good(self._motion.bias(tree_rates, along), actuated)

    def making_good(self, rest: Sequence[S], actuated: Sequence[int]) -> list[S]:
        """Return x of all joints with J x + rest = 0, while the coordinates rest."""
        rows = self._completed({joint: [ZERO] for joint in actuated}, [[entry] for entry in rest])
        return [row[0] for row in rows]

    def determinants(self) -> list[S]:
        """Return what vanishes where ways of assembling meet, of every block that has as many equations as joints."""
        found: list[S] = []
        for block, equations in zip(self._blocks, self._equations, strict=True):
            if len(equations) == len(block.joints) <= DETERMINANTS_UP_TO:
                found.append(determinant([[self._held(equation, j) for j in block.joints] for equation in equations]))
        return found

    def squared_volumes(self) -> list[S]:
        """Return det AᵀA of every block that is not too large, which vanishes where rates are not to be had."""
        found: list[S] = []
        for block, equations in zip(self._blocks, self._equations, strict=True):
            if len(block.joints) <= DETERMINANTS_UP_TO:
                columns = [[self._held(equation, j) for equation in equations] for j in block.joints]
                found.append(determinant([[inner(a, b) for b in columns] for a in columns]))
        return found

    def _of_block(self, block: Block) -> list[Equation[S]]:
        """Return the equations of a block: rows as they are, and what is left of those of legs."""
        found: list[Equation[S]] = [[(r, ONE)] for r in block.rows]
        for leg in block.legs:
            weights = taken_out([[self._J[r][j] for j in leg.joints] for r in leg.rows])
            found.append(list(zip(leg.rows, weights, strict=True)))
        return found

    def _held(self, equation: Equation[S], joint: int) -> S:
        return inner([weight for _, weight in equation], [self._J[r][joint] for r, _ in equation])

    def _completed(self, known: dict[int, list[S]], rest: Matrix[S]) -> Matrix[S]:
        """Complete rows for all joints so that J x + rest = 0."""
        found = dict(known)
        for block, equations, weights in zip(self._blocks, self._equations, self._solving, strict=True):
            sides = []
            for equation in equations:
                weighted = [weight for _, weight in equation]
                total = [inner(weighted, column) for column in zip(*(rest[r] for r, _ in equation), strict=True)]
                for j, row in found.items():
                    held = self._held(equation, j)
                    total = [entry + inner([held], [x]) for entry, x in zip(total, row, strict=True)]
                sides.append(total)
            for joint, of_joint in zip(block.joints, weights, strict=True):
                found[joint] = [-inner(of_joint, column) for column in zip(*sides, strict=True)]
        return [found[i] for i in range(self._count)]
