"""Which rates of joints are found together, from which rows of the cut joints' Jacobian, in which order.

Scalars: a finite field, at points where the loops are closed: only there does the number of independent rows count.

A block is a set of joints, and as many rows that hold no other unknown ones; the smallest is found first. Rows that
follow from others, as three of the five of a planar loop do, are in no block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from symdyn.algebra.elimination import Echelon
from symdyn.algebra.modulus import Modulus

Rows = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Block:
    """Joints of the tree whose rates are found together, and as many rows."""

    joints: tuple[int, ...]
    rows: tuple[int, ...]


def find_blocks(at: Sequence[Rows], dependent: Sequence[int], modulus: Modulus) -> tuple[list[Block], list[int]]:
    """Return blocks, and the joints that no rows determine; ``at`` is the Jacobian at several points."""
    known: set[int] = set()
    blocks: list[Block] = []
    holds = [{j for j in dependent if any(J[r][j] for J in at)} for r in range(len(at[0]))]
    while len(known) < len(dependent):
        block = _smallest(at[0], holds, known, modulus)
        if block is None:
            break
        blocks.append(block)
        known |= set(block.joints)
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
