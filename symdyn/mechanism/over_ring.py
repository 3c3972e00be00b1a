"""A robot's mechanism over a ring: its exact geometry with all shortcuts found, carried there.

Scalars: any commutative ring that holds the rationals; `lift` carries exact constants into it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import Scalar
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import JointGeometry, Mechanism, exact_mechanism
from symdyn.mechanism.reformulate.axial_rotors import find_axial_rotors
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.mechanism.reformulate.frame_axes import find_frame_axes
from symdyn.mechanism.reformulate.permuted_axes import find_permuted_axes
from symdyn.mechanism.reformulate.resting_points import find_resting_points
from symdyn.mechanism.reformulate.shared_columns import find_shared_columns
from symdyn.mechanism.reformulate.shared_diagonal import share_diagonal
from symdyn.mechanism.reformulate.split_turn import split_turns
from symdyn.mechanism.shortcuts import Shortcuts, SplitTurn
from symdyn.model.robot import Robot

S = TypeVar("S", bound=Scalar)
RECORDS = (Mechanism, JointGeometry, Shortcuts, SplitTurn, Twist)
NAMES = {record: tuple(field.name for field in fields(record)) for record in RECORDS}  # asked for at every kernel
Rewrite = Callable[[Mechanism[Exact], Robot], Mechanism[Exact]]

REWRITES: tuple[Rewrite, ...] = (
    find_frame_axes,
    find_shared_columns,
    find_permuted_axes,
    find_axial_rotors,
    split_turns,
    find_resting_points,
)
"""Each returns the same mechanism with more known of it, from the exact frames of the robot; later ones use earlier."""


def mechanism_over(
    robot: Robot, lift: Callable[[Exact], S], formulation: Formulation = USUAL_FORMULATION
) -> Mechanism[S]:
    """Carry a robot's geometry into a ring; the load, where there is one, becomes a last fixed link."""
    if "mechanism" not in robot.memo:
        mechanism = exact_mechanism(robot)
        for rewrite in REWRITES:
            mechanism = rewrite(mechanism, robot)
        robot.memo["mechanism"] = mechanism
    carried = carry(robot.memo["mechanism"], lift)
    return share_diagonal(carried) if formulation.shared_diagonal else carried


def carry(mechanism: Mechanism[Exact], lift: Callable[[Exact], S]) -> Mechanism[S]:
    """Carry every constant of a mechanism into a ring."""
    carried: Mechanism[S] = _carried(mechanism, lift)
    return carried


def _carried(item: Any, lift: Callable[[Exact], S]) -> Any:
    """Carry constants, vectors and matrices, field by field; what is none of these stays."""
    if isinstance(item, Exact):
        return lift(item)
    if isinstance(item, Vec3 | Mat3):
        return item.map(lift)
    if isinstance(item, tuple):
        return tuple(_carried(entry, lift) for entry in item)
    if isinstance(item, RECORDS):
        return type(item)(**{name: _carried(getattr(item, name), lift) for name in NAMES[type(item)]})
    return item
