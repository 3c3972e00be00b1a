"""Programs over a finite field: equal there at a random point, equal as functions but for odds of 1 in 2^50.

Sines and cosines are those of rational rotations, as in `random_programs`; the sign of x and that of -x are opposite.
"""

import random
from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import Ring
from symdyn.ir.evaluate import evaluate
from symdyn.ir.op import Op
from symdyn.ir.program import Program

Values = tuple[Any, ...]


class FieldPoint:
    """A point of a program's inputs in a field that holds its constants, and those of programs made from it."""

    def __init__(self, program: Program, seed: int = 0) -> None:
        constants = [one.payload for one in program.instructions if isinstance(one.payload, Exact)]
        self.embedding = Embedding(constants, seed)
        source = random.Random(f"field {seed}")
        draw = lambda: self.embedding.element(source.randrange(1, self.embedding.p))  # noqa: E731
        self.inputs = {port.name: [draw() for _ in range(port.size)] for port in program.inputs}
        self.ring: Ring[Any] = Ring(self.embedding, {Op.SIN: _sin, Op.COS: _cos, Op.SIGN: self._sign})

    def __call__(self, program: Program) -> Values:
        """Return a program's results."""
        return evaluate(program, self.inputs, self.ring)

    def _sign(self, x: FieldElement) -> FieldElement:
        return self.embedding.element(0 if not x else 1 if x.value < (-x).value else -1)


def _sin(x: FieldElement) -> FieldElement:
    return 2 * x / (1 + x * x)


def _cos(x: FieldElement) -> FieldElement:
    return (1 - x * x) / (1 + x * x)
