"""Which rates of joints are found together, from which rows of the cut joints' Jacobian, in which order.

Scalars: a finite field, at a point where the loops are closed: only there does the number of independent rows count.

A block is a set of joints, and as many equations that hold no other unknown ones; the smallest is found first. Rows
that follow from others, as three of the five of a planar loop do, are in no block.

Where a block would be large, as of a platform on several legs, the joints that are in one loop alone are a leg: they
are taken out of its rows first, of which there is one more than joints, and the one equation that remains is between
the joints that loops share. Once these are known, the legs follow each by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.modulus import Modulus
from symdyn.closure.cofactors import COFACTORS_UP_TO, taken_out

Rows = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Leg:
    """Joints of one loop alone, and one row more."""

    joints: tuple[int, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Joints of the tree whose rates are found together, and as many equations: rows, and what legs leave over.

    A block of a leg has one row more than it needs: all are used, so that it is singular only where the leg is.
    """

    joints: tuple[int, ...]
    rows: tuple[int, ...]
    legs: tuple[Leg, ...] = ()


def find_blocks(
    J: Rows, dependent: Sequence[int], modulus: Modulus, loops: Sequence[int]
) -> tuple[list[Block], list[int]]:
    """Return blocks, and the joints that no rows determine.

    ``J`` is the Jacobian at a random point, where what vanishes vanishes always but for odds of one in p; ``loops``
    says of which loop every row of it is.
    """
    known: set[int] = set()
    blocks: list[Block] = []
    holds = [{j for j in dependent if J[r][j]} for r in range(len(J))]
    while len(known) < len(dependent):
        block = _smallest(J, holds, known, modulus)
        if block is None:
            break
        found = [block]
        if len(block.joints) > COFACTORS_UP_TO:
            found = _on_legs(J, holds, known, modulus, loops) or found
        blocks += found
        known |= {joint for one in found for joint in one.joints}
    return blocks, [j for j in dependent if j not in known]


def _smallest(J: Rows, holds: Sequence[set[int]], known: set[int], modulus: Modulus) -> Block | None:
    open_in = {frozenset(joints - known) for joints in holds} - {frozenset()}
    unions = open_in | {a | b for a, b in combinations(open_in, 2)} | {frozenset().union(*open_in)}
    for joints in sorted(unions, key=lambda one: (len(one), sorted(one))):
        columns = sorted(joints)
        rows = [r for r, held in enumerate(holds) if held - known and held - known <= joints]
        rows.sort(key=lambda r: (sum(map(bool, J[r])), r))  # sparse rows first
        echelon = Echelon(len(columns), modulus)
        chosen = [r for r in rows if echelon.add([J[r][j] for j in columns])]
        if len(chosen) == len(columns):
            return Block(tuple(columns), tuple(sorted(chosen)))
    return None


def _on_legs(
    J: Rows, holds: Sequence[set[int]], known: set[int], modulus: Modulus, loops: Sequence[int]
) -> list[Block] | None:
    """Return the block of what loops share, and those of their legs; None where that is not all there is."""
    open_joints: dict[int, set[int]] = {}
    for loop, held in zip(loops, holds, strict=True):
        open_joints.setdefault(loop, set()).update(held - known)
    legs = [leg for loop in open_joints for leg in _legs(loop, open_joints, holds, known, loops)]
    joints = sorted(set().union(*open_joints.values()) - {j for leg in legs for j in leg.joints})
    echelon = Echelon(len(joints), modulus)
    kept = []
    for leg in legs:
        weights = taken_out([[J[r][j] for j in leg.joints] for r in leg.rows])
        row = [sum(w * J[r][j] for w, r in zip(weights, leg.rows, strict=True)) % modulus for j in joints]
        if echelon.add(row):
            kept.append(leg)
    if len(kept) < len(joints) or not joints:
        return None
    return [Block(tuple(joints), (), tuple(kept)), *(Block(leg.joints, leg.rows) for leg in legs if leg.joints)]


def _legs(
    loop: int, open_joints: dict[int, set[int]], holds: Sequence[set[int]], known: set[int], loops: Sequence[int]
) -> Iterator[Leg]:
    """Yield a loop's leg, if it has one; without joints of its own every row is by itself."""
    elsewhere = set().union(*(joints for other, joints in open_joints.items() if other != loop))
    own = tuple(sorted(open_joints[loop] - elsewhere))
    rows = tuple(r for r, of in enumerate(loops) if of == loop and holds[r] - known)
    if not own:
        yield from (Leg((), (r,)) for r in rows)
    elif len(rows) == len(own) + 1 and len(own) <= COFACTORS_UP_TO:
        yield Leg(own, rows)
