"""Loops of which no joints lead to all others one by one: two are found at once where points are drawn."""

from typing import Any

import pytest
from loop_robots import ACROSS, DOWN, NOTHING, joint, pin, robot, turn

import symdyn
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.schedule import PAIR
from symdyn.closure.variety_points import VarietyPoints
from symdyn.generate import generate
from symdyn.mechanism.geometry_field import field_of
from symdyn.options import Options
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters

CLOSED = (0.9, 0.0181, -1.389378, -1.629045, 1.958686)
TRIPOD = (-0.299982, 0.02, -0.286774, 0.04, -0.267664, 0.06, -0.054829, 0.38648, -0.000782)


def stephenson_two() -> dict[str, Any]:
    """A six-bar whose crank is in both of its loops of five bars."""
    joints = [turn(), turn(0.2, 0, 0), turn(0.4, 0, 0), turn(0.25, 0.2, 0, parent="link2"), turn(0.7, 0, 0)]
    joints[4]["parent"] = "base"
    loops = [pin("link3", "link5", (0.35, 0, 0), (0.3, -0.1, 0)), pin("link4", "link5", (0.35, 0, 0), (0.35, 0.2, 0))]
    return robot(joints, loops, ["joint1"], CLOSED, gravity=DOWN)


def stephenson_two_cut_elsewhere() -> dict[str, Any]:
    """The same with what was a cut pin in the tree, and a pivot of the ground cut."""
    source = stephenson_two()
    del source["joints"][4]
    source["joints"].append(turn(0.35, 0, 0, parent="link3"))
    # the last link's frame is where it meets link 3: the ground's pivot is at (-0.3, 0.1) of it
    source["loops"] = [
        pin("link5", "base", (-0.3, 0.1, 0), (0.7, 0, 0)),
        pin("link4", "link5", (0.35, 0, 0), (0.05, 0.3, 0)),
    ]
    first, second, third, _, fifth = CLOSED
    return source | {"closed_at": source["closed_at"] | {"joint5": fifth - first - second - third}}


def tripod() -> dict[str, Any]:
    """A 3-RPS platform: three legs that swing about one axis each, with slides, and balls at the platform."""
    feet, balls = [(0.4, 0), (-0.2, 0.35), (-0.2, -0.34)], [(0, 0), (-0.375, 0.21), (-0.37, -0.22)]
    joints = []
    for (x, y), heading in zip(feet, ("0", "2*pi/3", "4*pi/3"), strict=True):
        origin = {"xyz": [x, y, 0], "rpy": [0, 0, heading]}
        joints += [turn(parent="base", axis=[0, 1, 0]) | {"origin": origin}, joint("prismatic", (0, 0, 0.5))]
    ball = [turn(axis=[1, 0, 0], link=NOTHING), turn(axis=[0, 1, 0], link=NOTHING), turn()]
    ball[0]["parent"] = "link2"
    loops = [pin(f"link{2 * k + 2}", "link9", (0, 0, 0), (*balls[k], 0), "spherical") for k in (1, 2)]
    return robot([*joints, *ball], loops, ["joint2", "joint4", "joint6"], TRIPOD, gravity=ACROSS, zeros="structural")


def pairs_of(source: symdyn.Robot) -> list[tuple[int, ...]]:
    """Joints that are found at once on the way to a point."""
    closure = closure_of(source)
    assert isinstance(closure, IterativeClosure)
    return [step.joints for step, _ in closure.steps if step.how == PAIR]


def test_a_six_bar_is_closed_where_two_of_its_joints_are_found_at_once(monkeypatch):
    robot = symdyn.load(stephenson_two())
    closure = closure_of(robot)
    assert len(pairs_of(robot)) == 1
    points = VarietyPoints(robot, closure.steps, field_of(robot), closure.given)
    assert points.tree.is_closed(points.draw().stance)
    # where positions are two on average, of which neither is the other's conjugate, either would be another robot
    monkeypatch.setattr(VarietyPoints, "_picked", _twice_as_many(VarietyPoints._picked))
    assert VarietyPoints(robot, closure.steps, field_of(robot), closure.given).bound_root() is not None


def _twice_as_many(picked: Any) -> Any:
    def pick(points: VarietyPoints, meetings: Any) -> Any:
        return picked(points, [*meetings, *meetings])

    return pick


@pytest.mark.slow
def test_a_six_bar_has_as_many_parameters_wherever_it_is_cut():
    counts = set()
    for mapping in (stephenson_two(), stephenson_two_cut_elsewhere()):
        robot = symdyn.load(mapping)
        found = minimal_parameters(robot)
        assert recheck(robot, found).passed
        counts.add(found.certificate.rank)
    assert len(counts) == 1


@pytest.mark.slow
def test_a_tripod_is_generated_and_its_parameters_certified():
    robot = symdyn.load(tripod())
    assert len(pairs_of(robot)) == 1
    assert recheck(robot, minimal_parameters(robot)).passed
    generate(robot, Options(only=("inverse_dynamics", "forward_dynamics"), languages=("c",)))  # is proved
