"""The parts of the bench: what is timed is right, and sizes follow calls."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import symdyn
from symdyn.bench.harness import Loop, batch_loop, harness_text, single_loop
from symdyn.bench.inputs import STATES, random_states
from symdyn.bench.machine_code import Function, MachineCode, read_machine_code
from symdyn.bench.timing import Contender, Timing, loop_of, measure
from symdyn.bench.toolchain import chosen_compilers, compile_object, link_library
from symdyn.generate import generate
from symdyn.options import Options

needs_compiler = pytest.mark.skipif(not (shutil.which("gcc") or shutil.which("clang")), reason="no gcc, no clang")


@needs_compiler
def test_the_harness_calls_the_kernel_on_the_states_it_is_given(tmp_path: Path) -> None:
    package = generate(symdyn.load("two_link"), Options(languages=("c",), only=("inverse_dynamics",)))
    (kernel,) = package.kernels
    ports = (kernel.program.inputs, kernel.program.outputs)
    loops = [single_loop("two_link_inverse_dynamics", *ports, "one")]
    loops.append(batch_loop("two_link_inverse_dynamics_batch", *ports, "many"))
    for name in ("two_link.h", "two_link.c"):
        (tmp_path / name).write_text(package.files[name])
    (tmp_path / "harness.c").write_text(harness_text(loops, "double", "two_link.h"))
    by = chosen_compilers()[0]
    for source in ("two_link", "harness"):
        compile_object(by, source, ("-O1", "-Wall", "-Wextra", "-Werror"), tmp_path)
    library = link_library(by, ["two_link.o", "harness.o"], "both.so", tmp_path)

    reference = symdyn.build("two_link", Options(only=("inverse_dynamics",)), backend="numpy")
    states = random_states({"q": 2, "qd": 2, "qdd": 2})
    inputs, tau = [*states.values(), np.array(reference.pi)], np.zeros((STATES, 2))
    expected = reference.inverse_dynamics(*states.values())
    assert loop_of(library, "one", inputs, [tau], STATES)(1) > 0
    np.testing.assert_allclose(tau[0], expected[-1], rtol=1e-12)  # a single call leaves the last state's result
    assert loop_of(library, "many", inputs, [tau], STATES)(1) > 0
    np.testing.assert_allclose(tau, expected, rtol=1e-12, atol=1e-12)


@needs_compiler
def test_code_and_stack_follow_calls(tmp_path: Path) -> None:
    text = """
    __attribute__((noinline)) static double inner(const volatile double *x)
    { volatile double kept[40]; for (int i = 0; i < 40; ++i) kept[i] = x[i]; return kept[7]; }
    double outer(const volatile double *x); double alone(double x);
    double outer(const volatile double *x) { return 1.0 + inner(x); }
    double alone(double x) { return x + x; }
    """
    (tmp_path / "calls.c").write_text(text)
    compile_object(chosen_compilers()[0], "calls", ("-O1",), tmp_path, stack_usage=True)
    code = read_machine_code(tmp_path / "calls.o", tmp_path / "calls.su")
    if code is None:
        pytest.skip("no objdump reads the object files of this platform")
    outer, inner, alone = (code.code_bytes(name) for name in ("outer", "inner", "alone"))
    assert outer and inner and alone and outer > inner > 0 and outer == inner + code.functions["outer"].size
    stack = code.stack_bytes("outer")
    assert stack is None or stack >= 40 * 8 - 128  # a red zone below the frame may hold the rest
    assert code.code_bytes("absent") is None and code.stack_bytes("absent") is None


def test_stack_is_that_of_the_deepest_chain_and_code_counts_a_function_once() -> None:
    functions = {
        "f": Function(100, 10, frozenset({"g", "h"})),
        "g": Function(20, 5, frozenset({"h"})),
        "h": Function(3, 70, frozenset()),
    }
    code = MachineCode(functions)
    assert code.code_bytes("f") == 123
    assert code.stack_bytes("f") == 85
    assert MachineCode({**functions, "h": Function(3, None, frozenset())}).stack_bytes("f") is None


def test_contenders_take_turns_and_every_repetition_is_kept() -> None:
    order: list[str] = []

    def run(name: str, each: float):
        def rounds(count: int) -> float:
            order.append(name)
            return each * count

        return Contender(rounds, 4)

    timings = measure({"a": run("a", 4e5), "b": run("b", 8e5)}, repetitions=3)
    assert order == ["a", "b"] + 3 * ["a", "b"]  # once each to find out how many rounds, then in turn
    assert timings["a"].samples == (1e5,) * 3 and timings["b"].best == 2e5


def test_timing_summarises_repetitions() -> None:
    timing = Timing((10.0, 12.0, 11.0, 40.0, 11.0))
    assert (timing.best, timing.median) == (10.0, 11.0)
    assert timing.spread == pytest.approx(0.1) and timing.p90 > timing.median


def test_states_are_the_same_in_every_run_whatever_else_is_asked_for() -> None:
    alone, beside = random_states({"q": 3}), random_states({"qd": 3, "q": 3})
    np.testing.assert_array_equal(alone["q"], beside["q"])
    assert not np.array_equal(beside["q"], beside["qd"])


def test_a_harness_declares_what_a_loop_needs() -> None:
    text = harness_text([Loop("time_it", "call();", "void call(void);", "    int more = 0;")], "float")
    assert "void call(void);\n" in text and "const float *const *in" in text and "    int more = 0;\n" in text
