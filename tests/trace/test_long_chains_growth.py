"""What inverse dynamics of long chains take grows as their joints do: counted in calls, since times scatter."""

import cProfile
import math
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
import thin_robots

import symdyn
from symdyn.generate import generate
from symdyn.ir.cost import cost
from symdyn.model.robot import Robot
from symdyn.options import Options

FEW, MANY = 10, 20
OPTIONS = Options(only=("inverse_dynamics",), languages=("c",))
LINEAR = 1.3  # the power of the joints: 1, and what little grows with the length of numbers and names
QUADRATIC = 2.1  # the last mass is felt in every link's parameters: so many entries there are in the minimal set


def chain(joints: int) -> Robot:
    """Return a chain of unequal links whose neighbouring axes are at right angles."""
    source = random.Random(joints)
    entries: list[dict[str, Any]] = []
    for i in range(joints):
        dh = {"a": f"0.{101 + i}", "alpha": ("-pi/2", "pi/2")[i % 2], "d": f"0.{301 + 7 * i}", "theta": 0}
        entries.append({"type": "revolute", "dh": dh, "link": thin_robots.link(source)})
    return symdyn.load({"symdyn": 1, "name": "chain", "frames": "modified_dh", "joints": entries})


@cache
def counted(joints: int) -> Counter[str]:
    """Return operations, bytes of C, and the calls of functions in each step of generation."""
    robot = chain(joints)
    found, step, profile = Counter[str](), "start", cProfile.Profile()

    def next_step(name: str) -> None:
        nonlocal step
        profile.disable()
        found[step] += sum(entry.callcount for entry in profile.getstats())
        step = name.partition(",")[0]
        profile.clear()
        profile.enable()

    profile.enable()
    package = generate(robot, OPTIONS, next_step)
    next_step("end")
    profile.disable()
    return found + Counter(
        {"operations": cost(package.kernels[0].program).total, "bytes": len(package.files["chain.c"])}
    )


@pytest.mark.parametrize(
    ("what", "power"),
    [
        ("operations", LINEAR),
        ("bytes", LINEAR),
        ("inverse_dynamics", LINEAR),
        ("files", LINEAR),
        ("proof of the files", LINEAR),
        ("error bounds", LINEAR),
        ("proof", QUADRATIC),
        ("values", QUADRATIC),
        ("minimal parameters", QUADRATIC),
    ],
)
def test_twice_the_joints_take_little_more_than_twice_as_much(what: str, power: float) -> None:
    generate(symdyn.load("two_link"), OPTIONS)  # what is done once, whatever the robot
    few, many = counted(FEW)[what], counted(MANY)[what]
    assert few > 1000
    assert math.log(many / few) / math.log(MANY / FEW) < power
