"""What a wrist sensor feels of a body, with `==` over exact scalars."""

from typing import Any

from exact_settings import compute, matrix, product

from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.setting import Setting
from symdyn.mechanism.rigid_body import inertia_from_ten, net_wrench


def test_load_regressor_times_parameters_is_the_wrench_that_the_body_needs(at: Setting[Any]) -> None:
    A = matrix(compute("load_regressor", at), 10)
    ten = [at.parameters[0] + i * at.qd[0] for i in range(10)]
    motion = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)[at.whole.last]
    wrench = net_wrench(inertia_from_ten(ten), motion.acceleration)
    assert list(product(A, ten)) == [*wrench.f, *wrench.n]


def test_a_force_does_not_depend_on_inertia_nor_a_moment_on_mass(at: Setting[Any]) -> None:
    A = matrix(compute("load_regressor", at), 10)
    assert all(entry == 0 for row in A[:3] for entry in row[4:])
    assert all(row[0] == 0 for row in A[3:])
