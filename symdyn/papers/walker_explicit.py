"""Walker's equations in base coordinates, written out: the witness of his recursion.

Scalars: any commutative ring; `lyapunov` needs one that holds one half.
Frames:  everything at the base's origin, in its axes.

    paper     code          meaning
    X_0^i     base_X_link   from link i to the base
    s_i       screws        axes of the joints
    Φ_i       ancestors     joints between a link and the base
    F̂_j       force         of a link with given inertia, along the reference motion

Sums over Φ_i stand where the recursion passes things along; a torque is a regressor's row times the parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.rigid_body import Inertia
from symdyn.model.robot import BASE
from symdyn.papers.walker import REST, UNIT_INERTIAS, at_parents, joint_screw
from symdyn.papers.walker_spatial import Spatial, Transform, momentum

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class BaseMotion(Generic[S]):
    """Every link's transform and spatial velocities, and the joints' screws by coordinate."""

    base_X_link: tuple[Transform[S], ...]
    screws: dict[int, Spatial[S]]
    v: tuple[Spatial[S], ...]
    v_hat: tuple[Spatial[S], ...]
    v_hat_dot: tuple[Spatial[S], ...]  # gravity not included
    v_tilde: tuple[Spatial[S], ...]


def base_motion(at: Setting[S]) -> BaseMotion[S]:
    """Return all motions in base coordinates."""
    placed = _placed(at)
    screws: dict[int, Spatial[S]] = {}
    for joint, pose in zip(at.whole.joints, at.whole_poses, strict=True):
        for k, twist in joint.columns():
            own = joint_screw(twist, pose)
            screws[k] = own if joint.parent == BASE else placed[joint.parent].apply(own)
    v = _summed(at, {k: s.scale(at.qd[k]) for k, s in screws.items()})  # [Walker88 (2)]
    v_hat = _summed(at, {k: s.scale(at.qd_r[k]) for k, s in screws.items()})  # [Walker88 (18)]
    v_tilde = _summed(at, {k: s.scale(at.qd[k] - at.qd_r[k]) for k, s in screws.items()})  # [Walker88 (14)]
    changes = {}
    for link, joint in enumerate(at.whole.joints):
        for k in joint.coordinates:
            changes[k] = screws[k].scale(at.qdd_r[k]) + v[link].cross(screws[k].scale(at.qd_r[k]))
    v_hat_dot = _summed(at, changes)  # [Walker88 (3)] [Walker88 (19)]
    return BaseMotion(placed, screws, v, v_hat, v_hat_dot, v_tilde)


def _placed(at: Setting[S]) -> tuple[Transform[S], ...]:
    placed: list[Transform[S]] = []
    for joint, X in zip(at.whole.joints, at_parents(at.whole_poses), strict=True):
        placed.append(X if joint.parent == BASE else X.then(placed[joint.parent]))  # [Walker88 (1)]
    return tuple(placed)


def _summed(at: Setting[S], per_joint: dict[int, Spatial[S]]) -> tuple[Spatial[S], ...]:
    """For every link, the sum over the joints between it and the base."""
    return tuple(
        sum((per_joint[k] for k in joints_below(at, link)), start=REST) for link in range(len(at.whole.joints))
    )


def joints_below(at: Setting[S], link: int) -> list[int]:
    """Φ of a link: the coordinates that move it."""
    return [k for i in at.whole.ancestors(link) for k in at.whole.joints[i].coordinates]


def force(at: Setting[S], motion: BaseMotion[S], link: int, inertia: Inertia[S]) -> Spatial[S]:
    """I v̂̇ + v̂ × I v̂ - I g of one link."""
    X, gravity = motion.base_X_link[link], Spatial(NULL, at.whole.gravity)

    def of_link(v: Spatial[S]) -> Spatial[S]:  # I = X I_link X'
        return X.apply(momentum(inertia, X.inverse(v)))

    v_hat = motion.v_hat[link]
    # [Walker88 (11)] [Walker88 (12)] [Walker88 (21)]
    return of_link(motion.v_hat_dot[link]) + v_hat.cross(of_link(v_hat)) - of_link(gravity)


def walker_regressor(at: Setting[S]) -> list[list[list[S]]]:
    """Return, for every link, n rows of ten entries: the torque of each joint per unit of the link's parameters."""
    motion = base_motion(at)
    blocks = []
    for link in range(len(at.whole.joints)):
        columns = [force(at, motion, link, unit) for unit in UNIT_INERTIAS]
        rows: list[list[S]] = [[ZERO] * len(columns) for _ in range(at.robot.n)]
        for k in joints_below(at, link):
            rows[k] = [motion.screws[k].dot(column) for column in columns]  # [Walker88 (13)] [Walker88 (15)]
        blocks.append(rows)
    return blocks


def lyapunov(
    at: Setting[S],
    inertias: Sequence[Inertia[S]],
    mass_errors: Sequence[Sequence[S]],
    friction_errors: Sequence[S],
    alpha: S,
    beta: S,
) -> S:
    """V = ½ Σ (ṽ' I ṽ + α m̃ᵀ m̃ + β d̃²), with errors true minus estimated."""
    motion = base_motion(at)
    twice: S = ZERO
    for v_tilde, X, inertia in zip(motion.v_tilde, motion.base_X_link, inertias, strict=True):
        of_link = X.inverse(v_tilde)
        twice = twice + of_link.dot(momentum(inertia, of_link))  # [Walker88 (10)]
    masses = sum((error * error for ten in mass_errors for error in ten), start=ZERO)
    friction = sum((error * error for error in friction_errors), start=ZERO)
    return (twice + alpha * masses + beta * friction) * at.whole.half  # [Walker88 (26)]
