"""Every link's pose along a motion, and every joint's twist, in the base frame, as jets.

| symbol | code | meaning |
|---|---|---|
| T_b | links | 4 x 4 pose of a link in the base frame |
| xi_i | twists | 4 x 4 matrix with dT/dq_i = xi_i T for all that joint i carries |

A joint is its twist in its own frame, [S(a) 0] as far as it turns about a plus [0 a] as far as it travels along a.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.reference.exact.jets import ONE, TD, TT, TTD, Array, D, Exponents, Jet, Scalars, T
from symdyn.reference.exact.moves import Moves, Turn
from symdyn.reference.exact.reading import ExactJoint, ExactMechanism


@dataclass(frozen=True, slots=True)
class Course:
    """A state, rates of it in time, and rates of all that in one direction; what is left empty is zero.

    `turns` are cosine and sine of every coordinate, `q` the coordinates as numbers: of an angle both exist, and no
    algebra relates them.
    """

    turns: Sequence[tuple[Any, Any]]
    q: Sequence[Any]
    qd: Sequence[Any] = ()
    qdd: Sequence[Any] = ()
    along_q: Sequence[Any] = ()
    along_qd: Sequence[Any] = ()
    along_qdd: Sequence[Any] = ()

    def change(self, i: int, half: Any) -> dict[Exponents, Any]:
        """Return how coordinate i moves away from where it is."""
        rates = {T: self.qd, TT: self.qdd, D: self.along_q, TD: self.along_qd, TTD: self.along_qdd}
        found = {k: values[i] for k, values in rates.items() if len(values)}
        return {k: value * half if k in (TT, TTD) else value for k, value in found.items()}


@dataclass(frozen=True, slots=True)
class Traced:
    """Poses of all links and twists of the moving joints along a course."""

    links: tuple[Jet, ...]
    twists: tuple[Jet, ...]


class Tracer:
    """A mechanism whose constants are in a field."""

    def __init__(self, mechanism: ExactMechanism, scalars: Scalars) -> None:
        """Carry every pose into the field once."""
        self._mechanism = mechanism
        self._scalars = scalars
        self.before = [self.placed(joint.before) for joint in mechanism.joints]
        self.after = [self.placed(joint.after) for joint in mechanism.joints]
        self._twists = [self._twist(joint) for joint in mechanism.joints]

    def placed(self, moves: Moves) -> Array:
        """Return the 4 x 4 pose that moves one after the other lead to."""
        pose = identity()
        for move in moves:
            step = identity()
            if isinstance(move, Turn):
                i, j = (move.about + 1) % 3, (move.about + 2) % 3
                c, s = self._scalars(move.cosine), self._scalars(move.sine)
                step[i, i], step[i, j], step[j, i], step[j, j] = c, -s, s, c
            else:
                step[:3, 3] = self._scalars.array(move.by)
            pose = self._scalars.reduced(pose @ step)
        return pose

    def trace(self, course: Course) -> Traced:
        """Follow a course."""
        links: list[Jet] = []
        twists: list[Jet] = []
        for entry, joint in enumerate(self._mechanism.joints):
            pose: Jet = {ONE: identity()} if joint.parent is None else links[joint.parent]
            pose = self._times_constant(pose, self.before[entry])
            if joint.turn or joint.travel:
                turning, travelling = self._twists[entry]
                twists.append(self._in_base(turning + travelling, pose))
                pose = self._scalars.matrix_product(pose, self._moved(entry, joint, course, len(twists) - 1))
            links.append(self._times_constant(pose, self.after[entry]))
        return Traced(tuple(links), tuple(twists))

    def _times_constant(self, pose: Jet, constant: Array) -> Jet:
        return {k: self._scalars.reduced(value @ constant) for k, value in pose.items()}

    def _twist(self, joint: ExactJoint) -> tuple[Array, Array]:
        """Return both parts of a joint's twist: turning and travelling."""
        turning, travelling = np.zeros((4, 4), dtype=object), np.zeros((4, 4), dtype=object)
        x, y, z = self._scalars.array(joint.axis)
        turning[:3, :3] = [[0, -z, y], [z, 0, -x], [-y, x, 0]]
        travelling[:3, 3] = x, y, z
        scales = self._scalars(joint.turn), self._scalars(joint.travel)
        return self._scalars.reduced(turning * scales[0]), self._scalars.reduced(travelling * scales[1])

    def _moved(self, entry: int, joint: ExactJoint, course: Course, i: int) -> Jet:
        """Exponential of the twist times the coordinate: 1 + sin S + (1 - cos) S² for the turn, q S for the travel.

        Both are along one axis through the origin, so that the exponential of their sum is just this.
        """
        scalars, (turning, travelling) = self._scalars, self._twists[entry]
        change = course.change(i, scalars.half)
        moved: dict[Exponents, Array] = {ONE: identity()}
        if joint.turn:
            cosine, sine = scalars.turned(course.turns[i], change)
            square = turning @ turning
            moved = {k: sine[k] * turning - cosine[k] * square for k in cosine}
            moved[ONE] = moved[ONE] + identity() + square
        if joint.travel:
            for k, x in {ONE: course.q[i], **change}.items():
                moved[k] = moved.get(k, 0) + x * travelling
        return {k: scalars.reduced(value) for k, value in moved.items()}

    def _in_base(self, twist: Array, pose: Jet) -> Jet:
        """F xi F⁻¹, without what depends on time: twists are asked where the robot is."""
        scalars = self._scalars
        here = {k: pose[k] for k in (ONE, D) if k in pose}
        turned_back = {k: value[:3, :3].T for k, value in here.items()}
        arm = {k: value[:3, 3:] for k, value in here.items()}
        back = {k: identity() if k == ONE else np.zeros((4, 4), dtype=object) for k in here}
        for k, value in scalars.matrix_product(turned_back, arm).items():
            back[k][:3, :3] = turned_back[k]
            back[k][:3, 3:] = -value
        in_frame = {k: value @ twist for k, value in here.items()}
        return scalars.matrix_product(in_frame, back)


def identity() -> Array:
    """Return the pose of a frame in itself."""
    return np.eye(4, dtype=int).astype(object)
