"""Van Winssen and de Silva, section 4.5 and appendix B: derivatives of the torque with 3 x 3 matrices, with `==`."""

from typing import Any

import pytest
from exact_settings import along_joint, compute, matrix
from van_winssen_chains import TURNING, along_rate, chain, chain_3x3, derivative, pairs, torque_by

from symdyn.papers.van_winssen_3x3 import PARTS, derived, linearised_3x3, next_position, weights
from symdyn.papers.van_winssen_matrices import added, product, scaled, trace

turning_chain = pytest.mark.parametrize("name", TURNING)


@turning_chain
def test_79_to_94_derivatives_with_3x3_matrices(name: str) -> None:
    at = chain(name)
    found = linearised_3x3(at.moving, at.c, at.s, at.qd, at.qdd, at.inertias)
    assert list(found.M) == matrix(compute("mass_matrix", at), at.robot.n)
    assert found.by_q == torque_by(name, along_joint)
    assert found.by_qd == torque_by(name, along_rate)


@turning_chain
def test_79_positions_step_in_the_frame_of_the_link_before(name: str) -> None:
    at, found = chain(name), chain_3x3(name)
    printed_holds = []
    for i in range(1, at.robot.n + 1):
        step = found.links[i - 1].step
        assert found.positions[i] == next_position(found.positions[i - 1], found.outwards.links[i - 1], step)
        printed = added(found.positions[i - 1].p, scaled(product(found.outwards.links[i].W, step), -1))
        printed_holds.append(printed == found.positions[i].p)
    for j in range(1, at.robot.n + 1):
        moved = chain_3x3(name, along_joint, j)
        for i in range(j, at.robot.n + 1):
            assert derivative(moved.positions[i].p_ddot) == found.positions_by_q[i][j].p_ddot
    assert not all(printed_holds)


@turning_chain
def test_b14_b15_derivatives_by_rate_are_twice_those_of_the_rate(name: str) -> None:
    at, found = chain(name), chain_3x3(name)
    of_turn, of_origin = PARTS[1]
    printed_holds = []
    for j in range(1, at.robot.n + 1):
        moved = chain_3x3(name, along_rate, j)
        for p in range(j, at.robot.n + 1):
            by_q, origin_by_q = found.outwards.by_q[p][j], found.positions_by_q[p][j]
            assert derivative(moved.outwards.links[p].W_ddot) == of_turn(by_q)
            assert derivative(moved.positions[p].p_ddot) == of_origin(origin_by_q)
            printed_holds.append(of_turn(by_q) == by_q.W_dot and of_origin(origin_by_q) == origin_by_q.p_dot)
    assert not any(printed_holds)


@turning_chain
def test_printed_82_forgets_the_mass_beyond(name: str) -> None:
    at, found = chain(name), chain_3x3(name)
    c, printed = weights(found), [link.h for link in found.links]
    for i in range(at.robot.n - 1, 0, -1):
        printed[i] = added(printed[i], product(found.outwards.joints[i][0], printed[i + 1]))
    g = (tuple(at.moving.gravity),)

    def still(first_moments: Any) -> list[Any]:
        numbers = range(1, at.robot.n + 1)
        return [-product(g, found.outwards.by_q[i][i].W, first_moments[i])[0][0] for i in numbers]

    gravity = list(compute("gravity", at))
    assert still(c) == gravity
    assert still(printed) != gravity


@turning_chain
def test_printed_89_90_92_94_fail(name: str) -> None:
    at, found = chain(name), chain_3x3(name)
    P, Q, N = (derived(found, *parts) for parts in PARTS)
    M = matrix(compute("mass_matrix", at), at.robot.n)
    by_q, by_qd = torque_by(name, along_joint), torque_by(name, along_rate)
    holds = []
    for i, j in pairs(at.robot.n):
        derivatives, between = found.outwards.by_q, found.outwards.relative[i][j].W
        own = derivatives[i][i].W
        of_89 = trace(product(derivatives[j][i].W, P[i][j].turning)) == M[j - 1][i - 1]
        of_90 = trace(product(derivatives[j][i].W, between, P[i][i].turning)) == M[i - 1][j - 1]
        of_92 = trace(product(own, N[i][i].turning)) == by_q[i - 1][j - 1]
        of_94 = trace(product(own, between, Q[i][i].turning)) == by_qd[i - 1][j - 1]
        holds.append((of_89, of_90, of_92, of_94))
    assert [all(of_one) for of_one in zip(*holds, strict=True)] == [False] * 4


@turning_chain
def test_beyond_the_diagonal_an_origin_moves_too(name: str) -> None:
    """(90), (94), (B.22) and (B.26) with X_jj still lack ⁱp_j x_jj, of the origin of link j."""
    at, found = chain(name), chain_3x3(name)
    lacking = []
    for parts in PARTS:
        X = derived(found, *parts)
        for i, j in pairs(at.robot.n):
            turned = product(found.outwards.relative[i][j].W, X[j][j].turning)
            origin = added(found.positions[j].p, scaled(found.positions[i].p, -1))
            seen = product(tuple(zip(*found.outwards.links[i].W, strict=True)), origin)  # ⁱp_j
            assert X[j][i].turning == added(turned, product(seen, X[j][j].moving))
            own = found.outwards.by_q[i][i].W
            lacking.append(trace(product(own, turned)) != trace(product(own, X[j][i].turning)))
    assert any(lacking)


def test_a_sliding_joint_is_refused() -> None:
    with pytest.raises(ValueError, match="every joint turns"):
        chain_3x3("turning and sliding joints, modified DH")
