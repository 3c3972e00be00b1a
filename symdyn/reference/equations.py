"""The equations of motion on inputs already checked, complex-analytic: what the witness's answers are made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symdyn.reference.closing import is_closed, read_closing
from symdyn.reference.closure import Closure, Motion, motion_of_a_tree
from symdyn.reference.kinematics import Kinematics, kinematics
from symdyn.reference.lagrangian import (
    bodies_mass_matrix,
    bodies_potential_gradient,
    christoffel_matrix,
    mass_matrix_derivative,
)
from symdyn.reference.mechanism import JOINT_PARAMETERS
from symdyn.reference.reading import read
from symdyn.reference.transforms import Array

Vector = NDArray[np.float64]
ROUNDING = 1e-9
"""Of the fastest joint's rate per unit of a coordinate's: what moves slower is what solving for it has left of nothing.

Positions are closed to 1e-14, and rates solved for to that times the condition of their equations, which is far below
1e5 where anything is asked: nearer to a singular position no rate has a sign that numbers tell.
"""


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Where the tree's joints are, how they move with the coordinates, and where that puts the bodies."""

    motion: Motion
    bodies: Kinematics

    @property
    def q(self) -> Array:
        """The tree's joints."""
        return self.motion.q

    @property
    def E(self) -> Array:  # noqa: N802
        """Rates of the tree's joints = E qd."""
        return self.motion.E

    @property
    def H(self) -> Array:  # noqa: N802
        """The rate of E is H qd."""
        return self.motion.H

    @property
    def cut_rates(self) -> Array:
        """Rates of cut joints per unit of qd."""
        return self.motion.cut_rates

    def signs(self, rows: Array, qd: Array, sign: Array | None = None) -> Array:
        """Return the signs of rates ``rows @ qd``; one that a coordinate has no part in is not moved by it at all.

        With ``sign``, those of the coordinates, be they smooth: a rate in proportion to one of theirs has that one's.
        """
        moved = np.where(np.abs(rows) > ROUNDING * np.abs(self.E).max(axis=0, initial=0.0), rows.real, 0.0)
        found = np.sign(moved @ qd.real)
        for place, row in enumerate(moved):
            (moving,) = np.nonzero(row)
            if sign is not None and len(moving) == 1:
                found[place] = np.sign(row[moving[0]]) * sign[moving[0]]
        return np.asarray(found)

    def accelerations(self, qd: Array, qd_r: Array, qdd_r: Array) -> Array:
        """Return those of the tree's joints along a reference, while the robot moves with qd: E qdd_r + dE/dt qd_r."""
        return np.asarray(self.E @ qdd_r + self.H @ qd @ qd_r)


class Equations:
    """A robot as it is read, and its equations of motion for any full parameter vector.

    A closed robot's q, qd, qdd and torques are those of its coordinates, n of them; the tree below has more joints.
    """

    def __init__(self, mapping: Mapping[str, Any]) -> None:
        """Read the robot from what a YAML reader makes of its file."""
        self._mechanism = read(mapping)
        self._closure: Closure | None = None
        self.tree_joint_names = tuple(self._mechanism.joints[e].name for e in self._mechanism.moving)
        self.joint_names = self.tree_joint_names
        if is_closed(mapping):
            closing = read_closing(mapping, self._mechanism)
            self._closure = Closure(self._mechanism, closing)
            self.joint_names = closing.coordinates
        self.n = len(self.joint_names)
        self.parameter_names = self._mechanism.parameter_names
        self.parameters: Vector = self._mechanism.parameters
        self.parameters.setflags(write=False)

    @property
    def closed_coordinates(self) -> Vector:
        """Coordinates at which a robot with loops is closed, as its file says; of others zero."""
        return np.zeros(self.n) if self._closure is None else self._closure.start

    def _at(self, q: Array) -> State:
        motion = motion_of_a_tree(q) if self._closure is None else self._closure(q)
        return State(motion, kinematics(self._mechanism, motion.q))

    def _mass_matrix(self, at: State, phi: Array) -> Array:
        motors = np.diag(self._own(self.joint_names, "Ia", phi)) if self._has_motors else 0
        return np.asarray(at.E.T @ self._tree_mass_matrix(at, phi) @ at.E + motors)

    def _tree_mass_matrix(self, at: State, phi: Array) -> Array:
        rotors = np.diag(self._per_joint("Ia", phi))
        return np.asarray(bodies_mass_matrix(self._mechanism, at.bodies, phi) + rotors)

    def _coriolis_matrix(self, at: State, qd: Array, phi: Array) -> Array:
        """Return E^T (M dE/dt + C E): Christoffel's C of E^T M E, where C is that of M."""
        d_mass = mass_matrix_derivative(self._mechanism, at.bodies, phi)
        of_tree = christoffel_matrix(d_mass, at.E @ qd)
        return np.asarray(at.E.T @ (self._tree_mass_matrix(at, phi) @ (at.H @ qd) + of_tree @ at.E))

    def _gravity(self, at: State, phi: Array) -> Array:
        springs = self._per_joint("ks", phi) * at.q - self._per_joint("kr", phi)
        weight = bodies_potential_gradient(self._mechanism, at.bodies, phi)
        return np.asarray(at.E.T @ (weight + springs))

    def _torque(self, at: State, qd: Array, qd_r: Array, qdd_r: Array, phi: Array) -> Array:
        rates, reference, target = at.E @ qd, at.E @ qd_r, at.accelerations(qd, qd_r, qdd_r)
        d_mass = mass_matrix_derivative(self._mechanism, at.bodies, phi)
        of_tree = (
            bodies_mass_matrix(self._mechanism, at.bodies, phi) @ target
            + christoffel_matrix(d_mass, rates) @ reference
            + bodies_potential_gradient(self._mechanism, at.bodies, phi)
            + self._of_joints(at, qd, target, phi)
        )
        return np.asarray(at.E.T @ of_tree + self._of_closing(at, qd, qdd_r, phi))

    def _of_closing(self, at: State, qd: Array, qdd: Array, phi: Array) -> Array:
        """Return what friction of cut joints, and rotors and friction of motors, take."""
        total = np.zeros(self.n)
        if self._closure is not None and self._closure.rate_owners:
            rates, owners = at.cut_rates @ qd, self._closure.rate_owners
            fv, fc, fo = (self._own(owners, name, phi) for name in ("fv", "fc", "fo"))
            total = at.cut_rates.T @ (fv * rates + fc * at.signs(at.cut_rates, qd) + fo)
        if self._has_motors:
            Ia, fv, fc, fo = (self._own(self.joint_names, name, phi) for name in ("Ia", "fv", "fc", "fo"))
            total = total + Ia * qdd + fv * qd + fc * np.sign(qd.real) + fo
        return total

    def _friction(self, at: State, qd: Array, sign: Array, phi: Array) -> Array:
        """Return what friction takes at a velocity whose signs are given, be they smooth."""
        fv, fc, fo = (self._per_joint(name, phi) for name in ("fv", "fc", "fo"))
        total = at.E.T @ (fv * (at.E @ qd) + fc * at.signs(at.E, qd, sign) + fo)
        if self._closure is not None and self._closure.rate_owners:
            fv, fc, fo = (self._own(self._closure.rate_owners, name, phi) for name in ("fv", "fc", "fo"))
            signs = at.signs(at.cut_rates, qd, sign)
            total = total + at.cut_rates.T @ (fv * (at.cut_rates @ qd) + fc * signs + fo)
        if self._has_motors:
            fv, fc, fo = (self._own(self.joint_names, name, phi) for name in ("fv", "fc", "fo"))
            total = total + fv * qd + fc * sign + fo
        return np.asarray(total)

    @property
    def _has_motors(self) -> bool:
        """Whether the coordinates are those of motors, which have effects of their own."""
        return self._closure is not None and self._closure.has_motors

    def _own(self, owners: tuple[str, ...], parameter: str, phi: Array) -> Array:
        place = {name: at for at, name in enumerate(self.parameter_names)}
        columns = [place.get(f"{owner}.{parameter}") for owner in owners]
        return np.array([0.0 if at is None else phi[at] for at in columns])

    def _of_joints(self, at: State, qd: Array, qdd: Array, phi: Array) -> Array:
        """Return what rotors, friction and springs of the tree's joints take; ``qdd`` is the tree's."""
        Ia, fv, fc, fo, ks, kr = (self._per_joint(name, phi) for name in JOINT_PARAMETERS)
        rubbing = fv * (at.E @ qd) + fc * at.signs(at.E, qd) + fo
        return np.asarray(Ia * qdd + rubbing + ks * at.q - kr)

    def _per_joint(self, parameter: str, phi: Array) -> Array:
        """Return `parameter` of every moving joint, 0 where the file has none."""
        columns = self._mechanism.columns[parameter]
        return np.array([0.0 if at is None else phi[at] for at in columns])

    # -- what may come in ---------------------------------------------------------

    def _joint_vector(self, name: str, values: ArrayLike) -> Vector:
        return vector(name, values, self.n)

    def _known(self, parameters: ArrayLike | None, kinds: frozenset[str]) -> Vector:
        """Return the full vector with 0 for what is not of the `kinds` in use."""
        given = self.parameters if parameters is None else parameters
        phi = vector("parameters", given, len(self.parameters)).copy()
        used = np.array([n.rpartition(".")[2] in kinds for n in self.parameter_names], dtype=bool)
        phi[~used] = 0.0
        unknown = [self.parameter_names[at] for at in np.flatnonzero(np.isnan(phi))]
        if unknown:
            raise ValueError(f"parameters without a value: {', '.join(unknown)}")
        return phi


def vector(name: str, values: ArrayLike, length: int) -> Vector:
    """Return values as doubles, or say which name has the wrong shape."""
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (length,):
        raise ValueError(f"{name} must have shape ({length},), not {array.shape}")
    return array
