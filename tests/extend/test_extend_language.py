"""A language is one folder: a toy that symdyn knows nothing of is generated, proved, run and checked like C."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy_language
from proof.faults import put_fault
from toy_language import TOY, language

import symdyn
from symdyn.check import Conduct, check_robot
from symdyn.check.report.table import failure_texts, table
from symdyn.cli.main import main
from symdyn.errors import InputError, OptionError, ProofError
from symdyn.generate import generate
from symdyn.languages import LANGUAGES, Language, register
from symdyn.options import Options
from symdyn.reference import Witness
from symdyn.runtime.kernels import Kernels, package_kernels
from symdyn.runtime.package_cache import source_folders

KERNELS = ("inverse_dynamics", "mass_matrix", "regressor", "forward_dynamics")
OPTIONS = Options(languages=("toy",), only=KERNELS)
FAULT = ('"math.sin"', '"math.cos"')
ROUNDING = 1e-9  # of the largest entry: a few thousand operations in doubles


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Know the toy for the time of a test."""
    before = dict(LANGUAGES)
    register(TOY)
    yield
    LANGUAGES.clear()
    LANGUAGES.update(before)


def without_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_language, "BACKEND", replace(toy_language.BACKEND, reader=None))


def without_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, TOY.name, TOY._replace(runner=""))


def by_the_witness(robot: symdyn.Robot, q: Any, qd: Any, qdd: Any) -> dict[str, Any]:
    witness = Witness(robot.source)
    tau = witness.inverse_dynamics(q, qd, qdd)
    return {"inverse_dynamics": tau, "mass_matrix": witness.mass_matrix(q), "regressor": tau, "forward_dynamics": qdd}


def by_the_toy(kernels: Kernels, q: Any, qd: Any, qdd: Any, tau: Any) -> dict[str, Any]:
    return {
        "inverse_dynamics": kernels.inverse_dynamics(q, qd, qdd),
        "mass_matrix": kernels.mass_matrix(q),
        "regressor": kernels.regressor(q, qd, qdd) @ kernels.pi,
        "forward_dynamics": kernels.forward_dynamics(q, qd, tau),
    }


@pytest.mark.parametrize("name", ["two_link", "dual_arm"])
def test_kernels_of_the_toy_agree_with_the_witness(name: str) -> None:
    robot = symdyn.load(name)
    package = generate(robot, OPTIONS)
    assert package.files.keys() == {f"{name}.toy", "README.md", "manifest.json"}
    assert json.loads(package.files["manifest.json"])["proof"]["functions_read_back"] == len(KERNELS)
    q, qd, qdd = np.random.default_rng(7).uniform(-1, 1, (3, robot.n))
    expected = by_the_witness(robot, q, qd, qdd)
    found = by_the_toy(package_kernels(package, "toy"), q, qd, qdd, expected["inverse_dynamics"])
    for kernel, values in expected.items():
        np.testing.assert_allclose(found[kernel], values, rtol=0, atol=ROUNDING * np.abs(values).max(), err_msg=kernel)


@pytest.mark.parametrize("name", ["two_link", pytest.param("dual_arm", marks=pytest.mark.slow)])  # both run above
def test_check_runs_the_toy_in_a_process_of_its_own_beside_another_language(name: str) -> None:
    result = check_robot(symdyn.load(name), replace(OPTIONS, languages=("toy", "python")))
    assert result.passed, table(result)
    assert result.backends == {"python": f"NumPy {np.__version__}", "toy": "an interpreter of toys"}
    assert result.left_out == {"c": "was not generated"}
    assert all(line.worst.keys() == {"python", "toy"} for line in result.kernels)
    assert "  Toy: an interpreter of toys\n" in table(result)


def test_the_commands_generate_and_check_the_toy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gen", "two_link", "--lang", "toy", "--only", *KERNELS, "-o", str(tmp_path)]) == 0
    assert "4 printed functions read back and proved to be them" in capsys.readouterr().out
    folder = tmp_path / "two_link"
    assert "| `two_link.toy` | the kernels as a toy |" in (folder / "README.md").read_text()
    assert main(["check", str(folder)]) == 0
    changed = (folder / "two_link.toy").read_text().replace("math.cos(q[2])", "math.cos(q[1])")
    (folder / "two_link.toy").write_text(changed)
    assert main(["check", str(folder)]) == 1
    assert "FAIL mass_matrix, Toy: error" in capsys.readouterr().out


def test_build_runs_the_toy_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path))
    q = np.random.default_rng(8).uniform(-1, 1, (3, 2, 2))
    for _ in range(2):
        kernels = symdyn.build("two_link", OPTIONS, backend="toy")
        assert repr(kernels) == "<4 toy kernels of two_link>"
        numpy = symdyn.build("two_link", replace(OPTIONS, languages=("python",)), backend="numpy")
        scale = np.abs(numpy.mass_matrix(q)).max()
        np.testing.assert_allclose(kernels.mass_matrix(q), numpy.mass_matrix(q), rtol=0, atol=ROUNDING * scale)
    assert len(list((tmp_path / "packages").iterdir())) == 2
    assert Path(toy_language.__file__).parent in source_folders()


def test_a_fault_in_the_toys_printer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    put_fault(monkeypatch, language.toy_notation, *FAULT)
    with pytest.raises(ProofError, match="two_link: the printed inverse_dynamics has another"):
        generate(symdyn.load("two_link"), OPTIONS)


def test_without_a_reader_a_fault_is_printed_and_found_by_running(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    without_reader(monkeypatch)
    assert main(["gen", "two_link", "--lang", "toy", "--only", "mass_matrix", "-o", str(tmp_path)]) == 0
    assert "not read back, and right only if a check says so: Toy" in capsys.readouterr().out
    manifest = json.loads((tmp_path / "two_link" / "manifest.json").read_text())
    assert (manifest["proof"]["functions_read_back"], manifest["proof"]["not_read_back"]) == (0, ["toy"])
    assert check_robot(symdyn.load("two_link"), OPTIONS).passed
    put_fault(monkeypatch, language.toy_notation, *FAULT)
    assert not check_robot(symdyn.load("two_link"), OPTIONS).passed


def test_without_a_runner_the_toy_is_not_run_and_fails_unless_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    without_runner(monkeypatch)
    options = replace(OPTIONS, languages=("python", "toy"))
    result = check_robot(symdyn.load("two_link"), options)
    assert not result.passed
    assert failure_texts(result) == ["Toy: could not be checked: it is not run: nothing here runs it"]
    allowed = check_robot(symdyn.load("two_link"), options, conduct=Conduct(allow_missing=("toy",)))
    assert allowed.passed and allowed.unchecked == ("toy",)
    with pytest.raises(InputError, match="unknown backend 'toy'; valid: c, numpy"):
        symdyn.build("two_link", OPTIONS, backend="toy")


REFUSED: dict[str, Callable[[], object]] = {
    "laws: are not written in toy; leave it out of languages": lambda: generate(
        symdyn.load("two_link"), replace(OPTIONS, laws=("pd_gravity",))
    ),
    "languages: unknown language 'lua'; valid: c, python, toy": lambda: generate(
        symdyn.load("two_link"), replace(OPTIONS, languages=("lua",))
    ),
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_the_toy_does_not_do_is_told_in_one_line(line: str) -> None:
    with pytest.raises(OptionError) as caught:
        REFUSED[line]()
    assert str(caught.value) == line


def test_a_name_is_registered_once() -> None:
    register(TOY)  # again, which changes nothing
    register(Language("lua", "Lua", writer="toy_language"))
    assert list(LANGUAGES) == ["c", "python", "toy", "lua"]
    for name, backend in (("c", ""), ("numpy", ""), ("octave", "numpy")):
        with pytest.raises(InputError, match="choose another name"):
            register(Language(name, "Another", writer="toy_language", backend=backend))


@pytest.mark.parametrize("writer", ["no_such_language", "toy_language.files"])
def test_what_writes_a_language_must_be_a_folder_that_is_there(writer: str) -> None:
    with pytest.raises(InputError, match=f"^lua: there is no package {writer} to import"):
        register(Language("lua", "Lua", writer=writer))
    assert "lua" not in LANGUAGES
