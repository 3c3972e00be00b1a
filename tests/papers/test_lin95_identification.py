"""Lin, section IV: identification joint by joint, from the last inwards, as he has it and as `--method lin` does it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from lin_chains import R, modified_dh
from lin_procedure import Chain, Procedure, chain_of, step_1, torques, v_rotational_as_printed

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.identification.fit.factor import Factor, factor_of
from symdyn.identification.fit.joint_by_joint import lin_set
from symdyn.identification.fit.model import model_of
from symdyn.identification.fit.solve import solve
from symdyn.model.robot import Robot
from symdyn.parameters.forms.lin_parameters import JointConstants, joint_constants, lin_parameters

ANGLES = {"0": 0.0, "pi/2": np.pi / 2, "-pi/2": -np.pi / 2, "pi": np.pi, "0.7": 0.7, "0.3": 0.3}
STANFORD = (("0", "0.412"), ("-pi/2", "0.154"), ("pi/2", "0"), ("0", "0"), ("-pi/2", "0"), ("pi/2", "0"))


def a_chain(seed: int) -> tuple[Robot, Chain]:
    """A chain of one to seven joints, with zero lengths and parallel axes as often as arms have them."""
    draw = random.Random(f"identified chain {seed}")
    kinds = [draw.choice((R, R, "prismatic")) for _ in range(draw.randint(1, 7))]
    rows = [
        (
            draw.choice((0, 0, 0.3, -0.2, 0.5)),
            draw.choice(("0", "0", "pi/2", "-pi/2", "pi", "0.7")),
            draw.choice((0, 0, 0.25, 0.4)),
            draw.choice(("0", "0", "pi/2", "0.3")),
        )
        for _ in kinds
    ]
    robot = modified_dh(kinds, rows, draw.choice(([0, 0, -9.81], [0, -9.81, 0], [3, -5, -7])))
    return robot, chain_of(robot, np.array([(a, ANGLES[al], d, ANGLES[th]) for a, al, d, th in rows]))


def some_motion(n: int, seed: int, count: int = 150) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    return draw.uniform(-2, 2, (count, n)), 2 * draw.normal(size=(count, n)), 4 * draw.normal(size=(count, n))


def bodies(n: int, seed: int) -> np.ndarray:
    draw = np.random.default_rng([1, seed])
    found = []
    for _ in range(n):
        X, m, c = draw.normal(size=(3, 3)), draw.uniform(1, 5), 0.2 * draw.normal(size=3)
        found.append(ten_of(m, c, 0.1 * X @ X.T))
    return np.array(found)


def ten_of(m: float, c: np.ndarray, inertia: np.ndarray) -> list[float]:
    J = inertia + m * (c @ c * np.eye(3) - np.outer(c, c))
    return [m, *(m * c), J[0, 0], J[0, 1], J[1, 1], J[0, 2], J[1, 2], J[2, 2]]


def true_constants(robot: Robot, ten: np.ndarray) -> list[JointConstants[Any]]:
    lin = lin_parameters(robot)
    values = [float(np.dot([to_float(x) for x in row], ten.ravel())) for row in lin.matrix]
    return joint_constants(lin, values)


def worst_error(chain: Chain, found: list[dict[str, Any]], true: list[JointConstants[Any]]) -> float:
    """The largest error of an MLC, over the largest MLC."""
    errors, size = [0.0], 0.0
    for i, (one, constants) in enumerate(zip(found, true, strict=True)):
        k, U = [constants.k.x, constants.k.y, constants.k.z], constants
        inertia = [U.U_xx_yy, U.U_zz, U.U_xy, U.U_xz, U.U_yz] if i >= chain.s else [U.U_zz]
        of = {"m": [U.m], "k": k, "U": inertia, "kappa": [U.kappa_1, U.kappa_2]}
        for word, values in one.items():
            given = np.ravel(values)
            errors.append(float(np.abs(given - of[word][: len(given)]).max()))
            size = max(size, float(np.abs(of[word][: len(given)]).max()))
    return max(errors) / size


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 300), marks=pytest.mark.slow)], ids=str)
def test_94_to_116_the_procedure_finds_the_mlcs_of_300_random_chains(seeds: range) -> None:
    worst = 0.0
    for seed in seeds:
        robot, chain = a_chain(seed)
        links, ten = step_1(chain, *some_motion(chain.n, seed)), bodies(chain.n, seed)
        found = Procedure(chain, links, torques(chain, links, ten)).run()
        worst = max(worst, worst_error(chain, found, true_constants(robot, ten)))
    assert worst < 1e-12  # of the largest MLC: rounding, handed inwards through up to seven joints


def stanford() -> tuple[Robot, Chain]:
    kinds = (R, R, "prismatic", R, R, R)
    robot = modified_dh(kinds, [(0, al, d, 0) for al, d in STANFORD], [0, 0, -9.80665])
    return robot, chain_of(robot, np.array([(0.0, ANGLES[al], float(d), 0.0) for al, d in STANFORD]))


@dataclass(frozen=True)
class Study:
    """A Stanford-like arm with random bodies, three sines a joint over eight seconds, and another motion to judge."""

    ten: np.ndarray
    motion: tuple[np.ndarray, ...]
    other: tuple[np.ndarray, ...]


def study(samples: int) -> Study:
    draw = np.random.default_rng(3)
    ten = []
    for _ in range(6):
        X, m, c = draw.normal(size=(3, 3)), draw.uniform(1, 9), 0.1 * draw.normal(size=3)
        ten.append(ten_of(m, c, 0.05 * X @ X.T))
    w = draw.integers(1, 5, (6, 3)) * 2 * np.pi / 8
    amplitude, phase = draw.uniform(-0.5, 0.5, (6, 3)), draw.uniform(0, 6, (6, 3))
    t = np.linspace(0, 8, samples)[:, None, None]
    centre, scale = np.array([0, -1.0, 0.4, 0, 0.8, 0]), np.array([1, 1, 0.3, 1, 1, 1])

    def sines(angle: np.ndarray, faster: float) -> tuple[np.ndarray, ...]:
        q = centre + scale * (amplitude * np.sin(angle)).sum(axis=2)
        qd = scale * (amplitude * w * faster * np.cos(angle)).sum(axis=2)
        return q, qd, -scale * (amplitude * (w * faster) ** 2 * np.sin(angle)).sum(axis=2)

    return Study(np.array(ten), sines(w * t + phase, 1.0), sines(w * (t + 0.3) * 0.9 + 1, 0.9))


def test_98_as_printed_does_not_find_them() -> None:
    robot, chain = stanford()
    of = study(400)
    links, true = step_1(chain, *of.motion), true_constants(robot, of.ten)
    tau = torques(chain, links, of.ten)
    assert worst_error(chain, Procedure(chain, links, tau).run(), true) < 1e-12
    wrong = worst_error(chain, Procedure(chain, links, tau, v_rotational_as_printed).run(), true)
    assert wrong == pytest.approx(0.34, abs=0.01)


@pytest.fixture(scope="module")
def arm() -> tuple[Robot, Chain, Any, list[Any]]:
    """The Stanford arm with values, its proved columns, and its own combinations joint by joint."""
    robot, chain = stanford()
    model = model_of(robot)
    return robot, chain, model, lin_set(model)


def factors(model: Any, motion: Any, tau: np.ndarray) -> list[Factor]:
    Y = model.regressor(*(np.ascontiguousarray(part) for part in motion))
    return [factor_of(Y[:, j], tau[:, j]) for j in range(tau.shape[1])]


def test_method_lin_is_the_procedure(arm: Any) -> None:
    """Noise and all: on triangles in the proved columns come out the numbers that the paper's recursion gives."""
    robot, chain, model, lin = arm
    of = study(200)
    links = step_1(chain, *of.motion)
    tau = torques(chain, links, of.ten) + 0.1 * np.random.default_rng(0).normal(size=(200, 6))
    procedure = Procedure(chain, links, tau)
    by_paper, rows = procedure.run(), factors(model, of.motion, tau)
    values = np.linalg.solve(lin.back, lin.solve(rows))
    constants = joint_constants(lin_parameters(robot), [float(x) for x in values])
    assert worst_error(chain, by_paper, constants) < 1e-10  # rounding, through condition numbers of up to 20
    excitement = lin.excitement(rows, robot.joint_names)
    # [Lin95 (117)]
    assert [one.condition for one in excitement] == pytest.approx(procedure.conditions, rel=1e-6)
    assert [one.combinations for one in excitement] == [1, 7, 4, 7, 7, 7]


def test_all_at_once_is_far_better_with_noise(arm: Any) -> None:
    """The numbers of docs/identification.md: 0.1 N m on a Stanford-like arm, one-shot beside joint by joint."""
    _, chain, model, lin = arm
    of = study(200)
    tau, tau_other = (torques(chain, step_1(chain, *one), of.ten) for one in (of.motion, of.other))
    true = np.linalg.solve(lin.back, lin.solve(factors(model, of.motion, tau)))
    draw, errors, misses = np.random.default_rng(9), {"lin": [], "ols": []}, {"lin": [], "ols": []}
    for _ in range(4):
        noisy = factors(model, of.motion, tau + 0.1 * draw.normal(size=tau.shape))
        for method, pi in (("lin", lin.solve(noisy)), ("ols", solve(noisy, "ols").x)):
            errors[method].append(np.linalg.norm(np.linalg.solve(lin.back, pi) - true) / np.linalg.norm(true))
            left = model.regressor(*of.other) @ pi - tau_other
            misses[method].append(np.linalg.norm(left) / np.linalg.norm(tau_other))
    parameters, torque = ({name: float(np.mean(some[name])) for name in some} for some in (errors, misses))
    # means of four draws of noise, which scatter by a fifth
    assert parameters == pytest.approx({"lin": 0.257, "ols": 0.016}, rel=0.2)
    assert torque == pytest.approx({"lin": 0.0044, "ols": 0.0005}, rel=0.2)


def test_a_motion_that_does_not_excite_is_told(arm: Any) -> None:
    """(117): where only the slide moves, the wrist's combinations have no positive definite M."""
    robot, _, model, lin = arm
    motion = [part.copy() for part in study(200).motion]
    for part in motion:
        part[:, [0, 1, 3, 4, 5]] = part[0, [0, 1, 3, 4, 5]] if part is motion[0] else 0.0
    excitement = lin.excitement(factors(model, motion, np.zeros((200, 6))), robot.joint_names)
    assert not np.isfinite(excitement[5].condition)


def test_a_tree_has_no_lin_form() -> None:
    robot = symdyn.load("dual_arm")
    with pytest.raises(symdyn.InputError):
        lin_set(model_of(robot))
