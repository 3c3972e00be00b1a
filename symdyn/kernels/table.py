"""The kernels: what users call, with their inputs and outputs.

Shapes are in terms of n (moving joints), p (full parameters), k (entries of pi) and u (parameters called unknown). The
same table drives C, Python, checks and documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.dynamics.setting import Setting
from symdyn.kernels.adaptive import (
    kernel_adaptive_inverse_dynamics,
    kernel_adaptive_slotine_li,
    kernel_adaptive_walker,
    kernel_regressor_filtered,
)
from symdyn.kernels.compositions import (
    Computation,
    kernel_coriolis,
    kernel_coriolis_matrix,
    kernel_forward_dynamics,
    kernel_forward_kinematics,
    kernel_gravity,
    kernel_inverse_dynamics,
    kernel_inverse_dynamics_external,
    kernel_jacobian,
    kernel_kinetic_energy,
    kernel_mass_matrix,
    kernel_potential_energy,
    kernel_regressor,
    kernel_regressor_full,
    kernel_regressor_slotine_li,
    kernel_regressor_unknown,
)
from symdyn.kernels.derivatives import (
    kernel_forward_dynamics_derivatives,
    kernel_state_matrices,
    kernel_torque_derivatives,
)
from symdyn.kernels.tip_motion import kernel_tip_motion

INPUT_SHAPES: Mapping[str, tuple[str, ...]] = {
    "q": ("n",),
    "qd": ("n",),
    "qdd": ("n",),
    "qd_r": ("n",),
    "qdd_r": ("n",),
    "s": ("n",),
    "tau": ("n",),
    "wrench": ("6",),
    "pi": ("k",),
    "parameters": ("p",),
}


@dataclass(frozen=True, slots=True)
class Kernel:
    """A named computation; outputs are (name, shape) with shapes in the letters n, p, k, u, their multiples, or digits.

    One that is made on request is generated only where a control law needs it or a user names it.
    """

    name: str
    summary: str
    inputs: tuple[str, ...]
    outputs: tuple[tuple[str, tuple[str, ...]], ...]
    compute: Callable[[Setting[Any]], Computation]
    on_request: bool = False


_ALL = (
    Kernel(
        "inverse_dynamics",
        "Joint torques of a motion: M qdd + C qd + g, with friction and springs.",
        ("q", "qd", "qdd", "pi"),
        (("tau", ("n",)),),
        kernel_inverse_dynamics,
    ),
    Kernel(
        "inverse_dynamics_external",
        "Joint torques of a motion under a wrench (force over moment, base axes) exerted on the last link's origin.",
        ("q", "qd", "qdd", "wrench", "pi"),
        (("tau", ("n",)),),
        kernel_inverse_dynamics_external,
    ),
    Kernel(
        "gravity",
        "Joint torques that hold the robot still, springs included.",
        ("q", "pi"),
        (("g", ("n",)),),
        kernel_gravity,
    ),
    Kernel("coriolis", "Coriolis and centrifugal torques C qd.", ("q", "qd", "pi"), (("c", ("n",)),), kernel_coriolis),
    Kernel(
        "coriolis_matrix",
        "Coriolis matrix of Christoffel's symbols; dM/dt - 2 C is skew.",
        ("q", "qd", "pi"),
        (("C", ("n", "n")),),
        kernel_coriolis_matrix,
    ),
    Kernel(
        "mass_matrix", "Mass matrix, rotor inertias included.", ("q", "pi"), (("M", ("n", "n")),), kernel_mass_matrix
    ),
    Kernel(
        "forward_dynamics",
        "Joint accelerations that torques cause.",
        ("q", "qd", "tau", "pi"),
        (("qdd", ("n",)),),
        kernel_forward_dynamics,
    ),
    Kernel(
        "regressor",
        "Regressor of the minimal parameters: tau = Y * pi.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "k")),),
        kernel_regressor,
    ),
    Kernel(
        "regressor_unknown",
        "Columns of the regressor that multiply the parameters the robot file calls unknown; by default all of pi.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "u")),),
        kernel_regressor_unknown,
    ),
    Kernel(
        "regressor_slotine_li",
        "Regressor of adaptive control: Y * pi = M qdd_r + C(q, qd) qd_r + g, with friction at qd.",
        ("q", "qd", "qd_r", "qdd_r"),
        (("Y", ("n", "k")),),
        kernel_regressor_slotine_li,
    ),
    Kernel(
        "regressor_full",
        "Regressor of the full parameter vector: tau = Y * parameters.",
        ("q", "qd", "qdd"),
        (("Y", ("n", "p")),),
        kernel_regressor_full,
    ),
    Kernel(
        "forward_kinematics",
        "Poses of the moving links in the base frame, 4 x 4 each.",
        ("q",),
        (("T", ("n", "4", "4")),),
        kernel_forward_kinematics,
    ),
    Kernel(
        "jacobian",
        "Velocity of the last link's origin over its angular velocity, base frame.",
        ("q",),
        (("J", ("6", "n")),),
        kernel_jacobian,
    ),
    Kernel(
        "kinetic_energy",
        "Kinetic energy, rotors included.",
        ("q", "qd", "pi"),
        (("K", ()),),
        kernel_kinetic_energy,
    ),
    Kernel(
        "potential_energy",
        "Potential energy of gravity and springs, counted from q = 0.",
        ("q", "pi"),
        (("P", ()),),
        kernel_potential_energy,
    ),
    Kernel(
        "torque_derivatives",
        "Derivatives of the torque by positions and velocities; by accelerations it is the mass matrix.",
        ("q", "qd", "qdd", "pi"),
        (("dtau_dq", ("n", "n")), ("dtau_dqd", ("n", "n"))),
        kernel_torque_derivatives,
    ),
    Kernel(
        "state_matrices",
        "The plant near a motion: dx/dt = A x + B u, with x = (dq, dqd) and u the change of torque.",
        ("q", "qd", "qdd", "pi"),
        (("A", ("2n", "2n")), ("B", ("2n", "n"))),
        kernel_state_matrices,
    ),
    Kernel(
        "forward_dynamics_derivatives",
        "Derivatives of the acceleration that torques cause, by positions, velocities and torques.",
        ("q", "qd", "tau", "pi"),
        (("dqdd_dq", ("n", "n")), ("dqdd_dqd", ("n", "n")), ("dqdd_dtau", ("n", "n"))),
        kernel_forward_dynamics_derivatives,
        on_request=True,
    ),
    Kernel(
        "adaptive_inverse_dynamics",
        "Torque of a motion with estimates, tau = Y * pi, and what their adaptation is driven by, w = Y' * s.",
        ("q", "qd", "qdd", "s", "pi"),
        (("tau", ("n",)), ("w", ("u",))),
        kernel_adaptive_inverse_dynamics,
        on_request=True,
    ),
    Kernel(
        "adaptive_slotine_li",
        "Torque M qdd_r + C(q, qd) qd_r + g with estimates and friction at qd, and w = Y' * s with its regressor.",
        ("q", "qd", "qd_r", "qdd_r", "s", "pi"),
        (("tau", ("n",)), ("w", ("u",))),
        kernel_adaptive_slotine_li,
        on_request=True,
    ),
    Kernel(
        "adaptive_walker",
        "Walker's torque with estimates of the full vector, friction at qd, and w = Y' * s with its regressor.",
        ("q", "qd", "qd_r", "qdd_r", "s", "parameters"),
        (("tau", ("n",)), ("w", ("p",))),
        kernel_adaptive_walker,
        on_request=True,
    ),
    Kernel(
        "regressor_filtered",
        "The regressor without qdd, for filters: Y = d/dt Y_momentum + Y_rest, and Y_momentum * pi = M qd.",
        ("q", "qd"),
        (("Y_momentum", ("n", "k")), ("Y_rest", ("n", "k"))),
        kernel_regressor_filtered,
        on_request=True,
    ),
    Kernel(
        "tip_motion",
        "Pose of the last link, 4 x 4, its Jacobian, and the Jacobian's rate along the motion, base frame.",
        ("q", "qd"),
        (("T", ("4", "4")), ("J", ("6", "n")), ("J_dot", ("6", "n"))),
        kernel_tip_motion,
        on_request=True,
    ),
)

KERNELS: Mapping[str, Kernel] = {kernel.name: kernel for kernel in _ALL}
