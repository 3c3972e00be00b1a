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


def test_what_is_derived_for_casadi_agrees_with_our_kernels() -> None:
    ca = pytest.importorskip("casadi", reason="the optional package casadi is absent")
    from bench.chain import chain_of
    from bench.derived import by_reverse_mode, derived, of_minimal_parameters
    from bench.library import INPUTS
    from bench.recursion import newton_euler

    chain, source = chain_of(symdyn.load("puma560")), np.random.default_rng(1)
    found = [derived(chain), by_reverse_mode(chain)]
    only = ("inverse_dynamics", *found[0])
    ours = symdyn.build("puma560", Options(languages=("python",), only=only), backend="numpy")
    values = {name: source.uniform(-2, 2, chain.n) for name in ("q", "qd", "qdd", "qd_r", "qdd_r", "s")}
    values |= {"qd_f": np.zeros(chain.n), "sign_f": np.zeros(chain.n), "pi": np.array(ours.pi)}  # nothing rubs
    motion = [ca.SX.sym(name, chain.n) for name in ("q", "qd", "qdd")]
    lighter = of_minimal_parameters(chain, values["pi"])
    for kernels in (*found, {"inverse_dynamics": (motion, [newton_euler(lighter, *motion)])}):
        for kernel, (inputs, outputs) in kernels.items():
            function = ca.Function("peer", inputs, [ca.densify(output) for output in outputs])
            theirs = function.call([*(values[name] for name in INPUTS[kernel]), values["pi"]][: len(inputs)])
            mine = getattr(ours, kernel)(*(values[name] for name in getattr(ours, kernel).inputs))
            for one, expected in zip(theirs, mine if isinstance(mine, tuple) else [mine], strict=True):
                allowed = 1e-12 * np.max(np.abs(expected))
                np.testing.assert_allclose(np.array(one).T.squeeze(), expected, rtol=0, atol=allowed)


def test_the_first_tables_say_what_was_timed() -> None:
    from bench.contest import Outcome, Time
    from bench.names import CASADI, OF_MINIMAL, OURS, fast
    from bench.short import in_short
    from symdyn.bench.timing import Timing

    taken = {OURS: 50.0, CASADI: 150.0, fast(OF_MINIMAL): 100.0}
    times = {who: Time(who, "gcc", Timing((ns, ns, 2 * ns))) for who, ns in taken.items()}
    rows = {"inverse_dynamics, rows": {OURS: Time(OURS, "gcc", Timing((10.0, 10.0, 10.0)))}}
    text = in_short([Outcome("arm", "-O3", {"inverse_dynamics": times, **rows})], [], [], [], "")
    assert "| inverse dynamics | 2.00 (2.00-2.00) |" in text  # the best of theirs
    assert "| inverse dynamics, a sample of ours in rows | 10.00 (10.00-15.00) |" in text
    assert "Single calls" not in text and "regressor" not in text  # nothing was timed


def test_a_robot_that_peers_cannot_have_is_refused() -> None:
    from bench.chain import Unsupported, chain_of

    with pytest.raises(Unsupported, match="gantry"):
        chain_of(symdyn.load("gantry"))
