"""`symdyn bench` runs and says sane things; how fast anything is, no test asks."""

import json
import shutil
from collections.abc import Callable
from typing import Any

import pytest

import symdyn
from symdyn.cli.main import main
from symdyn.kernels.table import KERNELS
from symdyn.options import Options
from symdyn.papers.table import FORMULATIONS

COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
pytestmark = pytest.mark.skipif(not COMPILERS, reason="neither gcc nor clang is here")

QUICK = ("--repetitions", "2")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(["bench", *arguments])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def positive(numbers: dict[str, float]) -> bool:
    return all(number > 0 for number in numbers.values())


def check_kernel(kernel: dict[str, Any], compilers: set[str]) -> None:
    assert set(kernel["compiled"]) == compilers
    assert {kernel["fastest"], kernel["fastest_batch"]} <= compilers
    for one in kernel["compiled"].values():
        for timing in (one["call_ns"], one["sample_ns"], one["block_ns"]):
            assert positive(timing) and timing["best"] <= timing["median"] <= timing["p90"]
        if shutil.which("objdump"):
            assert one["code_bytes"] > 0 and one["batch_code_bytes"] > 0
            assert one["stack_bytes"] >= 0 and one["batch_stack_bytes"] >= 0


def test_json_has_every_kernel_with_counts_sizes_and_times(bench: Run) -> None:
    code, out, err = bench("two_link", "--json", *QUICK)
    assert (code, err) == (0, "")
    data = json.loads(out)
    assert (data["bench"], data["robot"], data["scalar"], data["repetitions"]) == (1, "two_link", "double", 2)
    assert set(data["kernels"]) == {name for name, kernel in KERNELS.items() if not kernel.on_request}
    assert set(data["compilers"]) <= set(COMPILERS) and all(one["flags"] for one in data["compilers"].values())
    seconds = data["seconds"]
    assert set(seconds) == {"import", "load", "generate", "compile"}
    assert positive(seconds.pop("compile")) and positive(seconds)
    for kernel in data["kernels"].values():
        check_kernel(kernel, set(data["compilers"]))


def test_operations_are_those_that_gen_counts(bench: Run) -> None:
    _, out, _ = bench("two_link", "--json", "--only", "inverse_dynamics", "mass_matrix", *QUICK)
    package = symdyn.build("two_link", Options(only=("inverse_dynamics", "mass_matrix")), backend="numpy").package
    counted = json.loads(package.files["manifest.json"])["kernels"]
    for name, kernel in json.loads(out)["kernels"].items():
        operations = kernel["operations"]
        for kind in ("multiplications", "additions", "divisions", "trigonometric"):
            assert operations[kind] == counted[name][kind]
        assert operations["total"] == sum(operations[kind] for kind in ("multiplications", "additions", "divisions"))


def test_one_compiler_other_flags_and_float(bench: Run) -> None:
    chosen = COMPILERS[0]
    code, out, _ = bench(
        *("two_link", "--json", "--only", "gravity", "--scalar", "float", "--fold"),
        *("--compiler", chosen, "--flags=-O1 -g0", *QUICK),
    )
    data = json.loads(out)
    assert (code, data["scalar"], data["fold"]) == (0, "float", True)
    assert data["compilers"][chosen]["flags"] == ["-O1", "-g0"]
    assert list(data["kernels"]) == ["gravity"]


def test_the_table_names_every_kernel_and_the_faster_compiler(bench: Run) -> None:
    code, out, _ = bench("two_link", "--only", "gravity", "regressor", *QUICK)
    assert code == 0
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line.startswith(("gravity", "regressor"))}
    assert set(rows) == {"gravity", "regressor"}
    assert all(row[-1] in COMPILERS for row in rows.values())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--compiler", "no-such-compiler"), "--compiler"),
        (("--flags='-O2",), "--flags"),
        (("--flags=--no-such-flag",), "no-such-flag"),
        (("--repetitions", "0"), "--repetitions"),
        (("--only", "speed"), "--only"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(bench: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = bench("two_link", *arguments)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1


def test_a_robot_with_unknown_inertias_is_timed_too(bench: Run) -> None:
    code, out, _ = bench("stanford", "--only", "gravity", "--json", *QUICK)
    assert code == 0 and json.loads(out)["kernels"]["gravity"]["operations"]["total"] > 0


def test_formulations_are_measured_beside_the_kernels_that_compute_the_same(bench: Run) -> None:
    code, out, _ = bench("two_link", "--formulation", "lin,lagrangian", "3x3", "--json", *QUICK)
    data = json.loads(out)["kernels"]
    assert code == 0
    assert set(data) == {"inverse_dynamics", "mass_matrix", "torque_derivatives", "lin", "lagrangian", "3x3"}
    totals = {name: kernel["operations"]["total"] for name, kernel in data.items()}
    assert totals["inverse_dynamics"] <= totals["lin"] < totals["lagrangian"] < totals["3x3"]
    assert positive(data["3x3"]["compiled"][data["3x3"]["fastest"]]["call_ns"])


def test_all_formulations_of_the_papers_become_code(bench: Run) -> None:
    code, out, _ = bench("two_link", "--formulation", ",".join(FORMULATIONS), *QUICK)
    assert code == 0
    lines = out.splitlines()
    for name, formulation in FORMULATIONS.items():
        assert any(line.startswith(f"{name} ") for line in lines)
        assert f"{name}: {formulation.summary} ({formulation.paper})" in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("two_link", "--formulation", "lim"), "--formulation: unknown formulation 'lim'; did you mean lin?"),
        (("two_link", "--formulation", ","), "--formulation: needs a name"),
        (("two_link", "--formulation", "lin", "--fold"), "--fold: goes with kernels"),
        (("stanford", "--formulation", "3x3"), "3 x 3 matrices need revolute joints, and joint3 slides"),
        (("dual_arm", "--formulation", "lagrangian"), "needs a serial chain, and right_shoulder does not stand"),
        (("ur5", "--formulation", "lin"), "need frames whose z axis is the joint's own"),
    ],
)
def test_formulations_that_cannot_be_are_one_line_and_exit_2(bench: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = bench(*arguments)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 1
