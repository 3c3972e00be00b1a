"""Relations that no body explains: read off the row space itself, as rational numbers.

Scalars: two finite fields, and rationals.

A combination of columns that vanishes over a field has entries in it. If they are rational, with numerators and
denominators well below the root of the product of two primes, both fields together know them: Euclid's algorithm finds
them, stopped half-way. Nothing here is trusted: `minimal_parameters` tests each relation in both fields, and a recheck
of its set looks at other states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isqrt, prod

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.exact import exact
from symdyn.algebra.modulus import Modulus
from symdyn.model.robot import BASE, Parameter, Robot
from symdyn.parameters.moved_bodies import Relation
from symdyn.parameters.regressor_samples import RowSpace

Null = dict[int, dict[int, int]]
"""By column: the earlier columns that it is a combination of, and how much of each."""


def reconstructed_relations(spaces: Sequence[RowSpace], columns: Sequence[int]) -> Iterator[Relation]:
    """Yield the rational relations between some columns that hold in several fields of different primes."""
    if any(not isinstance(space.embedding.modulus, int) for space in spaces):
        return
    found = [dependent_columns(space, columns) for space in spaces]
    primes = [space.embedding.p for space in spaces]
    if len({tuple(null) for null in found}) != 1 or len(set(primes)) != len(primes):
        return
    for column in found[0]:
        entries: dict[int, Fraction] = {}
        for other in sorted({i for null in found for i in null[column]}):
            value = rational([null[column].get(other, 0) for null in found], primes)
            if value is None:
                break
            entries[other] = value
        else:
            yield {column: exact(1), **{i: exact(-value) for i, value in entries.items() if value}}


def coupled_columns(robot: Robot) -> Iterator[list[int]]:
    """Yield, for every link on which coupled joints stand, its columns and those of what hangs on it by such joints."""
    if robot.closing is None:
        return
    moving = [i for i, joint in enumerate(robot.joints) if joint.moves]
    coupled = {moving[j] for one in robot.closing.couplings for j in (one.joint, *(other for other, _ in one.factors))}
    for carrier in sorted({robot.joints[i].parent for i in coupled}):
        held = {carrier}
        for i, joint in enumerate(robot.joints):  # parents come first
            if joint.parent in held and (i in coupled or not joint.moves):
                held.add(i)
        names = {
            p.name for i in held if i != BASE for p in (*robot.joints[i].link.parameters, *_own(robot, i, coupled))
        }
        yield [column for column, name in enumerate(robot.parameter_names) if name in names]


def _own(robot: Robot, joint: int, coupled: set[int]) -> tuple[Parameter, ...]:
    return robot.joints[joint].effects if joint in coupled else ()


def dependent_columns(space: RowSpace, columns: Sequence[int]) -> Null:
    """Write every column that depends on earlier ones as their combination."""
    modulus: Modulus = space.embedding.modulus
    echelon = Echelon(len(columns), modulus)
    for row in space.rows:
        echelon.add([row[i] for i in columns])
    rows = [(next(i for i, x in enumerate(row) if x), list(row)) for row in echelon.rows()]
    for at, (pivot, row) in enumerate(rows):  # to reduced form: nothing above a pivot either
        for _, above in rows[:at]:
            factor = above[pivot]
            if factor:
                above[:] = [(a - factor * b) % modulus for a, b in zip(above, row, strict=True)]
    pivots = {pivot for pivot, _ in rows}
    return {
        columns[free]: {columns[pivot]: row[free] for pivot, row in rows if row[free]}
        for free in range(len(columns))
        if free not in pivots
    }


def remainder(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return what has these residues, modulo the product of the primes."""
    value, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return value % modulus


def rational(residues: Sequence[int], primes: Sequence[int]) -> Fraction | None:
    """Return the simplest rational that has these residues, None where it is no simpler than chance has it."""
    modulus = prod(primes)
    bound = isqrt(modulus // 2)
    a, b, x, y = modulus, remainder(residues, primes), 0, 1
    while b > bound:
        quotient = a // b
        a, b, x, y = b, a - quotient * b, y, x - quotient * y
    if y == 0 or abs(b * y) * 2**20 > modulus:
        return None
    return Fraction(b, y)
