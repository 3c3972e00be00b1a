"""Van Winssen and de Silva, sections 2.2.1 and 4.2 to 4.4: torque and derivatives with 4 x 4 matrices, with `==`."""

from pathlib import Path
from typing import Any

import pytest
from exact_settings import along_joint, compute, matrix, outputs, random_setting
from random_robots import random_robot
from van_winssen_chains import (
    CHAINS,
    TURNING,
    along_rate,
    chain,
    derivative,
    inwards,
    outwards,
    pairs,
    torque,
    torque_by,
)

import symdyn
from symdyn.dynamics.setting import Setting
from symdyn.ir.cost import cost
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.package.programs import kernel_program
from symdyn.papers.van_winssen_4x4 import linearised_4x4
from symdyn.papers.van_winssen_backward import by_rate
from symdyn.papers.van_winssen_lagrangian import recursive_lagrangian
from symdyn.papers.van_winssen_matrices import (
    added,
    product,
    scaled,
    trace,
    transforms,
)

GENERAL = Path(__file__).parents[2] / "bench" / "robots" / "general_6r.yaml"
every_chain = pytest.mark.parametrize("name", CHAINS)
turning_chain = pytest.mark.parametrize("name", TURNING)


# -- section 2.2.1 ----------------------------------------------------------------


@every_chain
def test_5_6_state_matrices_are_those_of_the_linearised_motion(name: str) -> None:
    at, n = chain(name), chain(name).robot.n
    A, B = (matrix(output, columns) for output, columns in zip(state(at), (2 * n, n), strict=True))
    M = matrix(compute("mass_matrix", at), n)
    by_q, by_qd = (torque_by(name, moved) for moved in (along_joint, along_rate))
    below, inverse = A[n:], tuple(B[n:])
    assert product(tuple(M), inverse) == tuple(tuple(int(i == j) for j in range(n)) for i in range(n))
    assert product(tuple(M), tuple(below)) == tuple(
        tuple(-entry for entry in (*of_q, *of_qd)) for of_q, of_qd in zip(by_q, by_qd, strict=True)
    )
    assert A[:n] == [tuple(int(j == i + n) for j in range(2 * n)) for i in range(n)]
    assert all(not any(row) for row in B[:n])


@every_chain
def test_printed_5_has_the_sign_of_a_plant_that_runs_away(name: str) -> None:
    at, n = chain(name), chain(name).robot.n
    A, B = (matrix(output, columns) for output, columns in zip(state(at), (2 * n, n), strict=True))
    printed = product(tuple(B[n:]), torque_by(name, along_joint))
    found = tuple(row[:n] for row in A[n:])
    assert found == scaled(printed, -1)
    assert found != printed


def state(at: Setting[Any]) -> Any:
    return outputs("state_matrices", at)


# -- section 4.2.1 ----------------------------------------------------------------


@every_chain
def test_15_to_17_recursive_lagrangian_is_newton_euler(name: str) -> None:
    at = chain(name)
    assert recursive_lagrangian(at.moving, at.q, at.c, at.s, at.qd, at.qdd, at.inertias) == torque(at)


# -- section 4.3 ------------------------------------------------------------------


@every_chain
def test_17_rates_of_w_are_its_rates(name: str) -> None:
    at = chain(name)
    for link in range(1, at.robot.n + 1):
        by_joint = [(outwards(name).by_q[link][j], at.qd[j - 1], at.qdd[j - 1]) for j in range(1, link + 1)]
        W_dot = added(*(scaled(by.W, rate) for by, rate, _ in by_joint))
        W_ddot = added(*(added(scaled(by.W_dot, rate), scaled(by.W, change)) for by, rate, change in by_joint))
        assert (outwards(name).links[link].W_dot, outwards(name).links[link].W_ddot) == (W_dot, W_ddot)


@every_chain
def test_25_links_depend_on_the_joints_before_them_and_not_the_other_way_round(name: str) -> None:
    at = chain(name)
    for p, j in pairs(at.robot.n):
        later, earlier = (outwards(name, along_joint, joint).links[link] for link, joint in ((p, j), (j, p)))
        assert not any(entry for row in derivative(later.W_ddot) for entry in row)  # j > p
        assert any(entry for row in derivative(earlier.W) for entry in row)  # printed: j < p


@every_chain
def test_42_derivative_by_rate_is_twice_that_of_the_rate(name: str) -> None:
    at = chain(name)
    printed_holds = []
    for j in range(1, at.robot.n + 1):
        links = outwards(name, along_rate, j).links
        for p in range(j, at.robot.n + 1):
            by_q = outwards(name).by_q[p][j]
            assert derivative(links[p].W_ddot) == by_rate(by_q)
            printed_holds.append(derivative(links[p].W_ddot) == by_q.W_dot)
    assert not all(printed_holds)


@every_chain
def test_57_59_60_67_derivatives_of_w_and_its_rates(name: str) -> None:
    at = chain(name)
    for j in range(1, at.robot.n + 1):
        links = outwards(name, along_joint, j).links
        for p in range(j, at.robot.n + 1):
            by_q = outwards(name).by_q[p][j]
            assert derivative(links[p].W) == by_q.W
            assert derivative(links[p].W_dot) == by_q.W_dot
            assert derivative(links[p].W_ddot) == by_q.W_ddot


@turning_chain
def test_printed_57_and_67_lose_terms_of_leibniz(name: str) -> None:
    at, found = chain(name), outwards(name)
    for j in range(1, at.robot.n):
        own, beyond, true = found.by_q[j][j], found.relative[j][at.robot.n], found.by_q[at.robot.n][j].W_ddot
        first, last = product(own.W_ddot, beyond.W), product(own.W, beyond.W_ddot)
        middle = product(own.W_dot, beyond.W_dot)
        assert true == added(first, middle, middle, last)
        assert true != added(first, middle, middle, first)  # (57)
        assert true != added(first, middle, last)  # (67)


@every_chain
def test_62_63_second_derivatives(name: str) -> None:
    at = chain(name)
    for j in range(1, at.robot.n + 1):
        moved = outwards(name, along_joint, j)
        for i in range(j, at.robot.n + 1):
            assert derivative(moved.by_q[i][i].W) == outwards(name).twice(i, j)


# -- section 4.4 ------------------------------------------------------------------


@every_chain
def test_64_to_78_derivatives_with_4x4_matrices(name: str) -> None:
    at = chain(name)
    found = linearised_4x4(at.moving, at.q, at.c, at.s, at.qd, at.qdd, at.inertias)
    assert list(found.M) == matrix(compute("mass_matrix", at), at.robot.n)
    assert found.by_q == torque_by(name, along_joint)
    assert found.by_qd == torque_by(name, along_rate)


@turning_chain
def test_printed_74_76_78_fail_beyond_the_diagonal(name: str) -> None:
    at, out, into = chain(name), outwards(name), inwards(name)
    M = matrix(compute("mass_matrix", at), at.robot.n)
    by_q, by_qd = torque_by(name, along_joint), torque_by(name, along_rate)
    holds = []
    for i, j in pairs(at.robot.n):
        own, between = out.by_q[i][i].W, out.relative[i][j].W
        P_ij = product(between, into.P[j][j])
        assert trace(product(own, P_ij)) == M[i - 1][j - 1]
        of_74 = trace(product(own, between, P_ij)) == M[i - 1][j - 1]
        of_76 = trace(product(own, into.N[i][i])) == by_q[i - 1][j - 1]  # W_i does not depend on q_j
        of_78 = trace(product(own, between, into.Q[i][i])) == by_qd[i - 1][j - 1]
        holds.append((of_74, of_76, of_78))
    assert [all(of_one) for of_one in zip(*holds, strict=True)] == [False, False, False]


# -- what they are for, and what they cost ----------------------------------------


def test_a_tree_is_refused() -> None:
    tree = random_setting(symdyn.load(random_robot(5, entries=4, tree=True, kinds=("revolute",), rational=True)), 1)
    with pytest.raises(ValueError, match="does not continue a chain"):
        transforms(tree.moving, tree.q, tree.c, tree.s)


def test_a_screw_is_refused() -> None:
    chain = random_robot(5, entries=2, kinds=("screw",), rational=True)
    at = random_setting(symdyn.load(chain), 1)
    with pytest.raises(
        symdyn.InputError, match="matrices know joints that turn or slide, and joint 1 is a screw joint"
    ):
        transforms(at.moving, at.q, at.c, at.s)


PAPER = 26_922 + 20_805  # multiplications and additions of one update of A and B, six joints, 3 x 3 matrices


@pytest.mark.parametrize("name", ["puma560", "general_6r"])
def test_six_joints_take_less_than_a_ninth_of_the_papers_operations(name: str) -> None:
    robot = symdyn.load(GENERAL if name == "general_6r" else name)
    program, *_ = kernel_program(KERNELS["state_matrices"], bind_symbols(robot), Options())
    assert 9 * cost(program).total < PAPER
