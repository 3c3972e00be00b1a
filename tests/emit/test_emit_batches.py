"""Batches in C: blocks of samples in vector lanes, then the samples left over, say what single calls say."""

import re
from ctypes import c_size_t
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from compiled_text import COMPILERS, assembly, library, needs_x86, pointer
from printed_package import printed_package

import symdyn
from symdyn.compiled import Kernels, compiled_kernels
from symdyn.emit.c_block import MOST_COLUMNS, MOST_OUTPUTS, SAMPLES
from symdyn.generate import generate
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program
from symdyn.options import Options, Scalar, Trig

TOLERANCE = {"double": 1e-12, "float": 1e-4}  # compilers fuse differently in the two forms
COUNTS = [0, 1, 7, 8, 9, 16, 17, 37]


def program_with(outputs: int) -> Program:
    """Sums of a sine, a sign and a parameter's square, of either sign."""
    sums = "\n".join(f"%{7 + i} = add %{6 + i} %{5 if i % 2 else 4}" for i in range(outputs))
    results = " ".join(f"{'-' if i % 4 == 1 else ''}%{7 + i}" for i in range(outputs))
    return parse_program(
        f"""program f(x[2], pi[1], w[1]) -> y[{outputs}]
          %0 = input x[1]
          %1 = input pi[0]
          %2 = input w[0]
          %3 = mul %1 %1
          %4 = sin %0
          %5 = sign %2
          %6 = mul %3 %4
          {sums}
          return {results}"""
    )


@pytest.mark.parametrize("trig", ["vector", "libm"])
@pytest.mark.parametrize("scalar", ["double", "float"])
@pytest.mark.parametrize("outputs", [1, MOST_COLUMNS, MOST_COLUMNS + 1, MOST_OUTPUTS, MOST_OUTPUTS + 1])
@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_batch_of_any_length_says_what_single_calls_say(
    compiler: str, outputs: int, scalar: Scalar, trig: Trig, tmp_path: Path
) -> None:
    package = printed_package("printed", [program_with(outputs)], Options(scalar=scalar, trig=trig))
    assert ("printed_f_block(" in package.files["printed.c"]) == (outputs <= MOST_OUTPUTS)
    lib = library(package, tmp_path, compiler, ("-O3",))
    dtype = np.float64 if scalar == "double" else np.float32
    rng = np.random.default_rng(outputs)
    pi = np.array([1.5], dtype)
    for count in COUNTS:
        x, w = rng.uniform(-3, 3, (count, 2)).astype(dtype), rng.integers(-1, 2, (count, 1)).astype(dtype)
        rows, single = np.full((count + 1, outputs), 99, dtype), np.empty(outputs, dtype)
        lib.printed_f_batch(c_size_t(count), pointer(x), pointer(pi), pointer(w), pointer(rows))
        assert (rows[count] == 99).all(), "wrote beyond the last sample"
        for i in range(count):
            lib.printed_f(pointer(x[i]), pointer(pi), pointer(w[i]), pointer(single))
            np.testing.assert_allclose(rows[i], single, rtol=0, atol=TOLERANCE[scalar] * outputs)


@cache
def stanford(scalar: Scalar) -> Kernels:
    return compiled_kernels(generate(symdyn.load("stanford"), Options(languages=("c",), scalar=scalar)))


@pytest.mark.parametrize("scalar", ["double", "float"])
def test_every_kernel_of_a_robot_does_in_batches_what_it_does_alone(scalar: Scalar) -> None:
    kernels = stanford(scalar)
    rng = np.random.default_rng(1)
    count = 2 * SAMPLES[scalar] + 3
    for kernel in kernels.package.kernels:
        call = getattr(kernels, kernel.name)
        ports = [port for port in kernel.program.inputs if port.name != "pi"]
        sizes = {port.name: port.size for port in kernel.program.inputs}
        pi = {"pi": rng.uniform(0.5, 1, sizes["pi"])} if "pi" in sizes else {}
        if kernel.name == "forward_dynamics":
            continue  # these parameters are no body's, so its mass matrix may have no inverse
        rows = [rng.uniform(-2, 2, (count, port.size)) for port in ports]
        together = call(*rows, **pi)
        for i in range(count):
            alone = call(*(row[i] for row in rows), **pi)
            scale = max(1.0, float(np.abs(alone).max()))
            np.testing.assert_allclose(together[i] / scale, alone / scale, rtol=0, atol=TOLERANCE[scalar])


@needs_x86
@pytest.mark.parametrize("compiler", COMPILERS)
def test_samples_of_a_batch_lie_in_vector_lanes(compiler: str, tmp_path: Path) -> None:
    package = generate(symdyn.load("ur5"), Options(languages=("c",), only=("inverse_dynamics",)))
    text = assembly(package, tmp_path, compiler, ("-O3", "-mavx2", "-mfma", "-ffp-contract=fast", "-fno-inline"))
    block = re.search(r"^ur5_inverse_dynamics_block:.*?^\s+ret", text, re.MULTILINE | re.DOTALL)
    assert block
    packed = re.findall(r"^\s+v(?:mul|add|sub|fn?m(?:add|sub)\d+)pd\s.*%ymm", block[0], re.MULTILINE)
    single = re.findall(r"^\s+v(?:mul|add|sub|fn?m(?:add|sub)\d+)sd\s", block[0], re.MULTILINE)
    assert len(packed) > 200 and len(single) < 10


DOUBLE_ARITHMETIC = re.compile(
    r"^\s+v?(?:(?:add|sub|mul|div|sqrt|min|max|cmp\w*|u?comi|round\w*|fn?m(?:add|sub)\d+)[sp]d|cvt\w*[sp]d\w*)\s",
    re.MULTILINE,
)


@needs_x86
@pytest.mark.parametrize("trig", ["vector", "libm"])
@pytest.mark.parametrize("flags", [("-O2",), ("-O3",), ("-O3", "-march=native")], ids=" ".join)
@pytest.mark.parametrize("compiler", COMPILERS)
def test_float_code_has_no_double_instruction(
    compiler: str, flags: tuple[str, ...], trig: Trig, tmp_path: Path
) -> None:
    only = ("inverse_dynamics", "mass_matrix", "forward_dynamics", "regressor")
    options = Options(languages=("c",), scalar="float", only=only, trig=trig)
    text = assembly(generate(symdyn.load("dual_arm"), options), tmp_path, compiler, flags)
    assert re.search(r"^\s+v?mul[sp]s\s", text, re.MULTILINE)
    assert not DOUBLE_ARITHMETIC.findall(text)
    assert not re.search(r"\b(?:sin|cos|sincos)(?:@PLT)?$", text, re.MULTILINE)


def test_double_instructions_would_be_noticed() -> None:
    for line in ("\tmulsd\t%xmm0, %xmm1", "\tvfmadd213pd\t%ymm0, %ymm1, %ymm2", "\tcvtss2sd\t%xmm0, %xmm0"):
        assert DOUBLE_ARITHMETIC.search(line)
    assert not DOUBLE_ARITHMETIC.search("\tmulss\t%xmm0, %xmm1\n\tcvtdq2ps\t%xmm0, %xmm0\n\tmovsd\t(%rdi), %xmm0")
