"""Linkages drawn at random: planar four- and five-bars, alone, one on the other and with a slide, and spatial ones.

And trees of which some joints follow others.
"""

import math
import random
from typing import Any

import numpy as np
from loop_robots import pin, robot, turn

AXES = ([0, 0, 1], [1, 2, 2], [2, -1, 2], [0, 3, 4], [2, 3, 6])  # their lengths are whole numbers
KINDS = ("four_bar", "five_bar", "two_loops", "slider_crank", "spatial", "coupled")
FACTORS = (1, -1, 2, 0.5, -0.3, "1/3")


def drawn(kind: str, seed: int) -> dict[str, Any]:
    """Return a random linkage with random bodies, gravity and friction."""
    source = random.Random(f"{kind} {seed}")
    mapping = {
        "four_bar": _four_bar,
        "five_bar": _five_bar,
        "two_loops": _two_loops,
        "slider_crank": _slider_crank,
        "spatial": _spatial,
        "coupled": _coupled,
    }[kind](source)
    mapping["name"] = kind
    mapping["gravity"] = [round(source.uniform(-10, 10), 2) for _ in range(3)]
    for joint in mapping["joints"]:
        joint["link"] = joint["link"] | _body(source)
        if joint["type"] == "fixed":
            continue
        joint["friction"] = {key: round(source.uniform(0.1, 1), 3) for key in ("viscous", "coulomb", "offset")}
        joint["rotor_inertia"] = round(source.uniform(0.01, 0.1), 4)
    for loop in mapping.get("loops", ()):
        keys = ("viscous",) if loop["type"] == "spherical" else ("viscous", "coulomb", "offset")
        loop["friction"] = {key: round(source.uniform(0.1, 1), 3) for key in keys}
    return mapping


def _body(source: random.Random) -> dict[str, Any]:
    a, b, c = (round(source.uniform(0.02, 0.05), 4) for _ in range(3))
    products = {key: round(source.uniform(-0.004, 0.004), 4) for key in ("xy", "xz", "yz")}
    com = [round(source.uniform(-0.2, 0.2), 3) for _ in range(3)]
    return {"mass": round(source.uniform(0.5, 3), 2), "com": com, "inertia": {"xx": a, "yy": b, "zz": c, **products}}


def _length(source: random.Random) -> float:
    return round(source.uniform(0.3, 0.6), 3)


def _elbow(x: float, y: float, first: float, second: float, side: int) -> tuple[float, float] | None:
    """Return directions of two links that lead to a point; None where they do not reach it, or nearly not."""
    reach = x * x + y * y
    cosine = (reach + first**2 - second**2) / (2 * first * math.sqrt(reach))
    if abs(cosine) > 0.95:
        return None
    one = math.atan2(y, x) + side * math.acos(cosine)
    return one, math.atan2(y - first * math.sin(one), x - first * math.cos(one))


def _closing(source: random.Random, ground: float, other: float | None) -> Any:
    """Draw a linkage over a ground: crank, rod and rocker, and with ``other`` a fourth link and the angle it is at."""
    while True:
        crank, rod, rocker, angle = _length(source), _length(source), _length(source), source.uniform(-3, 3)
        last, at = (0.0, 0.0) if other is None else (_length(source), other)
        x = ground + last * math.cos(at) - crank * math.cos(angle)
        y = last * math.sin(at) - crank * math.sin(angle)
        found = _elbow(x, y, rod, rocker, source.choice((1, -1)))
        if found is not None:
            return (crank, rod, rocker, last), (angle, found[0] - angle, found[1] + math.pi - at)


def _four_bar(source: random.Random) -> dict[str, Any]:
    ground = _length(source)
    (crank, rod, rocker, _), closed = _closing(source, ground, None)
    joints = [turn(), turn(crank, 0, 0), turn(ground, 0, 0, parent="base")]
    return robot(joints, [pin("link2", "link3", (rod, 0, 0), (rocker, 0, 0))], ["joint1"], closed)


def _five_bar(source: random.Random) -> dict[str, Any]:
    ground, other = _length(source), source.uniform(-3, 3)
    (crank, rod, rocker, last), (first, second, fourth) = _closing(source, ground, other)
    joints = [turn(), turn(crank, 0, 0), turn(ground, 0, 0, parent="base"), turn(last, 0, 0)]
    loops = [pin("link2", "link4", (rod, 0, 0), (rocker, 0, 0))]
    return robot(joints, loops, ["joint1", "joint3"], (first, second, other, fourth))


def _two_loops(source: random.Random) -> dict[str, Any]:
    """A four-bar whose rocker is the ground of another, tilted out of its plane."""
    mapping = _four_bar(source)
    ground = _length(source)
    (crank, rod, rocker, _), closed = _closing(source, ground, None)
    tilt = {"origin": {"xyz": [0.05, 0, 0.1], "rpy": ["pi/3", 0, 0]}}
    # the second linkage stands on a plate that is fixed to the rocker, so that both of its pivots are in one plane
    mapping["joints"] += [
        {"name": "stand", "type": "fixed", "parent": "link3", **tilt, "link": {"name": "plate"}},
        turn(parent="plate", name="a", link={"name": "u"}),
        turn(crank, 0, 0, parent="u", name="b", link={"name": "v"}),
        turn(ground, 0, 0, parent="plate", name="c", link={"name": "w"}),
    ]
    mapping["loops"].append(pin("v", "w", (rod, 0, 0), (rocker, 0, 0)))
    mapping["actuated"].append("a")
    mapping["closed_at"] |= dict(zip("abc", closed, strict=True))
    return mapping


def _slider_crank(source: random.Random) -> dict[str, Any]:
    while True:
        crank, rod, height, angle = 0.2, _length(source), round(source.uniform(-0.1, 0.1), 3), source.uniform(-3, 3)
        rise = (height - crank * math.sin(angle)) / rod
        if abs(rise) < 0.9:
            break
    along = source.choice((math.asin(rise), math.pi - math.asin(rise)))
    slide = {"type": "prismatic", "parent": "base", "axis": [1, 0, 0], "origin": {"xyz": [0, height, 0]}, "link": {}}
    joints = [turn(), turn(crank, 0, 0), slide]
    closed = (angle, along - angle, crank * math.cos(angle) + rod * math.cos(along))
    return robot(joints, [pin("link2", "link3", (rod, 0, 0))], ["joint1"], closed)


def _spatial(source: random.Random) -> dict[str, Any]:
    """A crank, a rod between a universal joint and a ball, and a rocker, about axes anywhere, closed as drawn."""
    axes = source.sample(AXES, 2)
    closed = [source.uniform(-1, 1) for _ in range(4)]
    pin_at, pivot = (0.2, round(source.uniform(-0.05, 0.05), 3), 0.03), (0.5, 0.1, 0.3)
    crank, swing, lift, rocker = (_turned(axis, q) for axis, q in zip(_universal(axes), closed, strict=True))
    ball = crank @ (np.array(pin_at) + swing @ lift @ [0.7, 0, 0])
    on_rocker = [round(float(x), 5) for x in rocker.T @ (ball - pivot)]
    joints = [turn(axis=axes[0]), turn(*pin_at), turn(axis=[0, 1, 0]), turn(*pivot, parent="base", axis=axes[1])]
    return robot(joints, [pin("link3", "link4", (0.7, 0, 0), on_rocker, "spherical")], ["joint1"], closed)


def _coupled(source: random.Random) -> dict[str, Any]:
    """A tree of six joints in any directions, one of which slides; two of them follow one other joint, or two."""
    joints = []
    for i in range(6):
        origin = {"xyz": [_length(source), 0.1, 0], "rpy": [round(source.uniform(-1, 1), 2), "pi/6", 0]}
        parent = f"link{source.randint(max(1, i - 1), i)}" if i else "base"
        kind = "prismatic" if i == 3 else "revolute"
        joints.append({"type": kind, "axis": source.choice(AXES), "origin": origin, "parent": parent, "link": {}})
    leaders, (one, other) = ["joint1", "joint3", "joint4", "joint5"], source.sample(["joint2", "joint6"], 2)
    plus = source.choice(["pi/3", round(source.uniform(-1, 1), 2)])
    first = {"joint": one, "equals": {source.choice(leaders): source.choice(FACTORS)}, "plus": plus}
    both = {leader: source.choice(FACTORS) for leader in source.sample(leaders, 2)}
    return {"symdyn": 1, "joints": joints, "couplings": [first, {"joint": other, "equals": both}]}


def _universal(axes: Any) -> list[Any]:
    return [axes[0], [0, 0, 1], [0, 1, 0], axes[1]]


def _turned(axis: Any, angle: float) -> np.ndarray:
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * across + (1 - math.cos(angle)) * across @ across
