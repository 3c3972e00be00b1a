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

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact, reciprocal
from symdyn.algebra.spatial import Vec3, diagonal
from symdyn.mechanism.mechanism import Mechanism, placed_joints
from symdyn.mechanism.reformulate.frame_axes import frame_axis
from symdyn.mechanism.reformulate.permuted_axes import constant_products, is_product
from symdyn.mechanism.reformulate.turning import Turning, turning_below
from symdyn.mechanism.shortcuts import SplitTurn
from symdyn.model.robot import Joint, Robot

SPARSE_TURN = 4  # entries of a turn about one frame axis that are neither 0 nor 1


def split_turns(mechanism: Mechanism[Exact], robot: Robot) -> Mechanism[Exact]:
    """Give every joint that turns its turn in factors; eased only where more than one direction is turned about."""
    joints = []
    for joint, placed, below in zip(mechanism.joints, placed_joints(robot), turning_below(robot), strict=True):
        split = split_turn(placed, eased=below is Turning.MANY) if joint.kind.turns else None
        joints.append(joint.knowing(split=split))
    return mechanism.with_joints(joints)


def split_turn(joint: Joint, *, eased: bool) -> SplitTurn[Exact]:
    """Factor a turn."""
    before, after = joint.before.rotation, joint.after.rotation
    turn = joint.kind.turn(joint.axis)
    sparse = 0 < constant_products(before) + constant_products(after) <= SPARSE_TURN
    k = frame_axis(joint.axis)
    nothing = (exact(1),) * 3
    left = _common_factors(before.T.rows, k) if eased and sparse else nothing
    right = _common_factors(after.rows, k) if eased and sparse else nothing

    return SplitTurn(
        before=before,
        J0=turn.constant,
        J1=turn.by_cosine,
        J2=turn.by_sine,
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
        entries = [entry for entry in mixture if is_product(entry)]
        known = k is not None and i != k and entries and not any(entry.symbols() for entry in entries)
        factors.append(max(entries, key=lambda entry: abs(to_float(entry))) if known else exact(1))
    return tuple(factors)
