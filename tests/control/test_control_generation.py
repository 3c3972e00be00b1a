"""Laws among the generated files: which there are, what the manifest, README and build file say, what is refused."""

import ctypes
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from closed_loop import robot
from generated_laws import package

import symdyn
from symdyn.bench import BenchOptions, bench_robot
from symdyn.bench.result import as_data
from symdyn.bench.table import table
from symdyn.check import check_folder
from symdyn.cli.main import main
from symdyn.control import LAWS
from symdyn.control.laws.slotine_li import K
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.output import write_output

Run = Callable[..., tuple[int, str, str]]
NAMES = ("slotine_li", "slotine_li_modified", "craig", "walker", "optimal_feedback", "computed_torque", "pd_gravity")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(code), said.out, said.err

    return call


def test_every_law_that_is_promised_exists() -> None:
    assert set(LAWS) >= set(NAMES)


def test_a_law_adds_three_files_and_the_kernels_it_calls() -> None:
    plain = generate(robot("two_link"), Options(only=("gravity",)))
    made = generate(robot("two_link"), Options(only=("gravity",), laws=("slotine_li",)))
    added = {f"two_link_slotine_li.{end}" for end in ("h", "c", "py")}
    assert set(made.files) - set(plain.files) == added
    assert [kernel.name for kernel in made.kernels] == ["gravity", "adaptive_slotine_li"]
    assert "two_link_slotine_li.c" in made.files["CMakeLists.txt"]
    for file in added:
        assert f"`{file}`" in made.files["README.md"]


def test_languages_that_are_not_asked_for_are_left_out() -> None:
    for language, ends in (("c", (".h", ".c")), ("python", (".py",))):
        files = generate(
            robot("two_link"), Options(laws=("pd_gravity",), languages=(language,), only=("gravity",))
        ).files
        assert {f"two_link_pd_gravity{end}" for end in ends} == {name for name in files if "pd_gravity" in name}


def test_manifest_tells_gains_estimates_and_the_size_of_the_state() -> None:
    made = package("two_link", ("slotine_li",))
    manifest = json.loads(made.files["manifest.json"])
    assert manifest["options"]["laws"] == ["slotine_li"]
    law = manifest["laws"]["slotine_li"]
    assert law["theta"] == list(symdyn.minimal_parameters("two_link").names)
    assert law["gains"]["K"] == {
        "shape": [2, 2],
        "unit": "N m s/rad, N s/m",
        "range": "symmetric and positive definite",
        "default": law["gains"]["K"]["default"],
        "default_rule": K.default_rule,
    }
    assert min(law["gains"]["theta_max"]["default"]) > 0


@pytest.mark.parametrize("scalar", ["double", "float"])
def test_state_bytes_are_those_of_the_compiler(scalar: str, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    made = package("two_link", tuple(LAWS), scalar)
    lines = []
    for code in made.laws:
        (tmp_path / f"{code.plan.name}.h").write_text(made.files[f"{code.plan.name}.h"])
        lines += [f'#include "{code.plan.name}.h"', f"size_t size_{code.name}(void);"]
        lines.append(f"size_t size_{code.name}(void) {{ return sizeof({code.plan.name}); }}")
    (tmp_path / "two_link.h").write_text(made.files["two_link.h"])
    (tmp_path / "sizes.c").write_text("\n".join(lines) + "\n")
    subprocess.run([compiler, "-shared", "-fPIC", "sizes.c", "-o", "sizes.so"], cwd=tmp_path, check=True)
    library = ctypes.CDLL(str(tmp_path / "sizes.so"))
    found = {code.name: getattr(library, f"size_{code.name}")() for code in made.laws}
    assert found == {code.name: code.plan.state_bytes for code in made.laws}


def test_output_with_laws_is_the_same_every_time_and_passes_its_check(tmp_path: Path) -> None:
    options = Options(laws=("slotine_li", "pd_gravity"), only=("gravity",))
    first, second = generate(robot("two_link"), options), generate(robot("two_link"), options)
    assert first.files == second.files
    result = check_folder(write_output(first.name, first.files, tmp_path))
    assert result.passed
    assert {line.name for line in result.kernels} == {"gravity", "adaptive_slotine_li"}


def test_generated_twin_runs_by_itself(tmp_path: Path) -> None:
    folder = write_output("two_link", package("two_link", ("slotine_li",)).files, tmp_path)
    program = "import two_link_slotine_li as law; c = law.Controller(); print(c.step(1e-3, *[[0.1, 0.2]] * 5))"
    finished = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    assert finished.stdout.startswith("[")


def test_folded_laws_that_do_not_adapt_take_no_parameters() -> None:
    made = generate(robot("two_link"), Options(laws=("computed_torque", "pd_gravity"), fold=True, only=("gravity",)))
    header = made.files["two_link_computed_torque.h"]
    assert "theta" not in header
    assert "_init(two_link_computed_torque *self, const two_link_computed_torque_gains *gains);" in header


@pytest.mark.parametrize("law", [law for law in LAWS if LAWS[law].adapts])
def test_folded_laws_that_adapt_are_refused_before_any_work(law: str) -> None:
    with pytest.raises(InputError, match=f"laws: {law} adapts parameters, and fold bakes them in"):
        generate(robot("two_link"), Options(laws=(law,), fold=True))


def test_gen_takes_laws_with_spaces_commas_and_repeated(run: Run, tmp_path: Path) -> None:
    only = ("--only", "gravity", "--json")
    given = ("--law", "pd_gravity,computed_torque", "--law", "slotine_li")
    code, out, _ = run("gen", "two_link", "-o", tmp_path, *given, *only)
    assert code == 0
    assert json.loads(out)["options"]["laws"] == ["pd_gravity", "computed_torque", "slotine_li"]


def test_gen_refuses_a_law_it_does_not_know(run: Run, tmp_path: Path) -> None:
    code, _, err = run("gen", "two_link", "-o", tmp_path, "--law", "slotine")
    assert code == 2
    assert err.startswith("error: --law: unknown law 'slotine'; did you mean slotine_li? valid: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_gen_refuses_to_fold_what_adapts(run: Run, tmp_path: Path) -> None:
    code, _, err = run("gen", "two_link", "-o", tmp_path, "--law", "walker", "--fold")
    assert code == 2
    assert err.count("\n") == 1 and "walker adapts" in err
    assert not list(tmp_path.iterdir())


def test_bench_times_steps_beside_kernels() -> None:
    if not (shutil.which("gcc") or shutil.which("clang")):
        pytest.skip("neither gcc nor clang is here")
    result = bench_robot("two_link", Options(only=("gravity",), laws=("slotine_li",)), BenchOptions(repetitions=2))
    law = as_data(result)["laws"]["slotine_li"]
    assert law["state_bytes"] == package("two_link", ("slotine_li",)).laws[0].plan.state_bytes
    for one in law["compiled"].values():
        assert 0 < one["step_ns"]["best"] <= one["step_ns"]["median"]
        if shutil.which("objdump"):
            assert one["code_bytes"] > 0 and one["stack_bytes"] > 0
    assert "ns/step" in table(result)
