"""How fast the equations of cut joints change, and the rates that these leave free: by screws, outwards from the fork.

Scalars: any commutative ring that holds one half.
Frames:  a loop's fork, as if it stood still: loops do not notice how it moves.

    code       meaning
    J          rows: the rate of every equation per unit rate of every joint of the tree
    bias       J̇(u) w, which is the second derivative of an equation along two rates: symmetric in u and w
    free       rows: the rates that a cut joint leaves free, child against parent, in the order of `CutKind.free`

The acceleration of a point, with the joints' own left out, is a quadratic form of their rates; between two velocities
it is the polar form, in which every product is the mean of the two mixed ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.algebra.spatial import NULL, Vec3
from symdyn.closure.along import along
from symdyn.closure.stance import HERE, Cut, Frame, Stance
from symdyn.joints.cut import SECOND
from symdyn.joints.twist import Twist

S = TypeVar("S", bound=Scalar)
Row = list[S]


@dataclass(frozen=True, slots=True)
class Reach(Generic[S]):
    """One side of a loop: the cut joint's frame, and of every joint its unit motion, given at the frame's origin."""

    frame: Frame[S]
    columns: tuple[tuple[int, Twist[S]], ...]


@dataclass(frozen=True, slots=True)
class Polar(Generic[S]):
    """Two velocities of a body, and between them its acceleration: angular, and of a point."""

    spins: tuple[Vec3[S], Vec3[S]]
    alpha: Vec3[S]
    a: Vec3[S]

    def at(self, arm: Vec3[S], half: S) -> Vec3[S]:
        """Acceleration of a point an arm away from the one whose acceleration is `a`."""
        u, w = self.spins
        along = w.scale(u.dot(arm)) + u.scale(w.dot(arm))
        return self.a + self.alpha.cross(arm) + along.scale(half) - arm.scale(u.dot(w))


class CutMotion(Generic[S]):
    """The cut joints of a closed tree in a position."""

    def __init__(self, at: Stance[S], cuts: Sequence[Cut[S]], joints: int) -> None:
        """Take a position, with the number of the tree's coordinates."""
        self._at, self._cuts, self._count = at, cuts, joints
        self._reaches = [
            tuple(_reach(at, side, frame) for side, frame in zip(cut.sides, cut.frames, strict=True)) for cut in cuts
        ]

    def jacobian(self) -> list[Row[S]]:
        """Return J."""
        return [row for cut, reach in zip(self._cuts, self._reaches, strict=True) for row in self._rows(cut, reach)]

    def free(self) -> list[Row[S]]:
        """Return the rates that cut joints leave free, per unit rate of every joint."""
        found = []
        for cut, (first, second) in zip(self._cuts, self._reaches, strict=True):
            for one in cut.kind.free:
                axis = (second if one.frame == SECOND else first).frame.axis(one.axis)
                found.append(self._difference(first, second, axis, travels=one.travels))
        return found

    def bias(self, u: Sequence[S], w: Sequence[S]) -> list[S]:
        """Return J̇(u) w."""
        half = self._at.mechanism.half
        found: list[S] = []
        for cut, reaches in zip(self._cuts, self._reaches, strict=True):
            moving = [self._polar(side, reach, u, w) for side, reach in zip(cut.sides, reaches, strict=True)]
            found += _bias_of_cut(cut, reaches, moving, u, w, half)
        return found

    def _rows(self, cut: Cut[S], reaches: Sequence[Reach[S]]) -> Iterator[Row[S]]:
        first, second = reaches
        apart = second.frame.p - first.frame.p
        for k in cut.kind.apart:
            if cut.kind.meets:
                axis = HERE.axis(k)
                yield self._difference(first, second, axis, travels=True)
            else:  # the axis turns with the first frame, and the second origin is away from the first
                axis = first.frame.axis(k)
                row = self._difference(first, second, axis, travels=True)
                for i, twist in first.columns:
                    row[i] = row[i] + twist.angular.dot(axis.cross(apart))
                yield row
        for i, j in cut.kind.upright:
            yield self._difference(first, second, second.frame.axis(j).cross(first.frame.axis(i)), travels=False)

    def _difference(self, first: Reach[S], second: Reach[S], axis: Vec3[S], *, travels: bool) -> Row[S]:
        """Rates of the second side less those of the first, along or about an axis."""
        row: Row[S] = [ZERO] * self._count
        for i, twist in second.columns:
            row[i] = row[i] + axis.dot(twist.linear if travels else twist.angular)
        for i, twist in first.columns:
            row[i] = row[i] - axis.dot(twist.linear if travels else twist.angular)
        return row

    def _polar(self, links: Sequence[int], reach: Reach[S], u: Sequence[S], w: Sequence[S]) -> Polar[S]:
        """Return the motion of a side's cut frame, with the acceleration of its origin."""
        half = self._at.mechanism.half
        moving: Polar[S] = Polar((NULL, NULL), NULL, NULL)
        frame: Frame[S] = HERE
        for k, link in enumerate(links):
            at_joint, offset = self._at.placed(link)
            lever = frame.R @ at_joint.p
            of_joint = moving.at(lever, half)
            before, frame = frame, along(self._at, links[: k + 1])
            frame = Frame(frame.R, before.p + lever)
            arm = frame.R @ offset
            joint = self._at.mechanism.joints[link]
            own_u, own_w = (_turned(joint.motion(rates), frame) for rates in (u, w))
            spin_u, spin_w = moving.spins
            alpha = moving.alpha + (spin_u.cross(own_w.angular) + spin_w.cross(own_u.angular)).scale(half)
            spin_u, spin_w = spin_u + own_u.angular, spin_w + own_w.angular
            sliding = spin_u.cross(own_w.linear) + spin_w.cross(own_u.linear)
            of_link = Polar((spin_u, spin_w), alpha, of_joint).at(arm, half) + sliding
            moving = Polar((spin_u, spin_w), alpha, of_link)
            frame = Frame(frame.R, frame.p + arm)
        return Polar(moving.spins, moving.alpha, moving.at(reach.frame.p - frame.p, half))


def _reach(at: Stance[S], links: Sequence[int], cut_frame: Frame[S]) -> Reach[S]:
    frame, seen = HERE, []
    for k, link in enumerate(links):
        at_joint, _ = at.placed(link)
        origin, frame = frame.p + frame.R @ at_joint.p, along(at, links[: k + 1])
        seen += [(i, _turned(twist, frame), origin) for i, twist in at.mechanism.joints[link].columns()]
    end = frame.then(cut_frame)
    columns = ((i, Twist(twist.angular, twist.at(end.p - origin))) for i, twist, origin in seen)
    return Reach(end, tuple(columns))


def _turned(twist: Twist[S], frame: Frame[S]) -> Twist[S]:
    return Twist(frame.R @ twist.angular, frame.R @ twist.linear)


def _bias_of_cut(
    cut: Cut[S], reaches: Sequence[Reach[S]], moving: Sequence[Polar[S]], u: Sequence[S], w: Sequence[S], half: S
) -> Iterator[S]:
    first, second = reaches
    body, other = moving
    apart, a = second.frame.p - first.frame.p, other.a - body.a
    for k in cut.kind.apart:
        if cut.kind.meets:
            yield list(a)[k]
        else:
            axis = first.frame.axis(k)
            (spin_u, spin_w), slips = body.spins, [_slip(first, second, rates) for rates in (u, w)]
            turning = Polar(body.spins, body.alpha, NULL).at(axis, half)
            mixed = spin_u.cross(axis).dot(slips[1]) + spin_w.cross(axis).dot(slips[0])
            yield axis.dot(a) + mixed + turning.dot(apart)
    spins = [b - a for a, b in zip(body.spins, other.spins, strict=True)]
    alpha = other.alpha - body.alpha
    for i, j in cut.kind.upright:
        x, y = first.frame.axis(i), second.frame.axis(j)
        changes = [
            of_second.cross(y).cross(x) + y.cross(of_first.cross(x))
            for of_first, of_second in zip(body.spins, other.spins, strict=True)
        ]
        yield alpha.dot(y.cross(x)) + (spins[0].dot(changes[1]) + spins[1].dot(changes[0])) * half


def _slip(first: Reach[S], second: Reach[S], rates: Sequence[S]) -> Vec3[S]:
    """Velocity of the second origin less that of the first."""
    total = NULL
    for reach, sign in ((second, 1), (first, -1)):
        for i, twist in reach.columns:
            total = total + twist.linear.scale(rates[i] * sign)
    return total
