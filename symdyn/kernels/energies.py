"""Energies, those of rotors and springs included.

Scalars: any commutative ring that holds one half.
"""

from __future__ import annotations

from typing import TypeVar

from symdyn.algebra.scalar import Scalar
from symdyn.dynamics.energy import kinetic_energy, potential_energy
from symdyn.dynamics.joint_effects import effects_kinetic_energy, effects_potential_energy
from symdyn.dynamics.setting import Setting
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.mechanism.kinematics import world_poses

S = TypeVar("S", bound=Scalar)


def kernel_kinetic_energy(at: Setting[S]) -> Computation[S]:
    """K, rotors included."""
    total = kinetic_energy(at.moving, at.plain_poses, at.qd, at.inertias)
    for effects, rate in zip(at.effects, at.qd, strict=True):
        total = total + effects_kinetic_energy(effects, rate, at.moving.half)
    return Computation(((total,),), (at.plain_poses,))


def kernel_potential_energy(at: Setting[S]) -> Computation[S]:
    """Torques fix the potential only up to a constant, so it is counted from the zero configuration."""
    zero = at.at_zero()
    return Computation((((_potential(at) - _potential(zero)),),), (world_poses(at.moving, at.poses),))


def _potential(at: Setting[S]) -> S:
    total = potential_energy(at.moving, at.poses, at.inertias)
    for effects, q in zip(at.effects, at.q, strict=False):  # what is beside the joints has no springs
        total = total + effects_potential_energy(effects, q, at.moving.half)
    return total


ENERGIES = (
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
        from_zero=True,
    ),
)
