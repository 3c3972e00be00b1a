"""The exact witness of a closed robot, at a point of its variety: all answers are in the robot's coordinates.

A course's rates are those of the coordinates; they are continued to all joints as series that stay on the variety, so
that every velocity, acceleration and derivative is that of the closed robot, and torques are projected by E.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symdyn.reference.exact.constraints import rate_count
from symdyn.reference.exact.forms import twice_kinetic_energy
from symdyn.reference.exact.jets import TD, TT, TTD, Array, D, Exponents, Field, T
from symdyn.reference.exact.motion import Course, Traced
from symdyn.reference.exact.reading import ExactMechanism
from symdyn.reference.exact.variety import OffTheVarietyError, Turns, Variety, as_course
from symdyn.reference.exact.witness import ExactWitness, Vector

Pair = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class ClosedTraced(Traced):
    """A course of a closed robot: of its coordinates, and of all joints as series; E and its derivative along d."""

    coordinates: dict[Exponents, Array]
    joints: dict[Exponents, Array]
    E: tuple[Array, Array]


class ExactClosedWitness(ExactWitness):
    """A closed robot's dynamics at a point of its variety, without rounding.

    ``turns`` and ``q`` are cosine and sine, and the number, of every joint of the tree. They are not trusted: a point
    that is not closed, or where the actuated joints do not determine the rest, is an OffTheVarietyError.

    Asked as `ExactWitness`, with courses whose ``turns`` and ``q`` are the point's and whose rates are those of the n
    coordinates. Rotors are part of `inertial_torque` and `walker_torque`; `rotors` is zero. Signs of friction are as
    `rates` are: of the tree's joints, then of the cut joints, then of motors.
    """

    CLOSES = True

    def __init__(self, mechanism: ExactMechanism, field: Field, turns: Turns, q: Sequence[Any]) -> None:
        """Carry the mechanism into a field and verify the point."""
        super().__init__(mechanism, field)
        if mechanism.closing is None:
            raise ValueError("a tree has no variety; ask ExactWitness")
        self.variety = Variety(mechanism, self.scalars, self._tracer, field, turns, q)
        self._closing = mechanism.closing
        self.n = len(mechanism.closing.actuated)
        gears = mechanism.closing.transmission
        self._gears: Array = np.eye(self.n, dtype=int).astype(object) if gears is None else self.scalars.array(gears)
        self._moved_E: dict[tuple[Any, ...], tuple[Array, Array, Array, Array]] = {}

    # -- motion -------------------------------------------------------------------

    def trace(self, course: Course) -> ClosedTraced:
        """Follow a course of the coordinates."""
        if tuple(course.turns) != self.variety.turns or tuple(course.q) != self.variety.q:
            raise OffTheVarietyError("a closed robot is asked at its own point, and the course is elsewhere")
        given = {T: course.qd, TT: course.qdd, D: course.along_q, TD: course.along_qd, TTD: course.along_qdd}
        half = self.scalars.half
        coordinates = {
            k: self.scalars.reduced(_vector(values) * (half if k in (TT, TTD) else 1))
            for k, values in given.items()
            if len(values)
        }
        E, E_d, _, _ = self._projection(coordinates.get(D))
        joints = self._lifted(coordinates)
        traced = self._follow(joints)
        return ClosedTraced(traced.links, traced.twists, coordinates, joints, (E, E_d))

    def _lifted(self, coordinates: dict[Exponents, Array]) -> dict[Exponents, Array]:
        reduced = self.scalars.reduced
        return self.variety.lifted({k: reduced(self._gears @ values) for k, values in coordinates.items()})

    def _follow(self, joints: dict[Exponents, Array]) -> Traced:
        moving = {k: values for k, values in joints.items() if any(bool(x) for x in values)}
        return self._tracer.trace(as_course(self.variety.turns, self.variety.q, moving))

    def _projection(self, along: Array | None) -> tuple[Array, Array, Array, Array]:
        """Return E and the rates of cut joints per unit of each coordinate's rate, both with derivatives along d."""
        key = () if along is None else tuple(along)
        if key not in self._moved_E:
            columns = []
            for unit in np.eye(self.n, dtype=int).astype(object):
                joints = self._lifted({T: unit} if along is None else {T: unit, D: along})
                rates, rates_d = self.variety.cut_rates(self._follow(joints))
                columns.append((joints[T], joints[TD], rates, rates_d))
            E, E_d, cuts, cuts_d = (np.stack(part, axis=1) for part in zip(*columns, strict=True))
            self._moved_E[key] = (E, E_d, cuts, cuts_d)
        return self._moved_E[key]

    def rates(self, traced: Traced) -> tuple[Vector, Vector]:
        """Rates of the tree's joints, of cut joints, of motors; and their derivatives."""
        closed = _closed(traced)
        values, along = self.variety.cut_rates(traced)
        motors = [closed.coordinates.get(k, _zeros(self.n)) for k in (T, TD)]
        own = motors if self._closing.motors else [_zeros(0), _zeros(0)]
        return np.concatenate([closed.joints[T], values, own[0]]), np.concatenate([closed.joints[TD], along, own[1]])

    def joint_rates(self, traced: Traced, rates: Sequence[Any]) -> Array:
        """Rates of the tree's joints along a course."""
        return _closed(traced).joints[T]

    def joint_drift(self, traced: Traced) -> Array:
        """Accelerations of the tree's joints along a course."""
        return np.asarray(self.scalars.reduced(2 * _closed(traced).joints[TT]))

    # -- torques ------------------------------------------------------------------

    def inertial_torque(self, traced: Traced, phi: Sequence[Any]) -> tuple[Vector, Vector]:
        """M qdd + C qd, rotors of joints and motors included."""
        closed = _closed(traced)
        bodies, bodies_d = super().inertial_torque(traced, phi)
        inertia = self.own("Ia", phi)
        rotors, rotors_d = self._projected(closed, 2 * inertia * closed.joints[TT], 2 * inertia * closed.joints[TTD])
        motors = [2 * self._of_motors("Ia", phi) * closed.coordinates.get(k, _zeros(self.n)) for k in (TT, TTD)]
        reduced = self.scalars.reduced
        return reduced(bodies + rotors + motors[0]), reduced(bodies_d + rotors_d + motors[1])

    def walker_torque(self, traced: Traced, faster: Traced, phi: Sequence[Any]) -> Vector:
        """Return the part of bodies and rotors in Walker's torque; arguments as for a tree."""
        closed, other = _closed(traced), _closed(faster)
        bodies = super().walker_torque(traced, faster, phi)
        rotors = self.own("Ia", phi) * (other.joints[T] + closed.joints[TD])
        motors = self._of_motors("Ia", phi) * other.coordinates.get(T, _zeros(self.n))
        projected, _ = self._projected(closed, rotors, 0 * rotors)
        return np.asarray(self.scalars.reduced(bodies + projected + motors))

    def spring_torque(self, traced: Traced, phi: Sequence[Any]) -> tuple[Vector, Vector]:
        """Torque of the springs of the tree's joints, and its derivative."""
        closed, stiffness = _closed(traced), self.own("ks", phi)
        force = stiffness * _vector(self.variety.q) - self.own("kr", phi)
        return self._projected(closed, force, stiffness * closed.joints[D])

    def friction_torque(self, traced: Traced, sign: Sequence[Any], phi: Sequence[Any]) -> tuple[Vector, Vector]:
        """Torque of friction in the tree's joints, cut joints and motors, signs being constant, and its derivative."""
        closed, reduced = _closed(traced), self.scalars.reduced
        rates, rates_d = self.rates(traced)
        fv, fc, fo = (self._of_all(kind, phi) for kind in ("fv", "fc", "fo"))
        force, force_d = reduced(fv * rates + fc * _vector(sign) + fo), reduced(fv * rates_d)
        rows, rows_d = self._all_rows(closed.coordinates.get(D))
        return reduced(rows.T @ force), reduced(rows.T @ force_d + rows_d.T @ force)

    def _all_rows(self, along: Array | None) -> tuple[Array, Array]:
        """Return E, with rows of cut joints and motors, and its derivative along d."""
        E, E_d, cuts, cuts_d = self._projection(along)
        motors = np.eye(self.n, dtype=int).astype(object) if self._closing.motors else np.zeros((0, self.n), object)
        return np.concatenate([E, cuts, motors]), np.concatenate([E_d, cuts_d, 0 * motors])

    def rate_rows(self) -> Array:
        """How fast whatever `rates` are of moves per unit of each coordinate's rate, by rows."""
        return self._all_rows(None)[0]

    def rate_owners(self) -> list[str]:
        """Names of what the entries of `rates` belong to."""
        cuts = [cut.name for cut in self._closing.cuts for _ in range(rate_count([cut]))]
        joints = [self.mechanism.joints[entry].name for entry in self.mechanism.moving]
        return [*joints, *cuts, *self._closing.motors]

    def friction(self, qd: Sequence[Any], sign: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Torque of friction at the rates ``qd`` of the coordinates."""
        return self.friction_torque(self.trace(Course(self.variety.turns, self.variety.q, qd=qd)), sign, phi)[0]

    def springs(self, q: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Torque of springs where the tree's joints are at ``q``."""
        force = self.own("ks", phi) * _vector(q) - self.own("kr", phi)
        return np.asarray(self.scalars.reduced(self._projection(None)[0].T @ force))

    def stiffness_times(self, traced: Traced, v: Sequence[Any], sign: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return how springs and friction change along the course's direction; E may change with it."""
        springs, friction = self.spring_torque(traced, phi), self.friction_torque(traced, sign, phi)
        return np.asarray(self.scalars.reduced(springs[1] + friction[1]))

    def own_times(self, kind: str, rates: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Return what is felt of one kind of parameters, each times the rate it acts on, at rates of the robot's."""
        rows, own = self._all_rows(None)[0], self._of_all(kind, phi)
        return np.asarray(self.scalars.reduced(rows.T @ self.scalars.reduced(own * (rows @ _vector(rates)))))

    def potential_energy(self, traced: Traced, q: Sequence[Any], phi: Sequence[Any]) -> Any:
        """Potential energy of weight and springs, where the tree's joints are."""
        return super().potential_energy(traced, self.variety.q, phi)

    def rotors(self, qdd: Sequence[Any], phi: Sequence[Any]) -> Vector:
        """Nothing: a rotor's torque depends on rates as well, so that `inertial_torque` has it."""
        return _zeros(self.n)

    def kinetic_energy(self, traced: Traced, qd: Sequence[Any], phi: Sequence[Any]) -> tuple[Any, Any]:
        """Kinetic energy with that of all rotors, and its derivative; ``qd`` are the course's rates."""
        closed = _closed(traced)
        pairs = [twice_kinetic_energy(self.scalars, pose, S) for pose, S in self._bodies(traced, phi)]
        rates, rates_d = closed.joints[T], closed.joints[TD]
        own, motors, rate = self.own("Ia", phi), self._of_motors("Ia", phi), _vector(qd)
        faster = closed.coordinates.get(TD, _zeros(self.n))
        total = sum(pair[0] for pair in pairs) + own @ (rates * rates) + motors @ (rate * rate)
        along = sum(pair[1] for pair in pairs) + 2 * (own @ (rates * rates_d) + motors @ (rate * faster))
        reduced, half = self.scalars.reduced, self.scalars.half
        return reduced(total * half), reduced(along * half)

    def potential_energy_of_resting_tree(self, phi: Sequence[Any]) -> Any:
        """Potential energy where all joints of the tree are zero, whether that is closed or not."""
        N = len(self.variety.q)
        resting = self._tracer.trace(Course([(1, 0)] * N, [0] * N))
        return super().potential_energy(resting, [0] * N, phi)

    def _torques(self, traced: Traced, works: Sequence[tuple[Array, Array]]) -> tuple[Vector, Vector]:
        return self._projected(_closed(traced), *super()._torques(traced, works))

    def _projected(self, closed: ClosedTraced, force: Vector, force_d: Vector) -> tuple[Vector, Vector]:
        E, E_d = closed.E
        reduced = self.scalars.reduced
        return reduced(E.T @ reduced(force)), reduced(E.T @ force_d + E_d.T @ force)

    # -- parameters ---------------------------------------------------------------

    def _of_all(self, kind: str, phi: Sequence[Any]) -> Vector:
        cuts = [cut.name for cut in self._closing.cuts for _ in range(rate_count([cut]))]
        return np.concatenate([self.own(kind, phi), self._named(cuts, kind, phi), self._motors(kind, phi)])

    def _of_motors(self, kind: str, phi: Sequence[Any]) -> Vector:
        return self._motors(kind, phi) if self._closing.motors else _zeros(self.n)

    def _motors(self, kind: str, phi: Sequence[Any]) -> Vector:
        return self._named(self._closing.motors, kind, phi)

    def _named(self, owners: Sequence[str], kind: str, phi: Sequence[Any]) -> Vector:
        names = [f"{owner}.{kind}" for owner in owners]
        return np.array([phi[self._index[name]] if name in self._index else 0 for name in names], dtype=object)


def _closed(traced: Traced) -> ClosedTraced:
    assert isinstance(traced, ClosedTraced), "traced by another witness"
    return traced


def _zeros(count: int) -> Array:
    return np.zeros(count, dtype=object)


def _vector(values: Sequence[Any]) -> Array:
    return np.array(list(values), dtype=object)
