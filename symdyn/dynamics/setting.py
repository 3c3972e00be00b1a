"""A robot and a state over one ring: everything that a kernel computes from.

Scalars: any commutative ring that holds the rationals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import ONE, ZERO, Divisible, Ring, Scalar, turned
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closure.door import Closure, closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.linear_closure import Beside
from symdyn.closure.projection import Projection
from symdyn.closure.states import closed_state, rest_of
from symdyn.dynamics.joint_effects import JointMotion
from symdyn.mechanism.mechanism import Mechanism, Pose, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.mechanism.reformulate import recentring
from symdyn.mechanism.reformulate.formulation import USUAL_FORMULATION, Formulation
from symdyn.mechanism.reformulate.lumping import Lumping, lump_fixed_links
from symdyn.mechanism.reformulate.outermost import hold_outermost_links
from symdyn.mechanism.rigid_body import Inertia, inertia_from_ten
from symdyn.model.robot import Parameter, Robot

S = TypeVar("S", bound=Scalar)
T = TypeVar("T", bound=Scalar)
F = TypeVar("F", bound=Divisible)
Rows = Sequence[Sequence[S]]


OF_PASSIVE = ("passive_cos", "passive_sin")
FIELDS = {"s": "virtual", "cos": "c", "sin": "s"}  # where a setting calls an input otherwise than ports do


NOTHING: Inertia[Any] = inertia_from_ten([ZERO] * 10)


@dataclass(frozen=True, slots=True)
class Origin(Generic[S]):
    """A closed robot's own state, by the names of settings' fields, and the ring it is over."""

    ring: Ring[S]
    given: Mapping[str, Sequence[S]]


@dataclass(frozen=True)
class Setting(Generic[S]):
    """A robot over a ring, at a state; made by `setting_over`.

    Of a closed robot it is the tree, at the state that the closure leads to; torques are `felt` by the robot's
    coordinates, and Jacobians `seen` from there. Rates, and torques of friction and rotors, are those of the tree's
    joints and behind them those of what is beside: of cut joints and of motors.

    Cosines `c` and sines `s` are those of q + offset, and `sign` is that of `qd`. Kernels of laws take friction at a
    velocity `qd_f` of its own, with a sign `sign_f` that may be a smooth one. Entries that a kernel does not use may be
    left empty.
    """

    robot: Robot
    lift: Callable[[Exact], S]
    q: Sequence[S] = ()
    c: Sequence[S] = ()
    s: Sequence[S] = ()
    qd: Sequence[S] = ()
    sign: Sequence[S] = ()
    qdd: Sequence[S] = ()
    qd_r: Sequence[S] = ()
    qdd_r: Sequence[S] = ()
    qd_f: Sequence[S] = ()
    sign_f: Sequence[S] = ()
    virtual: Sequence[S] = ()  # the velocity that laws call s, a letter that sines have taken
    tau: Sequence[S] = ()
    wrench: Sequence[S] = ()
    parameters: Sequence[S] = ()  # the full vector
    pivots: Sequence[int] = ()  # which of them head a minimal parameter
    formulation: Formulation = USUAL_FORMULATION
    closure: Closure | None = None  # None: the robot is a tree
    closed: Robot | None = None  # the robot that the tree is of, where it is closed
    projection: Projection[S] | None = None  # E, where a closed robot is at a state
    tip: int | None = None  # the entry that Jacobians and wrenches refer to, where it is not the robot's tip
    origin: Origin[S] | None = None  # the closed robot's own state, from which that of the tree was made

    @property
    def owner(self) -> Robot:
        """The robot that the full vector of parameters is of: with what closes it."""
        return self.closed or self.robot

    @property
    def n(self) -> int:
        """Number of coordinates of the robot: those of its tree, or fewer where it is closed."""
        return self.closure.n if self.closure else self.robot.n

    def felt(self, torques: Sequence[S]) -> tuple[S, ...]:
        """Torques on the robot's coordinates, of the tree's."""
        return self.projection.felt(torques) if self.projection else tuple(torques)

    def felt_rows(self, rows: Sequence[Sequence[S]]) -> Sequence[Sequence[S]]:
        """Rows for the robot's coordinates, of the tree's: of regressors."""
        return self.projection.felt_rows(rows) if self.projection else rows

    def seen_rows(self, rows: Sequence[Sequence[S]]) -> Sequence[Sequence[S]]:
        """Columns for the robot's coordinates, of the tree's: of Jacobians."""
        return self.projection.seen_rows(rows) if self.projection else rows

    def reduced(self, rows: Sequence[Sequence[S]]) -> list[list[S]]:
        """Both: of matrices of torques by coordinates."""
        return [list(row) for row in self.felt_rows(self.seen_rows(rows))]

    def spread(self, rates: Sequence[S]) -> Sequence[S]:
        """Rates of the tree, of the robot's coordinates."""
        return self.projection.spread(rates) if self.projection else rates

    @property
    def drifts(self) -> bool:
        """Whether E changes along the motion."""
        return self.projection is not None and self.projection.drift is not None

    def with_seen_drift(self, rows: Rows[S], moved: Rows[S]) -> Rows[S]:
        """Add to rows for the robot's coordinates what of the tree's moves with E's rate: A + B Ė."""
        if self.projection is None or not self.drifts:
            return rows
        return _sums(rows, self.projection.seen_drift(moved), 1)

    def less_felt_drift(self, rows: Rows[S], moved: Rows[S]) -> Rows[S]:
        """Subtract what the coordinates feel of the tree's through E's rate: A - Ėᵀ B."""
        if self.projection is None or not self.drifts:
            return rows
        return _sums(rows, self.projection.felt_drift(moved), -1)

    @property
    def following(self) -> tuple[int, ...]:
        """The tree's joints whose positions are given with the coordinates: those that Newton's method finds."""
        return self.closure.passive if isinstance(self.closure, IterativeClosure) else ()

    @property
    def turns(self) -> list[tuple[S, S]]:
        """Cosine and sine of every coordinate."""
        return list(zip(self.c, self.s, strict=True))

    def joint_positions(self) -> tuple[S, ...]:
        """Positions of the tree's joints; angles that loops with roots lead to come from their cosines and sines."""
        found = list(self.q)
        if isinstance(self.closure, ExplicitClosure) and self.origin is not None:
            joints = self.robot.moving_joints
            for i in (i for i in self.closure.passive if joints[i].kind.turns):
                back = [self.lift(part) for part in cos_sin(-joints[i].offset)]
                c, s = turned(self.c[i], self.s[i], *back)
                found[i] = self.origin.ring.function("atan2", s, c)
        return tuple(found)

    def at(self, **state: Any) -> Setting[S]:
        """Return the same robot at another state; its geometry is not carried into the ring again."""
        moved = replace(self, **state)
        moved.__dict__["whole"] = self.whole
        if "_frames" in self.__dict__:
            moved.__dict__["_frames"] = self._frames
        return moved

    def at_zero(self) -> Setting[S]:
        """Return the same robot where potential energy counts from.

        There every coordinate is zero; of a robot whose loops are not linear, every joint of its tree, closed or not.
        """
        q = rest_of(self.owner)
        turns = [cos_sin(joint.offset + x) for joint, x in zip(self.robot.moving_joints, q, strict=True)]
        return self.at(
            q=[self.lift(x) for x in q],
            c=[self.lift(c) for c, _ in turns],
            s=[self.lift(s) for _, s in turns],
        )

    @cached_property
    def whole(self) -> Mechanism[S]:
        """The mechanism with its fixed links and load."""
        mechanism = mechanism_over(self.robot, self.lift, self.formulation)
        return mechanism if self.tip is None else replace(mechanism, last=self.tip)

    @cached_property
    def whole_poses(self) -> tuple[Pose[S], ...]:
        """Poses of all links of `whole`."""
        return poses(self.whole, self.q, self.c, self.s)

    @cached_property
    def _frames(self) -> tuple[Lumping[S], Mechanism[S], tuple[recentring.Shifts[S], ...]]:
        """The moving links where the file has their frames; where there is least work; and how far these are moved."""
        lumping = lump_fixed_links(self.whole)
        mechanism, *shifts = recentring.recentre_outermost_links(lumping.mechanism)
        if self.formulation.about_rest:
            mechanism, *more = recentring.recentre_links_at_rest(mechanism)
            shifts += more
        return lumping, hold_outermost_links(mechanism), tuple(shifts)

    @property
    def framed(self) -> Mechanism[S]:
        """The mechanism of the moving joints alone, with the links' frames where the file has them."""
        return self._frames[0].mechanism

    @cached_property
    def framed_poses(self) -> tuple[Pose[S], ...]:
        """Poses of the links of `framed`."""
        return poses(self.framed, self.q, self.c, self.s)

    @property
    def moving(self) -> Mechanism[S]:
        """The mechanism of the moving joints alone, with the frames that need the least work."""
        return self._frames[1]

    @cached_property
    def poses(self) -> tuple[Pose[S], ...]:
        """Poses of the links of `moving`, for recursions that turn many vectors."""
        return poses(self.moving, self.q, self.c, self.s)

    @cached_property
    def plain_poses(self) -> tuple[Pose[S], ...]:
        """The same, for those that turn few, or bodies too."""
        return poses(self.moving, self.q, self.c, self.s, eased=False)

    @cached_property
    def inertias(self) -> tuple[Inertia[S], ...]:
        """Inertias of the links of `moving`, each with what is fixed to it."""
        lumping, _, shifts = self._frames
        bodies = self.link_inertias if self.parameters else [NOTHING] * len(self.whole.joints)
        return reduce(recentring.shifted_bodies, shifts, lumping.bodies(bodies))

    @cached_property
    def link_inertias(self) -> tuple[Inertia[S], ...]:
        """Inertias of all links of `whole`."""
        bodies, at = [], 0
        for joint in self.robot.joints:
            count = len(joint.link.parameters)
            bodies.append(inertia_from_ten(self.parameters[at : at + count]) if count else NOTHING)
            at += count + len(joint.effects)
        if self.robot.load:
            bodies.append(inertia_from_ten(self.parameters[-10:]))
        return tuple(bodies)

    @cached_property
    def effects(self) -> tuple[tuple[tuple[str, S], ...], ...]:
        """For every moving joint, and for what is beside, the kinds and parameters of what acts on it."""
        found, at = [], 0
        for joint in self.robot.joints:
            at += len(joint.link.parameters)
            if joint.moves:
                found.append(self._kinds(joint.effects, at))
            at += len(joint.effects)
        index = {name: i for i, name in enumerate(self.owner.parameter_names)} if self.beside else {}
        found += [self._kinds(one.effects, index[one.effects[0].name]) for one in self.beside]
        return tuple(found)

    def _kinds(self, effects: Sequence[Parameter], at: int) -> tuple[tuple[str, S], ...]:
        kinds = [effect.name.rpartition(".")[2] for effect in effects]
        return tuple(zip(kinds, self.parameters[at : at + len(kinds)], strict=True))

    @property
    def beside(self) -> tuple[Beside, ...]:
        """What acts on the robot beside the tree's joints: cut joints and motors."""
        return self.closure.beside if self.closure else ()

    @property
    def places(self) -> int:
        """Number of places at which something acts beside bodies: as many as rates."""
        return self.robot.n + len(self.beside)

    @property
    def own_motions(self) -> tuple[JointMotion[S], ...]:
        """What parameters of joints and other places multiply."""
        return tuple(self.joint_motion(i) for i in range(self.places))

    def joint_motion(self, i: int) -> JointMotion[S]:
        """Coordinate i, its rate, the rate's sign and change; zero where the kernel has none, or no joint has it."""
        given = (self.q, self.qd, self.sign, self.qdd)
        q, qd, sign, qdd = (values[i] if i < len(values) else ZERO for values in given)
        return JointMotion(q, qd, sign, qdd)

    def rubbing_motion(self, i: int, qdd: S) -> JointMotion[S]:
        """Coordinate i with an acceleration, and the velocity that its friction is taken at, with that one's sign."""
        return replace(self.joint_motion(i), qd=self.qd_f[i], sign=self.sign_f[i], qdd=qdd)


def setting_over(
    robot: Robot,
    ring: Ring[S],
    inputs: Mapping[str, Sequence[S]],
    *,
    pivots: Sequence[int] = (),
    formulation: Formulation = USUAL_FORMULATION,
    tip: int | None = None,
) -> Setting[S]:
    """Return a robot over a ring, at the state that inputs give by the names of ports.

    Cosines and sines of q + offset, and signs of qd, are made by the ring, or supplied as `cos`, `sin` and `sign`.
    """
    given: dict[str, Sequence[S]] = {FIELDS.get(name, name): tuple(values) for name, values in inputs.items()}
    if "q" in given and "c" not in given:
        turns = [ring.turn(x, joint.offset) for x, joint in zip(given["q"], robot.moving_joints, strict=True)]
        given |= {"c": tuple(c for c, _ in turns), "s": tuple(s for _, s in turns)}
    if "passive" in given and "passive_cos" not in given:
        given |= dict(zip(OF_PASSIVE, _passive_turns(robot, ring, given["passive"]), strict=True))
    if "qd" in given and "sign" not in given:
        given["sign"] = tuple(ring.function("sign", rate) for rate in given["qd"])
    return replace(_at_state(robot, ring, given, pivots, formulation), tip=tip)


def is_closed_by_newton(robot: Robot) -> bool:
    """Whether joints of a robot's loops are found only together, so that their positions are given with q."""
    return isinstance(closure_of(robot), IterativeClosure)


def _passive_turns(robot: Robot, ring: Ring[S], passive: Sequence[S]) -> Sequence[tuple[S, ...]]:
    closure = closure_of(robot)
    assert isinstance(closure, IterativeClosure), "only what Newton's method finds is given"
    joints = [robot.tree.moving_joints[i] for i in closure.passive]
    turns = [
        ring.turn(x, joint.offset) if joint.kind.turns else (ONE, ZERO)
        for x, joint in zip(passive, joints, strict=True)
    ]
    return tuple(zip(*turns, strict=True))


def made_again(at: Setting[S], ring: Ring[T], given: Mapping[str, Sequence[T]]) -> Setting[T]:
    """Return a closed robot at a state of its own, by the names of settings' fields, over any ring."""
    return replace(_at_state(at.owner, ring, given, at.pivots, at.formulation), tip=at.tip)


def _at_state(
    robot: Robot, ring: Ring[S], given: Mapping[str, Sequence[S]], pivots: Sequence[int], formulation: Formulation
) -> Setting[S]:
    closure = closure_of(robot)
    state: dict[str, Any] = dict(given)
    if closure is None:
        return Setting(robot, ring.lift, **state, pivots=pivots, formulation=formulation)
    tree, E = closed_state(robot, closure, ring, given)
    state = {**tree, "closure": closure, "closed": robot, "projection": E, "origin": Origin(ring, given)}
    return Setting(robot.tree, ring.lift, **state, pivots=pivots, formulation=formulation)


def _sums(rows: Rows[S], others: Rows[S], sign: int) -> Rows[S]:
    return [[a + b * sign for a, b in zip(*both, strict=True)] for both in zip(rows, others, strict=True)]
