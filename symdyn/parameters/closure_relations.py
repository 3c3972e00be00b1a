"""Relations that no body explains, but what closes the robot makes: in as many finite fields as their numbers are long.

Scalars: finite fields of different primes, and exact constants.

A number of a relation is known modulo the product of all primes. Lengths and factors of fifteen digits, multiplied a
few times, need more of these than 1/2 and 0.3 do: so fields are added, twice as many each time, until all relations are
found. Where the numbers of the file are rational, so are those of the relations, and enough fields show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symdyn.algebra.elimination import Echelon
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.model.robot import Robot
from symdyn.parameters.awkward_numbers import awkward_numbers
from symdyn.parameters.axes_at_rest import AxesAtRest
from symdyn.parameters.irrational_relations import irrational_relations
from symdyn.parameters.moved_bodies import Relation
from symdyn.parameters.reconstructed_relations import coupled_columns, reconstructed_relations
from symdyn.parameters.regressor_samples import RowSpace, annihilates, regressor_row_space

FIELDS = (2, 4, 8, 16, 32, 64)  # the last hold fractions of a thousand digits
FOR_SUMS = (4, 8)  # fields in which sums of irrational numbers are looked for: short vectors take time
MOST_FOR_SUMS = 16  # where there are such numbers, relations may have coefficients that no fields show


def closure_relations(robot: Robot, space: RowSpace, unsolved: list[int], span: Echelon) -> list[Relation]:
    """Return relations that widen a span until it is whole, or as far as they are found.

    ``unsolved`` are the columns that no relation found so far is solved for. Every relation holds in all fields.
    """
    spaces, found = [space], list[Relation]()
    needed = span.columns - space.echelon.rank
    irrational = bool(awkward_numbers(robot))
    for count in FIELDS:
        while len(spaces) < count:
            primes = [one.embedding.p for one in spaces]
            spaces.append(regressor_row_space(robot, seed=len(spaces) + 1, apart_from=primes))
        for relation in _proposed(robot, spaces, unsolved, irrational=irrational and count in FOR_SUMS):
            images = [{i: at.embedding(x).value for i, x in relation.items()} for at in spaces]
            holds = all(annihilates(at, image) for at, image in zip(spaces, images, strict=True))
            if holds and span.add([images[0].get(i, 0) for i in range(span.columns)]):
                found.append(relation)
            if span.rank == needed:
                return found
        if irrational and count >= MOST_FOR_SUMS:
            break
    return found


def _proposed(robot: Robot, spaces: Sequence[RowSpace], unsolved: list[int], *, irrational: bool) -> Iterator[Relation]:
    """Yield rational relations, in the links' own axes, then in common ones; then those of irrational numbers.

    Those of the coupled parts of one link come first: between their frames numbers are simpler than further down.
    """
    groups = list(coupled_columns(robot))
    for columns in (*groups, unsolved):
        yield from reconstructed_relations(spaces, columns)
    closure = closure_of(robot)
    if isinstance(closure, LinearClosure):
        axes = AxesAtRest(robot, closure)
        seen = [axes.seen(space) for space in spaces]
        for columns in (*groups, list(range(len(robot.parameter_names)))):
            yield from map(axes.in_own_axes, reconstructed_relations(seen, columns))
    if irrational:
        yield from irrational_relations(robot, spaces, unsolved)
