"""A joint's turn in factors: a constant turn, the turn about the joint's axis, a constant turn.

Scalars: exact constants.

Where the constant turns are about frame axes, as the twists of DH frames, a vector is turned through the factors one
by one. What a twist by α mixes is then turned further and nothing else, so that a factor may wait until then:

    cos α y + sin α z = cos α (y + tan α z)        x, y -> c x + (s cos α) (y + tan α z), ...

The products s cos α and c cos α serve every vector that passes the joint; each is spared a multiplication. Of cosine
and sine the larger is left out, so that the other constant is at most 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, skew
from symdyn.model.robot import Joint

S = TypeVar("S")
SPARSE_TURN = 4  # entries of a turn about one frame axis that are neither 0 nor 1


@dataclass(frozen=True, slots=True)
class SplitTurn(Generic[S]):
    """parent_R_link = before (J0 + c J1 + s J2) after, the outer factors constant.

    Eased, the outer factors are `first` and `last`, and the turn is multiplied by `left` and `right`.
    """

    before: Mat3[S]
    J0: Mat3[S]
    J1: Mat3[S]
    J2: Mat3[S]
    after: Mat3[S]
    first: Mat3[S]
    left: Mat3[S]
    right: Mat3[S]
    last: Mat3[S]
    sparse: bool  # whether applying the factors one by one is less work than applying their product
    k: int | None  # the axis of the joint's own frame that the turn is about; None if none
    sign: int  # -1 where the joint's axis points against it


def split_turn(joint: Joint, along: Mat3[Exact], across: Mat3[Exact], *, eased: bool) -> SplitTurn[Exact]:
    """Factor a turn; `along` and `across` are the parts of a vector that the joint keeps and turns."""
    before, after = joint.before.rotation, joint.after.rotation
    sparse = 0 < constant_products(before) + constant_products(after) <= SPARSE_TURN
    k = frame_axis(joint.axis)
    nothing = (exact(1),) * 3
    left = _common_factors(before.T.rows, k) if eased and sparse else nothing
    right = _common_factors(after.rows, k) if eased and sparse else nothing

    return SplitTurn(
        before=before,
        J0=along,
        J1=across,
        J2=skew(joint.axis).map(exact),
        after=after,
        first=before @ diagonal(*map(reciprocal, left)).map(exact),
        left=diagonal(*left).map(exact),
        right=diagonal(*right).map(exact),
        last=diagonal(*map(reciprocal, right)).map(exact) @ after,
        sparse=sparse,
        k=k,
        sign=-1 if k is not None and list(joint.axis)[k] == -1 else 1,
    )


def _common_factors(mixtures: Iterable[Vec3[Exact]], k: int | None) -> tuple[Exact, ...]:
    """Return what to leave out of each of three mixtures of components; nothing of the one along the joint's axis."""
    factors = []
    for i, mixture in enumerate(mixtures):
        entries = [entry for entry in mixture if _is_product(entry)]
        known = k is not None and i != k and entries and not any(entry.symbols() for entry in entries)
        factors.append(max(entries, key=lambda entry: abs(to_float(entry))) if known else exact(1))
    return tuple(factors)


def constant_products(matrix: Mat3[Exact]) -> int:
    """Multiplications that applying a constant matrix takes."""
    return sum(_is_product(entry) for row in matrix.rows for entry in row)


def _is_product(entry: Exact) -> bool:
    return bool(entry) and entry != 1 and entry != -1


def frame_axis(axis: Vec3[Exact]) -> int | None:
    """Return 0, 1 or 2 for an axis along x, y or z."""
    along = [k for k, component in enumerate(axis) if component]
    return along[0] if len(along) == 1 else None
