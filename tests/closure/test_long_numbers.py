"""Lengths and factors with as many digits as programs write: nothing about them is special, however long they are."""

from typing import Any

import pytest
from loop_robots import DOWN, turn
from parallelograms import parallelogram

import symdyn
from symdyn.algebra.exact import exact
from symdyn.closure.door import closure_of
from symdyn.closure.linear_closure import LinearClosure
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters

RUBS: dict[str, Any] = {"friction": {"viscous": None, "coulomb": None}, "rotor_inertia": None}
LENGTH = "0.4501837264918"
GEARS = [
    ["0.731271511775198", "-0.694867473874465", "-0.527549237953228", "0.489861948521157"],
    ["0.009129825816118", "0.101017870422524", "-0.303185945445526", "-0.577446702271026"],
    ["0.812280826451530", "0.943305046955987", "-0.671530207839739", "0.134465864189893"],
    ["0.524560164915884", "-0.995787893297779", "-0.109225611890397", "0.443080064681565"],
]
SHORT_GEARS = [["0.73", "-0.69", "-0.53", "0.49"], ["0.01", "0.1", "-0.3", "-0.58"]]
SHORT_GEARS += [["0.81", "0.94", "-0.67", "0.13"], ["0.52", "-0.99", "-0.11", "0.44"]]


def rubbing(robot: dict[str, Any]) -> dict[str, Any]:
    return robot | {"joints": [{**one, **RUBS} for one in robot["joints"]]}


def chain(count: int, **keys: Any) -> dict[str, Any]:
    joints = [turn(), *(turn(LENGTH, 0, 0) for _ in range(count - 1))]
    return rubbing({"symdyn": 1, "name": "chain", "gravity": DOWN, "joints": joints, **keys})


def coupled(first: str, second: str) -> dict[str, Any]:
    """An arm of four links whose last two follow the first two, and each other."""
    following = [
        {"joint": "joint3", "equals": {"joint2": first, "joint1": second}},
        {"joint": "joint4", "equals": {"joint2": second, "joint3": first}, "plus": 0.3},
    ]
    return chain(4, couplings=following, actuated=["joint1", "joint2"])


def driven_parallelogram(factor: str) -> dict[str, Any]:
    """A parallelogram whose first crank follows a wheel beside it."""
    text = str(parallelogram(gravity=DOWN)).replace("[0.3,", f"[{LENGTH},")
    robot: dict[str, Any] = eval(text)  # its lengths of 0.3 alone, wherever they are
    robot["joints"].append(turn("0.1", "0.2", 0, parent="base"))
    closed = {**robot["closed_at"], "joint5": 0.4 / float(factor)}
    driven = [{"joint": "joint1", "equals": {"joint5": factor}}]
    return robot | {"couplings": driven, "actuated": ["joint5", "joint3"], "closed_at": closed}


@pytest.mark.parametrize(
    ("robot", "count"),
    [
        (chain(4, transmission=GEARS, motors=[RUBS] * 4), 34),
        (chain(4, transmission=SHORT_GEARS, motors=[RUBS] * 4), 34),
        (coupled("0.33333333", "-0.175161212287341"), 18),
        (coupled("0.25", "-0.2"), 18),
        (driven_parallelogram("0.333333333333333"), 10),
        (driven_parallelogram("0.25"), 10),
    ],
    ids=["motors", "motors, short", "couplings", "couplings, short", "parallelogram", "parallelogram, short"],
)
def test_as_many_parameters_with_long_numbers_as_with_short_ones(robot: dict[str, Any], count: int) -> None:
    loaded = symdyn.load(robot)
    minimal = minimal_parameters(loaded)
    assert isinstance(closure_of(loaded), LinearClosure)
    assert len(minimal.names) == count
    assert recheck(loaded, minimal).passed


def test_rates_are_the_products_of_the_files_numbers() -> None:
    robot = driven_parallelogram("0.123456789012345")
    robot["couplings"].append({"joint": "joint3", "equals": {"joint5": "0.987654321098765", "joint6": "1"}})
    robot["joints"].append(turn("0.3", "0.2", 0, parent="base"))
    robot["actuated"] = ["joint5", "joint6"]
    closed = robot["closed_at"]
    closed["joint6"] = closed["joint3"] - 0.987654321098765 * closed["joint5"]
    closure = closure_of(symdyn.load(robot))
    assert isinstance(closure, LinearClosure)
    assert dict(closure.A[3]) == {0: exact("0.123456789012345") - exact("0.987654321098765"), 1: exact(-1)}


def test_code_of_angles_that_are_long_sums_is_proved() -> None:
    """Sums so long that they are statements of their own, before the sines and cosines of a block of samples."""
    robot = symdyn.load(chain(4, transmission=GEARS, motors=[RUBS] * 4))
    package = generate(robot, Options(only=("inverse_dynamics",), languages=("c",)))
    assert any(path.endswith("chain.h") for path in package.files)
