"""Adapted parameters: pi = pi_0 + B θ, exactly, for whatever the file calls unknown."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from random_robots import random_robot

import symdyn
from symdyn.algebra.exact import exact
from symdyn.dynamics.regressors.known_unknown import directions, split_parameters
from symdyn.errors import InputError
from symdyn.parameters.adapted_parameters import AdaptedParameters, adapted_parameters
from symdyn.parameters.pi import pi_names, pi_pivots, pi_values

TREE = random_robot(91, entries=5, tree=True, rational=True, load=True)


def adapted(unknown: Sequence[str] | None, **load: Any) -> AdaptedParameters:
    """θ of the tree, with entries of its load replaced; None takes one out."""
    body = {key: value for key, value in {**TREE["load"], **load}.items() if value is not None}
    return adapted_parameters(symdyn.load({**TREE, "load": body, **({"unknown": list(unknown)} if unknown else {})}))


def pi_with(**load: Any) -> tuple[Any, ...]:
    return pi_values(symdyn.load({**TREE, "load": {**TREE["load"], **load}}))


@pytest.mark.parametrize("words", [("load.mass",), ("link1.mass", "load.com"), ("load.m", "link3.Ixx", "link2.mass")])
def test_the_files_values_give_the_files_pi(words: tuple[str, ...]) -> None:
    theta = adapted(words)
    assert theta.pi([value for value in theta.values if value is not None]) == pi_with()


def test_another_mass_gives_the_pi_of_a_file_with_that_mass_and_the_same_shape() -> None:
    shape = {**TREE["load"], "inertia_at": "com"}  # held: the inertia about the centre of mass
    theta = adapted(["load.mass"], **shape)
    assert theta.names == ("load.mass",)
    assert theta.values == (exact(Fraction(str(shape["mass"]))),)
    assert theta.pi([exact(7)]) == pi_with(**{**shape, "mass": 7})


def test_a_mass_that_the_file_leaves_out_starts_from_the_body_without_it() -> None:
    shape = {"inertia_at": "com"}
    theta = adapted(["load.mass"], mass=None, **shape)
    assert theta.values == (None,)
    assert theta.pi([exact(7)]) == pi_with(mass=7, **shape)
    assert theta.pi([exact(0)]) == pi_with(mass=0, **shape) == theta.pi_0


def test_without_unknown_theta_is_pi() -> None:
    robot, theta = symdyn.load(TREE), adapted(None)
    assert theta.names == pi_names(robot) and theta.values == pi_values(robot)
    drawn = [exact(Fraction(i + 1, 3)) for i in range(len(theta.names))]
    assert theta.pi(drawn) == tuple(drawn)


def test_a_parameter_that_is_neither_given_nor_adapted_is_named() -> None:
    with pytest.raises(InputError, match=r"gives no value for load\.mx, load\.my; give one, or list"):
        adapted(["load.mass"], com=None)
    assert adapted(["load.mass", "load.com", "load.inertia"], com=None).names[0] == "load.m"


def test_what_does_not_act_need_not_be_known() -> None:
    """A body that is fixed to the base has no part in pi."""
    joints = [{"type": "fixed", "link": {"name": "foot"}}, {"type": "revolute", "link": TREE["joints"][0]["link"]}]
    arm = {"symdyn": 1, "name": "arm", "joints": joints, "unknown": ["link2.m"]}
    assert adapted_parameters(symdyn.load(arm)).names == ("link2.m",)


def test_columns_cannot_be_split_along_a_direction_of_several_entries() -> None:
    robot = symdyn.load({**TREE, "unknown": ["load.mass"]})
    assert len(directions(robot, pi_pivots(robot))[0].weights) > 1
    with pytest.raises(ValueError, match=r"load\.mass is more than one entry"):
        split_parameters(robot, pi_pivots(robot))
