"""Points of closed robots' varieties over the field of a prime: quadratics solved with roots modulo the prime."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from closed_robots import bundled, parallelogram, rssr

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.modulus import square_root_mod
from symdyn.reference.exact import ExactClosedWitness, ExactMechanism, read_exactly

Turn = tuple[Any, Any]


class NoPointError(Exception):
    """A root that the prime does not have: draw again."""


class Plane:
    """Rotations, roots and quotients modulo the prime of an embedding."""

    def __init__(self, embedding: Embedding) -> None:
        self._embedding, self.p = embedding, embedding.p

    def number(self, text: str) -> int:
        return int(self._embedding(exact(text)).value)

    def drawn(self) -> Turn:
        c, s = self._embedding.random_rotation()
        return c.value, s.value

    def element(self) -> int:
        return int(self._embedding.random_element().value)

    def over(self, a: int, b: int) -> int:
        return a * pow(b, -1, self.p) % self.p

    def root(self, value: int) -> int:
        found = square_root_mod(value % self.p, self.p)
        if found is None:
            raise NoPointError
        return found

    def direction(self, a: int, b: int, k: int) -> Turn:
        """Return c and s with a c + b s = k."""
        h = a * a + b * b
        root = self.root(h - k * k)
        return self.over(a * k - b * root, h), self.over(b * k + a * root, h)

    def less(self, one: Turn, other: Turn) -> Turn:
        """Return the rotation from the other to the one."""
        (a, b), (c, s) = one, other
        return (a * c + b * s) % self.p, (b * c - a * s) % self.p


def four_bar_point(plane: Plane) -> list[Turn]:
    crank, rod, rocker, ground = map(plane.number, ("0.2", "0.45", "0.35", "0.5"))
    first = plane.drawn()
    x, y = crank * first[0] - ground, crank * first[1]  # of the crank's pin, seen from the rocker's pivot
    # |rocker u - (x, y)| = rod
    half = plane.over(x * x + y * y + rocker * rocker - rod * rod, 2 * rocker)
    third = plane.direction(x, y, half)
    along = plane.over(rocker * third[0] - x, rod), plane.over(rocker * third[1] - y, rod)
    return [first, plane.less(along, first), third]


def five_bar_point(plane: Plane) -> list[Turn]:
    left, right, rod, other, ground = map(plane.number, ("0.3", "0.35", "0.5", "0.45", "0.4"))
    first, third = plane.drawn(), plane.drawn()
    x = ground + right * third[0] - left * first[0]
    y = right * third[1] - left * first[1]
    along = plane.direction(x, y, plane.over(x * x + y * y + rod * rod - other * other, 2 * rod))
    back = plane.over(rod * along[0] - x, other), plane.over(rod * along[1] - y, other)
    return [first, plane.less(along, first), third, plane.less(back, third)]


def slider_crank_point(plane: Plane) -> list[Any]:
    crank, rod, height = map(plane.number, ("0.2", "0.7", "0.05"))
    first = plane.drawn()
    rise = height - crank * first[1]
    run = plane.root(rod * rod - rise * rise)
    along = plane.over(run, rod), plane.over(rise, rod)
    return [first, plane.less(along, first), (crank * first[0] + run) % plane.p]


def parallelogram_point(plane: Plane) -> list[Turn]:
    first, third = plane.drawn(), plane.drawn()
    return [first, plane.less(third, first), third, plane.less(first, third)]


def rssr_point(plane: Plane) -> list[Turn]:
    crank, rod, ball, x, y = map(plane.number, ("0.2", "0.7", "0.4", "0.6", "0.1"))
    first = plane.drawn()
    # the ball is at (x + ball c, y, ball s), the crank's end at crank (c1, s1, 0): their distance is the rod
    a, b = x - crank * first[0], y - crank * first[1]
    rocker = plane.direction(a, 0, plane.over(rod * rod - a * a - b * b - ball * ball, 2 * ball))
    dx, dy, dz = a + ball * rocker[0], b, ball * rocker[1]
    # in the crank's axes the rod points along (cos b, sin a sin b, -cos a sin b)
    c2 = plane.over(dx * first[0] + dy * first[1], rod)
    across = plane.over(dy * first[0] - dx * first[1], rod)
    s2 = plane.root(1 - c2 * c2)
    return [first, (plane.over(-plane.over(dz, rod), s2), plane.over(across, s2)), (c2, s2), rocker]


def with_effects(mapping: dict[str, Any]) -> dict[str, Any]:
    """Give joints and cut joints rotors, friction and springs of unknown size."""
    for joint in mapping["joints"]:
        if joint["type"] != "fixed":
            joint |= {"rotor_inertia": None, "spring": {"stiffness": None}}
            joint["friction"] = dict.fromkeys(("viscous", "coulomb", "offset"))
    for loop in mapping["loops"]:
        keys = ("viscous",) if loop["type"] == "spherical" else ("viscous", "coulomb", "offset")
        loop["friction"] = dict.fromkeys(keys)
    return mapping


ROBOTS: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[Plane], list[Any]]]] = {
    "four_bar": (lambda: bundled("four_bar"), four_bar_point),
    "five_bar": (lambda: bundled("five_bar"), five_bar_point),
    "slider_crank": (lambda: bundled("slider_crank"), slider_crank_point),
    "parallelogram": (parallelogram, parallelogram_point),
    "rssr": (lambda: rssr(cut_at_the_ball=True), rssr_point),
}


def constants_of(mechanism: ExactMechanism) -> set[Exact]:
    return {*mechanism.geometry(), *(value for value in mechanism.parameters if value is not None)}


def drawn_point(name: str, seed: int = 0) -> tuple[ExactClosedWitness, Plane]:
    """Return the witness of a robot with all effects at a random point of its variety."""
    mapping, find = ROBOTS[name]
    mechanism = read_exactly(with_effects(mapping()))
    embedding = Embedding(constants_of(mechanism), seed)
    plane = Plane(embedding)
    while True:
        try:
            found = find(plane)
        except NoPointError:
            continue
        turns = [one if isinstance(one, tuple) else (1, 0) for one in found]
        q = [plane.element() if isinstance(one, tuple) else one for one in found]
        return ExactClosedWitness(mechanism, embedding, turns, q), plane


class Rationals:
    """The rational numbers, where the exact witness needs no reduction."""

    p = degree = 0

    def __call__(self, constant: Exact) -> Fraction:
        return constant.rational


def rational_four_bar() -> tuple[dict[str, Any], list[tuple[Fraction, Fraction]]]:
    """Return a four-bar that is closed where all cosines and sines are rational, and these."""
    F = Fraction
    crank, rod, rocker = (F(3, 5), F(4, 5)), (F(12, 13), F(5, 13)), (F(-7, 25), F(24, 25))
    x = F(1, 5) * crank[0] + F(9, 20) * rod[0] - F(7, 20) * rocker[0]
    y = F(1, 5) * crank[1] + F(9, 20) * rod[1] - F(7, 20) * rocker[1]
    between = rod[0] * crank[0] + rod[1] * crank[1], rod[1] * crank[0] - rod[0] * crank[1]
    turns = [crank, between, rocker]
    mapping = bundled("four_bar")
    mapping["joints"][2]["origin"] = {"xyz": [str(x), str(y), 0]}
    mapping["joints"][0] |= {"rotor_inertia": 0.01, "friction": {"viscous": 0.1, "coulomb": 0.2, "offset": 0.3}}
    mapping["joints"][1] |= {"rotor_inertia": 0.02, "friction": {"viscous": 0.2}}
    mapping["loops"][0]["friction"] = {"viscous": 0.4, "coulomb": 0.1, "offset": -0.2}
    angles = [float(np.arctan2(float(s), float(c))) for c, s in turns]
    mapping["closed_at"] = dict(zip(("joint1", "joint2", "joint3"), angles, strict=True))
    return mapping, turns
