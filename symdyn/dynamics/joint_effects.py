"""What acts on a joint beside its link: rotor inertia, friction and spring.

Scalars: any commutative ring; the sign of a velocity arrives as an input.

    τ_i = Ia q̈ + fv q̇ + fc sign(q̇) + fo + ks q - kr
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from symdyn.algebra.scalar import ZERO, Scalar

S = TypeVar("S", bound=Scalar)


@dataclass(frozen=True, slots=True)
class JointMotion(Generic[S]):
    """Coordinate of one joint, its rate, the sign of the rate, and the change of the rate."""

    q: S
    qd: S
    sign: S
    qdd: S


COEFFICIENTS: dict[str, Callable[[JointMotion[Any]], Any]] = {
    "Ia": lambda joint: joint.qdd,
    "fv": lambda joint: joint.qd,
    "fc": lambda joint: joint.sign,
    "fo": lambda joint: 1,
    "ks": lambda joint: joint.q,
    "kr": lambda joint: -1,
}
ROTOR = ("Ia",)
FRICTION = ("fv", "fc", "fo")
SPRING = ("ks", "kr")


def effects_torque(effects: Iterable[tuple[str, S]], motion: JointMotion[S]) -> S:
    """Sum the effects of one joint, given as pairs of kind and parameter."""
    total: S = ZERO
    for kind, parameter in effects:
        total = total + COEFFICIENTS[kind](motion) * parameter
    return total


def effects_kinetic_energy(effects: Iterable[tuple[str, S]], qd: S, half: S) -> S:
    """½ Ia q̇²."""
    return sum((parameter * qd * qd * half for kind, parameter in effects if kind == "Ia"), start=ZERO)


def effects_potential_energy(effects: Iterable[tuple[str, S]], q: S, half: S) -> S:
    """½ ks q² - kr q."""
    total: S = ZERO
    for kind, parameter in effects:
        if kind == "ks":
            total = total + parameter * q * q * half
        elif kind == "kr":
            total = total - parameter * q
    return total
