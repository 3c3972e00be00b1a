"""Walker's adaptive law by recursion over a tree: no regressor, ten mass parameters a link, viscous friction a joint.

Scalars: any commutative ring.
Frames:  vectors of link i are those of its own frame (underlined in the paper); s_i is in the frame of its parent.

    paper      code              meaning
    q̇, q̂̇, q̂̈    qd qd_r qdd_r     joint velocities, those of the reference, and its accelerations
    v, v̂, ṽ    v v_hat v_tilde   spatial velocities that belong to them: ṽ = v - v̂
    v̂̇          v_hat_dot         rate of v̂ while the links move with v; gravity included
    F̂, f̂, l̂    F_hat passed on_parent   force for a link; for it and all beyond it; the latter seen from the parent
    ρ̂          tau               what the actuator of a joint supplies
    w          w                 what the estimates of a link's ten are driven by

Hats and dots are lost in the print of (18)-(25): here they are as the stability argument needs them. Links of the
mechanism that are fixed take the part of the paper's connectors, except that they may have mass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Divisible, Scalar
from symdyn.algebra.spatial import NULL
from symdyn.dynamics.setting import Setting
from symdyn.joints.twist import Twist
from symdyn.mechanism.mechanism import Pose
from symdyn.mechanism.rigid_body import Inertia, inertia_from_ten
from symdyn.model.robot import BASE
from symdyn.papers.walker_spatial import Spatial, Transform, momentum

S = TypeVar("S", bound=Scalar)
F = TypeVar("F", bound=Divisible)
TEN = 10
REST: Spatial[Any] = Spatial(NULL, NULL)
# R_k: unit inertias, in the order of the full parameter vector and not in the paper's
UNIT_INERTIAS: tuple[Inertia[Any], ...] = tuple(
    inertia_from_ten([ONE if i == k else ZERO for i in range(TEN)]) for k in range(TEN)
)


@dataclass(frozen=True, slots=True)
class LinkState(Generic[S]):
    """Spatial velocities of a link, and the rate of the reference's."""

    v: Spatial[S]
    v_hat: Spatial[S]
    v_hat_dot: Spatial[S]

    @property
    def v_tilde(self) -> Spatial[S]:
        """ṽ."""
        return self.v - self.v_hat  # [Walker88 (20)]


@dataclass(frozen=True, slots=True)
class WalkerLaw(Generic[S]):
    """The torque, and what the estimates are driven by: ten a link, one a joint."""

    tau: tuple[S, ...]
    w: tuple[tuple[S, ...], ...]
    of_friction: tuple[S, ...]


def reference_velocity(qd_d: Sequence[S], error: Sequence[S], stiffness: Sequence[S]) -> tuple[S, ...]:
    """q̂̇ = q̇_d - Λ e, with a diagonal Λ."""
    return tuple(rate - gain * e for rate, gain, e in zip(qd_d, stiffness, error, strict=True))  # [Walker88 (17)]


def walker_law(
    at: Setting[S], estimates: Sequence[Inertia[S]], damping: Sequence[S], feedback: Sequence[Inertia[S]] = ()
) -> WalkerLaw[S]:
    """Traverse the tree: outwards for velocities and w, inwards for forces.

    `estimates` are Î of every link of `at.whole`, `damping` d̂ of every joint, `feedback` γ I⁰ where there is any.
    """
    states, transforms = forward(at), at_parents(at.whole_poses)
    F_hat = [backward(state, estimate) for state, estimate in zip(states, estimates, strict=True)]
    for i, inertia in enumerate(feedback):
        F_hat[i] = F_hat[i] - momentum(inertia, states[i].v_tilde)  # [Walker88 (21)]
    tau: list[S] = [ZERO] * at.robot.n
    passed = list(F_hat)  # f̂ once the links beyond have been added
    for i in reversed(range(len(passed))):
        joint = at.whole.joints[i]
        on_parent = transforms[i].apply(passed[i])  # l̂
        for k, twist in joint.columns():
            tau[k] = joint_screw(twist, at.whole_poses[i]).dot(on_parent) + damping[k] * at.qd[k]  # [Walker88 (22)]
        if joint.parent != BASE:
            passed[joint.parent] = passed[joint.parent] + on_parent
    w = tuple(mass_drive(state) for state in states)
    friction = tuple((rate - wanted) * rate for rate, wanted in zip(at.qd, at.qd_r, strict=True))
    return WalkerLaw(tuple(tau), w, friction)


def forward(at: Setting[S]) -> list[LinkState[S]]:
    """Velocities of every link; gravity is an acceleration of the base upwards."""
    still = LinkState(REST, REST, Spatial(NULL, -at.whole.gravity))
    states: list[LinkState[S]] = []
    for i, (joint, X) in enumerate(zip(at.whole.joints, at_parents(at.whole_poses), strict=True)):
        below = still if joint.parent == BASE else states[joint.parent]
        v, v_hat, v_hat_dot = below.v, below.v_hat, below.v_hat_dot
        for k, twist in joint.columns():
            s = joint_screw(twist, at.whole_poses[i])
            v_hat_dot = v_hat_dot + s.scale(at.qdd_r[k]) + v.cross(s.scale(at.qd_r[k]))  # [Walker88 (19)]
            v = v + s.scale(at.qd[k])  # [Walker88 (2)]
            v_hat = v_hat + s.scale(at.qd_r[k])  # [Walker88 (18)]
        states.append(LinkState(X.inverse(v), X.inverse(v_hat), X.inverse(v_hat_dot)))
    return states


def backward(state: LinkState[S], inertia: Inertia[S]) -> Spatial[S]:
    """F̂ of a link, without feedback: Î v̂̇ + v̂ × Î v̂."""
    return momentum(inertia, state.v_hat_dot) + state.v_hat.cross(momentum(inertia, state.v_hat))  # [Walker88 (21)]


def mass_drive(state: LinkState[S]) -> tuple[S, ...]:
    """Return w of a link: the power on ṽ of the force per unit of each of its ten."""
    return tuple(state.v_tilde.dot(backward(state, unit)) for unit in UNIT_INERTIAS)  # [Walker88 (25)]


def adaptation(law: WalkerLaw[F], alpha: F, beta: F) -> tuple[list[list[F]], list[F]]:
    """m̂̇ of every link and d̂̇ of every joint; the scalars must divide."""
    masses = [[-(w / alpha) for w in ten] for ten in law.w]  # [Walker88 (23)]
    return masses, [-(drive / beta) for drive in law.of_friction]  # [Walker88 (24)]


def at_parents(poses: Sequence[Pose[S]]) -> list[Transform[S]]:
    """X of every link, to its parent's frame."""
    return [Transform(pose.R, pose.parent_p_joint + pose.R @ pose.joint_p_link) for pose in poses]


def joint_screw(twist: Twist[S], pose: Pose[S]) -> Spatial[S]:
    """s_i in the parent's frame, where it is constant."""
    angular, linear = pose.to_parent(twist.angular), pose.to_parent(twist.linear)
    return Spatial(angular, pose.parent_p_joint.cross(angular) + linear)
