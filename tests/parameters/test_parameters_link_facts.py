"""What is said of links behind general turns: decided exactly, where constants are too long to multiply out."""

from typing import Any

import pytest

import symdyn
from symdyn.closed_form.angle_groups import angle_groups
from symdyn.model.robot import Robot
from symdyn.parameters.link_facts import link_facts
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.reasons import reasons

TURNS = ((0.11, 0.23, 0.37), (0.41, 0.53, 0.67), (0.83, 0.29, 0.71))  # roll, pitch, yaw: Rz Ry Rx


def there_and_back(back: float = 1.0) -> Robot:
    """Return two revolute joints with fixed links between them, which turn by general angles and, in steps, back."""
    origins = [{"rpy": list(turn)} for turn in TURNS]
    for r, p, y in reversed(TURNS):
        origins += [{"rpy": [-back * r, 0, 0]}, {"rpy": [0, -p, 0]}, {"rpy": [0, 0, -y]}]
    fixed = [{"name": f"f{i}", "type": "fixed", "origin": origin, "link": {}} for i, origin in enumerate(origins)]
    first: dict[str, Any] = {"name": "first", "type": "revolute", "axis": [0, 0, 1], "link": {}}
    last = first | {"name": "last", "origin": {"xyz": [0.5, 0, 0]}}
    return symdyn.load({"symdyn": 1, "name": "bent", "gravity": [0, 0, -9.81], "joints": [first, *fixed, last]})


def test_axes_are_seen_to_be_parallel_through_any_turns() -> None:
    robot = there_and_back()
    first, *_, last = link_facts(robot)
    assert first.spin_along_gravity and last.spin_along_gravity
    assert not first.origin_moves and last.origin_moves
    assert angle_groups(robot) == [(0, 1)]


def test_axes_that_are_not_parallel_are_seen_not_to_be() -> None:
    robot = there_and_back(back=1.01)
    facts = link_facts(robot)
    assert facts[-2].spin_along_gravity and facts[-1].geometry.spin is None
    assert angle_groups(robot) == []


@pytest.mark.parametrize(("back", "felt"), [(1.0, 4), (1.01, 8)])
def test_the_minimal_set_is_that_of_the_two_links(back: float, felt: int) -> None:
    """About vertical axes two inertias and two first moments; oblique, the last link shows seven parameters."""
    assert len(minimal_parameters(there_and_back(back)).names) == felt


@pytest.mark.parametrize(("links", "named"), [(1, "(0, sin(11/100), cos(11/100))"), (6, "the axis of first")])
def test_a_direction_too_long_to_write_is_named_after_the_joint(links: int, named: str) -> None:
    first: dict[str, Any] = {"name": "first", "type": "revolute", "axis": [0, 0, 1], "link": {}}
    fixed = [{"name": f"f{i}", "type": "fixed", "origin": {"rpy": [0.11 + 0.2 * i, 0, 0]}} for i in range(links)]
    robot = symdyn.load({"symdyn": 1, "name": "bent", "gravity": [0, 0, -9.81], "joints": [first, *fixed]})
    link = f"link{links + 1}"
    told = reasons(robot, minimal_parameters(robot))[f"{link}.Ixx"]
    assert told == (
        f"{link} turns only about {named}, parallel to gravity: only its moment of inertia about {named} is felt"
    )
