"""The exact witness agrees with the numeric one, and with laws that hold exactly."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from random_robots import random_robot

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, exact
from symdyn.dynamics.regressors.known_unknown import directions
from symdyn.kernels.close_step import CLOSING
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.proof.claims import CLAIMS
from symdyn.proof.point import Point, draw_point
from symdyn.proof.truth import Truth
from symdyn.reference import Witness
from symdyn.reference.exact import Course, read_exactly

BUNDLED = ("two_link", "ddarm", "stanford", "puma560", "panda", "dual_arm")


def exact_rows(count: int) -> list[list[Exact]]:
    return [[exact(int(i == j)) for j in range(count)] for i in range(count)]


def point_of(mapping: dict[str, Any], seed: int = 1) -> Point:
    mechanism = read_exactly(mapping)
    return draw_point(mechanism, exact_rows(len(mechanism.parameters)), [], baked_in=False, seed=seed)


def test_every_kernel_has_its_claims() -> None:
    assert CLAIMS.keys() == {*KERNELS, *CLOSING}


@pytest.mark.parametrize("name", BUNDLED)
def test_the_exact_reading_is_the_numeric_one(name: str) -> None:
    source = symdyn.load(name).source
    mechanism, numeric = read_exactly(source), Witness(source)
    assert mechanism.parameter_names == numeric.parameter_names
    values = [np.nan if value is None else to_float(value) for value in mechanism.parameters]
    # both round the same rational once, the numeric one after a few operations
    np.testing.assert_allclose(values, numeric.parameters, rtol=1e-14)


@pytest.mark.parametrize("seed", range(6))
def test_mass_is_symmetric_and_power_balances(seed: int) -> None:
    at = point_of(random_robot(seed, entries=4, tree=True, effects=False))
    truth = Truth(at)
    other = at.qdd
    assert at.equal(other @ truth.mass_times(at.v), at.v @ truth.mass_times(other))
    # dK/dt of a motion without gravity is the power of its torque: d/dt qd'M qd/2 = qd'(M qdd + C qd)
    moving = at.witness.trace(Course(at.turns, at.q, qd=at.qd, along_q=at.qd, along_qd=at.qdd))
    _, rate = at.witness.kinetic_energy(moving, at.qd, at.phi)
    torque = truth.mass_times(at.qdd) + truth.coriolis
    assert at.equal(rate, at.qd @ torque)


@pytest.mark.parametrize("name", ["panda", "stanford"])
def test_what_a_file_calls_unknown_is_read_alike_by_both(name: str) -> None:
    mapping = dict(symdyn.load(name).source)
    links = [joint.get("link", {}).get("name", f"link{i}") for i, joint in enumerate(mapping["joints"], start=1)]
    mapping["unknown"] = [f"{links[1]}.mass", f"{links[1]}.inertia.xx", f"{links[2]}.com", f"{links[2]}.mass"]
    robot = bind_symbols(symdyn.load(mapping))
    found = read_exactly(robot.source).unknown
    assert found is not None
    expected = [dict(direction.weights) for direction in directions(robot, ())]
    assert [dict(weights) for weights in found] == expected


def test_numbers_are_the_decimals_that_are_written() -> None:
    mapping = {
        "symdyn": 1,
        "name": "written",
        "symbols": {"l": "0.1 + 1/3", "turn": 1.5707963267948966},
        "joints": [
            {"type": "revolute", "origin": {"xyz": ["l", "2*l**2", "1e-3"], "rpy": ["turn", 0.1, "pi/5"]}},
            {"type": "prismatic", "axis": [1, "sqrt(2)", "-.5"]},
        ],
    }
    mechanism = read_exactly(mapping)
    shift, _, _, roll = mechanism.joints[0].before
    assert [x.rational for x in shift.by] == [Fraction(13, 30), 2 * Fraction(13, 30) ** 2, Fraction(1, 1000)]
    assert (roll.cosine, roll.sine) == (exact(0), exact(1))
    x, y, z = mechanism.joints[1].axis
    assert x * x + y * y + z * z == exact(1)
