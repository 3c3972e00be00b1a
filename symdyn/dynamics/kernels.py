"""The kernels: what users call, with their inputs and outputs.

Shapes are in terms of n (moving joints), p (full parameters), k (entries of pi) and u (parameters called unknown). The
same table drives C, Python, checks and documentation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from symdyn.dynamics.compositions import (
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
from symdyn.dynamics.setting import Setting

INPUT_SHAPES: Mapping[str, tuple[str, ...]] = {
    "q": ("n",),
    "qd": ("n",),
    "qdd": ("n",),
    "qd_r": ("n",),
    "qdd_r": ("n",),
    "tau": ("n",),
    "wrench": ("6",),
    "pi": ("k",),
}


@dataclass(frozen=True, slots=True)
class Kernel:
    """A named computation; outputs are (name, shape) with shapes in the letters n, p, k, u or digits.

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
)

KERNELS: Mapping[str, Kernel] = {kernel.name: kernel for kernel in _ALL}
