"""Random arms with a load, revolute and prismatic joints mixed, for the equations of Lu and Meng."""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact_settings import FRACTIONS, Field, random_setting
from random_robots import random_robot

import symdyn
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.spatial import Sym3, Vec3
from symdyn.dynamics.energy import kinetic_energy, potential_energy
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.regressors.regressor import link_regressors
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.mechanism.rigid_body import Inertia, inertia_from_ten

KINDS = {"R": "revolute", "P": "prismatic"}
FRACTION_ARMS = {"RRR": 1, "RRP": 2, "RPR": 3, "PRR": 4, "PRP": 5, "RPP": 6}  # kinds of joints and a seed
FIELD_ARMS = {"RRR": 11, "RRP": 12, "RPR": 13, "PRR": 14, "PPR": 15, "PPP": 16}
ARMS = (*FRACTION_ARMS, *(f"{kinds} over GF(p)" for kinds in FIELD_ARMS))

# a body: mass, centre of mass, and inertia tensor about it
M, P = Fraction(7, 3), Vec3(Fraction(2, 5), Fraction(-1, 2), Fraction(3, 7))
I_COM = Sym3(*(Fraction(k, 11) for k in (9, 2, 8, -1, 3, 10)))


def arm(name: str) -> Setting[Any]:
    """Return one of `ARMS` at a random state."""
    kinds, _, where = name.partition(" ")
    return arm_over_finite_field(kinds) if where else arm_over_fractions(kinds)


def arm_over_fractions(kinds: str) -> Setting[Any]:
    """Return an arm with right angles and rational axes."""
    seed = FRACTION_ARMS[kinds]
    return random_setting(_robot(kinds, seed, rational=True), seed, FRACTIONS)


def general_arm() -> Setting[Any]:
    """Return an arm of three revolute joints with oblique axes, on which printed errors show."""
    return random_setting(_robot("RRR", 21, rational=True, frames="explicit"), 21, FRACTIONS)


def arm_over_finite_field(kinds: str) -> Setting[Any]:
    """Return an arm of any geometry: roots and cosines of general angles are carried into the field."""
    seed = FIELD_ARMS[kinds]
    robot = _robot(kinds, seed, rational=False)
    embedding = Embedding(geometry_constants(robot), seed)

    def draw(source: random.Random) -> FieldElement:
        return embedding.element(source.randrange(embedding.p))

    return random_setting(robot, seed, Field("finite field", embedding, draw))


def _robot(kinds: str, seed: int, **options: Any) -> symdyn.Robot:
    mapping = random_robot(seed, entries=len(kinds), kinds=("revolute",), effects=False, load=True, **options)
    for joint, kind in zip(mapping["joints"], kinds, strict=True):
        joint["type"] = KINDS[kind]
    return symdyn.load(mapping)


def ten_parameter_regressors(at: Setting[Any]) -> list[list[list[Any]]]:
    """Return the blocks of all links, ten columns each."""
    motions = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)
    return link_regressors(at.whole, at.whole_poses, [motion.acceleration for motion in motions])


def side_by_side(blocks: Sequence[Sequence[Sequence[Any]]]) -> list[list[Any]]:
    """Return one matrix, by rows, of the links' blocks."""
    return [[entry for row in rows for entry in row] for rows in zip(*blocks, strict=True)]


def weighted(columns: Sequence[Vec3[Any]], factors: Sequence[Any]) -> Vec3[Any]:
    """Return a matrix of columns times a vector."""
    total: Vec3[Any] = Vec3(0, 0, 0)
    for column, factor in zip(columns, factors, strict=True):
        total = total + column.scale(factor)
    return total


def energies(at: Setting[Any], link: int, inertia: Inertia[Any], qd: Sequence[Any]) -> tuple[Any, Any]:
    """Return the kinetic and potential energy of one link alone."""
    nothing = inertia_from_ten([0] * 10)
    bodies = [inertia if i == link else nothing for i in range(len(at.whole.joints))]
    return kinetic_energy(at.whole, at.whole_poses, qd, bodies), potential_energy(at.whole, at.whole_poses, bodies)
