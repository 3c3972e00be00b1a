"""A long robot's kernels in several C files: the same functions, each in one file, proved, compiled and called."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import symdyn
from symdyn.control import every_law
from symdyn.emit.c import sources
from symdyn.emit.c.reading import read_c
from symdyn.errors import ProofError
from symdyn.generate import generate
from symdyn.interface.c_files import kernel_files
from symdyn.kernels import KERNELS
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.package.interface import package_interface
from symdyn.proof import Printed, prove_text
from symdyn.runtime.controllers import start_law
from symdyn.runtime.kernels import language_kernels
from symdyn.runtime.languages.c import c_source

CHOSEN = ("inverse_dynamics", "gravity", "mass_matrix", "regressor", "regressor_unknown", "adaptive_slotine_li")
OPTIONS = Options(only=CHOSEN, laws=("slotine_li",))


@pytest.fixture(scope="module")
def apart() -> Package:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "LARGEST_FILE", 1000)
        patch.setattr(sources, "ENOUGH", 1000)
        patch.setattr(sources, "LITTLE", 1000)
        return generate(symdyn.load("two_link"), OPTIONS)


@pytest.fixture(scope="module")
def together() -> Package:
    return generate(symdyn.load("two_link"), OPTIONS)


def functions(package: Package) -> dict[str, str]:
    """Return the text of every public function, wherever it is."""
    texts = [package.files[file] for file in files_of(package)]
    found = re.findall(r"^(void (\w+)\(.*?^\})", "\n".join(texts), re.MULTILINE | re.DOTALL)
    assert len({name for _, name in found}) == len(found)
    return {name: text for text, name in found}


def files_of(package: Package) -> tuple[str, ...]:
    return kernel_files(package.name, (kernel.name for kernel in package.kernels), package.files)


def test_functions_are_the_same_in_one_file_and_in_several(apart: Package, together: Package) -> None:
    assert len(files_of(together)) == 1
    assert len(files_of(apart)) > 3
    assert functions(apart) == functions(together)
    assert {f"two_link_{kernel.name}" for kernel in apart.kernels} <= functions(apart).keys()
    assert apart.files["two_link.h"] == together.files["two_link.h"]


def test_build_file_and_manifest_name_every_file(apart: Package) -> None:
    library = re.search(r"add_library\(two_link (.*)\)", apart.files["CMakeLists.txt"])
    assert library is not None
    assert {*library[1].split()} == {*files_of(apart), "two_link_slotine_li.c"}
    sizes = [len(apart.files[file]) for file in library[1].split() if file != "two_link_slotine_li.c"]
    assert sizes == sorted(sizes, reverse=True)  # side by side, none is left for the end that takes long
    assert all(f'"{file}"' in apart.files["manifest.json"] for file in files_of(apart))


def test_python_compiles_the_longest_file_first(apart: Package) -> None:
    source = c_source(package_interface(apart))
    lengths = [len(dict(source.files)[file]) for file in source.sources]
    assert len(lengths) > 3
    assert lengths == sorted(lengths, reverse=True)


def test_files_compile_by_themselves_and_pass_the_self_test(apart: Package, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no compiler")
    for name, text in apart.files.items():
        (tmp_path / name).write_text(text)
    strict = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wconversion", "-Wshadow"]
    everything = [name for name in apart.files if name.endswith(".c")]
    subprocess.run([compiler, *strict, *everything, "-lm", "-o", "selftest"], cwd=tmp_path, check=True)
    subprocess.run(["./selftest"], cwd=tmp_path, check=True)


def test_every_file_is_read_back(apart: Package) -> None:
    programs = {kernel.name: kernel.program for kernel in apart.kernels}

    def prove(files: dict[str, str]) -> int:
        return prove_text(programs, Printed("two_link", "double", files, apart.facts.printed_pi), [read_c])

    proved = prove(apart.files)
    assert proved >= 2 * len(CHOSEN) - 1
    for file in files_of(apart):
        text = apart.files[file]
        *_, line = (one for one in text.splitlines() if re.match(r"    (const \w+ )?[\w\[\]]+ = .*\w [+-] \w", one))
        wrong = line.replace(" + ", " * ", 1) if " + " in line else line.replace(" - ", " + ", 1)
        with pytest.raises(ProofError):
            prove({**apart.files, file: text.replace(line, wrong)})
    for file in files_of(apart)[1:]:
        with pytest.raises(ProofError, match="is missing"):
            prove({name: text for name, text in apart.files.items() if name != file})


def test_kernels_and_controllers_are_compiled_from_all_files(apart: Package, together: Package) -> None:
    q, qd, qdd = np.array([0.3, -0.8]), np.array([1.0, 0.4]), np.array([0.2, -0.1])
    found = []
    for package in (apart, together):
        code = package_interface(package)
        kernels = language_kernels(code, "c", lambda package=package: package)
        controller = start_law(code, None, None, "c")
        torque = controller.step(0.001, q, qd, q, qd, qdd)
        found.append([kernels.inverse_dynamics(q, qd, qdd), kernels.regressor_unknown(q, qd, qdd), torque])
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)


def test_no_further_file_has_the_name_of_a_law() -> None:
    assert not {*KERNELS} & {*every_law(), "close", "selftest"}


def test_a_file_that_is_not_there_is_told(apart: Package, tmp_path: Path) -> None:
    code = package_interface(apart)
    lost = files_of(apart)[-1]
    with pytest.raises(symdyn.errors.BuildError, match=r"undefined|loaded"):
        language_kernels(replace(code, files={k: v for k, v in code.files.items() if k != lost}), "c", lambda: apart)
