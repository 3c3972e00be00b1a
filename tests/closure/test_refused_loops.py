"""Loops of which no code is made so far: one line says which joint is in the way, and what it offers instead goes."""

from math import asin, cos, pi, sin
from typing import Any

import pytest
from loop_robots import four_bar_cut_through_its_rocker, joint, pin, robot, scissor, turn

import symdyn
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.generate import generate
from symdyn.options import Options

NUT = {"type": "screw", "pitch": 0.05, "parent": "base", "axis": [1, 0, 0], "link": {}}


def kite() -> dict[str, Any]:
    joints = [turn(), turn(0.4, 0, 0), turn(0.6, 0, 0, parent="base")]
    loops = [pin("link2", "link3", (0.4, 0, 0), (0.6, 0, 0))]
    return robot(joints, loops, ["joint1"], (0.9, -0.114913, 1.685087))


def crank(rod: float, slide: dict[str, Any], scale: float = 1.0) -> dict[str, Any]:
    """A crank of 0.3 m that moves something along x."""
    angle = asin(-0.3 * sin(1) / rod)
    along = 0.3 * cos(1) + rod * cos(angle)
    loops = [pin("link2", "link3", (rod, 0, 0), kind="spherical" if scale != 1 else "revolute")]
    return robot([turn(), turn(0.3, 0, 0), slide], loops, ["joint1"], (1, angle - 1, along / scale))


SLIDE = joint("prismatic", parent="base", axis=[1, 0, 0])
SQUARE = "joint2 is found with the root of what is a square, as where links of equal lengths fold over, and no code is"
SCREW = "joint3 is a screw that follows from others through a loop, and no code is made of such so far; [joint3] in act"


@pytest.mark.parametrize(
    ("refused", "says", "others"),
    [
        (kite(), SQUARE, ("joint2", "joint3")),
        (crank(0.3, SLIDE), SQUARE, ("joint2", "joint3")),
        (scissor() | {"actuated": ["joint1"]}, SQUARE, ("joint2", "joint3")),
        (crank(0.5, NUT, 0.05), SCREW, ("joint3",)),
    ],
    ids=["kite", "slider-crank", "scissor", "screw"],
)
def test_what_is_offered_instead_goes(refused: dict[str, Any], says: str, others: tuple[str, ...]) -> None:
    with pytest.raises(symdyn.InputError) as told:
        closure_of(symdyn.load(refused))
    assert says in str(told.value) and "\n" not in str(told.value)
    for one in others:
        assert f"[{one}]" in str(told.value)
        assert isinstance(closure_of(symdyn.load(refused | {"actuated": [one]})), ExplicitClosure)


def test_a_link_may_be_cut_through_anywhere() -> None:
    """In the middle of a rocker, no joint is at the cut; code is proved, whose gap is that of the file's own frames."""
    source = four_bar_cut_through_its_rocker()
    (loop,) = source["loops"]
    middle = loop | {"parent_origin": {"xyz": [0.25, 0, 0]}, "child_origin": {"xyz": [0.25, 0, 0], "rpy": [0, 0, "pi"]}}
    closed = source["closed_at"] | {"joint3": source["closed_at"]["joint3"] - pi}
    cut = symdyn.load(source | {"loops": [middle], "closed_at": closed})
    assert isinstance(closure_of(cut), ExplicitClosure)
    assert generate(cut, Options(only=("inverse_dynamics", "forward_kinematics"), languages=("python",))).files


def test_a_closed_position_that_is_singular_is_called_so() -> None:
    """All bars in line, as close as doubles come to it: rounding would have to be undone by its square root."""
    joints = [turn(), turn(0.2, 0, 0), turn(0.5, 0, 0, parent="base")]
    loops = [pin("link2", "link3", (0.4, 0, 0), (0.3, 0, 0))]
    with pytest.raises(symdyn.InputError, match=r"loops are closed here, to .*, but the position is singular"):
        closure_of(symdyn.load(robot(joints, loops, ["joint1"], (pi, pi, pi))))
