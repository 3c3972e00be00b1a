"""How loops that are not linear close, as it is written: evaluated, it is what the witness finds."""

import numpy as np
import pytest
import sympy as sp

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.reference import Witness
from symdyn.symbolic.closure_equations import closure_equations

ROUNDING = 1e-9  # the witness closes loops to 1e-12, and roots near zero magnify that


def values_of(found, start):
    """Evaluate equations one after the other; return numbers, and matrices."""
    at, matrices = dict(start), {}
    for one in found.equations:
        if isinstance(one.right, list):
            matrices[one.name] = np.array([[float(sp.sympify(x).subs(at)) for x in row] for row in one.right])
        else:
            at[one.name] = float(sp.sympify(one.right).subs(at))
    return at, matrices


def letters(robot, q_tree, joints):
    """Return numbers for q, c and s of joints."""
    at = {}
    for i in joints:
        angle = q_tree[i] + to_float(robot.tree.moving_joints[i].offset)
        at |= {f"q{i + 1}": q_tree[i], f"c{i + 1}": np.cos(angle), f"s{i + 1}": np.sin(angle)}
    return at


def assembled(robot):
    return np.array([float(robot.closing.closed_at[i]) for i in robot.closing.actuated])


def require_rates(found, at, E):
    """J x + K Q' = 0 for the rates of the witness."""
    tree = {f"q{i + 1}'": row for i, row in enumerate(E)}
    blocks = [remark.removeprefix("rates: ") for remark in found.remarks if remark.startswith("rates: ")]
    assert blocks
    for block in blocks:
        equation = block.partition(" = 0")[0]
        left, right = (part.partition(" (") for part in equation.split(" + K"))
        J, K = at[left[0]], at["K" + right[0]]
        own, before = (np.array([tree[name] for name in part[2].rstrip(")").split(", ")]) for part in (left, right))
        assert J @ own + K @ before == pytest.approx(np.zeros((len(J), E.shape[1])), abs=ROUNDING)


@pytest.mark.parametrize("name", ["five_bar", "slider_crank"])
def test_steps_lead_where_the_witness_is(name):
    robot = symdyn.load(name)
    q = assembled(robot) + 0.1
    q_tree, E, _ = Witness(robot.source).loop_motion(q, np.zeros(robot.n))
    found = closure_equations(robot)
    at, matrices = values_of(found, letters(robot, q_tree, robot.closing.actuated))
    for i, joint in enumerate(robot.tree.moving_joints):
        expected = letters(robot, q_tree, [i])
        names = [f"c{i + 1}", f"s{i + 1}"] if joint.kind.turns else [f"q{i + 1}"]
        assert [at[one] for one in names] == pytest.approx([expected[one] for one in names], abs=ROUNDING)
    require_rates(found, matrices, np.asarray(E, float))
    assert any("sign" in remark for remark in found.remarks)
    assert sum("not needed, nothing moves it" in remark for remark in found.remarks) == 3


def test_what_newton_closes_vanishes_where_the_witness_is():
    robot = symdyn.load("delta")
    q = assembled(robot) + np.array([0.1, 0.0, -0.1])
    q_tree, E, _ = Witness(robot.source).loop_motion(q, np.zeros(robot.n))
    found = closure_equations(robot)
    at, matrices = values_of(found, letters(robot, q_tree, range(robot.tree.n)))
    gaps = [value for name, value in at.items() if name.startswith("Phi")]
    assert len(gaps) == 9
    assert gaps == pytest.approx([0.0] * 9, abs=ROUNDING)
    require_rates(found, matrices, np.asarray(E, float))
