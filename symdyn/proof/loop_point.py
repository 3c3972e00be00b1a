"""A point of a robot with loops: found by whoever closes it, and verified by the witness before anything is asked.

Elements are of the field that the point was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.reference.exact import Course, ExactClosedWitness

Turn = tuple[FieldElement, FieldElement]


@dataclass(frozen=True, slots=True)
class LoopPoint:
    """Where a robot's loops are closed.

    rotations   cosine and sine of every coordinate, without offsets
    q           numbers of the coordinates
    turns       cosine and sine of every joint of the tree, without offsets
    tree_q      numbers of the tree's joints
    roots       the square roots that were taken to get there, by their squares
    shared      places at which something may rub: the first whose rate is in proportion, and the sign of the factor;
                the tree's joints come first, then the rates of cut joints
    signs       the signs of determinants as they are where the robot was assembled, by their elements
    """

    rotations: Sequence[Turn]
    q: Sequence[FieldElement]
    turns: Sequence[Turn]
    tree_q: Sequence[FieldElement]
    roots: Mapping[FieldElement, FieldElement]
    shared: Mapping[int, tuple[int, int]]
    signs: Mapping[FieldElement, int] = field(default_factory=dict)


LoopPoints = Callable[[Embedding], LoopPoint]


class PlaceSigns:
    """Signs of all rates at a point: one for all that are in proportion, a coordinate's own where it is among them.

    What moves with one coordinate alone has a sense, the sign of how fast it does; its sign is that times the
    coordinate's. `known` has, by elements, the signs that programs take: of such factors, and of rates.
    """

    def __init__(
        self, witness: ExactClosedWitness, shared: Mapping[int, tuple[int, int]], draw: Callable[[], Any]
    ) -> None:
        """Draw senses, once for all rates."""
        self._witness, self._shared, self._draw = witness, shared, draw
        self._rows = [[(j, x) for j, x in enumerate(row) if x] for row in witness.rate_rows()]
        self._senses: dict[int, Any] = {}
        self.known: dict[Any, Any] = {0: 0}
        own = witness.variety.actuated
        for place, row in enumerate(self._rows):
            first, factor = shared.get(place, (place, 0))
            if factor and len(row) == 1:
                if first not in self._senses:
                    self._senses[first] = 1 if first in own else draw()
                self.known[row[0][1]] = self._senses[place] = self._senses[first] * factor

    def of(self, qd: Sequence[Any], signs: Sequence[Any]) -> tuple[Any, ...]:
        """Return signs of all rates where the coordinates' rates are ``qd``, with such signs."""
        witness = self._witness
        rates, _ = witness.rates(witness.trace(Course(witness.variety.turns, witness.variety.q, qd=qd)))
        own = dict(zip(witness.variety.actuated, signs, strict=True))
        firsts: dict[int, Any] = {}
        found: list[Any] = []
        for place, row in enumerate(self._rows):
            first, factor = self._shared.get(place, (place, 0))
            if not factor:
                found.append(0)  # nothing rubs there, and whether another place's rate is as large is not known
                continue
            if place in own:
                sign = own[place]
            elif len(row) == 1:
                sign = self._senses[place] * signs[row[0][0]]
            else:
                sign = firsts.setdefault(first, self._draw()) * factor if row else 0
            found.append(sign)
            self.known.setdefault(rates[place], sign)
        return tuple(found)
