"""Estimates that move once a period are learnt no faster than the loop carries: the bound, and arms that need it."""

from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.control import LAWS, law_plan
from symdyn.control.sampled_rates import SHARE, within_rate, within_rate_of_accelerations
from symdyn.control.scales import SLOWEST, Moving, Scales
from symdyn.options import Options
from symdyn.parameters.plausible import plausible_full

M, D, Y = 2.0, 30.0, 3.0


def scales(Y: tuple[tuple[float, ...], ...], M: tuple[tuple[float, ...], ...]) -> Scales:
    return Scales((1.0,) * len(M), (1.0,) * len(M), (), moving=(Moving(Y, M),))


def largest_root(Gamma: float) -> float:
    """How much of an error of s and of an estimate is left after a period, in the worst direction."""
    T = 1 / SLOWEST
    return float(np.abs(np.linalg.eigvals([[1 - T * D / M, T * Y / M], [-T * Gamma * Y, 1]])).max())


def test_the_bound_is_where_a_sampled_joint_becomes_unstable() -> None:
    (Gamma,) = within_rate([1e9], scales(((Y,),), ((M,),)), [D])
    assert largest_root(0.999 * Gamma / SHARE) < 1 < largest_root(1.001 * Gamma / SHARE)
    assert largest_root(Gamma) < 1
    assert within_rate([0.9 * Gamma], scales(((Y,),), ((M,),)), [D]) == (0.9 * Gamma,)


def test_by_accelerations_friction_damps_as_much_as_it_brakes() -> None:
    (by_torque,) = within_rate([1e9], scales(((Y,),), ((M,),)), [D])
    (by_acceleration,) = within_rate_of_accelerations([1e9], scales(((Y,),), ((M,),)), (D - 10) / M, [10.0])
    assert by_acceleration == pytest.approx(by_torque * M)  # Γ Y M⁻¹ for Γ Y, and D / M for D


def test_what_weighs_most_gives_way_first() -> None:
    """Two of three share what the small one leaves; the other joint's estimate is left alone."""
    one = SLOWEST * D * SHARE
    rows = ((1.0, 1.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    found = within_rate([0.2 * one, 5 * one, 7 * one, 0.5 * one], scales(rows, ((M, 0.0), (0.0, M))), [D, D])
    assert found == pytest.approx((0.2 * one, 0.4 * one, 0.4 * one, 0.5 * one))


def test_accelerations_of_coupled_joints_are_those_of_the_inverse() -> None:
    mass = np.array([[3.0, 1.0, 0.5], [1.0, 2.0, 0.25], [0.5, 0.25, 1.0]])
    columns = np.array([[1.0], [-2.0], [0.5]])
    (Gamma,) = within_rate_of_accelerations(
        [1e9], scales(tuple(map(tuple, columns)), tuple(map(tuple, mass))), D, [0.0] * 3
    )
    worst = np.abs(np.linalg.solve(mass, columns)).max()
    assert Gamma == pytest.approx(SHARE * SLOWEST * D / worst**2)


def heavy_and_light(light: float) -> symdyn.Robot:
    """A heavy link that carries a light one."""

    def joint(size: float, **more: Any) -> dict[str, Any]:
        link = {"mass": 20 * size, "com": [0.05, 0, 0], "inertia": dict.fromkeys(("xx", "yy", "zz"), 0.01 * size)}
        link["inertia"] |= dict.fromkeys(("xy", "xz", "yz"), 0)  # type: ignore[operator]
        return {"type": "revolute", "axis": [0, 1, 0], "link": link, "limits": {"effort": 100 * size}, **more}

    joints = [joint(10), joint(light, origin={"xyz": [1, 0, 0]})]
    return symdyn.model.bind_symbols(symdyn.load({"symdyn": 1, "name": "heavy_and_light", "joints": joints}))


@pytest.mark.parametrize("law", ["slotine_li", "walker"])
def test_default_gains_learn_a_light_link_within_the_bound_and_a_heavy_one_as_ever(law: str) -> None:
    Gammas = []
    for light in (10, 1e-5):
        robot = heavy_and_light(light)
        plan = law_plan(LAWS[law], robot, Options(), plausible_full(robot))
        gains = {gain.name: np.reshape(gain.default, gain.shape) for gain in plan.gains}
        Gammas.append(dict(zip(plan.theta.names, gains["Gamma"], strict=True)))
        still = float(gains["Gamma"][plan.theta.names.index("link2.mx")]) * 9.8**2 / gains["K"][1, 1] / SLOWEST
        assert still < 1  # its weight alone, by the bound of one joint
    alike, light_one = Gammas
    assert light_one["link2.mx"] < 1e-5 * light_one["link1.mx"]
    assert alike["link2.mx"] > 1e-3 * alike["link1.mx"]
