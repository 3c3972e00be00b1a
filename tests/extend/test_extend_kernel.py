"""A kernel is one file: a toy that symdyn knows nothing of is generated, proved, compiled and checked like any other.

The toy is the generalised momentum p = M q̇.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

import symdyn
from symdyn.algebra.scalar import ZERO, Scalar
from symdyn.check import check_robot
from symdyn.check.report.table import table
from symdyn.check.truth import kernel_truth
from symdyn.check.truth.expected import Asked
from symdyn.check.truth.kernel_truth import KernelTruth, register_truth
from symdyn.check.truth.natural_size import momentum as momentum_size
from symdyn.cli.main import main
from symdyn.dynamics.mass_matrix import mass_matrix
from symdyn.dynamics.setting import Setting
from symdyn.errors import InputError, ProofError
from symdyn.generate import generate
from symdyn.kernels import KERNELS, register
from symdyn.kernels.kernel import Computation, Kernel
from symdyn.options import Options
from symdyn.proof.claims import CLAIMS, register_claims
from symdyn.reference import Witness
from symdyn.runtime.kernels import package_kernels
from symdyn.sources.added import ADDED

S = TypeVar("S", bound=Scalar)
OPTIONS = Options(only=("momentum",))


def kernel_momentum(at: Setting[S]) -> Computation[S]:
    """M q̇, rotors included."""
    found = mass_matrix(at.moving, at.plain_poses, at.inertias)
    p = [sum((m * rate for m, rate in zip(row, at.qd, strict=True)), ZERO) for row in found.M]
    for i, effects in enumerate(at.effects):
        p[i] = p[i] + sum((value * at.qd[i] for kind, value in effects if kind == "Ia"), ZERO)
    return Computation((tuple(p),), (at.plain_poses, found))


MOMENTUM = Kernel(
    "momentum", "Generalised momentum M qd.", ("q", "qd", "pi"), (("p", ("n",)),), kernel_momentum, on_request=True
)


def claim(at: Any, truth: Any, out: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    yield "p", out[0], truth.mass_times(at.qd)


def expected(at: Asked) -> Any:
    return at.witness.mass_matrix(at.state["q"], at.full) @ at.state["qd"]


@pytest.fixture(autouse=True)
def _registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Know the toy for the time of a test."""
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "cache"))
    register(MOMENTUM)
    register_claims("momentum", claim)
    register_truth("momentum", KernelTruth(expected, momentum_size))
    yield
    for known in (KERNELS, CLAIMS, kernel_truth._TRUTHS):
        known.pop("momentum", None)
    ADDED.clear()


@pytest.mark.parametrize("name", ["two_link", "dual_arm", "panda"])
def test_the_toy_in_c_and_python_agrees_with_the_witness(name: str) -> None:
    robot = symdyn.load(name)
    package = generate(robot, OPTIONS)
    q, qd = np.random.default_rng(5).uniform(-2, 2, (2, robot.n))
    truth = Witness(robot.source).mass_matrix(q) @ qd
    for kernels in (package_kernels(package, language) for language in ("c", "python")):
        found = kernels.momentum(q, qd)
        np.testing.assert_allclose(found, truth, rtol=0, atol=1e-12 * np.abs(truth).max())  # a few hundred roundings


def test_check_compares_the_toy_with_what_is_expected_of_it() -> None:
    result = check_robot(symdyn.load("stanford"), OPTIONS)
    assert result.passed, table(result)
    assert [line.name for line in result.kernels] == ["momentum"]


def test_the_commands_generate_show_and_check_the_toy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gen", "two_link", "--only", "momentum", "-o", str(tmp_path)]) == 0
    assert "two_link_momentum(" in (tmp_path / "two_link" / "two_link.h").read_text()
    assert main(["check", str(tmp_path / "two_link")]) == 0
    capsys.readouterr()
    assert main(["show", "two_link", "program", "--kernel", "momentum"]) == 0
    assert "p1 =" in capsys.readouterr().out


def test_a_wrong_toy_is_refused_before_it_is_printed() -> None:
    def without_rotors(at: Setting[S]) -> Computation[S]:
        found = mass_matrix(at.moving, at.plain_poses, at.inertias)
        return Computation((tuple(sum((m * x for m, x in zip(row, at.qd, strict=True)), ZERO) for row in found.M),))

    wrong = Kernel("momentum", MOMENTUM.summary, MOMENTUM.inputs, MOMENTUM.outputs, without_rotors)
    KERNELS["momentum"] = wrong
    with pytest.raises(ProofError, match=r"kernel momentum, in .*: p differs from the independent derivation"):
        generate(symdyn.load("puma560"), OPTIONS)


def test_a_toy_of_which_nothing_is_claimed_is_refused() -> None:
    del CLAIMS["momentum"]
    with pytest.raises(ProofError, match="two_link: nothing is claimed of the kernel momentum"):
        generate(symdyn.load("two_link"), OPTIONS)


def nothing(at: Any, truth: Any, out: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    return iter(())


def nothing_of_nothing(at: Any, truth: Any, out: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    yield "p", (), ()


def of_itself(at: Any, truth: Any, out: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    yield "p", out[0], out[0]


def of_the_first_joint(at: Any, truth: Any, out: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    yield "p", out[0][:1], truth.mass_times(at.qd)[:1]


@pytest.mark.parametrize("claims", [nothing, nothing_of_nothing, of_itself, of_the_first_joint])
def test_a_toy_is_refused_of_which_not_all_is_claimed(claims: Any) -> None:
    CLAIMS["momentum"] = claims
    with pytest.raises(ProofError, match="kernel momentum: nothing is claimed of all of its output p,"):
        generate(symdyn.load("two_link"), OPTIONS)


def test_a_toy_is_refused_of_whose_second_output_nothing_is_claimed() -> None:
    def twice(at: Setting[S]) -> Computation[S]:
        (p,) = kernel_momentum(at).outputs
        return Computation((p, tuple(x + x for x in p)))

    outputs = (("p", ("n",)), ("again", ("n",)))
    KERNELS["momentum"] = Kernel("momentum", MOMENTUM.summary, MOMENTUM.inputs, outputs, twice)
    with pytest.raises(ProofError, match="kernel momentum: nothing is claimed of all of its output again,"):
        generate(symdyn.load("two_link"), OPTIONS)


def test_what_is_built_with_the_toy_is_not_kept(tmp_path: Path) -> None:
    """The cache would not see that the toy was changed."""
    assert "momentum" in symdyn.build("two_link", OPTIONS, backend="numpy")
    assert not list(tmp_path.glob("cache/packages/*"))


def test_a_name_is_registered_once() -> None:
    with pytest.raises(InputError, match="there is a kernel momentum already"):
        register(MOMENTUM)
    with pytest.raises(InputError, match="there are claims about gravity already"):
        register_claims("gravity", claim)
