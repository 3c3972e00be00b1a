"""The exact witness at real states, with sixty digits: asked again where the doubles of the numeric one cannot tell.

The numeric witness takes differences of large numbers where frames lie far from the bodies in them: at a kilometre it
loses nine digits. This one answers the same questions and loses none that matter. It is the witness of the proof, whose
field are the real numbers here; matrices are their products with unit vectors, regressors those with unit parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from symdyn.algebra.decimals import mp_context, to_mpf
from symdyn.algebra.exact import Exact
from symdyn.proof.point import Point
from symdyn.proof.programs import Ring
from symdyn.proof.truth import Truth
from symdyn.reference.exact import CoupledWitness, Course, ExactWitness, Followed, followed, read_exactly

Array = NDArray[np.object_]
Numbers = Sequence[Any] | NDArray[Any]


def many_digits(constant: Exact) -> Any:
    """Return a constant with sixty digits."""
    return to_mpf(constant, {})


class RealField:
    """The real numbers, as far as sixty digits go: where the exact witness needs no reduction."""

    p = degree = 0

    def __call__(self, constant: Exact) -> Any:
        """Return a constant as a number."""
        return many_digits(constant)


REALS = Ring(image=many_digits, reduced=lambda value: value, reciprocal=lambda value: 1 / value)


class PreciseWitness:
    """A robot's dynamics, asked as `reference.Witness` is; arrays are of numbers with many digits.

    `full` is the full parameter vector, in doubles or with as many digits; rates may be left out where they do not
    matter.
    """

    def __init__(self, mapping: Mapping[str, Any], claimed: Followed | None = None) -> None:
        """Read the robot from what a YAML reader makes of its file.

        ``claimed`` says how joints follow where loops or motors do that: the proof has verified it, numbers cannot.
        """
        mechanism = read_exactly(mapping)
        closing = claimed or followed(mapping, mechanism)
        self._witness: ExactWitness = (
            CoupledWitness(mechanism, RealField(), closing) if closing else ExactWitness(mechanism, RealField())
        )
        self.n = self._witness.n
        self.parameters = self._witness.mechanism.parameters

    def of_tip(self, link: str) -> Self:
        """Return the same witness with another link for the tip."""
        other = copy(self)
        other._witness = self._witness.of_tip(link)
        return other

    # -- where things are ---------------------------------------------------------

    def forward_kinematics(self, q: Numbers) -> Array:
        """Poses of the links that joints move."""
        return np.asarray(self._at(q=q).link_poses())

    def jacobian(self, q: Numbers) -> Array:
        """Return J of the last link's origin."""
        return self._columns(self._at(q=q).jacobian_times)

    def tip_pose(self, q: Numbers) -> Array:
        """Return the last link's pose."""
        return np.asarray(self._at(q=q).tip_pose())

    def tip_motion(self, q: Numbers, qd: Numbers) -> tuple[Array, Array, Array]:
        """Return the last link's pose, its Jacobian and that Jacobian's rate."""
        rate = self._columns(lambda v: self._at(v=v, q=q, qd=qd).jacobian_rate_times_v())
        return self._at(q=q).tip_pose(), self.jacobian(q), rate

    def loop_motion(self, q: Numbers, qd: Numbers) -> tuple[Array, Array, Array]:
        """Return where all joints of the tree are, E, and how they accelerate when the coordinates do not."""
        at = self._at(q=q, qd=qd)
        return _numbers(list(at.joint_positions())), self._columns(at.joint_rates), np.asarray(at.joint_drift())

    def load_regressor(self, q: Numbers, qd: Numbers, qdd: Numbers) -> Array:
        """Return the wrench of a body on the tip, per unit of its ten parameters."""
        at = self._at(q=q, qd=qd, qdd=qdd)
        return np.stack([at.load_power(unit) for unit in _units(6)])

    # -- energies and torques -----------------------------------------------------

    def kinetic_energy(self, q: Numbers, qd: Numbers, full: Numbers) -> Any:
        """Kinetic energy, the rotors' included."""
        return self._at(full, q=q, qd=qd).kinetic_energy[0]

    def potential_energy(self, q: Numbers, full: Numbers) -> Any:
        """Potential energy, from that of q = 0 on."""
        return self._at(full, q=q).potential_energy()

    def mass_matrix(self, q: Numbers, full: Numbers) -> Array:
        """Return M."""
        return self._columns(self._at(full, q=q).mass_times)

    def coriolis_matrix(self, q: Numbers, qd: Numbers, full: Numbers) -> Array:
        """Return Christoffel's C."""
        return self._columns(lambda v: self._at(full, v=v, q=q, qd=qd).coriolis_times_v)

    def coriolis(self, q: Numbers, qd: Numbers, full: Numbers) -> Array:
        """Return C qd."""
        return np.asarray(self._at(full, q=q, qd=qd).coriolis)

    def gravity(self, q: Numbers, full: Numbers) -> Array:
        """Weight and springs."""
        return np.asarray(self._at(full, q=q).gravity)

    def inverse_dynamics(self, q: Numbers, qd: Numbers, qdd: Numbers, full: Numbers) -> Array:
        """Return the torque of a motion."""
        return np.asarray(self._at(full, q=q, qd=qd, qdd=qdd).torque())

    def inverse_dynamics_external(self, q: Numbers, qd: Numbers, qdd: Numbers, wrench: Numbers, full: Numbers) -> Array:
        """Return the torque while the environment exerts `wrench` on the last link."""
        return np.asarray(self.inverse_dynamics(q, qd, qdd, full) - self.jacobian(q).T @ _numbers(wrench))

    def forward_dynamics(self, q: Numbers, qd: Numbers, tau: Numbers, full: Numbers) -> Array:
        """Return the qdd that `tau` causes."""
        driving = _numbers(tau) - self.inverse_dynamics(q, qd, np.zeros(self.n), full)
        return np.asarray(_inverse(self.mass_matrix(q, full)) @ driving)

    # -- derivatives --------------------------------------------------------------

    def torque_derivatives(self, q: Numbers, qd: Numbers, qdd: Numbers, full: Numbers) -> tuple[Array, Array]:
        """Return (dtau/dq, dtau/dqd)."""

        def along(v: Array) -> Truth:
            return self._at(full, v=v, q=q, qd=qd, qdd=qdd)

        by_q = self._columns(lambda v: along(v).torque_by_q_times_v())
        return by_q, self._columns(lambda v: along(v).torque_by_qd_times_v())

    def state_matrices(self, q: Numbers, qd: Numbers, qdd: Numbers, full: Numbers) -> tuple[Array, Array]:
        """Return A and B of the linearised motion."""
        inverse = _inverse(self.mass_matrix(q, full))
        by_q, by_qd = (-inverse @ part for part in self.torque_derivatives(q, qd, qdd, full))
        zero, one = np.zeros((self.n, self.n), dtype=object), np.eye(self.n, dtype=object)
        return np.block([[zero, one], [by_q, by_qd]]), np.vstack([zero, inverse])

    def forward_dynamics_derivatives(
        self, q: Numbers, qd: Numbers, tau: Numbers, full: Numbers
    ) -> tuple[Array, Array, Array]:
        """Return (dqdd/dq, dqdd/dqd, dqdd/dtau)."""
        qdd = self.forward_dynamics(q, qd, tau, full)
        A, B = self.state_matrices(q, qd, qdd, full)
        return A[self.n :, : self.n], A[self.n :, self.n :], B[self.n :]

    # -- regressors ---------------------------------------------------------------

    def regressor_full(self, q: Numbers, qd: Numbers, qdd: Numbers) -> Array:
        """Return Y of the full parameters."""
        return self._per_parameter(self._at(q=q, qd=qd, qdd=qdd).torque)

    def regressor_slotine_li(self, q: Numbers, qd: Numbers, qd_r: Numbers, qdd_r: Numbers) -> Array:
        """Return Y of M qdd_r + C qd_r + g + friction at qd."""
        return self._per_parameter(self._at(q=q, qd=qd, qd_r=qd_r, qdd_r=qdd_r).slotine_li)

    def regressor_walker(self, q: Numbers, qd: Numbers, qd_r: Numbers, qdd_r: Numbers) -> Array:
        """Return Y of Walker's law."""
        return self._per_parameter(self._at(q=q, qd=qd, qd_r=qd_r, qdd_r=qdd_r).walker)

    def friction_apart(self, q: Numbers, qd: Numbers, qd_f: Numbers, sign_f: Numbers) -> Array:
        """Return columns of friction at qd_f, with sign_f for its sign, less those of friction at qd."""
        return self._per_parameter(self._at(q=q, qd=qd, qd_f=qd_f, sign_f=sign_f).friction_apart)

    def regressor_filtered(self, q: Numbers, qd: Numbers) -> tuple[Array, Array]:
        """Return columns of M qd, and of the torque less the rate of M qd."""
        at = self._at(q=q, qd=qd)
        moved = [
            self._witness.trace(Course(at.at.turns, at.at.q, qd=at.at.qd, along_q=unit)) for unit in _units(self.n)
        ]

        def rest(unit: Sequence[Any]) -> Array:
            kinetic = [self._witness.kinetic_energy(traced, at.at.qd, unit)[1] for traced in moved]
            return np.asarray(at.held(unit) + at.friction(unit) - _numbers(kinetic))

        return self._per_parameter(lambda unit: at.mass_times(at.at.qd, unit)), self._per_parameter(rest)

    # -- asking -------------------------------------------------------------------

    def _at(self, full: Numbers = (), v: Array | None = None, **state: Numbers) -> Truth:
        """Return what is true at a state."""
        inputs = {name: list(_numbers(values)) for name, values in state.items()}
        still = [mp_context.mpf(0)] * self.n
        inputs = {"qd": still, "qdd": still} | inputs
        angles, rates = self._of_tree(inputs["q"], inputs["qd"])
        turns = tuple((mp_context.cos(angle), mp_context.sin(angle)) for angle in angles)
        signs = tuple(int(mp_context.sign(rate)) for rate in rates)
        phi = tuple(_numbers(full))
        still_v = np.zeros(self.n, dtype=object) if v is None else v
        return Truth(Point(self._witness, REALS, 0, turns, signs, inputs, still_v, phi, phi))

    def _of_tree(self, q: list[Any], qd: list[Any]) -> tuple[list[Any], list[Any]]:
        """Return the tree's coordinates, and all rates that friction may act on."""
        if not isinstance(self._witness, CoupledWitness):
            return q, qd
        return list(self._witness.places(q)), list(self._witness.all_rates(qd))

    def _columns(self, times: Callable[[Array], Any]) -> Array:
        """Return the matrix whose products with vectors are known."""
        return np.stack([times(unit) for unit in _units(self.n)], axis=1)

    def _per_parameter(self, torque: Callable[[Sequence[Any]], Any]) -> Array:
        return np.stack([torque(tuple(unit)) for unit in _units(len(self.parameters))], axis=1)


def _units(n: int) -> Array:
    return np.eye(n, dtype=object)


def _numbers(values: Numbers) -> Array:
    return np.array([mp_context.mpf(value) for value in values], dtype=object)


def _inverse(M: Array) -> Array:
    return np.array(mp_context.inverse(mp_context.matrix(M.tolist())).tolist(), dtype=object)
