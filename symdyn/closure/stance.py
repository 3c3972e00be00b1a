"""A closed tree in a position: where links and the two frames of every cut joint are, seen from where a loop forks.

Scalars: any commutative ring.
Frames:  a loop's fork is the last link that both of its sides have in common, or the base; everything of a loop is
         in the fork's frame.

    code      meaning
    sides     links from the fork outwards to the one that carries the cut joint's first frame, and its second
    Frame     a frame's axes, as columns of R, and its origin p
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from symdyn.algebra.exact import Exact
from symdyn.algebra.scalar import EXACTS, ONE, ZERO, Scalar, turned
from symdyn.algebra.spatial import NULL, Mat3, Vec3
from symdyn.closure.parallel_turns import ParallelTurn, Turns
from symdyn.joints.cut import CutKind
from symdyn.mechanism.mechanism import Mechanism, Pose, link_pose
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.closing import CutJoint
from symdyn.model.parts import Placement
from symdyn.model.robot import BASE, Robot

S = TypeVar("S", bound=Scalar)
Sides = tuple[tuple[int, ...], tuple[int, ...]]
UNTURNED: Mat3[Any] = Mat3(Vec3(ONE, ZERO, ZERO), Vec3(ZERO, ONE, ZERO), Vec3(ZERO, ZERO, ONE))


@dataclass(frozen=True, slots=True)
class Frame(Generic[S]):
    """Axes and origin of a frame in another one."""

    R: Mat3[S]
    p: Vec3[S]

    def then(self, other: Frame[S]) -> Frame[S]:
        """Return a frame that is given in this one."""
        return Frame(self.R @ other.R, self.p + self.R @ other.p)

    def map(self, function: Callable[[S], Any]) -> Frame[Any]:
        """Apply a function to every entry."""
        return Frame(self.R.map(function), self.p.map(function))

    def axis(self, k: int) -> Vec3[S]:
        """Return x, y or z."""
        return self.R.T.rows[k]


HERE: Frame[Any] = Frame(UNTURNED, NULL)


@dataclass(frozen=True, slots=True)
class Cut(Generic[S]):
    """A cut joint over a ring: its frames in those of the links that carry them, and its sides."""

    kind: CutKind
    frames: tuple[Frame[S], Frame[S]]
    sides: Sides


def cuts_over(robot: Robot, lift: Callable[[Exact], S], *, as_written: bool = False) -> tuple[Cut[S], ...]:
    """Return the cut joints of a closed robot, carried into a ring.

    Where links are cut through, rigidly, any point serves as well: the one at which a joint is says most, for from
    there distances to other joints are constant. Gaps between frames are those of the frames ``as_written``.
    """
    assert robot.closing is not None
    return tuple(_cut(robot, loop if as_written else _at_a_joint(robot, loop), lift) for loop in robot.closing.loops)


def _cut(robot: Robot, loop: CutJoint, lift: Callable[[Exact], S]) -> Cut[S]:
    def carried(placement: Placement) -> Frame[S]:
        return Frame(placement.rotation.map(lift), placement.position.map(lift))

    return Cut(loop.kind, (carried(loop.parent_frame), carried(loop.child_frame)), sides_of(robot, loop))


def _at_a_joint(robot: Robot, loop: CutJoint) -> CutJoint:
    """Return a rigid cut with its frames, turned as they are, where a joint is about which one of its links turns."""
    if loop.kind.free:
        return loop
    frames = loop.parent_frame, loop.child_frame
    for link, frame in zip((loop.parent, loop.child), frames, strict=True):
        if link != BASE and robot.joints[link].kind.keeps_its_axis:
            joint = mechanism_over(robot.tree, EXACTS.lift).joints[link]
            by = frame.rotation.T @ (-joint.joint_p_link - frame.position)
            first, second = (replace(one, position=one.position + one.rotation @ by) for one in frames)
            return replace(loop, parent_frame=first, child_frame=second)
    return loop


def sides_of(robot: Robot, loop: CutJoint) -> Sides:
    """Return the links from a loop's fork outwards, on both sides."""
    first, second = (_from_base(robot, link) for link in (loop.parent, loop.child))
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return first[shared:], second[shared:]


def _from_base(robot: Robot, link: int) -> tuple[int, ...]:
    links: list[int] = []
    while link != BASE:
        links.append(link)
        link = robot.joints[link].parent
    return tuple(reversed(links))


class Stance(Generic[S]):
    """Positions of the tree's joints; a link is placed when it is asked for, so that others need not be known yet."""

    def __init__(
        self,
        mechanism: Mechanism[S],
        q: Sequence[S],
        c: Sequence[S],
        s: Sequence[S],
        turns: Turns[S] = (),
    ) -> None:
        """Take numbers, cosines and sines of all joints, offsets included; ``turns`` say which axes are parallel."""
        self.mechanism, self.turns = mechanism, turns or (None,) * len(mechanism.joints)
        self._sums: dict[int, tuple[S, S]] = {}
        self.q, self.c, self.s = list(q), list(c), list(s)
        self._poses: dict[int, Pose[S]] = {}
        self.chains: dict[tuple[int, ...], Frame[S]] = {}

    @property
    def beneath(self) -> None:
        """Nothing is unknown here."""
        return None

    @property
    def half(self) -> S:
        """One half."""
        return self.mechanism.half

    @property
    def unknown_link(self) -> int:
        """No link."""
        return BASE

    def constant(self, x: S) -> S:
        """Return an element of the ring as it is."""
        return x

    def pose(self, link: int) -> Pose[S]:
        """Return where a link stands on its parent."""
        if link not in self._poses:
            self._poses[link] = link_pose(self.mechanism.joints[link], self.q, self.c, self.s)
        return self._poses[link]

    def placed(self, link: int) -> tuple[Frame[S], Vec3[S]]:
        """Return the frame at a joint's origin that turns with its link, in the parent's; and the link's origin there.

        That origin is in the frame's axes, with the travel of a joint that slides.
        """
        pose = self.pose(link)
        return Frame(pose.R, pose.parent_p_joint), pose.joint_p_link

    def axis(self, link: int) -> Vec3[S]:
        """Return a joint's axis in its link's frame."""
        return self.mechanism.joints[link].axis

    def first_of_group(self, link: int) -> int | None:
        """Return the first link of the group whose axes are parallel that a link is in; None where it is in none."""
        found = self.turns[link]
        return None if found is None else found.first

    def direction(self, link: int) -> Mat3[S]:
        """Return a link's axes in those of its group."""
        return by_sum(self.turns[link], *self.sum_of_turns(link))

    def direction_along(self, links: Sequence[int]) -> Mat3[S] | None:
        """Return the axes of the last of some links in those of what carries the first: by steps, in numbers."""
        return None

    def sum_of_turns(self, link: int) -> tuple[S, S]:
        """Cosine and sine of the sum of the angles of a link's group up to the link."""
        found = self.turns[link]
        assert found is not None
        if link in self._sums:
            return self._sums[link]
        joint = self.mechanism.joints[link]
        own = [(self.c[i], self.s[i] * found.sign) for i in joint.coordinates] if found.sign else []
        if link == found.first:
            return own[0]
        before = self.sum_of_turns(joint.parent)
        return turned(*before, *own[0]) if own else before

    def knows(
        self,
        joint: int,
        *,
        q: S | None = None,
        turn: tuple[S, S] | None = None,
        whole: tuple[S, S] | None = None,
    ) -> None:
        """Take in what was found of a joint: its coordinate, its turn, or that of its group up to its link."""
        if whole is not None:
            (link,) = (i for i, entry in enumerate(self.mechanism.joints) if joint in entry.coordinates)
            self._sums[link] = whole
            turn = self.own_turn(link, *whole)
        if q is not None:
            self.q[joint] = q
        if turn is not None:
            self.c[joint], self.s[joint] = turn
        for link, entry in enumerate(self.mechanism.joints):
            if joint in entry.coordinates:
                self._poses.pop(link, None)
                self.chains = {chain: frame for chain, frame in self.chains.items() if link not in chain}

    def own_turn(self, link: int, C: Any, S: Any) -> tuple[Any, Any]:
        """Cosine and sine of a link's own joint, where those of its group's sum are C and S."""
        found = self.turns[link]
        assert found is not None
        if link == found.first:
            return C, S
        c, s = self.sum_of_turns(self.mechanism.joints[link].parent)
        return C * c + S * s, (S * c - C * s) * found.sign


def by_sum(turn: ParallelTurn[Any] | None, C: Any, S: Any) -> Mat3[Any]:
    """Return a link's axes in those of its group, from cosine and sine of the sum of its angles."""
    assert turn is not None
    return turn.R0 + turn.R1.scale(C) + turn.R2.scale(S)
