"""Robots whose loops are linear, to test with."""

from __future__ import annotations

from typing import Any


def rod(mass: float, com: float, about_z: float) -> dict[str, Any]:
    """A body whose moment about z, at its centre, is given."""
    inertia = {"xx": 0, "xy": 0, "xz": 0, "yy": about_z, "yz": 0, "zz": about_z}
    return {"mass": mass, "com": [com, 0, 0], "inertia": inertia}


def uniform(mass: float, length: float) -> dict[str, Any]:
    """A thin rod."""
    return rod(mass, length / 2, mass * length**2 / 12)


def parallelogram(*, cut: Any = None, viscous: bool = False, side: float = 0.15, **changes: Any) -> dict[str, Any]:
    """A five-bar of two cranks on one axis whose opposite links are equal: 2 coordinates, 4 links.

    Link 1, of 0.3 m, carries link 2; link 3, as long as ``side``, carries link 4, of 0.3 m, whose end is on link 2,
    which reaches backwards to it.
    """
    friction = {"friction": {"viscous": 0.1}} if viscous else {}
    joints = [
        {"type": "revolute", "link": uniform(2, 0.3), **friction},
        {"type": "revolute", "origin": {"xyz": [0.3, 0, 0]}, "link": rod(1.5, 0.1, 0.03), **friction},
        {"type": "revolute", "parent": "base", "link": uniform(1, side), **friction},
        {"type": "revolute", "origin": {"xyz": [side, 0, 0]}, "link": uniform(0.8, 0.3), **friction},
    ]
    loop = {
        "type": "revolute",
        "parent": "link2",
        "child": "link4",
        "parent_origin": {"xyz": [-side, 0, 0]},
        "child_origin": {"xyz": [0.3, 0, 0]},
        **({"friction": cut} if cut else {}),
    }
    whole = {"symdyn": 1, "name": "parallelogram", "gravity": [0, 0, -9.81], "joints": joints, "loops": [loop]}
    closed = {"joint1": 0.4, "joint2": 4.041593, "joint3": 1.3, "joint4": -0.9}
    return whole | {"actuated": ["joint1", "joint3"], "closed_at": closed} | changes


def with_base(*, viscous: bool = False, cut_at: str = "coupler", **changes: Any) -> dict[str, Any]:
    """Two cranks of 0.3 m whose pivots are 0.5 m apart, and a coupler of 0.5 m: 1 coordinate, 3 links."""
    friction = {"friction": {"viscous": 0.1}} if viscous else {}
    first = {"type": "revolute", "link": uniform(1.2, 0.3), **friction}
    coupler = {"type": "revolute", "origin": {"xyz": [0.3, 0, 0]}, "link": uniform(1.5, 0.5), **friction}
    last = {"type": "revolute", "parent": "base", "origin": {"xyz": [0.5, 0, 0]}, "link": uniform(1, 0.3), **friction}
    if cut_at == "coupler":
        joints = [first, coupler, last]
        loop = {"parent": "link2", "child": "link3", "parent_origin": {"xyz": [0.5, 0, 0]}}
        loop["child_origin"] = {"xyz": [0.3, 0, 0]}
        closed = {"joint1": 1.0, "joint2": -1.0, "joint3": 1.0}
    else:  # the last crank hangs on the coupler, its x axis towards its pivot on the base
        joints = [first, coupler, last | {"parent": "link2", "origin": {"xyz": [0.5, 0, 0]}}]
        loop = {"parent": "base", "child": "link3", "parent_origin": {"xyz": [0.5, 0, 0]}}
        loop["child_origin"] = {"xyz": [-0.3, 0, 0]}
        closed = {"joint1": 1.0, "joint2": -1.0, "joint3": 1.0}
    whole = {"symdyn": 1, "name": "swing", "gravity": [0, -9.81, 0], "joints": joints, "actuated": ["joint1"]}
    return whole | {"loops": [{"type": "revolute", **loop, **friction}], "closed_at": closed} | changes
