"""The equations of motion on inputs already checked, complex-analytic: what the witness's answers are made of."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

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


class Equations:
    """A robot as it is read, and its equations of motion for any full parameter vector."""

    def __init__(self, mapping: Mapping[str, Any]) -> None:
        """Read the robot from what a YAML reader makes of its file."""
        self._mechanism = read(mapping)
        moving = self._mechanism.moving
        self.n = len(moving)
        self.joint_names = tuple(self._mechanism.joints[e].name for e in moving)
        self.parameter_names = self._mechanism.parameter_names
        self.parameters: Vector = self._mechanism.parameters
        self.parameters.setflags(write=False)

    def _at(self, q: Array) -> Kinematics:
        return kinematics(self._mechanism, q)

    def _mass_matrix(self, at: Kinematics, phi: Array) -> Array:
        rotors = np.diag(self._per_joint("Ia", phi))
        return np.asarray(bodies_mass_matrix(self._mechanism, at, phi) + rotors)

    def _gravity(self, q: Array, at: Kinematics, phi: Array) -> Array:
        springs = self._per_joint("ks", phi) * q - self._per_joint("kr", phi)
        weight = bodies_potential_gradient(self._mechanism, at, phi)
        return np.asarray(weight + springs)

    def _torque(self, q: Array, at: Kinematics, qd: Array, qd_r: Array, qdd_r: Array, phi: Array) -> Array:
        d_mass = mass_matrix_derivative(self._mechanism, at, phi)
        return np.asarray(
            bodies_mass_matrix(self._mechanism, at, phi) @ qdd_r
            + christoffel_matrix(d_mass, qd) @ qd_r
            + bodies_potential_gradient(self._mechanism, at, phi)
            + self._of_joints(q, qd, qdd_r, phi)
        )

    def _of_joints(self, q: Array, qd: Array, qdd: Array, phi: Array) -> Array:
        """Return what rotors, friction and springs take."""
        Ia, fv, fc, fo, ks, kr = (self._per_joint(name, phi) for name in JOINT_PARAMETERS)
        return np.asarray(Ia * qdd + fv * qd + fc * np.sign(qd.real) + fo + ks * q - kr)

    def _per_joint(self, parameter: str, phi: Array) -> Array:
        """Return `parameter` of every moving joint, 0 where the file has none."""
        columns = self._mechanism.columns(parameter)
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
