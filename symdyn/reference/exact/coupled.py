"""A witness of a robot whose joints follow others, over fields and real numbers: q = A Q + b, read from `couplings`.

The proof asks `ExactClosedWitness`, which verifies that these coordinates close the robot; many digits are asked here.

The tree is followed along courses of Q; work that its joints do is work of the coordinates that move them, so that

    torque of coordinate j = sum over the tree's joints i of A_ij * torque_i

A course's `turns` are those of the tree: cosines and sines of parts of a coordinate are no business of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.trigonometry import cos_sin
from symdyn.reference.exact.jets import Array, Field
from symdyn.reference.exact.motion import Course, Traced
from symdyn.reference.exact.numbers import Numbers, meant
from symdyn.reference.exact.reading import ExactMechanism
from symdyn.reference.exact.witness import ExactWitness, Vector

RATES = ("qd", "qdd", "along_q", "along_qd", "along_qdd")


@dataclass(frozen=True, slots=True)
class Followed:
    """A and b, by the tree's moving joints; `beside` are rates of cut joints and motors, by their names."""

    A: tuple[tuple[Exact, ...], ...]
    b: tuple[Exact, ...]
    beside: tuple[tuple[str, tuple[Exact, ...]], ...] = ()

    def constants(self) -> set[Exact]:
        """Return what a field must know."""
        rows = (*self.A, *(row for _, row in self.beside))
        return {*(x for row in rows for x in row), *self.b, *(part for x in self.b for part in cos_sin(x))}


def followed(mapping: Mapping[str, Any], mechanism: ExactMechanism) -> Followed | None:
    """Read `couplings` and `actuated`; None where a file has none, or where more than they close the robot."""
    couplings = {entry["joint"]: entry for entry in mapping.get("couplings") or ()}
    if not couplings or mapping.get("loops") or mapping.get("transmission"):
        return None
    joints = [mechanism.joints[entry] for entry in mechanism.moving]
    by_name = {joint.name: joint for joint in joints}
    free: Sequence[str] = mapping.get("actuated") or [name for name in by_name if name not in couplings]
    written = [couplings[name]["plus"] for name in couplings if "plus" in couplings[name] and by_name[name].turn]
    numbers = Numbers(mapping.get("symbols") or {}, written)

    def row_of(name: str) -> tuple[list[Exact], Exact]:
        if name in free:
            return [exact(int(name == other)) for other in free], exact(0)
        total = [exact(0)] * len(free)
        rest = numbers.number(couplings[name].get("plus") or 0)
        if by_name[name].turn:
            rest = meant(rest)
        for other, factor in couplings[name]["equals"].items():
            weight, (row, plus) = numbers.number(factor), row_of(other)
            total = [x + weight * y for x, y in zip(total, row, strict=True)]
            rest = rest + weight * plus
        return total, rest

    rows = [row_of(joint.name) for joint in joints]
    return Followed(tuple(tuple(row) for row, _ in rows), tuple(rest for _, rest in rows))


class CoupledWitness(ExactWitness):
    """A witness that is asked in the robot's coordinates and answers in them.

    Where ``closing`` says so, friction and rotors act on rates beside those of the tree's joints too.
    """

    CLOSES = True

    def __init__(self, mechanism: ExactMechanism, field: Field, closing: Followed) -> None:
        """Carry the mechanism and what couples it into a field."""
        super().__init__(mechanism, field)
        self.closing = closing
        self._A: Array = self.scalars.array(closing.A)
        self._all: Array = self.scalars.array((*closing.A, *(row for _, row in closing.beside)))
        self._b: Array = self.scalars.array(closing.b)
        self.n = self._A.shape[1]

    def trace(self, course: Course) -> Traced:
        """Follow a course of the coordinates."""
        rates: dict[str, Any] = {name: getattr(course, name) for name in RATES}
        spread: dict[str, Any] = {name: list(self.spread(x)) for name, x in rates.items() if len(x)}
        return super().trace(replace(course, q=list(self.places(course.q)), **spread))

    def spread(self, rates: Sequence[Any]) -> Vector:
        """Return the tree's rates."""
        return np.asarray(self.scalars.reduced(self._A @ np.array(list(rates), dtype=object)))

    def joint_positions(self, q: Sequence[Any]) -> Sequence[Any]:
        """Numbers of the tree's joints."""
        return list(self.places(q))

    def joint_rates(self, traced: Traced, rates: Sequence[Any]) -> Vector:
        """Rates of the tree's joints."""
        return self.spread(rates)

    def all_rates(self, rates: Sequence[Any]) -> Vector:
        """Return the tree's rates, and those beside."""
        return np.asarray(self.scalars.reduced(self._all @ np.array(list(rates), dtype=object)))

    def at_zero(self) -> Course:
        """Return the course that rests where all coordinates are zero."""
        turns = [tuple(self.scalars(part) for part in cos_sin(x)) for x in self.closing.b]
        return Course(turns, [0] * self.n)

    def places(self, q: Sequence[Any]) -> Vector:
        """Return the tree's coordinates."""
        return np.asarray(self.scalars.reduced(self.spread(q) + self._b))

    def _felt(self, torques: Vector) -> Vector:
        return np.asarray(self.scalars.reduced(self._A.T @ torques))

    def _torques(self, traced: Traced, works: Sequence[tuple[Array, Array]]) -> tuple[Vector, Vector]:
        tau, tau_d = super()._torques(traced, works)
        return self._felt(tau), self._felt(tau_d)

    def kinetic_energy(self, traced: Traced, qd: Sequence[Any], phi: Sequence[Any]) -> tuple[Any, Any]:
        """Kinetic energy with the rotors', and its derivative."""
        total, along = super().kinetic_energy(traced, list(self.spread(qd)), phi)
        rates = self.all_rates(qd)[len(self._A) :]
        beside = self._beside("Ia", phi) @ (rates * rates) if len(rates) else 0
        return self.scalars.reduced(total + beside * self.scalars.half), along

    def potential_energy(self, traced: Traced, q: Sequence[Any], phi: Sequence[Any]) -> Any:
        """Potential energy of weight and springs."""
        return super().potential_energy(traced, list(self.places(q)), phi)

    def friction(self, qd: Sequence[Any], sign: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return what is felt of friction; ``sign`` are the signs of all rates."""
        fv, fc, fo = (self._of_all(kind, phi) for kind in ("fv", "fc", "fo"))
        signs = np.array(list(sign), dtype=object)
        return self._felt_of_all(self.scalars.reduced(fv * self.all_rates(qd) + fc * signs + fo))

    def springs(self, q: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return what is felt of springs."""
        return self._felt(super().springs(list(self.places(q)), phi))

    def rotors(self, qdd: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return what is felt of rotors."""
        return self.own_times("Ia", qdd, phi)

    def own_times(self, kind: str, rates: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return what is felt of one kind of parameters, each times the rate that it acts on."""
        return self._felt_of_all(self.scalars.reduced(self._of_all(kind, phi) * self.all_rates(rates)))

    def _felt_of_all(self, torques: Vector) -> Vector:
        return np.asarray(self.scalars.reduced(self._all.T @ torques))

    def _of_all(self, kind: str, phi: Sequence[Any]) -> Vector:
        return np.concatenate([self.own(kind, phi), self._beside(kind, phi)])

    def _beside(self, kind: str, phi: Sequence[Any]) -> Vector:
        names = [f"{owner}.{kind}" for owner, _ in self.closing.beside]
        return np.array([phi[self._index[name]] if name in self._index else 0 for name in names], dtype=object)
