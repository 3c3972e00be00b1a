"""The entropic prior: bodies near those of CAD, whatever units and frames they are given in."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from recorded_motion import ARM, recorded

import symdyn
from symdyn.errors import InputError
from symdyn.identification.cones import cones_of
from symdyn.identification.conic import minimised, real_bodies
from symdyn.identification.fit.entropy import entropy_of

pytest.importorskip("clarabel")


SOLID = copy.deepcopy(ARM)  # whose bodies are no plates
for joint in SOLID["joints"]:
    joint["link"]["inertia"]["xx"] = 0.05


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(SOLID)


def minimum(robot: symdyn.Robot, towards: np.ndarray, target: np.ndarray, part: float, length: float) -> np.ndarray:
    """The parameters that minimise |x - target|^2/2 and the divergence from others."""
    cones = cones_of(robot, length)
    x, P = cones.scaling @ target, np.linalg.inv(cones.scaling @ cones.scaling.T)
    rows = real_bodies(cones, len(x), 0.0)
    found = minimised(*entropy_of(cones, cones.scaling @ towards, part).added(P, -P @ x, rows))
    assert found.x is not None
    return np.asarray(np.linalg.solve(cones.scaling, found.x[: len(x)]))


def divergence(robot: symdyn.Robot, full: np.ndarray, towards: np.ndarray) -> float:
    """By its definition, body by body and number by number."""
    cones = cones_of(robot, 1.0)
    x, x0 = cones.scaling @ full, cones.scaling @ towards
    total = 0.0
    for J, J0 in zip(cones.matrices(x), cones.matrices(x0), strict=True):
        ratio = np.linalg.solve(J0, J)
        total += np.trace(ratio) - np.log(np.linalg.det(ratio)) - 4
    ratios = x[cones.half_lines] / x0[cones.half_lines]
    return float(total + (ratios - np.log(ratios) - 1).sum())


def test_the_minimum_is_that_of_the_divergence_in_any_unit(arm: symdyn.Robot) -> None:
    draw, part = np.random.default_rng(1), 0.3
    towards = arm.parameters
    target = towards + 0.3 * np.abs(towards).max() * draw.normal(size=len(towards))

    def cost(full: np.ndarray) -> float:
        return float(0.5 * ((full - target) ** 2).sum() + divergence(arm, full, towards) / part**2)

    found = [minimum(arm, towards, target, part, length) for length in (1.0, 0.2)]
    least = min(map(cost, found))
    assert [cost(one) for one in found] == pytest.approx([least] * 2, abs=1e-5)  # solved to 1e-8 of 357
    for one in found:
        for _ in range(50):
            assert cost(one + 1e-2 * np.abs(one) * draw.normal(size=len(one))) > least


def test_belief_decides_between_data_and_cad(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1, seconds=10, noise=0.5)
    cad = symdyn.load({**SOLID, "name": "cad"})
    far = {}
    for part in (0.001, 100.0):
        fit = symdyn.identify(arm, log, entropic=(cad, part))
        assert fit.bodies.outcome == "entropic" and "cad" in fit.bodies.note
        assert all(verdict.physical for verdict in symdyn.physical_bodies(arm, fit.full))
        far[part] = np.abs(fit.full - arm.parameters).max()
        closest = fit.written_errors
    assert far[0.001] < 1e-3 < far[100.0]
    assert all(real.error < 1.02 * free.error for real, free in zip(closest, fit.errors, strict=True))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"entropic": (ARM, 0.0)}, "above 0"),
        ({"entropic": ("two_link", 0.1), "physical": False}, "not asked for"),
        (
            {
                "entropic": (
                    {**ARM, "joints": [{**one, "name": "j", "link": {"name": "b"}} for one in ARM["joints"][:1]]},
                    0.1,
                )
            },
            "has no parameter",
        ),
    ],
)
def test_a_belief_that_cannot_be_used_is_told(arm: symdyn.Robot, options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        symdyn.identify(arm, recorded(arm, 0, seconds=5), **options)
