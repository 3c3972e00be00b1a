"""Controllers with optimal feedback, states that deviate from a desired motion, and the paper's own formulas."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

import symdyn
from symdyn.control.optimal_feedback_series import least_squares_gain, sampled, terms_for, with_integrals
from symdyn.generate import generate
from symdyn.package.contents import Package
from symdyn.package.interface import package_interface
from symdyn.runtime.controllers import Controller, start_law

Array = NDArray[np.float64]
LAW = "optimal_feedback"
T = 0.005
WIDE = {"eps0": 0.0, "eps1": 1e-3, "eps2": 1e3}  # always feed back, nearly always update, never stop


@cache
def kernels(robot: str) -> Any:
    return symdyn.build(robot, symdyn.Options(only=("inverse_dynamics", "state_matrices", "mass_matrix")))


@cache
def package(robot: str, scalar: str) -> Package:
    return generate(symdyn.load(robot), symdyn.Options(laws=(LAW,), only=("mass_matrix",), scalar=scalar))


def controller(robot: str = "two_link", backend: str = "c", scalar: str = "double", **gains: Any) -> Controller:
    """A controller at its start, with friction as the paper has it; its code is generated once for all gains."""
    return start_law(
        package_interface(package(robot, scalar)), {"friction_speed": 0.0, "tau_max": 0.0, **gains}, None, backend
    )


def memory(of: Controller, name: str) -> Any:
    """What the C controller remembers."""
    return getattr(of._runner._self, name)  # type: ignore[attr-defined]


def states(n: int, count: int, away: float, seed: int = 1) -> list[tuple[Array, ...]]:
    """Rows of q, qd, q_d, qd_d, qdd_d with deviations up to `away`."""
    source = np.random.default_rng(seed)
    rows = []
    for _ in range(count):
        q_d, qd_d, qdd_d = source.uniform(-1, 1, (3, n))
        e, ed = source.uniform(-away, away, (2, n))
        rows.append((q_d + e, qd_d + ed, q_d, qd_d, qdd_d))
    return rows


def papers_gain(robot: str, state: tuple[Array, ...], period: float, Qp: Any, Qv: Any, Qi: Any = None) -> Array:
    """K by the paper's formulas, from A and B, for integrals too where they have weights."""
    A, B = kernels(robot).state_matrices(*state[2:])
    n = len(state[0])
    weights = (Qp, Qv) if Qi is None else (Qp, Qv, Qi)
    Q = np.concatenate([np.broadcast_to(one, n) for one in weights])
    model = sampled(A, B, period, terms_for(A, period))
    return least_squares_gain(*(model if Qi is None else with_integrals(*model, period, range(n))), Q)


def fed_back(robot: str, state: tuple[Array, ...], K: Array) -> Array:
    q, qd, q_d, qd_d, qdd_d = state
    feedforward = kernels(robot).inverse_dynamics(q_d, qd_d, qdd_d)
    return np.asarray(feedforward - K @ np.concatenate([q - q_d, qd - qd_d]))


def assert_close(found: Array, expected: Array, relative: float) -> None:
    np.testing.assert_allclose(found, expected, rtol=0, atol=relative * np.abs(expected).max())
