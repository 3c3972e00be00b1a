"""A point of a robot whose joints follow others: the tree's angles and signs of rates, of those of its coordinates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import reciprocal
from symdyn.proof.angles import Angle, Rotation, rotation_of
from symdyn.reference.exact import CoupledWitness, Followed


def finer(parts: Sequence[int], closing: Followed) -> tuple[int, ...]:
    """Return denominators that serve the closing's factors too."""
    found = list(parts)
    for row in closing.A:
        for j, factor in enumerate(row):
            if factor.is_rational:
                found[j] = lcm(found[j], factor.rational.denominator)
    return tuple(found)


def tree_turns(closing: Followed, rotations: Sequence[Rotation], scalars: Any) -> tuple[tuple[Any, Any], ...]:
    """Return cosine and sine of the tree's coordinates; none where factors are not rational: such a joint slides."""
    turns = []
    for row, rest in zip(closing.A, closing.b, strict=True):
        if all(factor.is_rational for factor in row):
            angle = Angle({j: factor.rational for j, factor in enumerate(row) if factor}, rest)
            turns.append(rotation_of(angle, rotations, scalars, scalars.reduced))
        else:
            turns.append((0, 0))
    return tuple(turns)


def tree_signs(
    witness: CoupledWitness, qd: Sequence[Any], signs: Sequence[Any], draw: Callable[[], Any]
) -> tuple[tuple[Any, ...], dict[Any, Any]]:
    """Return signs of the tree's rates, and a table of those that programs take of sums.

    A rate in proportion to a coordinate's has its sign. Of the others one is drawn, and its negative has the opposite.
    """
    found: list[Any] = []
    known: dict[Any, Any] = {}
    for row, rate in zip(witness.closing.A, witness.spread(qd), strict=True):
        moving = [(j, factor) for j, factor in enumerate(row) if factor]
        if not moving:
            found.append(0)
            continue
        scale = 1 if to_float(moving[0][1]) > 0 else -1
        if len(moving) == 1:
            found.append(scale * signs[moving[0][0]])
            continue
        # rates in proportion have one sign between them: the first factor made one, they are one element
        one = witness.scalars.reduced(rate * _inverse(witness, moving[0][1]))
        known.setdefault(one, draw())
        known[rate] = scale * known[one]
        found.append(known[rate])
    return tuple(found), known


def _inverse(witness: CoupledWitness, factor: Any) -> Any:
    return witness.scalars(reciprocal(factor))
