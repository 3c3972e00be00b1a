"""Robots of whose loops some joints are found only together: exact ranks, certificates."""

import random
from fractions import Fraction

import loop_robots
import pytest

import symdyn
from symdyn.closure.cofactors import solving, taken_out
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.parameters import regressor_samples
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.regressor_samples import regressor_row_space


def test_loops_whose_joints_are_found_together_have_the_parameters_of_the_same_loops_cut_elsewhere():
    robot = symdyn.load(loop_robots.five_bar_on_slides())
    found = minimal_parameters(robot)
    assert isinstance(closure_of(robot), IterativeClosure)
    assert len(found.names) == found.certificate.rank == 11  # as a five-bar has
    assert recheck(robot, found).passed


@pytest.mark.slow
@pytest.mark.parametrize("source, count", [("delta", 34), (loop_robots.platform_on_six_legs(), 82)])
def test_platforms_on_legs_have_as_many_parameters_as_are_known(source, count):
    robot = symdyn.load(source)
    found = minimal_parameters(robot)
    assert len(found.names) == found.certificate.rank == count
    assert recheck(robot, found).passed


def test_arcs_through_one_point_show_as_much_as_many_points(monkeypatch):
    robot = symdyn.load(loop_robots.five_bar_on_slides())
    points = regressor_row_space(robot)
    monkeypatch.setattr(regressor_samples, "FEW_ROOTS", 0)
    arcs = regressor_row_space(robot)
    assert arcs.states < points.states
    assert arcs.echelon.rank == points.echelon.rank
    assert not any(points.echelon.add(row) for row in arcs.rows)


def test_no_code_is_made_of_joints_that_are_found_together():
    with pytest.raises(symdyn.InputError, match="Newton's method, and no code is made"):
        generate(symdyn.load(loop_robots.five_bar_on_slides()), Options(only=("gravity",)))


def test_small_systems_are_solved_exactly_whatever_their_shape():
    draw = random.Random(0)
    for rows, columns in ((1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (2, 1), (3, 2), (4, 3)):
        A = [[Fraction(draw.randint(-9, 9)) for _ in range(columns)] for _ in range(rows)]
        x = [Fraction(draw.randint(-9, 9)) for _ in range(columns)]
        y = [sum(a * b for a, b in zip(row, x, strict=True)) for row in A]
        assert [sum(b * k for b, k in zip(row, y, strict=True)) for row in solving(A)] == x
        if rows == columns + 1:
            weights = taken_out(A)
            assert any(weights)
            assert not any(sum(w * a for w, a in zip(weights, column, strict=True)) for column in zip(*A, strict=True))
