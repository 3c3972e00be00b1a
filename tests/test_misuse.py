"""The library called in ways that it is not meant for: its own error, in one line, and never another."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError

Q = np.array([0.1, 0.2])
NO_NUMBERS = [None, "ab", ["a", "b"], [1.0], [1, 2, 3], [1j, 2], [object(), 1], 1.0, [[1], [1, 2]], {}, {1, 2}, b"ab"]


@pytest.fixture(scope="module")
def robot():
    return symdyn.load("two_link")


@pytest.fixture(scope="module")
def kernels():
    return symdyn.build("two_link", symdyn.Options(only="gravity", languages="python"), backend="numpy")


@pytest.fixture(scope="module")
def controller():
    return symdyn.controller("two_link", "slotine_li", backend="python")


@pytest.mark.parametrize("values", [*NO_NUMBERS, np.array(["2020", "2021"], dtype="datetime64[D]"), [10**400, 1]])
def test_a_kernel_refuses_what_is_no_vector_of_real_numbers(kernels, values):
    with pytest.raises(InputError, match="gravity: q must"):
        kernels.gravity(values)


def test_a_kernel_takes_any_real_numbers_of_the_right_shape_and_leaves_them_alone(kernels):
    expected = kernels.gravity(Q)
    frozen = Q.copy()
    frozen.flags.writeable = False
    strided = np.repeat(Q, 2)[::2]
    for same in (list(Q), frozen, strided, [Fraction("0.1"), Decimal("0.2")], Q[None], np.asfortranarray([Q, Q])):
        assert (kernels.gravity(same) == expected).all()
    assert (frozen == Q).all()
    assert np.isnan(kernels.gravity([np.nan, 0])).any()  # what is not a number goes through, and shows
    assert kernels.gravity(np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize(
    "dt", [0, -1, float("nan"), float("inf"), "x", None, [1, 2], 10**400, 1j, np.array([1.0, 2.0])]
)
def test_a_controller_refuses_a_time_step_that_is_none(controller, dt):
    with pytest.raises(InputError, match="dt: must be a positive number of seconds") as caught:
        controller.step(dt, Q, Q, Q, Q, Q)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("law", [None, ["slotine_li"], 3, {}, "nobody"])
def test_a_law_is_one_of_their_names(law):
    with pytest.raises(InputError, match="unknown law"):
        symdyn.controller("two_link", law)


@pytest.mark.parametrize(
    "source", [None, 1, [], b"x", object(), "", "a\0b", "\0.yaml", "x" * 5000, {}, {1: 2}, {"symdyn": 1}]
)
def test_what_is_no_robot_is_refused(source):
    for use in (symdyn.load, symdyn.minimal_parameters, symdyn.derive, symdyn.build):
        with pytest.raises(InputError) as caught:
            use(source)
        assert 0 < len(str(caught.value)) <= 300 and "\n" not in str(caught.value)


def test_a_mapping_that_holds_itself_is_refused():
    endless = {"symdyn": 1, "name": "arm"}
    endless["joints"] = [endless]
    with pytest.raises(InputError, match="nested deeper than 40 levels"):
        symdyn.load(endless)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"robot": "two_link"}, "robot: must be what symdyn.load returns, not str"),
        ({"full": None}, "full: must be a vector, not NoneType"),
        ({"full": "x" * 20}, "full: must be a vector, not str"),
        ({"full": ["x"] * 20}, "full: must hold numbers"),
        ({"full": [None] * 20}, "full: must hold numbers"),
        ({"full": [1, 2]}, "two_link has 20 parameters"),
        ({"target": None}, "unknown parameter convention 'None'"),
        ({"target": ["urdf"]}, "unknown parameter convention"),
        ({"source": {}}, "unknown parameter convention"),
    ],
)
def test_parameters_are_converted_only_from_what_they_are(robot, change, said):
    arguments = {"robot": robot, "full": range(1, 21), "target": "urdf"} | change
    with pytest.raises(InputError) as caught:
        symdyn.convert_parameters(**arguments)
    assert said in str(caught.value)
