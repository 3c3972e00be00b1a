"""Lu and Meng, III-C and IV-C: the planar arm of two joints that handles a load, symbolically."""

from collections.abc import Sequence
from typing import Any

import pytest
import sympy as sp
from closed_forms import canonical, letters, symbolic_setting
from lumeng_arms import ten_parameter_regressors

import symdyn
from symdyn.algebra.spatial import Vec3
from symdyn.dynamics.newton_euler import link_motions
from symdyn.dynamics.setting import Setting
from symdyn.papers.energy_regressor import energy_regressors
from symdyn.papers.energy_special_cases import axial_W, axial_Y
from symdyn.papers.link_jacobian import LinkJacobian, link_jacobians
from symdyn.papers.recursive_regressor import A_columns, E_columns, Phi_columns, recursive_regressors
from symdyn.papers.sixteen_parameters import SIXTEEN, sixteen_columns

TWO_DOF = {
    "symdyn": 1,
    "name": "two_dof",
    "gravity": [0, "-g", 0],
    "frames": "explicit",
    "symbols": {"l1": None, "l2": None, "g": None},
    "joints": [{"type": "revolute"}, {"type": "revolute", "origin": {"xyz": ["l1", 0, 0]}}],
    "load": {"origin": {"xyz": ["l2", 0, 0]}},
}
l1, l2, g = sp.symbols("l1 l2 g")
(c1, c2), (s1, s2), (qd1, qd2), (qdd1, qdd2) = (letters(stem, 2) for stem in ("c", "s", "qd", "qdd"))
c12, s12 = c1 * c2 - s1 * s2, s1 * c2 + c1 * s2
spin_rate = qdd1 + qdd2
EXAMPLE_COLUMNS = ("m", "mpx", "mpxx", "Izz")  # of the load; of link 2 only its mass counts


# [LuMeng93 (60)] columns of J_v of both links, and of the load
JACOBIANS = [
    [[0, 0, 0], [0, 0, 0]],
    [[-l1 * s1, l1 * c1, 0], [0, 0, 0]],
    [[-l1 * s1 - l2 * s12, l1 * c1 + l2 * c12, 0], [-l2 * s12, l2 * c12, 0]],
]


@pytest.fixture(scope="module")
def two_dof() -> Setting[Any]:
    """The example's arm at a symbolic state."""
    return symbolic_setting(symdyn.load(TWO_DOF))


@pytest.fixture(scope="module")
def gripper(two_dof: Setting[Any]) -> LinkJacobian[Any]:
    """Its load."""
    return link_jacobians(two_dof.whole, two_dof.whole_poses)[2]


def simplified(rows: Sequence[Sequence[Any]]) -> list[list[sp.Expr]]:
    return [[canonical(entry) for entry in row] for row in rows]


# [LuMeng93 (61)-(65)] with c2 in the first row, h22 in the second, and l1 (l1 qdd1 + c1 g) in the corner
EXAMPLE = [
    [
        l1 * (l1 * qdd1 + c1 * g),
        (l1**2 + 2 * l1 * l2 * c2 + l2**2) * qdd1
        + l2 * (l1 * c2 + l2) * qdd2
        - l1 * l2 * s2 * qd2 * (2 * qd1 + qd2)
        + (l1 * c1 + l2 * c12) * g,
        2 * (l1 * c2 + l2) * qdd1 + (l1 * c2 + 2 * l2) * qdd2 - l1 * s2 * qd2 * (2 * qd1 + qd2) + c12 * g,
        spin_rate,
        spin_rate,
    ],
    [
        sp.Integer(0),
        l2 * (l1 * c2 + l2) * qdd1 + l2**2 * qdd2 + l1 * l2 * s2 * qd1**2 + l2 * c12 * g,
        (l1 * c2 + 2 * l2) * qdd1 + 2 * l2 * qdd2 + l1 * s2 * qd1**2 + c12 * g,
        spin_rate,
        spin_rate,
    ],
]


def example_columns(blocks: Sequence[Sequence[Sequence[Any]]]) -> list[list[sp.Expr]]:
    """The columns of m2, m3, m3 px, m3 px², Izz."""
    wanted = [SIXTEEN.index(name) for name in EXAMPLE_COLUMNS]
    rows = [[link2[0], *(load[i] for i in wanted)] for link2, load in zip(blocks[1], blocks[2], strict=True)]
    return simplified(rows)


def test_example_jacobians_are_those_of_the_paper(two_dof: Setting[Any]) -> None:  # (60)
    for link, printed in zip(link_jacobians(two_dof.whole, two_dof.whole_poses), JACOBIANS, strict=True):
        assert simplified(link.J_v) == simplified(printed)
    assert simplified(link.J_w) == [[0, 0, 1], [0, 0, 1]]


def test_example_momentum_and_energy_blocks_are_those_of_the_paper(gripper: LinkJacobian[Any]) -> None:  # (62)
    qd = (qd1, qd2)
    spin = qd1 + qd2
    mass = [
        [
            (l1**2 + l2**2 + 2 * l1 * l2 * c2) * qd1 + (l2**2 + l1 * l2 * c2) * qd2,
            2 * (l1 * c2 + l2) * qd1 + (l1 * c2 + 2 * l2) * qd2,
            spin,
        ],
        [(l2**2 + l1 * l2 * c2) * qd1 + l2**2 * qd2, (l1 * c2 + 2 * l2) * qd1 + 2 * l2 * qd2, spin],
    ]
    W = axial_W(gripper, qd, 0)
    assert simplified([row[:3] for row in W]) == simplified(mass)
    assert simplified([row[3:] for row in W]) == [[0, 0, spin]] * 2
    balance = [
        [(l1 * c1 + l2 * c12) * g, c12 * g, 0],
        [l1 * l2 * s2 * qd1 * spin + l2 * c12 * g, l1 * s2 * qd1 * spin + c12 * g, 0],
    ]
    Y = axial_Y(gripper, qd, Vec3(0, -g, 0), 0)
    assert simplified([row[:3] for row in Y]) == simplified(balance)
    assert simplified([row[3:] for row in Y]) == [[0, 0, 0]] * 2


def test_example_regressor_is_that_of_the_paper(two_dof: Setting[Any]) -> None:  # (61), (63)-(65)
    at = two_dof
    energy = energy_regressors(at.whole, at.whole_poses, at.qd, at.qdd)
    assert simplified([row[:1] for row in energy[0]]) == [[0], [0]]  # (64): the first mass plays no role
    assert simplified([row[:1] for row in energy[1]]) == simplified([[l1**2 * qdd1 + l1 * c1 * g], [0]])  # (64)
    assert example_columns(energy) == simplified(EXAMPLE)
    ten = [[sixteen_columns(row) for row in block] for block in ten_parameter_regressors(at)]
    assert example_columns(ten) == simplified(EXAMPLE)


PRINTED_61 = {  # place and entry as printed
    "no l1 in the corner": (0, 0, l1 * (qdd1 + c1 * g)),
    "no c2 in the first row": (0, 1, EXAMPLE[0][1] + 2 * l1 * l2 * (1 - c2) * qdd1),
    "h11 for h22": (1, 1, EXAMPLE[1][1] + (l1**2 + 2 * l1 * l2 * c2) * qdd2),
    "2 l2² for 2 l2": (1, 2, EXAMPLE[1][2] + 2 * (l2**2 - l2) * qdd2),
}


@pytest.mark.parametrize("misprint", PRINTED_61)
def test_printed_61_fails(two_dof: Setting[Any], misprint: str) -> None:
    i, j, printed = PRINTED_61[misprint]
    at = two_dof
    entry = example_columns(recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd))[i][j]
    assert canonical(printed - entry) != 0


def test_recursive_example_is_that_of_the_paper(two_dof: Setting[Any]) -> None:  # IV-C
    at = two_dof
    spin = qd1 + qd2
    beta1 = l1 * s2 * qdd1 - l1 * c2 * qd1**2 + s12 * g - l2 * spin**2
    beta2 = l1 * c2 * qdd1 + l1 * s2 * qd1**2 + c12 * g + l2 * spin_rate
    motion = link_motions(at.whole, at.whole_poses, at.qd, at.qdd)[2]
    A = [[beta1, beta2, 0], [-(spin**2), spin_rate, 0], [-spin_rate, -(spin**2), 0], [0, 0, 0]]
    assert simplified(A_columns(motion)) == simplified(A)
    Phi = Phi_columns(motion)
    assert simplified([Phi[0], Phi[3]]) == simplified([[0, 0, beta2], [0, 0, spin_rate]])
    assert simplified([E_columns(motion)[2]]) == [[0, 0, spin_rate]]
    pi_33 = l1 * (s2 * beta1 + c2 * beta2) + l2 * beta2
    pi_34 = (l2 + l1 * c2) * spin_rate - l1 * s2 * spin**2 + beta2
    Y = [
        [l1**2 * qdd1 + l1 * c1 * g, pi_33, pi_34, spin_rate, spin_rate],
        [sp.Integer(0), l2 * beta2, l2 * spin_rate + beta2, spin_rate, spin_rate],
    ]
    recursive = example_columns(recursive_regressors(at.whole, at.whole_poses, at.qd, at.qdd))
    assert recursive == simplified(Y) == simplified(EXAMPLE)
