"""Robots of whose loops some joints are found only together: exact ranks, certificates, proved code."""

import importlib
import random
import subprocess
import sys
from fractions import Fraction

import loop_robots
import numpy as np
import pytest
from sympy import Matrix

import symdyn
from symdyn.cli.main import main
from symdyn.closure.closed_tree import ClosedTree
from symdyn.closure.cofactors import determinant, solved, solving, taken_out
from symdyn.closure.door import closure_of
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.ir.cost import cost
from symdyn.options import Options
from symdyn.parameters import regressor_samples
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.regressor_samples import regressor_row_space
from symdyn.proof import laws as proof_laws
from symdyn.reference import Witness
from symdyn.simulate import open_scenario, run_scenario

GAPS = ClosedTree.gaps


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


@pytest.fixture(scope="module")
def kernels():
    only = ("inverse_dynamics", "forward_dynamics")
    return symdyn.build(symdyn.load(with_bodies()), Options(only=only, languages=("c",)))


def with_bodies():
    """Return the five-bar on slides with bodies."""
    source = loop_robots.five_bar_on_slides()
    inertia = {"xx": 0.01, "xy": 0, "xz": 0, "yy": 0.02, "yz": 0, "zz": 0.02}
    for joint in source["joints"]:
        joint["link"] = joint["link"] or {"mass": 1.2, "com": [0.1, 0.02, 0.01], "inertia": inertia}
    return source


def test_joints_that_are_found_together_are_inputs_and_found_where_they_are_not_given(kernels):
    source = with_bodies()
    witness, parameters = Witness(source), symdyn.load(source).parameters
    q, qd, qdd = [2.1, 0.9], [0.3, -0.7], [1.1, 0.4]
    expected = witness.inverse_dynamics(q, qd, qdd, parameters)
    passive, code = kernels.close(q)
    assert code == 0
    assert passive == pytest.approx(witness.loop_motion(q, qd)[0][[0, 1, 3, 5]], abs=1e-12)  # rounding alone
    for tau in (kernels.inverse_dynamics(q, qd, qdd), kernels.inverse_dynamics(q, qd, qdd, passive=passive)):
        assert tau == pytest.approx(expected, rel=1e-11)  # rounding alone
    rows = kernels.inverse_dynamics([q, q], [qd, qd], [qdd, qdd])
    assert rows[1] == pytest.approx(expected, rel=1e-11)


def test_a_position_that_cannot_be_closed_has_a_code_and_no_numbers(kernels):
    passive, codes = kernels.close([[2.0, 1.0], [3.1, 0.0]])  # the knees are further apart than both rods are long
    assert codes.tolist() == [0, 1]
    assert np.isfinite(passive[0]).all()
    assert np.isnan(passive[1]).all()
    assert np.isnan(kernels.inverse_dynamics([3.1, 0.0], [0, 0], [0, 0])).all()


@pytest.mark.parametrize("q", [(1.604, 1.333), (1.568, 1.296), (1.554, 1.589), (1.753, 1.902)])
def test_a_guess_that_is_far_off_leads_to_where_small_steps_lead(kernels, q):
    start = np.array([2.0, 1.0])  # where the robot is assembled
    way = [start + part * (np.array(q) - start) for part in np.linspace(0, 1, 81)]
    followed, codes = kernels.close(way)
    assert not codes.any()
    passive, code = kernels.close(q)  # with steps as long as Newton's method has them, these close the other way
    assert code == 0
    assert passive == pytest.approx(followed[-1], abs=1e-9)  # both are closed to rounding


def test_few_joints_are_found_together_and_the_others_from_them():
    robot = symdyn.load(with_bodies())
    closure = closure_of(robot)
    first, *others = closure.way
    assert [robot.tree_joint_names[i] for i in first.joints] == ["joint1", "joint2"]  # the point on both slides
    assert sorted(step.joint for step, _ in others) == [3, 5]  # the rods, each by itself
    code = generate(robot, Options(only=("close_step",), languages=("c",)))
    (step,) = [kernel.program for kernel in code.kernels if kernel.name == "close_step"]
    assert cost(step).multiplications < 20  # with all joints in it, it takes 42


def on_the_other_side(q, passive):
    """Return the joints that follow with the point between the rods mirrored: the loops close so too."""
    knees = 0.3 * np.exp(1j * q[0]), 0.4 + 0.35 * np.exp(1j * q[1])
    along = knees[1] - knees[0]
    point = knees[0] + along * np.conj((passive[0] + 1j * passive[1] - knees[0]) / along)
    rods = [np.angle(point - knee) - angle for knee, angle in zip(knees, q, strict=True)]
    return np.array([point.real, point.imag, *rods])


def test_loops_that_close_another_way_have_a_code(kernels):
    q = np.array([2.1, 0.9])
    passive, _ = kernels.close(q)
    other = on_the_other_side(q, passive)
    assert kernels.close_gap(q, passive=other) < 1e-30  # they are closed there
    assert [float(*kernels.close_rest(q, passive=at)[1]) for at in (passive, other)] == [1, -1]
    found, codes = kernels.close([q, q], guess=[passive, other])
    assert codes.tolist() == [0, 3]
    assert np.isfinite(found[0]).all() and np.isnan(found[1]).all()


def test_generated_code_closes_loops_as_they_are_closed_here(kernels, tmp_path, monkeypatch):
    code = generate(symdyn.load(with_bodies()), Options(only=("close_step",)))
    for name, text in code.files.items():
        (tmp_path / name).write_text(text)
    rows = np.array([[2.1, 0.9], [1.9, 1.2], [2.1, 0.9], [3.1, 0.0]])  # the last is out of reach
    start = kernels.close.closed_at
    guesses = np.array([start, start, on_the_other_side(rows[0], kernels.close(rows[0])[0]), start])
    passive, codes = kernels.close(rows, guess=guesses)
    assert codes.tolist() == [0, 0, 3, 1]
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("linkage", "linkage_close"):
        sys.modules.pop(name, None)
    twin = importlib.import_module("linkage_close")
    assert [twin.CLOSED, twin.OTHERWISE, twin.CANNOT_CLOSE] == [0, 3, 1]
    found, said = twin.close(rows, guess=guesses)
    assert said.tolist() == codes.tolist()
    np.testing.assert_allclose(found, passive, atol=1e-14)  # rounding
    numbers = ", ".join(repr(float(x)) for x in (*rows.flat, *guesses.flat))
    (tmp_path / "main.c").write_text(MAIN.replace("NUMBERS", numbers))
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror"]
    sources = ["main.c", "linkage.c", "linkage_close.c"]
    subprocess.run(["cc", *strict, *sources, "-lm", "-o", "close"], cwd=tmp_path, check=True)
    told = subprocess.run(["./close"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout.split()
    assert told[16:] == ["0", "0", "3", "1"]
    np.testing.assert_allclose([float(x) for x in told[:8]], passive[:2].ravel(), atol=1e-11)  # twelve digits
    assert told[8:16] == ["7.000000000000"] * 8  # left as they were


MAIN = """
#include <stdio.h>
#include "linkage_close.h"
int main(void)
{
    const double given[24] = {NUMBERS};
    double passive[16];
    int status[4];
    for (int i = 0; i < 16; ++i) passive[i] = 7;
    linkage_close_batch(4, given, given + 8, passive, status);
    for (int i = 0; i < 16; ++i) printf("%.12f ", passive[i]);
    for (int i = 0; i < 4; ++i) printf("%d ", status[i]);
    return 0;
}
"""


def test_what_closes_the_loops_comes_with_any_kernel():
    code = generate(symdyn.load(with_bodies()), Options(only=("gravity",), languages=("python",)))
    assert {"linkage.py", "linkage_close.py"} <= code.files.keys()


def test_what_closes_them_in_python_closes_float_kernels_as_nearly_as_floats_can(tmp_path, monkeypatch):
    options = Options(only=("gravity",), languages=("python",), scalar="float")
    for name, text in generate(symdyn.load(with_bodies()), options).files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("linkage", "linkage_close"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    closing = importlib.import_module("linkage_close")
    near = STATE[0] + np.random.default_rng(0).uniform(-0.1, 0.1, (20, 2))
    assert {int(closing.close(q)[1]) for q in near} == {closing.CLOSED}
    for name in ("linkage", "linkage_close"):
        sys.modules.pop(name, None)


def test_a_gap_that_is_not_that_of_the_loops_is_refused(monkeypatch):
    monkeypatch.setattr(ClosedTree, "gaps", lambda tree, at: [2 * gap for gap in GAPS(tree, at)])
    with pytest.raises(ProofError, match=r"close_gap.*gap differs"):
        generate(symdyn.load(with_bodies()), Options(only=("close_gap",)))


STATE = ([2.1, 0.9], [0.3, -0.7], [2.0, 1.0], [0.1, 0.2], [1.1, 0.4])
TOO_FAR = [3.1, 0.0]  # the knees are further apart than both rods are long


@pytest.fixture(scope="module", params=["c", "python"])
def controller(request):
    return symdyn.controller(symdyn.load(with_bodies()), "computed_torque", backend=request.param)


def test_a_controller_closes_the_loops_by_itself(controller, kernels):
    controller.reset()
    q, qd, q_d, qd_d, qdd_d = map(np.array, STATE)
    wanted = kernels.inverse_dynamics(q, qd, qdd_d + 20 * (qd_d - qd) + 100 * (q_d - q))  # nothing rubs
    assert controller.law(*STATE)[0] == pytest.approx(wanted, rel=1e-10)  # rounding alone
    assert controller.step(1e-3, *STATE) == pytest.approx(wanted, rel=1e-10)
    assert controller._runner.held("passive") == pytest.approx(kernels.close(q)[0], abs=1e-12)  # rounding alone


def test_a_step_where_the_loops_cannot_be_closed_is_refused_and_changes_nothing(controller):
    controller.reset()
    names = ("tau_asked", "q_last", "qd_d_last", "rate_last", "passive")
    controller.step(1e-3, *STATE)
    before = [controller._runner.held(name) for name in names]
    with pytest.raises(symdyn.DivergenceError, match="loops of the robot cannot be closed there"):
        controller.step(1e-3, TOO_FAR, *STATE[1:])
    assert controller.code == "CANNOT_CLOSE"
    with pytest.raises(symdyn.DivergenceError, match="finite"):
        controller.step(1e-3, [np.nan, 1.0], *STATE[1:])
    with pytest.raises(symdyn.DivergenceError, match="finite"):
        controller.step(1e-3, STATE[0], [np.nan, 1.0], *STATE[2:])
    for old, name in zip(before, names, strict=True):
        assert np.array_equal(controller._runner.held(name), old)
    assert np.isnan(controller.law(TOO_FAR, *STATE[1:])[0]).all()
    assert np.isfinite(controller.step(1e-3, *STATE)).all()


def test_laws_that_need_both_positions_close_both():
    code = generate(symdyn.load(with_bodies()), Options(laws=("optimal_feedback", "slotine_li")))
    both, one = (code.files[f"linkage_{law}.c"] for law in ("optimal_feedback", "slotine_li"))
    assert "linkage_optimal_feedback_close(q_d, passive, " in both  # found from those of the position
    assert "linkage_inverse_dynamics_friction(q_d, passive_d, " in both
    assert "passive_d" not in one


@pytest.mark.slow
def test_a_delta_learns_what_its_platform_weighs():
    robot = symdyn.load("delta")
    run = run_scenario(robot, open_scenario("delta_slotine_li").for_robot(robot))
    assert run.summary.final_error < 0.01
    at = run.recording.theta_names.index("platform.m")
    theta, true = run.recording.theta[:, at], run.recording.true_theta[:, at]
    assert abs(theta - true)[-1] < abs(theta - true)[0] / 2


def test_a_law_that_closes_elsewhere_is_not_printed(monkeypatch):
    monkeypatch.setattr(proof_laws, "closed_by_newton", lambda kernel, q, guess: guess)
    with pytest.raises(ProofError, match="tau is not that of its law"):
        generate(symdyn.load(with_bodies()), Options(laws=("pd_gravity",), only=("gravity",)))


def test_small_systems_are_solved_exactly_whatever_their_shape():
    draw = random.Random(0)
    for rows, columns in ((1, 1), (2, 2), (3, 3), (4, 4), (6, 6), (2, 1), (3, 2), (4, 3)):
        A = [[Fraction(draw.randint(-9, 9)) for _ in range(columns)] for _ in range(rows)]
        x = [Fraction(draw.randint(-9, 9)) for _ in range(columns)]
        y = [sum(a * b for a, b in zip(row, x, strict=True)) for row in A]
        if rows == columns:
            assert solved(A, y) == x
            assert determinant(A) == Matrix(A).det()
        assert [sum(b * k for b, k in zip(row, y, strict=True)) for row in solving(A)] == x
        if rows == columns + 1:
            weights = taken_out(A)
            assert any(weights)
            assert not any(sum(w * a for w, a in zip(weights, column, strict=True)) for column in zip(*A, strict=True))


@pytest.mark.parametrize("quantity", ["torque", "frames"])
def test_equations_where_joints_are_found_at_once_are_refused_in_one_line(
    quantity: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "delta", quantity]) == 2
    told = capsys.readouterr()
    assert not told.out
    (line,) = told.err.splitlines()
    assert "`symdyn show delta program` has the steps" in line


def test_steps_of_kernels_are_shown_in_the_joints_that_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "delta", "program", "--kernel", "potential_energy"]) == 0
    told = capsys.readouterr().out
    robot = symdyn.load("delta")
    followers = [joint.name for joint in robot.tree.moving_joints if joint.name not in robot.joint_names]
    assert "cos(passive4)" in told
    assert ", ".join(f"passive{i}: {name}" for i, name in enumerate(followers, start=1)) in told
