"""A point of a robot with loops: found by whoever closes it, and verified by the witness before anything is asked.

Elements are of the field that the point was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    shared      places whose rate is in proportion to another's: that place, and the sign of the factor; the tree's
                joints come first, then the rates of cut joints
    """

    rotations: Sequence[Turn]
    q: Sequence[FieldElement]
    turns: Sequence[Turn]
    tree_q: Sequence[FieldElement]
    roots: Mapping[FieldElement, FieldElement]
    shared: Mapping[int, tuple[int, int]]


LoopPoints = Callable[[Embedding], LoopPoint]


def place_signs(
    witness: ExactClosedWitness,
    qd: Sequence[Any],
    signs: Sequence[Any],
    shared: Mapping[int, tuple[int, int]],
    draw: Callable[[], Any],
) -> tuple[tuple[Any, ...], dict[Any, Any]]:
    """Return signs of all rates, and a table of those that programs take: one for all that are in proportion."""
    course = Course(witness.variety.turns, witness.variety.q, qd=qd)
    rates, _ = witness.rates(witness.trace(course))
    own = dict(zip(witness.variety.actuated, signs, strict=True))
    found: list[Any] = []
    for place in range(len(rates)):
        if place in own:
            found.append(own[place])
        elif place in shared:
            first, factor = shared[place]
            found.append(found[first] * factor)
        else:
            found.append(draw() if rates[place] else 0)
    table = {rate: sign for rate, sign in zip(rates, found, strict=True) if rate}
    return tuple(found), {**table, 0: 0}
