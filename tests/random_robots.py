"""Random robots, the same for the same seed, as mappings that `symdyn.load` and the witness read.

With `rational=True` every number of the geometry is rational: turns are right angles and axes have rational length,
so that the dynamics run over `Fraction` and laws hold with `==`. Otherwise angles are multiples of pi/12 or decimals
and axes are arbitrary.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

FRAMES = ("explicit", "modified_dh", "standard_dh")
RATIONAL_UNIT_AXES = (
    ("0", "4/5", "3/5"),
    ("-3/5", "0", "4/5"),
    ("2/3", "-1/3", "2/3"),
    ("2/7", "3/7", "-6/7"),
    ("1", "0", "0"),
    ("0", "0", "-1"),
)
PAIRS = 4  # of masses that a random body is made of


def random_robot(
    seed: int,
    *,
    entries: int = 5,
    tree: bool = False,
    frames: str | None = None,
    kinds: Sequence[str] = ("revolute", "revolute", "prismatic", "fixed"),
    rational: bool = False,
    effects: bool = True,
    load: bool | None = None,
) -> dict[str, Any]:
    """Return a robot of `entries` joints: a chain, or a tree in which a joint may stand on any earlier link.

    At least one joint moves. Left open, the frame kind and whether there is a load are drawn as well.
    """
    source = random.Random(f"robot {seed}")
    frames = frames or source.choice(FRAMES)
    drawn = [source.choice(kinds) for _ in range(entries)]
    if all(kind == "fixed" for kind in drawn):
        drawn[source.randrange(entries)] = "revolute"
    robot: dict[str, Any] = {
        "symdyn": 1,
        "name": f"random{seed}",
        "gravity": [decimal(source, 10) for _ in range(3)],
        "frames": frames,
        "joints": [],
    }
    for i, kind in enumerate(drawn):
        joint: dict[str, Any] = {"type": kind, **_geometry(source, frames, kind, rational)}
        if tree and i:
            at = source.randrange(-1, i)
            joint["parent"] = "base" if at < 0 else f"link{at + 1}"
        joint["link"] = random_body(source)
        if effects and kind != "fixed":
            joint |= _effects(source)
        robot["joints"].append(joint)
    if load if load is not None else source.random() < 0.4:
        robot["load"] = {"origin": _origin(source, rational), **random_body(source)}
    return robot


def random_arm(seed: int, joints: int, **options: Any) -> dict[str, Any]:
    """Return a chain in which every joint moves."""
    return random_robot(seed, entries=joints, kinds=("revolute", "revolute", "prismatic"), **options)


def decimal(source: random.Random, largest: float, digits: int = 2) -> float:
    """Draw a decimal number between -largest and largest."""
    steps = int(largest * 10**digits)
    return source.randint(-steps, steps) / 10**digits


def random_body(source: random.Random) -> dict[str, Any]:
    """Return mass, com and inertia of a body that exists: pairs of point masses on either side of the com."""
    com = [Fraction(source.randint(-30, 30), 100) for _ in range(3)]
    mass = Fraction(0)
    inertia = dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), Fraction(0))
    for _ in range(PAIRS):
        m = Fraction(source.randint(10, 200), 100)
        _add_point(inertia, m, [Fraction(source.randint(-30, 30), 100) for _ in range(3)])
        mass += m
    inertia_at = source.choice(("com", "origin"))
    if inertia_at == "origin":
        _add_point(inertia, mass, com)
    return {
        "mass": float(mass),
        "com": [float(x) for x in com],
        "inertia": {key: float(value) for key, value in inertia.items()},
        "inertia_at": inertia_at,
    }


def _add_point(inertia: dict[str, Fraction], m: Fraction, place: Sequence[Fraction]) -> None:
    x, y, z = place
    moments = {"xx": y * y + z * z, "xy": -x * y, "xz": -x * z, "yy": x * x + z * z, "yz": -y * z, "zz": x * x + y * y}
    for key, moment in moments.items():
        inertia[key] += m * moment


def _geometry(source: random.Random, frames: str, kind: str, rational: bool) -> dict[str, Any]:
    pitch = {"pitch": decimal(source, 0.5) or 0.1} if kind == "screw" else {}
    if frames == "explicit":
        axis = {} if kind == "fixed" else {"axis": _axis(source, rational)}
        return {"origin": _origin(source, rational), **axis, **pitch}
    lengths = {key: decimal(source, 0.5) for key in ("a", "d")}
    turns = {key: _angle(source, rational) for key in ("alpha", "theta")}
    return {"dh": lengths | turns, **pitch}


def _origin(source: random.Random, rational: bool) -> dict[str, Any]:
    return {
        "xyz": [decimal(source, 0.5) for _ in range(3)],
        "rpy": [_angle(source, rational) for _ in range(3)],
    }


def _angle(source: random.Random, rational: bool) -> str | float:
    """Draw a right angle, or also a multiple of pi/12 or a decimal number of radians."""
    if rational or source.random() < 0.3:
        return f"{source.randint(-2, 2)}*pi/2"
    if source.random() < 0.6:
        return f"{source.randint(-12, 12)}*pi/12"
    return decimal(source, 3)


def _axis(source: random.Random, rational: bool) -> list[Any]:
    if rational:
        return list(source.choice(RATIONAL_UNIT_AXES))
    axis = [source.randint(-3, 3) for _ in range(3)]
    return axis if any(axis) else [0, 0, 1]


def _effects(source: random.Random) -> dict[str, Any]:
    """Draw rotor inertia, friction and spring, each of them now and then."""
    found: dict[str, Any] = {}
    if source.random() < 0.7:
        found["rotor_inertia"] = source.randint(1, 50) / 100
    if source.random() < 0.7:
        friction = {key: source.randint(1, 90) / 100 for key in ("viscous", "coulomb", "offset")}
        left_out = source.choice(("viscous", "coulomb", "offset", ""))
        found["friction"] = {key: value for key, value in friction.items() if key != left_out}
    if source.random() < 0.5:
        found["spring"] = {"stiffness": source.randint(1, 90) / 10, "rest": decimal(source, 1)}
    return found
