"""Straight-line programs: a list of instructions, each naming earlier ones. Ignorant of robots.

Canonical form (kept by `builder`, required by `verify`):

- instructions are distinct: the same operation on the same operands occurs once;
- a negation is no instruction: the sign of a value lives in the `Ref` that uses it, and only results use negative
  ones, since -a - b = -(a + b), (-a) * b = -(a * b), sin(-a) = -sin(a) move every sign outwards. Out of a square root
  or an arctangent none can be moved: for their operands alone there is `neg`, whose operand is not negated itself;
- operands of add and mul, and of sub, stand in order of their index (a - b and b - a are one instruction and a sign);
  of a product with a constant, the constant stands first, whatever its index;
- constants are positive (leading coefficient), exact, and free of symbols.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

from symdyn.algebra.exact import Exact
from symdyn.ir.op import Op

NEGATIVE_LABEL = "neg_"  # heads the label of an instruction that computes the negative of the quantity named


@dataclass(frozen=True, slots=True)
class InputEntry:
    """One scalar of an input: the port's name and the flat index in it."""

    port: str
    index: int


class Instruction(NamedTuple):
    """One operation on the values of earlier instructions.

    A tuple, for it is hashed whenever it is made: programs share equal instructions.
    """

    op: Op
    operands: tuple[int, ...] = ()
    payload: Exact | InputEntry | None = None


class Ref(NamedTuple):
    """A use of an instruction's value, or of its negative; a tuple, as many are made as instructions."""

    index: int  # type: ignore[assignment]  # in the place of a method of tuples, which nobody asks of it
    negative: bool = False


@dataclass(frozen=True, slots=True)
class Port:
    """A named array of scalars, row-major; a single scalar has the shape ()."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of scalars."""
        return prod(self.shape)


@dataclass(frozen=True, slots=True)
class Program:
    """A function from input ports to output ports.

    `results` are the scalars of all outputs one after the other. `labels` gives instructions the names of the
    quantities they compute, None where they have none.
    """

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    instructions: tuple[Instruction, ...]
    results: tuple[Ref, ...]
    labels: tuple[str | None, ...]
    memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)  # results worth keeping

    def results_of(self, output: Port) -> tuple[Ref, ...]:
        """Return the scalars of one output."""
        at = 0
        for port in self.outputs:
            if port == output:
                return self.results[at : at + port.size]
            at += port.size
        raise KeyError(output.name)

    def use_counts(self) -> list[int]:
        """How often each instruction's value is used, by instructions and results; not to be changed."""
        if "use_counts" not in self.memo:
            self.memo["use_counts"] = self._counted_uses()
        counts: list[int] = self.memo["use_counts"]
        return counts

    def _counted_uses(self) -> list[int]:
        counts = [0] * len(self.instructions)
        for _, operands, _ in self.instructions:
            for operand in operands:
                counts[operand] += 1
        for ref in self.results:
            counts[ref.index] += 1
        return counts
