"""Torques beyond their limits give way: joints at a limit accelerate less, all others as they should."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from symdyn.control.pieces.giving_way import hold_accelerations
from symdyn.routines.bind import bind

TAU_MAX = 5


def held(M: Any, tau: Any, **gains: Any) -> tuple[Any, Any]:
    """Return the torques that are left of those that are asked for, and the controller."""
    n = len(tau)

    def mass_matrix(q: Any, pi: Any, out: Any) -> None:
        out[...] = M

    bound = bind([hold_accelerations], {"n": n}, {"robot": SimpleNamespace(mass_matrix=mass_matrix)})
    zeros = {name: np.zeros(n, object) for name in ("start_off", "tau_held", "tau_asked", "limited")}
    limits = {"tau_max": [TAU_MAX] * n, "tau_rate": [0] * n, "start_time": 1, **gains}
    self = SimpleNamespace(gains=SimpleNamespace(**limits), pi=None, start_left=0, starting=False, **zeros)
    given = np.array(tau, object)
    bound["hold_accelerations"](self, 1, np.zeros(n), given)
    return given, self


def lost(M: Any, before: Any, after: Any) -> Any:
    """Return the accelerations that were given away."""
    return np.linalg.solve(np.array(M, float), np.array(before - after, float))


TWO = np.array([[Fraction(4), Fraction(1)], [Fraction(1), Fraction(1, 2)]])


def test_a_joint_at_its_limit_gives_way_and_the_other_accelerates_as_it_should() -> None:
    asked = np.array([Fraction(9), Fraction(2)])
    tau, self = held(TWO, asked)
    given = Fraction(4) / 4  # what joint 1 asks too much, over its inertia
    assert list(tau) == [TAU_MAX, asked[1] - TWO[1, 0] * given]
    assert (list(self.tau_asked), list(self.limited)) == (list(asked), [1, 1])


def test_torques_within_their_limits_stay_as_they_are() -> None:
    asked = np.array([Fraction(5), Fraction(-3)])
    tau, self = held(TWO, asked)
    assert list(tau) == list(asked) and not any(self.limited)


def test_no_limit_is_no_limit() -> None:
    tau, _ = held(TWO, np.array([Fraction(900), Fraction(2)]), tau_max=[0, TAU_MAX])
    assert list(tau) == [900, 2]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_given_away_is_the_least_there_is(seed: int) -> None:
    """Kuhn and Tucker's conditions: only joints at their limits give way, each in the direction in which it pushes."""
    source = np.random.default_rng(seed)
    n = 4
    A = source.normal(size=(n, n))
    M = A @ A.T + n * np.eye(n)  # the rounds converge to rounding
    asked = source.uniform(-3, 3, n) * TAU_MAX
    tau, _ = held(M, asked)
    given = lost(M, asked, tau)
    tau = np.array(tau, float)
    assert (abs(tau) <= TAU_MAX).all()
    free = abs(tau) < TAU_MAX * (1 - 1e-9)
    assert np.allclose(given[free], 0, atol=1e-7)  # sixteen rounds
    assert (given[~free] * np.sign(tau[~free]) > -1e-7).all() and (~free).any()


@pytest.mark.parametrize("entry", [-1.0, 0.0, float("inf"), float("nan")])
def test_what_is_no_mass_matrix_leaves_torques_cut_one_by_one(entry: float) -> None:
    tau, self = held(np.full((2, 2), entry), np.array([9.0, 2.0]))
    assert list(tau) == [TAU_MAX, 2] and list(self.limited) == [1, 0]
