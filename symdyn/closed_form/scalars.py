"""A robot at a symbolic state: the ring of its closed forms, and the kernels run over it.

letter            meaning
c1 s1             cosine and sine of joint 1's angle
q1 qd1 qdd1 sg1   its coordinate, rate, change of rate, and the rate's sign
pi1               a minimal parameter; the parameters that are no pivots are zero, which changes no torque
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.closed_form.polynomial import Ring
from symdyn.dynamics.setting import Setting
from symdyn.model.robot import Robot
from symdyn.parameters.pi import full_vector, pi_names, pi_pivots

STATE = ("c", "s", "q", "qd", "qdd", "sg")
PI = "pi"


@dataclass(frozen=True)
class Scalars:
    """The ring of a robot's closed forms."""

    robot: Robot
    largest: int

    @cached_property
    def offsets(self) -> tuple[Exact, ...]:
        """What is added to every coordinate under cosines and sines; right angles are dissolved in signs instead."""
        return tuple(exact(0) if _is_right(joint.offset) else joint.offset for joint in self.robot.moving_joints)

    @cached_property
    def ring(self) -> Ring:
        """The letters of state and parameters."""
        numbers = range(1, self.robot.n + 1)
        state = [f"{stem}{i}" for stem in STATE for i in numbers]
        parameters = [f"{PI}{k + 1}" for k in range(len(pi_names(self.robot)))]
        return Ring(state + parameters, {f"s{i}": f"c{i}" for i in numbers}, self.largest)

    def setting(self, inputs: Collection[str]) -> Setting[Any]:
        """Return the robot at a state of letters, with the inputs that a kernel takes."""
        turns = [self._cosine_and_sine(i) for i in range(self.robot.n)]
        rates = self._letters("qd") if "qd" in inputs else ()
        pi = [self.letter(PI, k + 1) for k in range(len(pi_names(self.robot)))]
        return Setting(
            robot=self.robot,
            lift=self.lift,
            q=self._letters("q"),
            c=[c for c, _ in turns],
            s=[s for _, s in turns],
            qd=rates,
            sign=self._letters("sg") if rates else (),
            qdd=self._letters("qdd") if "qdd" in inputs else (),
            parameters=full_vector(self.robot, pi) if "pi" in inputs else (),
            pivots=pi_pivots(self.robot),
        )

    def lift(self, constant: Exact) -> Any:
        """Carry a constant of the geometry into the ring."""
        return self.ring.constant(constant)

    def letter(self, stem: str, number: int) -> Any:
        """Return a letter of state or parameters."""
        return self.ring.letter(f"{stem}{number}")

    def turn(self, number: int) -> tuple[Any, Any]:
        """Return the cosine and the sine of a coordinate."""
        return self.letter("c", number), self.letter("s", number)

    def _letters(self, stem: str) -> tuple[Any, ...]:
        return tuple(self.letter(stem, i + 1) for i in range(self.robot.n))

    def _cosine_and_sine(self, i: int) -> tuple[Any, Any]:
        """Return those of q + offset."""
        c, s = self.turn(i + 1)
        offset = self.robot.moving_joints[i].offset
        if not _is_right(offset):
            return c, s
        cos, sin = cos_sin(offset)
        return c * cos - s * sin, s * cos + c * sin


def _is_right(angle: Exact) -> bool:
    c, s = cos_sin(angle)
    return c.is_rational and s.is_rational
