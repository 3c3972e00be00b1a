"""What the independent derivation says at a point: every quantity that kernels are held to.

Courses are followed once each. Along a course with velocity qd + d v the torque's derivative is 2 C(qd) v, because
C qd is quadratic in qd and Christoffel's C is the symmetric half of its derivative: so one course gives the Coriolis
matrix applied to anything, and no matrix is ever written down.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Any

import numpy as np

from symdyn.proof.point import Point
from symdyn.reference.exact import Course, ExactClosedWitness, Traced

Vector = Any


class Truth:
    """The witness at a point."""

    def __init__(self, at: Point) -> None:
        """Ask nothing yet."""
        self.at = at
        self._witness = at.witness
        self._reduced = at.ring.reduced
        self._half = at.witness.scalars.half

    def of_tip(self, link: str) -> Truth:
        """Return the same with another link for the tip; courses that were followed are shared."""
        other = copy(self)
        other._witness = self._witness.of_tip(link)
        return other

    def _trace(self, **rates: Any) -> Traced:
        return self._witness.trace(Course(self.at.turns, self.at.where, **rates))

    # -- courses --------------------------------------------------------------------

    @cached_property
    def _moving(self) -> Traced:
        """The motion itself; along d the robot is displaced by v."""
        return self._trace(qd=self.at.qd, qdd=self.at.qdd, along_q=self.at.v)

    @cached_property
    def _coasting(self) -> tuple[Vector, Vector]:
        """C qd and C v, of the full vector."""
        return self._bilinear(self._trace(qd=self.at.qd, along_qd=self.at.v), self.at.phi)

    @cached_property
    def _referred(self) -> Traced:
        """The motion, along d with the rates of the reference."""
        doubled = [2 * x for x in self.at.qdd_r]
        return self._trace(qd=self.at.qd, along_qd=self.at.qd_r, along_qdd=doubled)

    def _bilinear(self, traced: Traced, phi: Sequence[Any]) -> tuple[Vector, Vector]:
        """C qd, and C u + M w along a course whose velocity changes by u and whose acceleration by 2 w."""
        value, derivative = self._witness.inertial_torque(traced, phi)
        return value, self._reduced(derivative * self._half)

    @cached_property
    def _walking(self) -> tuple[Traced, Traced]:
        """The reference, displaced along d as the robot moves; and a motion with the reference's acceleration."""
        return self._trace(qd=self.at.qd_r, along_q=self.at.qd), self._trace(qd=self.at.qdd_r)

    # -- torques --------------------------------------------------------------------

    def mass_times(self, vector: Vector, phi: Sequence[Any] | None = None) -> Vector:
        """M ``vector``, rotors included."""
        phi = self.at.phi if phi is None else phi
        bodies, _ = self._witness.inertial_torque(self._trace(qdd=vector), phi)
        return self._reduced(bodies + self._witness.rotors(vector, phi))

    @cached_property
    def gravity(self) -> Vector:
        """Weight and springs."""
        return self.held(self.at.phi)

    def held(self, phi: Sequence[Any]) -> Vector:
        """Weight and springs of any full vector."""
        weight, _ = self._witness.weight_torque(self._moving, phi)
        return weight + self._witness.springs(self.at.where, phi)

    def friction(self, phi: Sequence[Any]) -> Vector:
        """Friction at qd."""
        return self._witness.friction(self.at.qd, self.at.tree_signs or self.at.signs, phi)

    def friction_apart(self, phi: Sequence[Any]) -> Vector:
        """Friction at qd_f, by how much it is more than that at qd."""
        signs = self.at.tree_signs_f or self.at.sign_f
        return self._witness.friction(self.at.qd_f, signs, phi) - self.friction(phi)

    @property
    def coriolis(self) -> Vector:
        """C qd."""
        return self._coasting[0]

    @property
    def coriolis_times_v(self) -> Vector:
        """C v."""
        return self._coasting[1]

    def torque(self, phi: Sequence[Any] | None = None) -> Vector:
        """Return the torque of the motion q, qd, qdd."""
        phi = self.at.phi if phi is None else phi
        bodies, _ = self._witness.inertial_torque(self._moving, phi)
        return bodies + self.held(phi) + self.friction(phi) + self._witness.rotors(self.at.qdd, phi)

    def torque_at(self, qdd: Vector) -> Vector:
        """Return the torque of q, qd with another acceleration."""
        return self.mass_times(qdd) + self.coriolis + self.gravity + self.friction(self.at.phi)

    def slotine_li(self, phi: Sequence[Any] | None = None) -> Vector:
        """M qdd_r + C(qd) qd_r + g + friction at qd."""
        phi = self.at.phi if phi is None else phi
        _, bodies = self._bilinear(self._referred, phi)
        return bodies + self.held(phi) + self.friction(phi) + self._witness.rotors(self.at.qdd_r, phi)

    def walker(self, phi: Sequence[Any]) -> Vector:
        """Walker's torque, with friction at qd."""
        bodies = self._witness.walker_torque(*self._walking, phi)
        own = self._witness.rotors(self.at.qdd_r, phi) + self._witness.springs(self.at.where, phi) + self.friction(phi)
        return bodies + own

    def torque_by_q_times_v(self) -> Vector:
        """(d torque / dq) v."""
        return self._derivative(self._moving)

    def torque_by_q_times_v_at(self, qdd: Vector) -> Vector:
        """(d torque / dq) v with another acceleration."""
        return self._derivative(self._trace(qd=self.at.qd, qdd=qdd, along_q=self.at.v))

    def _derivative(self, traced: Traced) -> Vector:
        of_motion = self._witness.inertial_torque(traced, self.at.phi)[1]
        of_weight = self._witness.weight_torque(traced, self.at.phi)[1]
        signs = self.at.tree_signs or self.at.signs
        return of_motion + of_weight + self._witness.stiffness_times(traced, list(self.at.v), signs, self.at.phi)

    def torque_by_qd_times_v(self) -> Vector:
        """(d torque / dqd) v, signs of rates being constant."""
        return 2 * self.coriolis_times_v + self._witness.own_times("fv", list(self.at.v), self.at.phi)

    # -- energies -------------------------------------------------------------------

    @cached_property
    def kinetic_energy(self) -> tuple[Any, Any]:
        """Kinetic energy, and its derivative by q along v."""
        return self._witness.kinetic_energy(self._moving, self.at.qd, self.at.phi)

    def potential_energy(self) -> Any:
        """Potential energy, from that of q = 0 on.

        With loops that are not linear, from that of all joints of the tree, which need not close: so it is that of the
        bodies that `pi` stands for. Others that move as these do have another constant, and the same gravity.
        """
        if isinstance(self._witness, ExactClosedWitness) and self.at.alike:
            here = self._witness.potential_energy(self._moving, self.at.where, self.at.alike)
            return here - self._witness.potential_energy_of_resting_tree(self.at.alike)
        there, zero = self.at.zero or (self._witness, self._witness.at_zero())
        here = self._witness.potential_energy(self._moving, self.at.where, self.at.phi)
        return here - there.potential_energy(there.trace(zero), zero.q, self.at.phi)

    # -- places ---------------------------------------------------------------------

    def link_poses(self) -> Vector:
        """Poses of the moving links."""
        return self._witness.link_poses(self._moving)

    def tip_pose(self) -> Vector:
        """Pose of the last link."""
        return self._witness.tip_pose(self._moving)

    def jacobian_times(self, rates: Vector) -> Vector:
        """J ``rates``."""
        return self._witness.tip_velocity(self._trace(qd=rates))

    def jacobian_rate_times_v(self) -> Vector:
        """(dJ/dt) v along qd."""
        return self._witness.tip_velocity_along(self._trace(qd=self.at.v, along_q=self.at.qd))

    def load_power(self, twist: Vector) -> Vector:
        """Power that a body on the tip takes on a motion in the tip's axes, per unit of its ten parameters."""
        return self._witness.load_power(self._moving, twist)

    # -- the tree of a closed robot ---------------------------------------------------

    def joint_positions(self) -> Sequence[Any]:
        """Numbers of the tree's joints."""
        return self._witness.joint_positions(self.at.where)

    def joint_rates(self, rates: Vector) -> Vector:
        """Rates of the tree's joints."""
        return self._witness.joint_rates(self._trace(qd=rates), rates)

    def joint_drift(self) -> Vector:
        """Accelerations of the tree's joints at qd, with none of the coordinates."""
        return self._witness.joint_drift(self._trace(qd=self.at.qd))

    def following(self) -> Sequence[int]:
        """Which of the tree's joints follow the coordinates."""
        assert isinstance(self._witness, ExactClosedWitness)
        return self._witness.variety.dependent

    def gap(self) -> Any:
        """Squares of all equations of cut joints, where they need not hold."""
        assert isinstance(self._witness, ExactClosedWitness)
        return self._reduced(self._witness.variety.gap(self.at.turns, self.at.where))

    # -- adapted parameters ---------------------------------------------------------

    @cached_property
    def adapted(self) -> tuple[Vector, tuple[Any, ...]]:
        """What the file calls unknown, drawn at random, and the full vector of it alone: all of pi by default.

        Drawn too where programs hold the file's values, some of which are zero: columns of these would go unseen.
        """
        unknown = self._witness.mechanism.unknown
        if unknown is None:
            return np.array(self.at.inputs["estimates"], dtype=object), self.at.freely
        theta = np.array(self.at.inputs["parameters"][: len(unknown)], dtype=object) + 1
        full: list[Any] = [0] * len(self.at.phi)
        for value, weights in zip(theta, unknown, strict=True):
            for i, weight in weights.items():
                full[i] = full[i] + value * self.at.ring.image(weight)
        return theta, tuple(self._reduced(x) for x in full)
