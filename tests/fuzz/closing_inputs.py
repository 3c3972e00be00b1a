"""What closes a robot, drawn at random and valid: a loop, a coupling, a transmission with motors."""

import random
from typing import Any


def close_somehow(source: random.Random, robot: dict[str, Any]) -> None:
    """Add a loop, couplings or a transmission to a valid robot that has none."""
    joints = robot["joints"]
    moving = [joint.get("name", f"joint{i + 1}") for i, joint in enumerate(joints) if joint["type"] != "fixed"]
    links = [joint.get("link", {}).get("name", f"link{i + 1}") for i, joint in enumerate(joints)]
    kind = source.choice(("loop", "coupling", "transmission", "all"))
    if kind in ("coupling", "all") and len(moving) > 1:
        plus = source.choice(("pi/2", 0.25, "1/3"))
        robot["couplings"] = [{"joint": moving[-1], "equals": {moving[0]: source.choice((1, -1, "2/3"))}, "plus": plus}]
    free = moving[:-1] if "couplings" in robot else moving
    if kind in ("loop", "all"):
        robot["loops"] = [_loop(source, links[-1])]
        robot["closed_at"] = {name: source.choice((0.1, "pi/7", -1)) for name in moving}
        robot["actuated"] = free = free[:1]
    if kind in ("transmission", "all"):
        robot["transmission"] = [[int(i == j) + 2 * (j > i) for j in range(len(free))] for i in range(len(free))]
        if source.random() < 0.7:
            robot["motors"] = [{"rotor_inertia": 0.01, "friction": {"viscous": 0.1}} for _ in free]


def _loop(source: random.Random, link: str) -> dict[str, Any]:
    kind = source.choice(("revolute", "prismatic", "universal", "spherical", "fixed"))
    loop: dict[str, Any] = {"type": kind, "parent": "base", "child": link, "child_origin": {"xyz": [0.5, 0, 0]}}
    if kind != "fixed" and source.random() < 0.5:
        loop["friction"] = {"viscous": 0.2}
    if source.random() < 0.5:
        loop |= {"name": "pin", "parent_origin": {"xyz": [0.1, 0.2, 0.3], "rpy": [0, "pi/2", 0]}}
    return loop
