"""A point of a closed robot: the tree's angles and signs of rates, of those of its coordinates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import lcm
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, reciprocal
from symdyn.algebra.trigonometry import cos_sin
from symdyn.proof.angles import Angle, Rotation, rotation_of
from symdyn.reference.exact import (
    Course,
    ExactClosedWitness,
    ExactMechanism,
    ExactWitness,
    Followed,
    OffTheVarietyError,
    Scalars,
)


class NotClosedError(Exception):
    """What programs hold of a closed robot is not so."""


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


@dataclass(frozen=True, slots=True)
class FollowedPoint:
    """A point of a closed robot: its witness, the tree's angles and numbers, and its rates.

    `rows` say of what coordinates the rates are made that friction may act on; None where nothing is said.
    """

    witness: ExactWitness
    turns: tuple[tuple[Any, Any], ...]
    rows: Sequence[Sequence[Exact] | None]
    rates: Callable[[str], Sequence[Any]]  # all rates, of one of the inputs
    place: tuple[Any, ...] = ()
    zero: tuple[ExactWitness, Course] | None = None


def followed_point(
    mechanism: ExactMechanism,
    embedding: Embedding,
    closing: Followed,
    rotations: Sequence[Rotation],
    inputs: Mapping[str, Sequence[Any]],
) -> FollowedPoint:
    """Return the point of a closed robot; what is said of its closing is verified there, where it closes."""
    scalars = Scalars(embedding)
    turns = tree_turns(closing, rotations, scalars)
    place = tuple(
        scalars.reduced(sum(scalars(a) * x for a, x in zip(row, inputs["q"], strict=True) if a) + scalars(plus))
        for row, plus in zip(closing.A, closing.b, strict=True)
    )
    try:
        closed = ExactClosedWitness(mechanism, embedding, turns, place)
    except OffTheVarietyError as error:
        raise NotClosedError(f"where it is said to close, {error}") from error

    def rates(name: str) -> list[Any]:
        return list(closed.rates(closed.trace(Course(turns, place, qd=inputs[name])))[0])

    rows = _rows_of_rates(closed, closing)
    for owner, row, rate in zip(closed.rate_owners(), rows, rates("qd"), strict=True):
        made = sum(scalars(a) * x for a, x in zip(row or (), inputs["qd"], strict=False) if a)
        if row is not None and scalars.reduced(made - rate):
            raise NotClosedError(f"{owner} does not move as it is said to")
    tree = ExactWitness(replace(mechanism, closing=None), embedding)
    at_zero = tuple(tuple(map(scalars, cos_sin(plus))) for plus in closing.b)
    zero = tree, Course(at_zero, [scalars(plus) for plus in closing.b])
    return FollowedPoint(closed, turns, rows, rates, place, zero)


def _rows_of_rates(witness: ExactClosedWitness, closing: Followed) -> list[Sequence[Exact] | None]:
    """Return what is said of each of the witness's rates."""
    said: dict[str, list[Sequence[Exact]]] = {}
    for owner, row in closing.beside:
        said.setdefault(owner, []).append(row)
    beside = [said[owner].pop(0) if said.get(owner) else None for owner in witness.rate_owners()[len(closing.A) :]]
    return [*closing.A, *beside]


def tree_signs(
    rows: Sequence[Sequence[Exact] | None],
    rates: Sequence[Any],
    scalars: Scalars,
    signs: Sequence[Any],
    draw: Callable[[], Any],
) -> tuple[tuple[Any, ...], dict[Any, Any]]:
    """Return signs of rates, and a table of those that programs take of sums.

    A rate in proportion to a coordinate's has its sign. Of the others one is drawn, and its negative has the opposite.
    """
    found: list[Any] = []
    known: dict[Any, Any] = {}
    for row, rate in zip(rows, rates, strict=True):
        moving = [(j, factor) for j, factor in enumerate(row or ()) if factor]
        if not moving:
            found.append(0)
            continue
        scale = 1 if to_float(moving[0][1]) > 0 else -1
        if len(moving) == 1:
            found.append(scale * signs[moving[0][0]])
            continue
        # rates in proportion have one sign between them: the first factor made one, they are one element
        one = scalars.reduced(rate * scalars(reciprocal(moving[0][1])))
        known.setdefault(one, draw())
        known[rate] = scale * known[one]
        found.append(known[rate])
    return tuple(found), known
