"""Scalars in which one joint's position is still unknown: what a consequence of closure is as a function of it.

Scalars: any commutative ring.

    Wave        x + a c + b s        in the cosine and sine of a joint that turns
    Parabola    x + a q + b q²       in the coordinate of a joint that slides

Consequences of closure are of these forms, but products on the way are not: of a Wave's, terms of second order are
dropped, since they belong to squared distances, where a turn changes nothing: the terms in c² and s² have one factor
between them, and that in c s has none. Of a Parabola's, terms beyond the second order vanish.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ONE, ZERO, Scalar, turned
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.closure.parallel_turns import ParallelTurn
from symdyn.closure.stance import Cut, Frame, Stance, by_sum

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class Unknown(Generic[S]):
    """x and the factors of two functions of the unknown."""

    x: S
    a: S
    b: S

    def __neg__(self) -> Any:
        """Negate."""
        return type(self)(-self.x, -self.a, -self.b)

    def __add__(self, other: Any) -> Any:
        """Add one, or a whole number."""
        if isinstance(other, int):
            return type(self)(self.x + other, self.a, self.b)
        if other.is_constant:
            return type(self)(self.x + other.x, self.a, self.b)
        if self.is_constant:
            return type(self)(self.x + other.x, other.a, other.b)
        return type(self)(self.x + other.x, self.a + other.a, self.b + other.b)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        """Subtract."""
        return self + (-other)

    def __rsub__(self, other: int) -> Any:
        """Subtract from a whole number."""
        return (-self) + other

    def __mul__(self, other: Any) -> Any:
        """Multiply by one, or by a whole number."""
        if isinstance(other, int):
            return type(self)(self.x * other, self.a * other, self.b * other)
        if other.is_constant:  # most are: only one link of many has the unknown joint
            if self.is_constant:
                return type(self)(self.x * other.x, ZERO, ZERO)
            return type(self)(self.x * other.x, self.a * other.x, self.b * other.x)
        if self.is_constant:
            return type(self)(self.x * other.x, self.x * other.a, self.x * other.b)
        return self._times(other)

    __rmul__ = __mul__

    @property
    def is_constant(self) -> bool:
        """Whether nothing of the unknown is in it, in any ring."""
        return isinstance(self.a, int) and isinstance(self.b, int) and not self.a and not self.b

    def _times(self, other: Any) -> Any:
        raise NotImplementedError


class Wave(Unknown[S]):
    """x + a c + b s."""

    __slots__ = ()

    def _times(self, other: Wave[S]) -> Wave[S]:
        x, y = self, other
        return Wave(x.x * y.x + x.b * y.b, x.x * y.a + x.a * y.x, x.x * y.b + x.b * y.x)


class Parabola(Unknown[S]):
    """x + a q + b q²."""

    __slots__ = ()

    def _times(self, other: Parabola[S]) -> Parabola[S]:
        x, y = self, other
        return Parabola(x.x * y.x, x.x * y.a + x.a * y.x, x.x * y.b + x.a * y.a + x.b * y.x)


COSINE: Any = Wave(ZERO, ONE, ZERO)
SINE: Any = Wave(ZERO, ZERO, ONE)


class StanceWithUnknown(Generic[S]):
    """A stance in which one joint of the tree is unknown; asked as a `Stance` is.

    With ``whole``, what is unknown of a joint that turns is the sum of the angles of its group up to it: so c and s of
    functions are of that.
    """

    def __init__(self, known: Stance[S], joint: int, whole: bool = False) -> None:
        """Leave a joint open."""
        self.beneath, self._joint, self.whole = known, joint, whole
        (self.unknown_link,) = (i for i, entry in enumerate(known.mechanism.joints) if joint in entry.coordinates)
        turns = known.mechanism.joints[self.unknown_link].kind.turns
        self.chains: dict[tuple[int, ...], Frame[Any]] = {}
        self.scalar: Callable[[Any, Any, Any], Any] = Wave if turns else Parabola

    @property
    def half(self) -> Any:
        """One half."""
        return self.constant(self.beneath.half)

    def found(self, c: S, s: S) -> None:
        """Let the known stance know the cosine and sine that were unknown."""
        if self.whole:
            self.beneath.knows(self._joint, whole=(c, s))
        else:
            self.beneath.knows(self._joint, turn=(c, s))

    def constant(self, x: Any) -> Any:
        """Return an element of the ring as a scalar of this stance."""
        return self.scalar(x, ZERO, ZERO)

    def cut(self, cut: Cut[S]) -> Cut[Any]:
        """Carry a cut joint's frames here."""
        first, second = (frame.map(self.constant) for frame in cut.frames)
        return Cut(cut.kind, (first, second), cut.sides)

    def axis(self, link: int) -> Vec3[Any]:
        """Return a joint's axis in its link's frame."""
        return self.beneath.axis(link).map(self.constant)

    def placed(self, link: int) -> tuple[Frame[Any], Vec3[Any]]:
        """Return what `Stance.placed` does."""
        if link != self.unknown_link:
            frame, offset = self.beneath.placed(link)
            return frame.map(self.constant), offset.map(self.constant)
        joint = self.beneath.mechanism.joints[link]
        R, offset = joint.K0.map(self.constant), joint.joint_p_link.map(self.constant)
        if joint.kind.turns:
            c, s = COSINE, SINE
            if self.whole:
                c, s = (c, s) if self._is_first else self._less_before(link)
            R = R + _scaled(joint.K1, c, self.constant)
            R = R + _scaled(joint.K2, s, self.constant)
        else:
            ((_, twist),) = joint.columns()
            offset = offset + _sliding(twist.linear)
        return Frame(R, joint.parent_p_joint.map(self.constant)), offset

    @property
    def _is_first(self) -> bool:
        return self.first_of_group(self.unknown_link) == self.unknown_link

    def _less_before(self, link: int) -> tuple[Any, Any]:
        """Cosine and sine of the unknown joint, of those of its group's sum."""
        c, s = map(self.constant, self.beneath.sum_of_turns(self.beneath.mechanism.joints[link].parent))
        found = self.beneath.turns[link]
        assert found is not None
        return COSINE * c + SINE * s, (SINE * c - COSINE * s) * found.sign

    def first_of_group(self, link: int) -> int | None:
        """Return what `Stance.first_of_group` does."""
        return self.beneath.first_of_group(link)

    def direction_along(self, links: Sequence[int]) -> None:
        """Return nothing: the unknown joint is among the links."""
        return None

    def direction(self, link: int) -> Mat3[Any]:
        """Return a link's axes in those of its group."""
        found = self.beneath.turns[link]
        assert found is not None
        carried = ParallelTurn(
            found.first, found.sign, *(part.map(self.constant) for part in (found.R0, found.R1, found.R2))
        )
        return by_sum(carried, *self._sum_of_turns(link))

    def _sum_of_turns(self, link: int) -> tuple[Any, Any]:
        known, joint = self.beneath, self.beneath.mechanism.joints[link]
        found = known.turns[link]
        assert found is not None
        if link == self.unknown_link and self.whole:
            return COSINE, SINE
        if link == self.unknown_link:
            own = [(COSINE, SINE * found.sign)] if found.sign else []
        else:
            own = [tuple(map(self.constant, (known.c[i], known.s[i] * found.sign))) for i in joint.coordinates]
            own = own if found.sign else []
        if link == found.first:
            return own[0]
        before = self._sum_of_turns(joint.parent)
        return turned(*before, *own[0]) if own else before


def _sliding(rate: Vec3[Any]) -> Vec3[Any]:
    return rate.map(lambda x: Parabola(ZERO, x, ZERO))


def _scaled(matrix: Mat3[Any], factor: Wave[Any], constant: Callable[[Any], Any]) -> Mat3[Any]:
    return matrix.map(lambda entry: constant(entry) * factor)
