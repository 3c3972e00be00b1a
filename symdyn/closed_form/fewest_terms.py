"""How many terms a closed form has at least, found without deriving it.

Some letters keep the random values that they have in a finite field. Terms that differ in those letters only fall
together, and none comes into being: what is left has at most as many terms as the closed form, and is derived in a
moment. Joints regain their letters from the base outwards as long as the work is little; so a form of millions of terms
is known to be too long before its first thousands are made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symdyn.algebra.modulus import Modulus
from symdyn.closed_form.polynomial import Ring
from symdyn.closed_form.recording import ADD, NEGATE, Recording
from symdyn.closed_form.scalars import PI

MOST_WORK = 2_000_000  # products of two terms: about a second
Terms = dict[int, int]


def known_to_exceed(limit: int, recording: Recording, wanted: Sequence[int], joints: int, ring: Ring) -> bool:
    """Whether some entries of a kernel's output are known to have more terms than a limit, all together."""
    return any(
        count > limit for with_pi in (False, True) for count in fewest_terms(recording, wanted, joints, ring, with_pi)
    )


def fewest_terms(recording: Recording, wanted: Sequence[int], joints: int, ring: Ring, with_pi: bool) -> Iterator[int]:
    """Yield how many terms entries have at least: with letters for more and more joints, and perhaps for parameters."""
    for with_letters in range(1, joints + 1):
        try:
            yield sum(len(terms) for terms in _expanded(recording, wanted, with_letters, ring, with_pi))
        except _TooMuchWorkError:
            return


class _TooMuchWorkError(Exception):
    """Counting takes longer than it may."""


def _expanded(recording: Recording, wanted: Sequence[int], joints: int, ring: Ring, with_pi: bool) -> list[Terms]:
    """Return the terms of entries over the field, with letters for the first joints and perhaps the parameters."""
    nodes, modulus, work = recording.recorder.nodes, recording.recorder.modulus, 0
    made: dict[int, Terms] = {}
    for index in recording.recorder.needed(recording.entries[i] for i in wanted):
        node = nodes[index]
        parts = [made[i] for i in node.operands]
        if node.letter and (with_pi if node.letter[0] == PI else node.letter[1] <= joints):
            made[index] = {ring.unit("{}{}".format(*node.letter)): 1}
        elif all(part.keys() <= {0} for part in parts):
            made[index] = {0: node.value} if node.value else {}
        elif node.kind == NEGATE:
            made[index] = {monomial: -x % modulus for monomial, x in parts[0].items()}
        elif node.kind == ADD:
            made[index] = _sum(parts, modulus)
        else:
            work += len(parts[0]) * len(parts[1])
            if work > MOST_WORK:
                raise _TooMuchWorkError
            made[index] = _product(parts, ring, modulus)
    return [made[recording.entries[i]] for i in wanted]


def _sum(parts: Sequence[Terms], modulus: Modulus) -> Terms:
    total = dict(parts[0])
    for monomial, x in parts[1].items():
        total[monomial] = (total.get(monomial, 0) + x) % modulus
    return {monomial: x for monomial, x in total.items() if x}


def _product(parts: Sequence[Terms], ring: Ring, modulus: Modulus) -> Terms:
    total: Terms = {}
    for left, x in parts[0].items():
        for right, y in parts[1].items():
            total[left + right] = total.get(left + right, 0) + x * y
    reduced = ring.reduced(total)
    return {monomial: x % modulus for monomial, x in reduced.items() if x % modulus}
