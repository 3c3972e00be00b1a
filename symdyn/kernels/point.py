"""A random point: a state and parameters of a robot in a finite field, where whatever is equal has equal values.

Scalars: a finite field that holds the robot's geometry. There an angle is a rotation with rational entries:

    cos x = (1 - x²) / (1 + x²)        sin x = 2 x / (1 + x²)

These are not the cosine and sine of sums: a sum of angles must be turned angle by angle. Kernels, programs and
equations that agree at such a point agree everywhere, but for odds of about degree in p, which is near 2^61.
"""

from __future__ import annotations

from collections.abc import Iterable

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.scalar import Ring
from symdyn.kernels.door import run
from symdyn.kernels.kernel import Kernel
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.model.robot import Robot

VECTORS = ("q", "qd", "qdd", "qd_r", "qdd_r")  # inputs of an entry for every joint


class Point:
    """A point of a robot; `inputs` are those of kernels, with the full vector as `parameters`.

    The velocity error `s` is qd - qd_r, and friction is taken at qd, as papers have it.
    """

    def __init__(self, robot: Robot, constants: Iterable[Exact] = (), leaves_out: Iterable[str] = ()) -> None:
        """Draw one in a field that holds other ``constants`` too; joints' own parameters of some kinds are zero."""
        self.robot = robot
        offsets = (joint.offset for joint in robot.moving_joints)
        self.embedding = Embedding({*geometry_constants(robot), *constants, *offsets})
        self.ring = Ring(self.embedding, {"sin": _sin, "cos": _cos, "sign": self._sign})
        draw, absent = self.embedding.random_element, set(leaves_out)
        self.inputs: dict[str, tuple[FieldElement, ...]] = {
            name: tuple(draw() for _ in range(robot.n)) for name in VECTORS
        }
        rates = zip(self.inputs["qd"], self.inputs["qd_r"], strict=True)
        self.inputs["s"] = tuple(rate - wanted for rate, wanted in rates)
        self.inputs["qd_f"] = self.inputs["qd"]
        self.inputs["sign_f"] = tuple(map(self._sign, self.inputs["qd"]))
        self.inputs["parameters"] = tuple(
            self.embedding(exact(0)) if parameter.vanishes or parameter.name.rpartition(".")[2] in absent else draw()
            for parameter in robot.full_parameters
        )

    def combinations(self, rows: Iterable[Iterable[Exact]]) -> list[FieldElement]:
        """Return the values of combinations of the full parameters."""
        zero, phi = self.embedding(exact(0)), self.inputs["parameters"]
        return [sum((self.embedding(x) * p for x, p in zip(row, phi, strict=True) if x), start=zero) for row in rows]

    def outputs(self, kernel: Kernel) -> dict[str, tuple[FieldElement, ...]]:
        """Return what a kernel gives with the full vector, by the names of its ports, flat."""
        return dict(run(kernel, self.robot, self.ring, self.inputs).outputs)

    def _sign(self, x: FieldElement) -> FieldElement:
        """Signs of x and -x are opposite, and nothing else is known of them."""
        return self.embedding.element(1 if x.value < (-x).value else -1)


def _cos(x: FieldElement) -> FieldElement:
    return (1 - x * x) / (1 + x * x)


def _sin(x: FieldElement) -> FieldElement:
    return (x + x) / (1 + x * x)
