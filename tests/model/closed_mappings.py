"""Mappings of robots with loops, couplings and transmissions, for tests to break in one place at a time."""

import copy
from typing import Any

LOOP: dict[str, Any] = {
    "type": "revolute",
    "parent": "link2",
    "child": "link3",
    "parent_origin": {"xyz": [0.45, 0, 0]},
    "child_origin": {"xyz": ["l3", 0, 0]},
    "friction": {"viscous": 0.2},
}
FOUR_BAR: dict[str, Any] = {
    "symdyn": 1,
    "name": "linkage",
    "symbols": {"l3": 0.35, "free": None},
    "joints": [
        {"type": "revolute", "rotor_inertia": 0.1},
        {"type": "revolute", "origin": {"xyz": [0.2, 0, 0]}},
        {"type": "revolute", "origin": {"xyz": [0.5, 0, 0]}, "parent": "base"},
        {"type": "fixed", "origin": {"xyz": [0, 0.1, 0]}},
        {"type": "prismatic"},
    ],
    "loops": [LOOP],
    "closed_at": {"joint1": 1, "joint2": -0.585732, "joint3": 1.513635},
    "actuated": ["joint1", "joint5"],
}


def four_bar(**top: Any) -> dict[str, Any]:
    """Return a four-bar with a slide behind a fixed joint; entries of the top are replaced or, by None, left out."""
    mapping = copy.deepcopy(FOUR_BAR) | top
    return {key: value for key, value in mapping.items() if value is not None}


def cut(**loop: Any) -> dict[str, Any]:
    """Return the four-bar with entries of its loop replaced or, by None, left out."""
    entries = copy.deepcopy(LOOP) | loop
    return four_bar(loops=[{key: value for key, value in entries.items() if value is not None}])


def coupled(*couplings: dict[str, Any], **top: Any) -> dict[str, Any]:
    """Return a chain of revolute, revolute, prismatic, revolute and fixed joints with couplings."""
    kinds = ("revolute", "revolute", "prismatic", "revolute", "fixed")
    return {
        "symdyn": 1,
        "name": "fingers",
        "symbols": {"ratio": 2, "free": None},
        "joints": [{"type": kind} for kind in kinds],
        "couplings": list(couplings),
        **top,
    }
