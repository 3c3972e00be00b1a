"""Relations whose coefficients are quotients of sums of the geometry's own irrational numbers.

Scalars: several finite fields, and exact constants.

An entry x of a relation that vanishes over a field is sought as

    x = (n0 + n1 b1 + ...) / (d0 + d1 b1 + ...)        n, d small whole numbers, b roots, cosines and sines of the file

Each field has an image of every b, and of x. With all fields together, small n and d with n0 + ... - x (d0 + ...) = 0
are a short vector of a lattice, far shorter than chance has them. Nothing here is trusted: `minimal_parameters` tests
each relation in every field, and a recheck of its set looks at other states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.lattice import small_relation
from symdyn.model.robot import Robot
from symdyn.parameters.awkward_numbers import constants_by_place
from symdyn.parameters.moved_bodies import Relation
from symdyn.parameters.reconstructed_relations import dependent_columns, remainder
from symdyn.parameters.regressor_samples import RowSpace

MOST = 3  # numbers beside one: with more, short vectors tell nothing
BY_CHANCE = 12  # bits that a vector must be shorter than one that holds by chance


def irrational_relations(robot: Robot, spaces: Sequence[RowSpace], columns: Sequence[int]) -> Iterator[Relation]:
    """Yield the relations between some columns that hold in several fields of different primes."""
    primes = [space.embedding.p for space in spaces]
    if any(space.embedding.degree != 1 for space in spaces) or len(set(primes)) != len(primes):
        return
    found = [dependent_columns(space, columns) for space in spaces]
    if len({tuple(null) for null in found}) != 1:
        return
    for basis in _bases(robot):
        images = [remainder([space.embedding(b).value for space in spaces], primes) for b in basis]
        for column in found[0]:
            entries: dict[int, Exact] = {}
            for other in sorted({i for null in found for i in null[column]}):
                x = remainder([null[column].get(other, 0) for null in found], primes)
                value = _written(x, basis, images, prod(primes))
                if value is None:
                    break
                entries[other] = value
            else:
                yield {column: exact(1), **{i: -value for i, value in entries.items() if value}}


def _bases(robot: Robot) -> Iterator[list[Exact]]:
    """Yield the irrational numbers of each place of the file, and those of all, where they are few; one comes first."""
    everywhere: dict[Exact, None] = {}
    for constants in constants_by_place(robot).values():
        parts = (Exact({monomial: Fraction(1)}) for constant in constants for monomial in constant.terms)
        here = {part: None for part in parts if not part.is_rational}
        everywhere |= here
        if 0 < len(here) <= MOST:
            yield [exact(1), *here]
    if 0 < len(everywhere) <= MOST:
        yield [exact(1), *everywhere]


def _written(x: int, basis: Sequence[Exact], images: Sequence[int], modulus: int) -> Exact | None:
    """Return an entry as such a quotient, None where it is no simpler than chance has it."""
    if not x:
        return exact(0)
    count = len(basis)
    short = small_relation([*images, *(-x * b % modulus for b in images)], modulus)
    if max(map(abs, short)).bit_length() + BY_CHANCE > modulus.bit_length() / (2 * count):
        return None
    above, below = (_sum(basis, numbers) for numbers in (short[:count], short[count:]))
    return above * reciprocal(below) if below else None


def _sum(basis: Sequence[Exact], numbers: Sequence[int]) -> Exact:
    return sum((b * n for b, n in zip(basis, numbers, strict=True)), exact(0))
