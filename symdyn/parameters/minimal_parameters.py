"""The minimal set of inertial parameters, with exact coefficients and a certificate.

Scalars: decisions in a finite field, coefficients as exact constants.

    code      meaning
    pivots    parameters whose regressor columns are independent, and generate all others
    matrix    W (k x p): pi = W * parameters, and Y = Y[pivots] W; column j of W says how parameter j enters
    rank      k, exact

Proof. Over the finite field the regressor at random states has rank k, so its true rank is at least k. Every relation
found (p - k of them, exact, independent) annihilates the regressor, so its rank is at most k. Hence the set is
minimal, and no tolerance was involved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from operator import mul

from symdyn.algebra.divisors import awkwardness, is_thin, relative_size
from symdyn.algebra.elimination import Echelon
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.errors import InputError, few_of
from symdyn.model.equal_robots import shared
from symdyn.model.robot import Robot
from symdyn.parameters.all_bodies import with_all_bodies
from symdyn.parameters.awkward_numbers import awkward_numbers
from symdyn.parameters.closure_relations import closure_relations
from symdyn.parameters.link_geometry import manageable, manageable_product
from symdyn.parameters.moved_bodies import Relation
from symdyn.parameters.regressor_samples import RowSpace, annihilates, column_rank, regressor_row_space
from symdyn.parameters.relations import proposed_relations

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was established, and how to establish it again."""

    prime: int
    degree: int  # the field has prime**degree elements
    states: int
    columns: int  # parameters that do not vanish structurally
    rank: int
    relations: int

    def as_data(self) -> dict[str, int]:
        """Return the facts by name; the degree only where it is not 1."""
        return {name: value for name, value in asdict(self).items() if name != "degree" or value != 1}


@dataclass(frozen=True, slots=True)
class MinimalSet:
    """Minimal parameters pi = matrix * parameters, each named after its pivot."""

    names: tuple[str, ...]
    pivots: tuple[int, ...]
    matrix: tuple[tuple[Exact, ...], ...]
    identifiable: tuple[str, ...]
    combined: tuple[str, ...]
    unidentifiable: tuple[str, ...]
    certificate: Certificate


class IncompleteRelationsError(Exception):
    """The proposals do not span all relations: a geometry that `relations` has not met."""


def minimal_parameters(robot: Robot, progress: Progress = lambda step: None) -> MinimalSet:
    """Return the pivot set of a robot; symbols in its geometry count as generic. ``progress`` is told each step."""

    def made() -> MinimalSet:
        whole = with_all_bodies(robot)
        found = _derive(whole, lambda step: progress(f"minimal parameters{step}"))
        return found if whole is robot else _of_robot(found, robot, whole)

    return shared(robot, "minimal", made)


def _of_robot(found: MinimalSet, robot: Robot, whole: Robot) -> MinimalSet:
    """Return the set of a robot, that of the same with all bodies being known: what has no parameter has no column."""
    there = {name: i for i, name in enumerate(robot.parameter_names)}
    kept = [i for i, name in enumerate(whole.parameter_names) if name in there]
    return replace(
        found,
        pivots=tuple(there[name] for name in found.names),
        matrix=tuple(tuple(row[i] for i in kept) for row in found.matrix),
    )


def _derive(robot: Robot, progress: Progress) -> MinimalSet:
    progress("")
    names = robot.parameter_names
    present = [i for i, parameter in enumerate(robot.full_parameters) if not parameter.vanishes]
    space = regressor_row_space(robot, progress=lambda state: progress(f", state {state}"))
    rank = column_rank(space, present)
    relations = _independent_relations(robot, space, present, len(present) - rank)
    solved = solve_relations(relations, space.embedding, lambda i: progress(f", relation {i} of {len(relations)}"))
    pivots = [i for i in present if i not in solved]
    if column_rank(space, pivots) != rank:
        raise IncompleteRelationsError(f"{robot.name}: the pivots are not independent")
    row_of = {pivot: row for row, pivot in enumerate(pivots)}
    matrix = [[exact(0)] * len(names) for _ in pivots]
    for pivot, row in row_of.items():
        matrix[row][pivot] = exact(1)
    for column, relation in solved.items():
        for pivot, value in relation.items():
            matrix[row_of[pivot]][column] = -value
    certificate = Certificate(
        space.embedding.p, space.embedding.degree, space.states, len(present), rank, len(relations)
    )
    return MinimalSet(
        tuple(names[pivot] for pivot in pivots),
        tuple(pivots),
        tuple(tuple(row) for row in matrix),
        *_groups(names, present, pivots, matrix),
        certificate,
    )


def _independent_relations(robot: Robot, space: RowSpace, present: list[int], wanted: int) -> list[Relation]:
    """Choose proposals that hold, until they span all relations among the parameters present."""
    absent = [i for i in range(space.echelon.columns) if i not in set(present)]
    needed = space.echelon.columns - space.echelon.rank
    chosen: list[Relation] = []
    span = Echelon(space.echelon.columns, space.echelon.modulus)
    for relation in sorted(proposed_relations(robot, lambda x: not space.embedding(x)), key=len):
        if span.rank == needed:
            break
        image = {column: space.embedding(value).value for column, value in relation.items()}
        if image and annihilates(space, image) and span.add([image.get(i, 0) for i in range(span.columns)]):
            chosen.append({column: value for column, value in relation.items() if image[column]})
    if span.rank < needed and robot.closing is not None:
        solved = solve_relations(chosen, space.embedding)
        unsolved = [i for i in range(span.columns) if i not in solved]
        chosen += closure_relations(robot, space, unsolved, span)
    if span.rank < needed and robot.closing is not None:
        raise InputError(_not_found(robot, needed - span.rank, needed), field=robot.name)
    if span.rank < needed:
        raise IncompleteRelationsError(f"{robot.name}: {span.rank} of {needed} relations found")
    return without_columns(chosen, absent, wanted, space.embedding)


def _not_found(robot: Robot, count: int, needed: int) -> str:
    """Say that relations are not found, and which numbers make that so."""
    missing = f"{count} of {needed} relations between its parameters have coefficients that"
    if places := awkward_numbers(robot):
        what = f"are made of numbers that are no fractions, and are not found so far; look at {few_of(places)}"
        return f"{missing} {what}; multiples of pi/2 and decimals make fractions"
    return f"{missing} have too many digits to be found; write lengths and factors with fewer"


def without_columns(
    relations: list[Relation], absent: Iterable[int], wanted: int, embedding: Embedding
) -> list[Relation]:
    """Combine relations so that parameters that vanish take no part in them."""
    rest = [dict(relation) for relation in relations]
    for column in absent:
        holders = [relation for relation in rest if relation.get(column)]
        if not holders:
            continue
        pivot = min(holders, key=lambda relation: awkwardness(relation[column]))
        if is_thin(pivot[column], pivot.values()):
            pivot = max(holders, key=lambda relation: relative_size(relation[column], relation.values()))
        rest = [relation for relation in rest if relation is not pivot]
        for relation in rest:
            _eliminate(relation, pivot, column, embedding)
    kept = [relation for relation in rest if relation]
    if len(kept) != wanted:
        raise IncompleteRelationsError(f"{len(kept)} relations remain where {wanted} were expected")
    return kept


def solve_relations(
    relations: list[Relation], embedding: Embedding, progress: Callable[[int], None] = lambda number: None
) -> dict[int, Relation]:
    """Solve each relation for one parameter: parameter + Σ value * other = 0, the others solved for nowhere.

    Outermost parameters first, since relations reach inwards; where there is a choice, the divisor decides: a number
    rather than a term, a term rather than a sum. For frames along the joints' axes this solves for m, mz and Iyy of
    every link behind a revolute joint and for the inertia behind a prismatic one, as people publish. Where that divisor
    is a hair beside the other coefficients of its relation, their size decides.
    """
    rest = [dict(relation) for relation in relations]
    solved: dict[int, Relation] = {}
    while rest:
        progress(len(solved) + 1)
        pivot, column = _to_solve(rest)
        rest = [relation for relation in rest if relation is not pivot]
        inverse = reciprocal(pivot[column])
        pivot = {i: manageable(value * inverse) for i, value in pivot.items()}
        for relation in rest:
            _eliminate(relation, pivot, column, embedding)
        for relation in solved.values():
            _eliminate(relation, pivot, column, embedding, product=manageable_product)
        if not all(rest):
            raise IncompleteRelationsError("relations depend on each other")
        solved[column] = pivot
    for column, relation in solved.items():
        del relation[column]
    return solved


def _to_solve(relations: list[Relation]) -> tuple[Relation, int]:
    """Choose a relation, and the parameter to solve it for."""
    pivot, column = min(
        ((relation, column) for relation in relations for column in _outermost(relation)),
        key=lambda choice: (awkwardness(choice[0][choice[1]]), -choice[1], len(choice[0])),
    )
    if not is_thin(pivot[column], pivot.values()):
        return pivot, column
    return pivot, max(pivot, key=lambda i: (relative_size(pivot[i], pivot.values()), i))


def _outermost(relation: Relation) -> list[int]:
    """Columns of the outermost ten that a relation holds: there it is to be solved."""
    last = max(relation)
    return [column for column in relation if column > last - 10]


def _eliminate(
    relation: Relation,
    pivot: Relation,
    column: int,
    embedding: Embedding,
    product: Callable[[Exact, Exact], Exact] = mul,
) -> None:
    """Subtract a multiple of ``pivot`` from ``relation`` so that ``column`` vanishes.

    Zeros are recognised by the canonical form and, for constants too long to expand, by their image in the field.
    """
    if not relation.get(column):
        return
    factor = manageable(relation[column] * reciprocal(pivot[column]))
    for i, value in pivot.items():
        rest = relation.get(i, exact(0)) - product(factor, value)
        if i == column or not rest or not embedding(rest):
            relation.pop(i, None)
        else:
            relation[i] = manageable(rest)


def _groups(
    names: tuple[str, ...], present: list[int], pivots: list[int], matrix: list[list[Exact]]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the names that enter alone, in combination, and not at all."""
    shared = {j for row in matrix if sum(1 for value in row if value) > 1 for j, value in enumerate(row) if value}
    alone = tuple(names[i] for i in pivots if i not in shared)
    combined = tuple(names[i] for i in present if i in shared)
    effective = {j for row in matrix for j, value in enumerate(row) if value}
    return alone, combined, tuple(names[i] for i in present if i not in effective)
