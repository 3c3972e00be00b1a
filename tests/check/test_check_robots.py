"""Bundled robots, and every way to generate them, pass the check."""

import pytest
from bundled_trees import TREES

from symdyn.check import Conduct, check_robot
from symdyn.check.report.table import failure_texts, table
from symdyn.errors import InputError
from symdyn.model import load
from symdyn.options import Options

QUICK = ("two_link", "gantry", "screwdriver")


@pytest.mark.parametrize("name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in TREES])
def test_a_bundled_robot_passes_far_below_the_tolerance(name):
    result = check_robot(load(name))
    assert result.passed, table(result)
    assert result.worst_error < 1e-11
    assert set(result.backends) == {"c", "python"}


def test_generated_in_single_precision_the_errors_are_those_of_floats():
    result = check_robot(load("two_link"), Options(scalar="float"))
    assert result.passed, table(result)
    assert 1e-8 < result.worst_error < 1e-4


def test_folded_parameters_are_checked_against_the_files_alone():
    result = check_robot(load("two_link"), Options(fold=True))
    assert result.passed, table(result)
    assert result.worst_error < 1e-11
    every = check_robot(load("two_link"), Options(only=("gravity",)))
    assert [2 * line.samples for line in result.kernels if line.name == "gravity"] == [
        line.samples for line in every.kernels if line.name == "gravity"
    ]


def test_a_selection_is_checked_with_the_laws_it_can_keep():
    result = check_robot(load("two_link"), Options(only=("mass_matrix", "coriolis_matrix")))
    assert [line.name for line in result.kernels] == ["coriolis_matrix", "mass_matrix"]
    assert "dM/dt = C + Cᵀ (dM/dt - 2C is skew)" in [line.name for line in result.laws]
    assert not any("tau" in line.name for line in result.laws)
    assert result.passed


def test_unknown_parameters_are_drawn_and_this_is_said():
    result = check_robot(load("scara"), Options(only=("gravity", "mass_matrix"), languages=("python",)))
    assert result.passed
    assert "40 of 40 parameters unknown" in table(result)
    assert result.left_out == {"c": "was not generated"}


def test_without_a_compiler_the_numpy_kernels_are_checked_and_this_is_said(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    result = check_robot(load("two_link"), conduct=Conduct(allow_missing=("c",)))
    assert result.passed
    assert set(result.backends) == {"python"}
    assert "no C compiler" in result.left_out["c"]
    assert "C: left out, no C compiler" in table(result)


def test_if_nothing_can_run_nothing_has_passed(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    result = check_robot(load("two_link"), Options(languages=("c",)), conduct=Conduct(allow_missing=("c",)))
    assert not result.passed
    assert failure_texts(result) == ["nothing could be run, so nothing was checked"]


def test_a_robot_without_a_positive_definite_mass_matrix_is_no_fault_of_the_code():
    source = load("two_link").source
    joints = [dict(joint) for joint in source["joints"]]
    nothing = dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0)
    joints[1] = {**joints[1], "link": {**joints[1]["link"], "mass": 0, "inertia": nothing}}
    result = check_robot(load({**source, "joints": joints}), Options(languages=("python",)))
    assert result.passed, table(result)
    assert any("not positive definite" in note for note in result.notes)


def test_a_symbol_without_a_value_in_an_inertia_is_an_unknown_parameter():
    source = load("two_link").source
    joints = [dict(joint) for joint in source["joints"]]
    joints[0] = {**joints[0], "link": {**joints[0]["link"], "mass": "mu"}}
    robot = load({**source, "symbols": {**source["symbols"], "mu": None}, "joints": joints})
    result = check_robot(robot, Options(languages=("python",)))
    assert result.passed, table(result)
    with pytest.raises(InputError, match="no value"):
        check_robot(robot, Options(fold=True))
