"""A small valid robot file and mapping, for tests to break in one place at a time."""

import copy
from typing import Any

TEXT = """\
symdyn: 1
name: arm
gravity: [0, 0, -9.80665]
frames: explicit
symbols: {l2: 0.45, d3: null}
joints:
  - name: joint1
    type: revolute
    parent: base
    origin: {xyz: [0, 0, l2], rpy: [pi/2, 0, 0]}
    axis: [0, 0, 1]
    link:
      name: link1
      mass: 3
      com: [0, 0.1, 0.2]
      inertia: {xx: 1, xy: 0, xz: 0, yy: 1, yz: 0, zz: 1}
      inertia_at: com
    friction: {viscous: 0.1, coulomb: 0.2, offset: 0}
    rotor_inertia: 0.2
    spring: {stiffness: 3.0, rest: 0.5}
    limits: {lower: -3, upper: 3, velocity: 2, effort: 100}
  - type: prismatic
    origin: {xyz: [0.1, 0, 0]}
    link:
      mass: 1
"""

BODY: dict[str, Any] = {
    "mass": 2,
    "com": [0.1, 0, 0],
    "inertia": {"xx": 1, "xy": 0, "xz": 0, "yy": 1, "yz": 0, "zz": 1},
}


def one_joint(joint: dict[str, Any] | None = None, **top: Any) -> dict[str, Any]:
    """Return the mapping of a robot with one revolute joint, with entries of the joint and of the top replaced."""
    first = {"type": "revolute", "link": copy.deepcopy(BODY), **(joint or {})}
    return {"symdyn": 1, "name": "arm", "joints": [first], **top}


def chain(*joints: dict[str, Any], **top: Any) -> dict[str, Any]:
    """Return the mapping of a robot of these joints, revolute unless they say otherwise."""
    return {"symdyn": 1, "name": "arm", "joints": [{"type": "revolute", **joint} for joint in joints], **top}
