"""Generated float code on a Cortex-M4F without an operating system, run by QEMU; skipped where the tools are absent."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from shutil import which

import pytest

from symdyn.bench.footprint import footprint
from symdyn.check.folder.files import compare_files
from symdyn.check.folder.read import read_folder
from symdyn.control import LAWS
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.model import load
from symdyn.options import Options
from symdyn.package.contents import Package

BOARD = Path(__file__).parents[2] / "docs" / "bare_metal"
CPU = ("-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16", "-O2")
CONTRACT = ("-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror")
MATHS = {"cosf", "sinf", "fabsf", "sqrtf", "memcpy", "memset"}  # all that generated code may ask of a C library
TOOLS = ("arm-none-eabi-gcc", "arm-none-eabi-nm", "qemu-system-arm")
needs_board = pytest.mark.skipif(
    not all(which(tool) for tool in TOOLS), reason="needs gcc-arm-none-eabi, libnewlib-arm-none-eabi, qemu-system-arm"
)
KERNELS = ("inverse_dynamics", "gravity", "forward_dynamics", "regressor_slotine_li")


@pytest.fixture(scope="module")
def package() -> Package:
    return generate(load("panda"), Options(scalar="float", only=KERNELS, languages=("c",), laws=("slotine_li",)))


def gcc(folder: Path, *arguments: str) -> None:
    subprocess.run(["arm-none-eabi-gcc", *CPU, "-ffreestanding", *arguments], cwd=folder, check=True)


def build(package: Package, folder: Path) -> Path:
    """Compile every C file, link with the board's start-up, return the image."""
    name = package.name
    for file, text in package.files.items():
        (folder / file).write_text(text, encoding="utf-8")
    sources = [file for file in package.files if file.endswith(".c")]
    gcc(folder, "-std=c99", *CONTRACT, f"-D{name.upper()}_SELFTEST_NO_MAIN", "-c", *sources)
    objects = [file.replace(".c", ".o") for file in sources]
    gcc(folder, "-std=gnu99", f"-DSELFTEST={name}_selftest", "-c", str(BOARD / "start.c"))
    libraries = ("-lm", "-lc", "-lgcc")
    gcc(
        folder, "-nostartfiles", "-nostdlib", "-T", str(BOARD / "memory.ld"), "start.o", *objects, *libraries, "-oimage"
    )
    return folder / "image"


def exit_code(image: Path) -> int:
    command = ["qemu-system-arm", "-machine", "mps2-an386", "-nographic", "-semihosting-config"]
    return subprocess.run([*command, "enable=on,target=native", "-kernel", str(image)], timeout=60).returncode


@needs_board
def test_the_selftest_passes_on_a_cortex_m4f(package: Package, tmp_path: Path) -> None:
    assert exit_code(build(package, tmp_path)) == 0


@needs_board
def test_every_law_passes_its_selftest_on_a_cortex_m4f(tmp_path: Path) -> None:
    options = Options(scalar="float", only=("gravity",), languages=("c",), laws=tuple(LAWS))
    assert exit_code(build(generate(load("two_link"), options), tmp_path)) == 0


@needs_board
def test_the_selftest_on_the_board_counts_kernels_that_are_wrong(package: Package, tmp_path: Path) -> None:
    source = package.files["panda.c"]
    wrong = source.replace("    g[0] = ", "    g[0] = 1.0f + ", 1).replace("    tau[0] = ", "    tau[0] = 1.0f + ", 1)
    assert wrong.count("= 1.0f + ") == 2
    assert exit_code(build(replace(package, files={**package.files, "panda.c": wrong}), tmp_path)) == 2


@needs_board
def test_code_asks_the_c_library_for_named_maths_alone(package: Package, tmp_path: Path) -> None:
    build(package, tmp_path)
    command = ["arm-none-eabi-nm", "-u", "panda.o", "panda_slotine_li.o"]
    said = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert set(re.findall(r"U (\w+)", said)) <= {*MATHS, "panda_adaptive_slotine_li"}


@needs_board
def test_sizes_of_a_named_compiler_go_into_the_manifest_and_check_accepts_it(tmp_path: Path) -> None:
    from symdyn.cli.main import main

    command = " ".join(("arm-none-eabi-gcc", *CPU))
    arguments = ["gen", "two_link", "--scalar", "float", "--only", "gravity", "-o", str(tmp_path)]
    assert main([*arguments, "--measure", command]) == 0
    manifest = json.loads((tmp_path / "two_link" / "manifest.json").read_text())
    sizes = manifest["footprint"]["functions"]
    assert set(sizes) == {f"two_link_gravity{form}" for form in ("", "_batch", "_block", "_columns")}
    assert all(0 < size["code_bytes"] < 4096 and 0 < size["stack_bytes"] < 2048 for size in sizes.values())
    generated = generate(load("two_link"), Options(scalar="float", only=("gravity",)))
    folder = read_folder(tmp_path / "two_link")
    assert compare_files(folder, folder.files(set(generated.files)), generated.files).differing == ()


@pytest.mark.parametrize("command", ["no-such-compiler -O2", "", "'"])
def test_a_command_that_is_no_compiler_is_told_in_one_line(command: str) -> None:
    with pytest.raises(InputError, match=r"--measure: .*(no C compiler|cannot be split)"):
        footprint({}, command)
