"""Values take the place of symbols; what has none is named or stays unknown."""

import numpy as np
import pytest
from minimal_robot import BODY, one_joint

from symdyn.algebra.exact import exact
from symdyn.algebra.spatial import Vec3
from symdyn.errors import MissingValueError
from symdyn.model import NumericRobot, Robot, bind_symbols, load, parameter_values


def test_bound_geometry_is_that_of_the_file_with_numbers_written_out():
    origin = {"xyz": ["l", "2*l", 0], "rpy": ["t", 0, 0]}
    symbolic = one_joint({"origin": origin, "axis": ["l", 0, 0]}, symbols={"l": 0.5, "t": "pi/3"}, gravity=[0, 0, "-l"])
    numeric = one_joint(
        {"origin": {"xyz": [0.5, 1, 0], "rpy": ["pi/3", 0, 0]}, "axis": [1, 0, 0]}, gravity=[0, 0, -0.5]
    )
    bound, written = bind_symbols(load(symbolic)), load(numeric)
    assert bound.joints == written.joints
    assert bound.gravity == written.gravity
    assert bound.symbols == {}


def test_a_robot_is_bound_once_and_what_was_derived_of_it_is_kept():
    symbolic = load(one_joint({"axis": ["l", 0, 0]}, symbols={"l": 0.5}))
    plain = load(one_joint({"axis": [1, 0, 0]}))
    for robot in (symbolic, plain):
        robot.memo["derived"] = object()
        bound = bind_symbols(robot)
        assert (type(robot), type(bound)) == (Robot, NumericRobot)
        assert bind_symbols(robot) is bound and bind_symbols(bound) is bound
        assert bound.notes == robot.notes and bound.source is robot.source
    assert bind_symbols(plain).memo["derived"] is plain.memo["derived"]
    assert "derived" not in bind_symbols(symbolic).memo, "at the values of the symbols it may be another"


def test_offsets_and_loads_are_bound_too():
    mapping = one_joint({"dh": {"theta": "t"}}, frames="modified_dh", symbols={"t": 0.3})
    robot = bind_symbols(load({**mapping, "load": {"origin": {"xyz": ["t", 0, 0]}, **BODY, "mass": "t"}}))
    assert robot.joints[0].offset == exact("0.3")
    assert robot.load.placement.position == Vec3(exact("0.3"), exact(0), exact(0))
    assert robot.load.body.parameters[0].value == exact("0.3")


def test_a_geometric_symbol_without_a_value_is_named():
    robot = load(one_joint({"origin": {"xyz": ["d3", 0, 0]}}, symbols={"d3": None}))
    with pytest.raises(MissingValueError, match=r"symbols.d3: the symbol has no value; give it one"):
        bind_symbols(robot)


def test_an_inertial_symbol_without_a_value_stays_and_is_unknown():
    robot = bind_symbols(load(one_joint({"link": {**BODY, "mass": "m1"}}, symbols={"m1": None})))
    assert robot.symbols == {"m1": None}
    assert np.isnan(parameter_values(robot)[0])


def test_parameter_values_are_doubles_and_nan_where_unknown():
    robot = load(one_joint({"link": {"mass": "2*m", "com": [0.1, 0, None]}, "rotor_inertia": 0.5}, symbols={"m": 1}))
    expected = [2, 0.2, 0, *[np.nan] * 7, 0.5]
    np.testing.assert_array_equal(robot.parameters, expected)
    np.testing.assert_array_equal(parameter_values(robot), expected)
    np.testing.assert_array_equal(bind_symbols(robot).parameters, expected)
