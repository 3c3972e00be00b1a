"""A robot with all joints at zero, in a finite field: where it is decided what moves, meets or is parallel.

Scalars: elements of a finite field.

Exact constants answer such questions only if they are multiplied out, and products of sums of cosines and sines grow
exponentially along a chain of general twists. In the field every constant is one number. What is not zero there is not
zero; what is zero there is zero, except with a probability of about degree/p < 1e-15.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.mechanism.geometry_field import field_of
from symdyn.mechanism.mechanism import Mechanism, Pose, poses
from symdyn.mechanism.over_ring import mechanism_over
from symdyn.model.robot import Robot


@dataclass(frozen=True, slots=True)
class RestInField:
    """The mechanism, load included, and the poses of its links."""

    embedding: Embedding
    mechanism: Mechanism[FieldElement]
    poses: tuple[Pose[FieldElement], ...]

    def vanishes(self, constant: Exact) -> bool:
        """Whether a constant made of the robot's geometry is zero."""
        return not (constant and self.embedding(constant))


def rest_in_field(robot: Robot) -> RestInField:
    """Carry a robot's geometry into a finite field, every joint's angle and travel zero."""
    embedding = field_of(robot)
    mechanism = mechanism_over(robot, embedding)
    zero, one = ([embedding(exact(value))] * robot.n for value in (0, 1))
    return RestInField(embedding, mechanism, poses(mechanism, zero, one, zero))
