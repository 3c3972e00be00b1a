"""Batches in C: blocks of samples in vector lanes, then the samples left over, say what single calls say."""

import re
from ctypes import CDLL, c_size_t
from functools import cache
from pathlib import Path
from subprocess import run
from typing import Any

import numpy as np
import pytest
from compiled_text import COMPILERS, X86, assembly, library, needs_x86, pointer, require
from numpy.typing import NDArray
from printed_package import printed_package

import symdyn
from symdyn.check.setting import flat
from symdyn.emit.c.batches import FEW_OUTPUTS, fewest_lanes
from symdyn.emit.c.block import MOST_OPERATIONS, can_be_blocked
from symdyn.generate import generate
from symdyn.interface.layouts import BLOCK
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program
from symdyn.options import Options, Scalar, Trig
from symdyn.package.contents import Package
from symdyn.passes.split_offline import split_offline
from symdyn.runtime.kernels import Kernels, package_kernels

Values = NDArray[Any]
TOLERANCE = {"double": 1e-12, "float": 1e-4}  # compilers fuse differently in the two forms
COUNTS = [0, 1, 7, 8, 9, 16, 17, 37]


def program_with(outputs: int, inputs: int = 7, name: str = "f") -> Program:
    """Sums of a sine, a sign, an input and a parameter's square, of either sign."""
    sums = "\n".join(f"%{8 + i} = add %{7 + i} %{(4, 5, 6)[i % 3]}" for i in range(outputs))
    results = " ".join(f"{'-' if i % 4 == 1 else ''}%{8 + i}" for i in range(outputs))
    return parse_program(
        f"""program {name}(x[{inputs}], pi[1], w[1]) -> y[{outputs}]
          %0 = input x[1]
          %1 = input pi[0]
          %2 = input w[0]
          %3 = mul %1 %1
          %4 = sin %0
          %5 = sign %2
          %6 = input x[{inputs - 1}]
          %7 = mul %3 %4
          {sums}
          return {results}"""
    )


WIDTHS = {  # how many doubles a vector register holds
    8: ("-O3", "-mavx512f"),
    4: ("-O1", "-mavx"),
    2: ("-O2",),
    1: ("-O2", "-D__MINGW32__", "-U__GNUC__", "-U__clang__"),  # as with compilers that lend no vectors to C
}
CONTRACT = ("-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wdouble-promotion", "-Wshadow", "-Werror")
SIZES = [(outputs, 7) for outputs in (1, 4, 7, FEW_OUTPUTS, FEW_OUTPUTS + 1)] + [(5, inputs) for inputs in (3, 4, 13)]
BATCHES = [*((width, "vector") for width in WIDTHS), *((width, "libm") for width in (8, 2))]


def flags_for(width: int, compiler: str) -> tuple[str, ...]:
    """Flags for a width; without `__GNUC__`, gcc would not understand its own headers."""
    return tuple(flag for flag in WIDTHS[width] if compiler == "clang" or not flag.startswith("-U"))


def runs_here(width: int) -> bool:
    """Whether this machine has vector registers of so many doubles; those of two are in every compiler's target."""
    found = Path("/proc/cpuinfo")
    flag = {8: "avx512f", 4: "avx"}.get(width)
    return flag is None or (found.exists() and flag in found.read_text().split())


PROGRAMS = [program_with(*size, name=f"f{i}") for i, size in enumerate(SIZES)]


@cache
def all_sizes(scalar: Scalar, trig: Trig) -> Package:
    """Programs of all sizes in one file: most of what a compiler has to do for one, it does for all."""
    return printed_package("printed", PROGRAMS, Options(scalar=scalar, trig=trig))


@pytest.mark.parametrize("trig", ["vector", "libm"])
def test_blocks_of_mostly_stored_results_ask_for_wide_vectors(trig: Trig) -> None:
    text = all_sizes("double", trig).files["printed.c"]
    for program, (outputs, _) in zip(PROGRAMS, SIZES, strict=True):
        batch = re.search(rf"^void printed_{program.name}_batch\(.*?^}}", text, re.MULTILINE | re.DOTALL)
        assert batch and f"printed_{program.name}_lanes(" in batch[0]
        assert ("_LANES >= 4u && count" in batch[0]) == (outputs > FEW_OUTPUTS)


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize(("width", "trig"), BATCHES)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_batch_of_any_length_says_what_single_calls_say(
    compiler: str, width: int, trig: Trig, scalar: Scalar, tmp_path: Path
) -> None:
    if not runs_here(width):
        pytest.skip("this processor has no vectors of this width")
    lib = library(all_sizes(scalar, trig), tmp_path, compiler, flags_for(width, compiler))
    dtype = np.float64 if scalar == "double" else np.float32
    pi = np.array([1.5], dtype)
    for program, (outputs, inputs) in zip(PROGRAMS, SIZES, strict=True):
        batch, alone = (getattr(lib, f"printed_{program.name}{end}") for end in ("_batch", ""))
        rng = np.random.default_rng(outputs)
        for count in COUNTS:
            x, w = rng.uniform(-3, 3, (count, inputs)).astype(dtype), rng.integers(-1, 2, (count, 1)).astype(dtype)
            rows, single = np.full((count + 1, outputs), 99, dtype), np.empty((count, outputs), dtype)
            batch(c_size_t(count), pointer(x), pointer(pi), pointer(w), pointer(rows))
            assert (rows[count] == 99).all(), "wrote beyond the last sample"
            for i in range(count):
                alone(pointer(x[i]), pointer(pi), pointer(w[i]), pointer(single[i]))
            np.testing.assert_allclose(rows[:count], single, rtol=0, atol=TOLERANCE[scalar] * outputs)
            see_other_layouts(lib, f"printed_{program.name}", scalar, (x, w), pi, rows[:count])


def see_other_layouts(
    lib: CDLL, kernel: str, scalar: Scalar, rows: tuple[Values, ...], pi: Values, expected: Values
) -> None:
    """Columns, and blocks as far as samples fill them, give the same as rows to the last bit, and nothing beyond."""
    count, outputs = expected.shape
    columns = np.full((outputs, count + 1), 99, expected.dtype).ravel()[: outputs * count + 1]
    x, w = (np.ascontiguousarray(one.T) for one in rows)
    getattr(lib, f"{kernel}_columns")(c_size_t(count), pointer(x), pointer(pi), pointer(w), pointer(columns))
    np.testing.assert_array_equal(columns[:-1].reshape(outputs, count), expected.T)
    assert columns[-1] == 99, "wrote beyond the last entry"
    size = BLOCK[scalar]
    blocks = count // size
    x, w = (np.ascontiguousarray(in_blocks(one[: blocks * size], size)) for one in rows)
    found = np.full(blocks * outputs * size + 1, 99, expected.dtype)
    getattr(lib, f"{kernel}_block")(c_size_t(blocks), pointer(x), pointer(pi), pointer(w), pointer(found))
    np.testing.assert_array_equal(found[:-1].reshape(blocks, outputs, size), in_blocks(expected[: blocks * size], size))
    assert found[-1] == 99, "wrote beyond the last block"


def in_blocks(rows: Values, size: int) -> Values:
    """Rows that fill blocks, as blocks of columns."""
    return rows.reshape(-1, size, rows.shape[1]).transpose(0, 2, 1)


@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_no_compiler_warns_of_a_block_for_vectors_of_any_width(
    compiler: str, width: int, scalar: Scalar, tmp_path: Path
) -> None:
    if width > 2 and not X86:
        pytest.skip("vectors of this width are x86's")
    package = printed_package("printed", [program_with(7)], Options(scalar=scalar))
    assembly(package, tmp_path, compiler, (*flags_for(width, compiler), *CONTRACT))


@pytest.mark.parametrize("compiler", COMPILERS)
def test_results_that_all_samples_share_are_written_for_each(compiler: str, tmp_path: Path) -> None:
    program = parse_program(
        """program f(x[1], pi[2]) -> y[5]
          %0 = input x[0]
          %1 = input pi[0]
          %2 = input pi[1]
          %3 = const 3/4
          %4 = mul %0 %0
          return %1 -%2 -%3 %4 -%0"""
    )
    lib = library(printed_package("printed", [program]), tmp_path, compiler, ("-O2", "-std=c99", *CONTRACT))
    x, pi, rows = np.arange(20.0), np.array([2.0, 5.0]), np.empty((20, 5))
    lib.printed_f_batch(c_size_t(20), pointer(x), pointer(pi), pointer(rows))
    np.testing.assert_array_equal(rows, np.column_stack([x * 0 + 2, x * 0 - 5, x * 0 - 0.75, x * x, -x]))


def test_work_that_all_samples_share_is_not_repeated_in_blocks() -> None:
    assert not can_be_blocked(program_with(1))  # it squares a parameter
    assert can_be_blocked(split_offline(program_with(1), known=("pi",)).online)


def test_blocks_of_too_much_code_are_not_written() -> None:
    def chain(sums: int) -> Program:
        lines = [f"%{2 + i} = add %{1 + i} %0" for i in range(sums)]
        text = ["program f(x[2]) -> y[1]", "%0 = input x[0]", "%1 = input x[1]", *lines, f"return %{1 + sums}"]
        return parse_program("\n".join(text))

    assert can_be_blocked(chain(MOST_OPERATIONS)) and not can_be_blocked(chain(MOST_OPERATIONS + 1))


@pytest.mark.parametrize("kernel", ["torque_derivatives", "regressor"])
def test_derivatives_and_large_regressors_have_blocks(kernel: str) -> None:
    text = generate(symdyn.load("puma560"), Options(languages=("c",), only=(kernel,))).files["puma560.c"]
    assert f"puma560_{kernel}_lanes(" in text


def test_results_that_are_mostly_stored_want_wide_vectors() -> None:
    few, many = (split_offline(program_with(n), known=("pi",)).online for n in (FEW_OUTPUTS, FEW_OUTPUTS + 1))
    assert (fewest_lanes(few), fewest_lanes(many)) == (2, 4)


@cache
def stanford(scalar: Scalar) -> Kernels:
    return package_kernels(generate(symdyn.load("stanford"), Options(languages=("c",), scalar=scalar)), "c")


@pytest.mark.parametrize("scalar", ["double", "float"])
def test_every_kernel_of_a_robot_does_in_batches_what_it_does_alone(scalar: Scalar) -> None:
    kernels = stanford(scalar)
    rng = np.random.default_rng(1)
    count = 2 * BLOCK[scalar] + 3
    for kernel in kernels.package.kernels:
        call = getattr(kernels, kernel.name)
        ports = [port for port in kernel.program.inputs if port.name != "pi"]
        sizes = {port.name: port.size for port in kernel.program.inputs}
        pi = {"pi": rng.uniform(0.5, 1, sizes["pi"])} if "pi" in sizes else {}
        if kernel.name in ("forward_dynamics", "state_matrices"):
            continue  # these parameters are no body's, so its mass matrix may have no inverse
        rows = [rng.uniform(-2, 2, (count, port.size)) for port in ports]
        together = flat(call(*rows, **pi), (count,))
        for i in range(count):
            alone = flat(call(*(row[i] for row in rows), **pi))
            scale = max(1.0, float(np.abs(alone).max()))
            np.testing.assert_allclose(together[i] / scale, alone / scale, rtol=0, atol=TOLERANCE[scalar])


@needs_x86
@pytest.mark.parametrize("compiler", COMPILERS)
def test_samples_of_a_batch_lie_in_vector_lanes(compiler: str, tmp_path: Path) -> None:
    package = generate(symdyn.load("ur5"), Options(languages=("c",), only=("inverse_dynamics",)))
    text = assembly(package, tmp_path, compiler, ("-O3", "-mavx2", "-mfma", "-ffp-contract=fast", "-fno-inline"))
    block = re.search(r"^ur5_inverse_dynamics_lanes:.*?^\s+ret", text, re.MULTILINE | re.DOTALL)
    assert block
    packed = re.findall(r"^\s+v(?:mul|add|sub|fn?m(?:add|sub)\d+)pd\s.*%ymm", block[0], re.MULTILINE)
    single = re.findall(r"^\s+v(?:mul|add|sub|fn?m(?:add|sub)\d+)sd\s", block[0], re.MULTILINE)
    assert len(packed) > 200 and len(single) < 10


DOUBLE_ARITHMETIC = re.compile(
    r"^\s+v?(?:(?:add|sub|mul|div|sqrt|min|max|cmp\w*|u?comi|round\w*|fn?m(?:add|sub)\d+)[sp]d|cvt\w*[sp]d\w*)\s",
    re.MULTILINE,
)


@cache
def floats_of_a_tree(trig: Trig) -> Package:
    only = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor")
    return generate(symdyn.load("dual_arm"), Options(languages=("c",), scalar="float", only=only, trig=trig))


@needs_x86
@pytest.mark.parametrize("trig", ["vector", "libm"])
@pytest.mark.parametrize("flags", [("-O2",), ("-O3",), ("-O3", "-march=native")], ids=" ".join)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_float_code_has_no_double_instruction(
    compiler: str, flags: tuple[str, ...], trig: Trig, tmp_path: Path
) -> None:
    text = assembly(floats_of_a_tree(trig), tmp_path, compiler, flags)
    assert re.search(r"^\s+v?mul[sp]s\s", text, re.MULTILINE)
    assert not DOUBLE_ARITHMETIC.findall(text)
    assert not re.search(r"\b(?:sin|cos|sincos)(?:@PLT)?$", text, re.MULTILINE)


def test_double_instructions_would_be_noticed() -> None:
    for line in ("\tmulsd\t%xmm0, %xmm1", "\tvfmadd213pd\t%ymm0, %ymm1, %ymm2", "\tcvtss2sd\t%xmm0, %xmm0"):
        assert DOUBLE_ARITHMETIC.search(line)
    assert not DOUBLE_ARITHMETIC.search("\tmulss\t%xmm0, %xmm1\n\tcvtdq2ps\t%xmm0, %xmm0\n\tmovsd\t(%rdi), %xmm0")


def test_code_without_batches_has_none_and_python_calls_it_row_by_row() -> None:
    options = Options(languages=("c",), only=("gravity", "jacobian"), batch=False)
    made = generate(symdyn.load("two_link"), options)
    assert not any("batch" in text or "LANES" in text for name, text in made.files.items() if name != "manifest.json")
    kernels, q = package_kernels(made, "c"), np.array([[0.1, -2.0], [0.7, 1.3], [2.0, 0.0]])
    assert np.array_equal(kernels.gravity(q), [kernels.gravity(row) for row in q])
    assert np.array_equal(kernels.jacobian(q), [kernels.jacobian(row) for row in q])


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("robot", ["two_link", "five_bar"])
def test_code_without_batches_compiles_without_a_word(compiler: str, robot: str, tmp_path: Path) -> None:
    require(compiler)
    made = generate(symdyn.load(robot), Options(languages=("c",), only=("inverse_dynamics",), batch=False))
    for name, text in made.files.items():
        (tmp_path / name).write_text(text)
    sources = [name for name in made.files if name.endswith(".c")]
    run([compiler, "-std=c99", *CONTRACT, "-O2", *sources, "-lm", "-o", "test"], cwd=tmp_path, check=True)
    run([tmp_path / "test"], check=True)
