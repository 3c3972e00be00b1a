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


BAR = {"mass": 2, "com": [0.1, 0, 0], "inertia": {"xx": 0, "xy": 0, "xz": 0, "yy": 0.06, "yz": 0, "zz": 0.06}}


def lift(stages):
    """Scissors on each other, moved by a slide: every bar stands on a bar of the stage below."""
    angle = 0.52655

    def bar(parent, x):
        return {"type": "revolute", "parent": parent, "origin": {"xyz": [x, 0, 0]}, "link": BAR}

    slide = {"type": "prismatic", "parent": "base", "axis": [1, 0, 0], "link": {"mass": 0.5}}
    joints = [bar("base", 0), bar("link1", 0.3), slide]
    closed = [angle, np.pi - 2 * angle, 0.6 * np.cos(angle)]
    loops = [{"type": "revolute", "parent": "link2", "child": "link3", "parent_origin": {"xyz": [-0.3, 0, 0]}}]
    left, right, reach = "link2", "link1", 0.3
    for _ in range(1, stages):
        joints += [bar(left, reach), bar(right, 0.6)]
        closed += [2 * angle - np.pi, np.pi - 2 * angle]
        pair = {"parent": f"link{len(joints) - 1}", "child": f"link{len(joints)}"}
        left, right, reach = pair["child"], pair["parent"], 0.6
        middle = {"xyz": [0.3, 0, 0]}
        loops.append({"type": "revolute", **pair, "parent_origin": middle, "child_origin": middle})
    closed_at = {f"joint{i + 1}": float(x) for i, x in enumerate(closed)}
    whole = {"symdyn": 1, "name": "lift", "gravity": [0, -9.81, 0], "joints": joints, "actuated": ["joint3"]}
    return {**whole, "loops": loops, "closed_at": closed_at}


def test_steps_of_long_mechanisms_lead_where_the_witness_is():
    robot = symdyn.load(lift(4))
    q = assembled(robot) - 0.05
    q_tree, E, _ = Witness(robot.source).loop_motion(q, np.zeros(1))
    found = closure_equations(robot)
    at, matrices = values_of(found, letters(robot, q_tree, robot.closing.actuated))
    expected = letters(robot, q_tree, range(robot.tree.n))
    assert {name: at[name] for name in at if name in expected} == pytest.approx(
        {name: expected[name] for name in at if name in expected}, abs=ROUNDING
    )
    sums = {name: value for name, value in at.items() if name[0] in "CS"}  # C4_8: of all angles from q4 to q8
    assert sums["C2_7"] == pytest.approx(np.cos(q_tree[1] + q_tree[3] + q_tree[6]), abs=ROUNDING)
    require_rates(found, matrices, np.asarray(E, float))
    assert any(remark.startswith("C1_4 and S1_4") for remark in found.remarks)


def test_equations_of_twice_as_many_links_are_no_more_than_eight_times_as_long():
    """They are squares of sums, and as many more; with all products of cosines written out it was fifty times."""
    few, many = (sum(map(_size, closure_equations(symdyn.load(lift(stages))).equations)) for stages in (3, 6))
    assert many < 2**3 * few


def _size(equation):
    rows = equation.right if isinstance(equation.right, list) else [[equation.right]]
    return sum(len(str(x)) for row in rows for x in row)
