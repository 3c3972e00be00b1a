"""Leave a joint open for equations that are to find it.

Scalars: any commutative ring.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.closure.consequences import Consequence, is_of_whole_turns
from symdyn.closure.one_unknown import StanceWithUnknown
from symdyn.closure.stance import Cut, Stance

S = TypeVar("S", bound=Scalar)


def with_unknown(
    at: Stance[S], joint: int, equations: Sequence[Consequence], cuts: Sequence[Cut[S]]
) -> StanceWithUnknown[S]:
    """Leave a joint open: its turn, or that of its group where all equations are simpler in that."""
    (link,) = (i for i, entry in enumerate(at.mechanism.joints) if joint in entry.coordinates)
    turns = at.mechanism.joints[link].kind.turns
    whole = turns and all(is_of_whole_turns(one, cuts[one.loop], at, link) for one in equations)
    return StanceWithUnknown(at, joint, whole)
