"""Robots at random states on which laws are tested: seven-joint arms, trees, a pedestal, general geometry.

Small ones are tested over fractions; large ones in a finite field, whose elements do not grow with each operation.
"""

from collections.abc import Callable
from typing import Any

from exact_settings import EXACTS, FRACTIONS, prime_field, random_setting
from random_robots import random_arm, random_robot

import symdyn
from symdyn.dynamics.setting import Setting

FIELD_CASES: dict[str, Callable[[], Setting[Any]]] = {
    "arm of seven, explicit frames": lambda: _modulo(random_arm(1, 7, frames="explicit", rational=True, load=True)),
    "arm of seven, modified DH": lambda: _modulo(random_arm(2, 7, frames="modified_dh", rational=True)),
    "arm of seven, standard DH": lambda: _modulo(random_arm(3, 7, frames="standard_dh", rational=True)),
    "tree of nine, explicit frames": lambda: _modulo(_tree(4, "explicit")),
    "tree of nine, modified DH": lambda: _modulo(_tree(5, "modified_dh")),
    "tree of nine, standard DH": lambda: _modulo(_tree(6, "standard_dh")),
    "arm of five with screws, explicit frames": lambda: _at(_screws(13, 5, "explicit", tree=False)),
    "tree of six with screws, modified DH": lambda: _at(_screws(14, 6, "modified_dh", tree=True)),
    "arm of five on a pedestal": lambda: _at(_on_pedestal(random_arm(9, 5, frames="explicit", rational=True))),
    "arm of seven, general angles": lambda: _modulo(random_arm(11, 7, frames="modified_dh")),
    "tree of nine, general axes": lambda: _modulo(random_robot(12, entries=9, tree=True, frames="explicit", load=True)),
}
CASES = FIELD_CASES | {  # roots and cosines of any angle, as they stand: a ring, no field
    "arm of three, general angles": lambda: _at(random_arm(7, 3, frames="standard_dh"), EXACTS),
    "tree of four, general axes": lambda: _at(random_robot(8, entries=4, tree=True, frames="explicit"), EXACTS),
}


def _tree(seed: int, frames: str) -> dict[str, Any]:
    return random_robot(seed, entries=9, tree=True, frames=frames, rational=True, load=True)


def _screws(seed: int, entries: int, frames: str, tree: bool) -> dict[str, Any]:
    kinds = ("revolute", "screw", "prismatic", "screw")
    return random_robot(seed, entries=entries, tree=tree, frames=frames, kinds=kinds, rational=True, load=True)


def _on_pedestal(arm: dict[str, Any]) -> dict[str, Any]:
    """Stand an arm on two links that are fixed to the base, and fix one more to its middle, with a mass of its own."""
    pedestal = random_robot(10, entries=2, kinds=("fixed",), frames="explicit", rational=True)["joints"]
    foot, side, wrist = ({**entry, "type": "fixed"} for entry in (*pedestal, arm["joints"][2]))
    for entry in (foot, side, wrist):
        for key in ("axis", "rotor_inertia", "friction", "spring"):
            entry.pop(key, None)
    joints = [foot, side, *arm["joints"][:3], wrist, *arm["joints"][3:]]
    return {**arm, "joints": joints}


def _at(mapping: dict[str, Any], field: Any = FRACTIONS) -> Setting[Any]:
    return random_setting(symdyn.load(mapping), seed=mapping["name"], field=field)


def _modulo(mapping: dict[str, Any]) -> Setting[Any]:
    robot = symdyn.load(mapping)
    return random_setting(robot, seed=mapping["name"], field=prime_field(robot))
