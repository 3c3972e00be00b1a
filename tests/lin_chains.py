"""Random serial chains in driving-axis frames, and robots at random states over a finite field, for Lin's paper."""

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import symdyn
from symdyn.algebra.embedding import Embedding
from symdyn.algebra.scalar import Ring
from symdyn.dynamics.setting import Setting, setting_over
from symdyn.mechanism.geometry_field import geometry_constants
from symdyn.model.robot import Robot

R, P = "revolute", "prismatic"
# right angles only; with others; with others that add up to nothing
TWISTS = (("0", "0", "pi/2", "-pi/2", "pi"), ("0", "pi/2", "0.3", "-1.1", "pi/3"), ("0", "0.3", "0.4", "-0.7"))
# along the base's z, across it, oblique, and at the angle of a twist, so that an oblique joint 1 may be parallel to it
GRAVITIES: tuple[list[Any], ...] = (
    [0, 0, -9.81],
    [0, -9.81, 0],
    [1.2, -3.1, -9.0],
    [0, "9.81*sin(0.3)", "-9.81*cos(0.3)"],
)
CHAINS = range(200)


def modified_dh(
    kinds: Sequence[str], rows: Sequence[tuple[Any, Any, Any, Any]], gravity: Sequence[Any] = (0, 0, -9.81), **more: Any
) -> Robot:
    """Load a chain of unknown links from its rows of a, alpha, d, theta."""
    joints = [
        {"type": kind, "dh": dict(zip(("a", "alpha", "d", "theta"), row, strict=True)), "link": {}}
        for kind, row in zip(kinds, rows, strict=True)
    ]
    mapping = {"symdyn": 1, "name": "chain", "gravity": list(gravity), "frames": "modified_dh", "joints": joints}
    return symdyn.load(mapping | more)


@cache
def random_chain(seed: int) -> Robot:
    """Return a chain of one to six joints; zero lengths and parallel axes are frequent."""
    source = random.Random(f"Lin's chain {seed}")
    kinds = [source.choice((R, R, P)) for _ in range(source.randint(1, 6))]
    twists = source.choice(TWISTS)
    rows = [
        (_length(source), source.choice(twists), _length(source), source.choice(("0", "0", "pi/2", "0.4")))
        for _ in kinds
    ]
    return modified_dh(kinds, rows, source.choice(GRAVITIES))


def random_explicit_chain(seed: int) -> Robot:
    """Return a chain in explicit frames with joints about z, some of them fixed, on the base too, and a load."""
    source = random.Random(f"explicit chain {seed}")
    kinds = [source.choice((R, R, P, "fixed")) for _ in range(source.randint(1, 5))] + [source.choice((R, P))]
    joints = [{"type": kind, "origin": _origin(source), "link": {}} for kind in kinds]
    mapping = {"symdyn": 1, "name": "chain", "gravity": source.choice(GRAVITIES), "joints": joints}
    return symdyn.load(mapping | {"load": {"origin": _origin(source)}})


def _origin(source: random.Random) -> dict[str, Any]:
    turns = [source.choice(("0", "0", "pi/2", "0.3")) for _ in range(3)]
    return {"xyz": [_length(source) for _ in range(3)], "rpy": turns}


def _length(source: random.Random) -> float:
    return source.choice((0, 0, 0.2, -0.35, 0.5))


def field_setting(robot: Robot, seed: int = 0) -> Setting[Any]:
    """Return a robot over a finite field, at a random state and with random parameters."""
    field = Embedding(geometry_constants(robot), seed)
    turns = [field.random_rotation() for _ in range(robot.n)]

    def draw(count: int) -> tuple[Any, ...]:
        return tuple(field.random_element() for _ in range(count))

    state = {
        "q": draw(robot.n),
        "cos": tuple(c for c, _ in turns),
        "sin": tuple(s for _, s in turns),
        "qd": draw(robot.n),
        "qdd": draw(robot.n),
        "wrench": draw(6),
        "parameters": draw(len(robot.parameter_names)),
        "sign": tuple(field.random_sign() for _ in range(robot.n)),
    }
    return setting_over(robot, Ring(field), state)
