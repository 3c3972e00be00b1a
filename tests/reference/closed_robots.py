"""Closed robots for the witness: with numbers known by hand, cut in several places, and bundled ones."""

import copy
from typing import Any

import numpy as np

import symdyn

BUNDLED = ("four_bar", "five_bar", "slider_crank", "delta", "sr400", "cylinder_arm")
IN_PLANE = {"xx": 0, "xy": 0, "xz": 0, "yy": 0, "yz": 0}


def bundled(name: str) -> dict[str, Any]:
    """Return the mapping of a bundled robot."""
    return copy.deepcopy(dict(symdyn.load(name).source))


def rod(mass: float, length: float, **keys: Any) -> dict[str, Any]:
    """Return a uniform rod along x in the plane."""
    return {"mass": mass, "com": [length / 2, 0, 0], "inertia": IN_PLANE | {"zz": mass * length**2 / 12}, **keys}


def parallelogram() -> dict[str, Any]:
    """Return the parallelogram of known mass matrix: upper arm and rod stay parallel, and so do crank and forearm."""
    forearm = {"mass": 1.5, "com": [-0.1, 0, 0], "inertia": IN_PLANE | {"zz": 0.03}}
    return {
        "gravity": [0, 0, 0],
        "joints": [
            {"type": "revolute", "link": rod(2, 0.3)},
            {"type": "revolute", "origin": {"xyz": [0.3, 0, 0]}, "link": forearm},
            {"type": "revolute", "parent": "base", "link": rod(1, 0.15)},
            {"type": "revolute", "origin": {"xyz": [0.15, 0, 0]}, "link": rod(0.8, 0.3)},
        ],
        "loops": [
            {
                "type": "revolute",
                "parent": "link2",
                "child": "link4",
                "parent_origin": {"xyz": [0.15, 0, 0]},
                "child_origin": {"xyz": [0.3, 0, 0]},
            }
        ],
        "actuated": ["joint1", "joint3"],
        "closed_at": {"joint1": 0.5, "joint2": 0.7, "joint3": 1.2, "joint4": -0.7},
    }


def four_bar(friction: tuple[float, float, float, float] = (0.1, 0.05, 0.07, 0.2)) -> dict[str, Any]:
    """Return the bundled four-bar with viscous friction in its three joints and in its cut joint."""
    mapping = bundled("four_bar")
    for joint, viscous in zip([*mapping["joints"], *mapping["loops"]], friction, strict=True):
        joint["friction"] = {"viscous": viscous}
    return mapping


def four_bar_cut_at_the_ground() -> dict[str, Any]:
    """Return `four_bar()` as a chain whose third link turns back to the ground."""
    mapping = four_bar()
    mapping["joints"][2] |= {"parent": "link2", "origin": {"xyz": [0.45, 0, 0]}, "friction": {"viscous": 0.2}}
    ground = {"parent_origin": {"xyz": [0.35, 0, 0]}, "child_origin": {"xyz": [0.5, 0, 0]}}
    mapping["loops"] = [
        {"type": "revolute", "parent": "link3", "child": "base", "friction": {"viscous": 0.07}, **ground}
    ]
    mapping["closed_at"] |= {"joint3": 1.513635 + np.pi - (1 - 0.585732)}
    return mapping


def four_bar_cut_through_its_rocker() -> dict[str, Any]:
    """Return `four_bar()` with the pin as a joint of the tree: a stub on the rod is fixed to the rocker."""
    mapping = four_bar()
    stub = {"name": "stub", "massless": True}
    pin = {"name": "pin", "type": "revolute", "parent": "link2", "origin": {"xyz": [0.45, 0, 0]}, "link": stub}
    mapping["joints"].append(pin | {"friction": {"viscous": 0.2}})
    mapping["loops"] = [{"type": "fixed", "parent": "link3", "child": "stub", "parent_origin": {"xyz": [0.35, 0, 0]}}]
    mapping["closed_at"] |= {"pin": 1.513635 - (1 - 0.585732)}
    mapping["tip"] = "link3"
    return mapping


def slider_crank_cut_at_its_slide() -> dict[str, Any]:
    """Return the bundled slider-crank with the slider on the rod's pin; it slides against the base along x."""
    mapping = bundled("slider_crank")
    slider = mapping["joints"][2]
    mapping["joints"][2] = {
        "name": "piston_pin",
        "type": "revolute",
        "parent": "rod",
        "origin": {"xyz": [0.7, 0, 0]},
        "link": slider["link"],
    }
    along_x = ["pi/2", 0, "pi/2"]  # z of the frame along x
    mapping["loops"] = [
        {
            "name": "slide",
            "type": "prismatic",
            "parent": "base",
            "child": "slider",
            "parent_origin": {"xyz": [0, 0.05, 0], "rpy": along_x},
            "child_origin": {"rpy": along_x},
            "friction": {"viscous": 3, "coulomb": 2, "offset": 0.5},
        }
    ]
    mapping["closed_at"] = {"crank": 1, "crank_pin": -1.169807, "piston_pin": 0.169807}
    return mapping


def rssr(*, cut_at_the_ball: bool) -> dict[str, Any]:
    """Return a spatial linkage: crank, universal joint, rod, ball joint, rocker; cut at either of the inner two."""
    link = {
        "mass": 1,
        "com": [0.1, 0.02, 0.03],
        "inertia": {"xx": 0.01, "xy": 0, "xz": 0.001, "yy": 0.02, "yz": 0, "zz": 0.02},
    }
    crank = {"type": "revolute", "link": link | {"name": "crank"}}
    rocker = {
        "type": "revolute",
        "parent": "base",
        "origin": {"xyz": [0.6, 0.1, 0], "rpy": ["pi/2", 0, 0]},
        "link": link | {"name": "rocker"},
    }
    rubbing = {"friction": {"viscous": 0.3, "coulomb": 0.1}}
    end, pin, ball = [0.2, 0, 0], [0.7, 0, 0], [0.4, 0, 0]
    rod_link = link | {"name": "rod"}
    turn: dict[str, Any] = {"type": "revolute"}
    if cut_at_the_ball:
        joints = [
            crank,
            turn | rubbing | {"name": "ux", "origin": {"xyz": end}, "axis": [1, 0, 0], "link": {"massless": True}},
            turn | rubbing | {"name": "uy", "axis": [0, 1, 0], "link": rod_link},
            rocker,
        ]
        loop = {"type": "spherical", "parent": "rod", "child": "rocker"}
        loop |= {"parent_origin": {"xyz": pin}, "child_origin": {"xyz": ball}}
        closed = {"joint1": 1.2, "ux": -2.186688, "uy": 1.390078, "joint4": 1.465757}
    else:
        joints = [
            crank,
            rocker,
            turn | {"name": "bx", "origin": {"xyz": ball}, "axis": [1, 0, 0], "link": {"massless": True}},
            turn | {"name": "by", "axis": [0, 1, 0], "link": {"massless": True}},
            turn | {"name": "bz", "axis": [0, 0, 1], "link": {"name": "knuckle", "massless": True}},
            {"name": "held", "type": "fixed", "origin": {"xyz": [-0.7, 0, 0]}, "link": rod_link},
        ]
        loop = {"type": "universal", "parent": "crank", "child": "rod", "parent_origin": {"xyz": end}, **rubbing}
        closed = {"joint1": 1.2, "joint2": 1.465757, "bx": 2.909378, "by": -0.080309, "bz": 0.859858}
    return {
        "gravity": [0, -3, -9],
        "joints": joints,
        "loops": [loop],
        "tip": "rocker",
        "actuated": ["joint1"],
        "closed_at": closed,
    }
