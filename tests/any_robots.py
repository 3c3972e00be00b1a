"""Robots of every kind that a file can describe, the same for the same seed.

`random_robots` draws general geometry. Faults hide in special geometry: axes that meet, stand at right angles, are
parallel or nearly so, offsets on one side of a joint only, fixed links anywhere, slides at the base, leaves on the
base. Here each of these is drawn about every second time, and then whatever else a file may say.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from random_robots import FRAMES, decimal, random_body

JOINTS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6)  # a median of three
LENGTHS = (0, 0, 0, 0.1, 0.25, -0.3, 0.4318)
TURNS = ("0", "0", "pi/2", "-pi/2", "pi")
TWELFTHS = ("pi/3", "pi/4", "-pi/6", "5*pi/12", "-3*pi/4")
AXES = ([0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, -1], [0, -1, 0])
OBLIQUE = ([1, 1, 0], [0, 3, 4], [1, 2, 2], [1, -1, 1], [2, 0, -3], [0.6, 0, 0.8])
PITCHES = (0.01, -0.2, 0.3, 1, "0.005/(2*pi)")
GRAVITIES = ([0, 0, -9.81], [0, -9.81, 0], [0, 0, 0], [1.5, -2, 9])


@dataclass(frozen=True)
class Habit:
    """How a robot's builder measures: with which lengths, angles and axes."""

    length: Callable[[], float]
    angle: Callable[[], Any]
    axis: Callable[[], list[Any]]


def any_robot(seed: int, *, most: int = 6, plain: bool = False) -> dict[str, Any]:
    """Return a robot of 1 to ``most`` moving joints; a plain one has values everywhere, and no symbols or zeros."""
    source = random.Random(f"any robot {seed}")
    moving = min(source.choice(JOINTS) if most <= 6 else source.randint(1, most), most)
    frames, habit = source.choice(FRAMES), _habit(source)
    kinds = [source.choices(("revolute", "prismatic"), (3, 1))[0] for _ in range(moving)]
    for _ in range(source.choice((0, 0, 0, 1, 1, 2))):
        kinds.insert(source.randint(0, len(kinds)), "fixed")
    robot: dict[str, Any] = {
        "symdyn": 1,
        "name": f"any{seed}",
        "gravity": source.choice(GRAVITIES),
        "frames": frames,
        "joints": [_joint(source, habit, frames, kind) for kind in kinds],
    }
    _grow_tree(source, robot["joints"])
    for joint in robot["joints"]:
        joint["link"] = _body(source)
        if joint["type"] != "fixed" and source.random() < 0.4:
            joint |= _effects(source)
    if source.random() < 0.25:
        robot["load"] = {"origin": _origin(habit), **_body(source)}
    return robot if plain else _with_screws(seed, _with_more(source, robot))


def _habit(source: random.Random) -> Habit:
    neat = source.random()  # how often a measure is a special one

    def length() -> float:
        return source.choice(LENGTHS) if source.random() < neat else decimal(source, 0.5)

    def angle() -> Any:
        if source.random() < neat:
            return source.choice(TURNS)
        return source.choice(TWELFTHS) if source.random() < 0.6 else decimal(source, 3)

    def axis() -> list[Any]:
        return list(source.choice(AXES if source.random() < neat else OBLIQUE))

    return Habit(length, angle, axis)


def _joint(source: random.Random, habit: Habit, frames: str, kind: str) -> dict[str, Any]:
    if frames == "explicit":
        return {"type": kind, "origin": _origin(habit), **({} if kind == "fixed" else {"axis": habit.axis()})}
    lengths = {key: habit.length() for key in ("a", "d")}
    return {"type": kind, "dh": lengths | {key: habit.angle() for key in ("alpha", "theta")}}


def _origin(habit: Habit) -> dict[str, Any]:
    return {"xyz": [habit.length() for _ in range(3)], "rpy": [habit.angle() for _ in range(3)]}


def _grow_tree(source: random.Random, joints: list[dict[str, Any]]) -> None:
    """Let joints branch off anywhere in one robot of three, the base included."""
    if source.random() < 0.35:
        for i, joint in enumerate(joints[1:], start=1):
            at = source.choice((-1, i - 1, i - 1, source.randrange(i)))
            joint["parent"] = "base" if at < 0 else f"link{at + 1}"


def _body(source: random.Random) -> dict[str, Any]:
    body = random_body(source)
    if source.random() < 0.3:
        body |= {"com": [0, 0, 0], "inertia_at": "com"}
    return body


def _effects(source: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if source.random() < 0.6:
        found["rotor_inertia"] = source.randint(1, 50) / 100
    if source.random() < 0.6:
        keys = source.sample(("coulomb", "offset", "viscous"), source.randint(1, 3))
        found["friction"] = {
            key: source.randint(1, 90) / 100 for key in ("viscous", "coulomb", "offset") if key in keys
        }
    if source.random() < 0.4:
        found["spring"] = {"stiffness": source.randint(1, 90) / 10, "rest": decimal(source, 1)}
    return found


def _with_screws(seed: int, robot: dict[str, Any]) -> dict[str, Any]:
    """Make screws of moving joints in one robot of five."""
    source = random.Random(f"screws {seed}")
    moving = [joint for joint in robot["joints"] if joint["type"] != "fixed"]
    for joint in source.sample(moving, source.randint(1, len(moving))) if source.random() < 0.2 else ():
        joint |= {"type": "screw", "pitch": source.choice(PITCHES)}
    return robot


def _with_more(source: random.Random, robot: dict[str, Any]) -> dict[str, Any]:
    """Leave values out, make zeros structural, name lengths, and call parameters unknown, each now and then."""
    links = [joint["link"] for joint in robot["joints"]]
    if source.random() < 0.15:
        robot["zeros"] = "structural"
        for link in source.sample(links, len(links) // 2):
            link |= {"inertia": {**link["inertia"], "xy": 0, "xz": 0, "yz": 0}, "com": [0, 0, link["com"][2]]}
    if source.random() < 0.15:
        source.choice(links).clear()
    if source.random() < 0.15:
        link = source.randrange(len(links))
        words = ("mass", "inertia", "m") if robot.get("zeros") else ("mass", "com", "inertia.xx", "m", "inertia")
        robot["unknown"] = [f"link{link + 1}.{source.choice(words if 'mass' in links[link] else ('m', 'mx'))}"]
        moving = [i for i, joint in enumerate(robot["joints"], start=1) if "friction" in joint]
        robot["unknown"] += [f"joint{i}.friction" for i in moving[:1]]
    if source.random() < 0.2:
        robot["symbols"] = {"l": 0.3, "turn": "pi/2"}
        for joint in robot["joints"]:
            if "dh" in joint:
                joint["dh"] |= {"a": "l/2", "alpha": "turn"} if source.random() < 0.5 else {"d": "l"}
    return robot
