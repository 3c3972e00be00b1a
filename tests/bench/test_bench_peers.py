"""The recursions that stand for CasADi in `make bench` compute the same as our kernels; CasADi is optional."""

import sys
from pathlib import Path

import numpy as np
import pytest

import symdyn
from symdyn.options import Options

ROOT = Path(__file__).parents[2]
ROBOTS = ("panda", "puma560", "ur5")
KERNELS = ("inverse_dynamics", "gravity", "mass_matrix", "forward_dynamics", "regressor", "regressor_full")


@pytest.fixture(autouse=True)
def with_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    for name in [name for name in sys.modules if name == "bench" or name.startswith("bench.")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("name", ROBOTS)
def test_numbers_for_peers_keep_the_robots_total_mass_and_its_columns(name: str) -> None:
    from bench.chain import chain_of

    robot = symdyn.load(name)
    chain = chain_of(robot)
    masses = [value for name, value in zip(robot.parameter_names, robot.parameters, strict=True) if name.endswith(".m")]
    assert [ten[0] for ten in chain.tens] == pytest.approx(masses)
    assert len(chain.columns) == len(robot.parameter_names)
    for R in chain.rotations:
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)


@pytest.mark.parametrize("name", ROBOTS)
def test_the_textbook_recursions_agree_with_our_kernels(name: str) -> None:
    ca = pytest.importorskip("casadi", reason="the optional package casadi is absent")
    from bench.chain import chain_of
    from bench.recursion import expressions

    ours = symdyn.build(name, Options(languages=("python",), only=KERNELS), backend="numpy")
    chain = chain_of(symdyn.load(name))
    source = np.random.default_rng(1)
    values = {name: source.uniform(-2, 2, chain.n) for name in ("q", "qd", "qdd", "tau")}
    names = {"forward_dynamics": ("q", "qd", "tau"), "gravity": ("q",), "mass_matrix": ("q",)}
    for kernel, (inputs, output) in expressions(chain).items():
        given = [values[name] for name in names.get(kernel, ("q", "qd", "qdd"))]
        theirs = np.array(ca.Function("peer", inputs, [ca.densify(output)])(*given)).T.squeeze()
        mine = getattr(ours, kernel)(*given)
        np.testing.assert_allclose(theirs, mine, rtol=0, atol=1e-12 * np.max(np.abs(mine)))


def test_a_robot_that_peers_cannot_have_is_refused() -> None:
    from bench.chain import Unsupported, chain_of

    with pytest.raises(Unsupported, match="gantry"):
        chain_of(symdyn.load("gantry"))
