"""A robot with everything the file format has for trees, and a state to try it in."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from symdyn.reference import Witness


def _link(seed: int, name: str | None = None) -> dict[str, Any]:
    """Return a link with a physical inertia: that of a random cloud of points."""
    points = np.random.default_rng(seed).normal(size=(6, 3)) / 5
    tensor = np.trace(points.T @ points) * np.eye(3) - points.T @ points
    xx, xy, xz, yy, yz, zz = tensor[np.triu_indices(3)].tolist()
    link: dict[str, Any] = {
        "mass": 1 + seed / 10,
        "com": points[0].tolist(),
        "inertia": {"xx": xx, "xy": xy, "xz": xz, "yy": yy, "yz": yz, "zz": zz},
    }
    return link if name is None else link | {"name": name}


@pytest.fixture
def tree_mapping() -> dict[str, Any]:
    """Return a tree of seven entries, not written depth first, with every key."""
    return {
        "symdyn": 1,
        "name": "tree",
        "gravity": [1.5, "-2.0", -9],
        "frames": "explicit",
        "symbols": {"l": 0.45, "k": "2*l"},
        "joints": [
            {
                "type": "revolute",
                "origin": {"xyz": [0.1, 0, "l"], "rpy": ["pi/3", 0.2, -0.4]},
                "axis": [1, 2, 2],
                "link": _link(1, "trunk"),
                "friction": {"viscous": 0.3, "coulomb": 0.2, "offset": -0.1},
                "rotor_inertia": 0.7,
            },
            {"type": "prismatic", "axis": [1, 0, -1], "link": _link(2, "left")},
            {
                "name": "branch",
                "type": "revolute",
                "parent": "trunk",
                "origin": {"rpy": [0.3, "-pi/4", 1]},
                "link": _link(3, "right"),
                "spring": {"stiffness": 3, "rest": "k/3"},
            },
            {
                "type": "revolute",
                "parent": "left",
                "origin": {"xyz": ["k", 0.2, 0]},
                "axis": [0, 1, 0],
                "link": _link(4),
                "rotor_inertia": 0.2,
            },
            {
                "type": "fixed",
                "parent": "right",
                "origin": {"xyz": [0, 0.3, 0.1], "rpy": [0, 0, 2]},
                "link": _link(5),
            },
            {"type": "prismatic", "origin": {"rpy": [1, 1, 0]}, "link": _link(6)},
            {"type": "revolute", "origin": {"xyz": [0.1, 0.2, 0.3]}, "link": _link(7)},
        ],
        "load": _link(8) | {"origin": {"xyz": [0, 0, 0.2], "rpy": [0.5, 0, 0]}},
    }


@pytest.fixture
def tree(tree_mapping: dict[str, Any]) -> Witness:
    """Return the witness of the tree."""
    return Witness(tree_mapping)


@pytest.fixture
def state(tree: Witness) -> tuple[NDArray[np.float64], ...]:
    """Return one random state (q, qd, qdd) of the tree."""
    return tuple(np.random.default_rng(20).normal(size=(3, tree.n)))
