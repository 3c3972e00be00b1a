"""Write down what a kernel does before doing it in the ring of closed forms: a list of sums and products.

Then only what is asked for need be expanded, and its size can be bounded first. Every node of the list has a value,
that at a random state in a finite field: what is zero is known at once, and leaves no node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import Modulus
from symdyn.closed_form.polynomial import Polynomial, Ring
from symdyn.closed_form.scalars import Scalars
from symdyn.kernels.table import KERNELS
from symdyn.mechanism.geometry_field import field_of
from symdyn.model.robot import Robot

ADD, MULTIPLY, NEGATE, LETTER, CONSTANT = "add", "multiply", "negate", "letter", "constant"
ZERO = 0  # the index of the node that is zero


class Node(NamedTuple):
    """An operation on earlier nodes, a letter, or a constant; and its value."""

    kind: str
    value: int
    operands: tuple[int, ...] = ()
    letter: tuple[str, int] | None = None  # stem and number
    constant: Exact | None = None


@dataclass
class Recorder:
    """The nodes so far, and the field in which they have values."""

    embedding: Embedding
    nodes: list[Node] = field(default_factory=lambda: [Node(CONSTANT, 0, constant=exact(0))])

    @property
    def modulus(self) -> Modulus:
        """What values are reduced by."""
        return self.embedding.modulus

    def constant(self, constant: Exact) -> Recorded:
        """Return a node that is a constant."""
        return self._add(Node(CONSTANT, self.embedding(constant).value, constant=constant))

    def letter(self, stem: str, number: int, value: FieldElement) -> Recorded:
        """Return a node that is a letter."""
        return self._add(Node(LETTER, value.value, letter=(stem, number)))

    def operation(self, kind: str, *operands: int) -> Recorded:
        """Return a node that is a sum, a product or a negative."""
        values = [self.nodes[i].value for i in operands]
        value = -values[0] if kind == NEGATE else sum(values) if kind == ADD else prod(values)
        return self._add(Node(kind, value % self.modulus, operands))

    def needed(self, wanted: Iterable[int]) -> list[int]:
        """Return the nodes that some nodes are made of, and these, in order."""
        found = set(wanted)
        waiting = list(found)
        while waiting:
            operands = set(self.nodes[waiting.pop()].operands) - found
            found |= operands
            waiting += operands
        return sorted(found)

    def _add(self, node: Node) -> Recorded:
        if not node.value:
            return Recorded(self, ZERO)
        self.nodes.append(node)
        return Recorded(self, len(self.nodes) - 1)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A scalar that is a node of a recorder."""

    recorder: Recorder
    index: int

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self.index != ZERO

    def __add__(self, other: Recorded | Exact | Fraction | int) -> Recorded:
        """Add."""
        b = self._index(other)
        if ZERO in (self.index, b):
            return Recorded(self.recorder, self.index or b)
        return self.recorder.operation(ADD, self.index, b)

    __radd__ = __add__

    def __mul__(self, other: Recorded | Exact | Fraction | int) -> Recorded:
        """Multiply."""
        b = self._index(other)
        if ZERO in (self.index, b):
            return Recorded(self.recorder, ZERO)
        return self.recorder.operation(MULTIPLY, self.index, b)

    __rmul__ = __mul__

    def __neg__(self) -> Recorded:
        """Negate."""
        return self.recorder.operation(NEGATE, self.index) if self else self

    def __sub__(self, other: Recorded | Exact | Fraction | int) -> Recorded:
        """Subtract."""
        return self + (-other)

    def __rsub__(self, other: Exact | Fraction | int) -> Recorded:
        """Subtract from a constant."""
        return (-self) + other

    def _index(self, other: Recorded | Exact | Fraction | int) -> int:
        return other.index if isinstance(other, Recorded) else self.recorder.constant(exact(other)).index


@dataclass(frozen=True)
class _RecordedState(Scalars):
    """A robot at a state of recorded letters."""

    @cached_property
    def embedding(self) -> Embedding:
        return field_of(self.robot)

    @cached_property
    def recorder(self) -> Recorder:
        return Recorder(self.embedding)

    def lift(self, constant: Exact) -> Recorded:
        return self.recorder.constant(constant)

    def letter(self, stem: str, number: int) -> Recorded:
        return self.recorder.letter(stem, number, self.embedding.random_element())

    def turn(self, number: int) -> tuple[Recorded, Recorded]:
        c, s = self.embedding.random_rotation()
        return self.recorder.letter("c", number, c), self.recorder.letter("s", number, s)


@dataclass(frozen=True, slots=True)
class Recording:
    """What a kernel does: its nodes, and which of them are the entries of its output."""

    recorder: Recorder
    entries: tuple[int, ...]

    def polynomials(self, wanted: Sequence[int], ring: Ring) -> list[Polynomial]:
        """Expand some entries, counted along the output's rows."""
        made: dict[int, Polynomial] = {}
        for index in self.recorder.needed(self.entries[i] for i in wanted):
            node = self.recorder.nodes[index]
            parts = [made[i] for i in node.operands]
            if node.letter is not None:
                made[index] = ring.letter("{}{}".format(*node.letter))
            elif node.constant is not None:
                made[index] = ring.constant(node.constant)
            elif node.kind == NEGATE:
                made[index] = -parts[0]
            else:
                made[index] = parts[0] + parts[1] if node.kind == ADD else parts[0] * parts[1]
        return [made[self.entries[i]] for i in wanted]


def record(robot: Robot, kernel: str) -> Recording:
    """Return what a kernel does."""
    at = _RecordedState(robot, 0)
    (output,) = KERNELS[kernel].compute(at.setting(KERNELS[kernel].inputs)).outputs
    entries = (x if isinstance(x, Recorded) else at.lift(exact(x)) for x in output)
    return Recording(at.recorder, tuple(x.index for x in entries))
