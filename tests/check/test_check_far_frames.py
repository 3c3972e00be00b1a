"""Good code of robots whose frames lie far away passes, and faults in it are noticed as they are elsewhere."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from far_robots import far_from_its_frame, off_and_back

from symdyn.algebra.exact import Exact, exact
from symdyn.check import check_robot
from symdyn.check.closer_look import rounding_bound
from symdyn.check.compare import compare_kernel, relevant_samples
from symdyn.check.report.table import table
from symdyn.check.setting import Setting, call, setting
from symdyn.check.truth.kernel_truth import truth_of
from symdyn.check.truth.scale import relative
from symdyn.generate import generate
from symdyn.ir.op import ADD, SUB
from symdyn.ir.program import Program
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols, load
from symdyn.options import Options
from symdyn.precision.observation import results_in

KILOMETRE = "1000"
FEW = ("inverse_dynamics", "forward_dynamics", "coriolis_matrix", "regressor_full", "state_matrices")
MUTATED = ("inverse_dynamics", "coriolis")


class ProgramAsKernels:
    """A program that is called as kernels are."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def __getattr__(self, name: str) -> Any:
        ports = [port for port in KERNELS[name].inputs if port != "pi"]

        def function(*, pi: np.ndarray, **inputs: np.ndarray) -> np.ndarray:
            rows = {port: inputs[port][None] for port in ports}
            return np.array([np.ravel(one)[0] for one in results_in(np.float64, self._program, rows, {"pi": pi})])

        function.inputs = (*ports, "pi")  # type: ignore[attr-defined]
        return function


def mutants(program: Program) -> Iterator[Program]:
    """The program with one coefficient off by a millionth, or one sign turned."""
    for i, one in enumerate(program.instructions):
        if isinstance(one.payload, Exact) and one.payload:
            other = one._replace(payload=one.payload * exact(1 + Fraction(1, 10**6)))
        elif one.op in (ADD, SUB):
            other = one._replace(op=SUB if one.op is ADD else ADD)
        else:
            continue
        yield replace(program, instructions=(*program.instructions[:i], other, *program.instructions[i + 1 :]))


def setting_of(robot: dict[str, Any], only: tuple[str, ...]) -> Setting:
    options = Options(languages=("python",), only=only)
    package = generate(load(robot), options)
    return setting(bind_symbols(load(robot)), options, [kernel.program for kernel in package.kernels])


@pytest.mark.parametrize("robot", [pytest.param(far_from_its_frame, marks=pytest.mark.slow), off_and_back])
def test_good_code_passes_although_frames_lie_a_kilometre_away(robot: Any) -> None:
    only = () if robot is far_from_its_frame else ("inverse_dynamics", "mass_matrix", "coriolis", "forward_dynamics")
    result = check_robot(load(robot(KILOMETRE)), Options(languages=("python",), only=only))
    assert result.passed, table(result)
    at = setting_of(robot(KILOMETRE), ("coriolis",))
    lost = [
        relative(truth_of("coriolis").value(at, s) - exactly, np.abs(exactly).max())
        for s in at.samples
        if s.state.ordinary and np.any(exactly := truth_of("coriolis").value(at, s, precisely=True))
    ]
    assert max(lost) > 100 * at.tolerance.rounding  # doubles of the witness cannot tell


@pytest.mark.parametrize("names", [FEW, pytest.param(tuple(KERNELS), marks=pytest.mark.slow)], ids=["few", "all"])
def test_the_precise_witness_says_what_the_numeric_one_says_where_that_loses_nothing(names: tuple[str, ...]) -> None:
    at = setting(bind_symbols(load("dual_arm")), Options())
    for name in names:
        for sample in (at.samples[0], at.samples[-1]):
            expected = truth_of(name).value(at, sample)
            precisely = truth_of(name).value(at, sample, precisely=True)
            # rounding of a few thousand operations, on numbers not much larger than the result
            assert relative(precisely - expected, np.abs(expected).max()) < 1e-14, name


@pytest.mark.parametrize("name", ["mass_matrix", *(pytest.param(name, marks=pytest.mark.slow) for name in MUTATED)])
def test_a_wrong_sign_or_millionth_is_noticed_where_frames_lie_a_kilometre_away(name: str) -> None:
    at = setting_of(off_and_back(KILOMETRE), (name,))
    proved = at.programs[name]
    assert compare_kernel(at, name, {"python": ProgramAsKernels(proved)}).passed  # type: ignore[dict-item]
    count = idle = 0
    for mutant in mutants(proved):
        count += 1
        if compare_kernel(at, name, {"python": ProgramAsKernels(mutant)}).passed:  # type: ignore[dict-item]
            idle += 1
            assert _effect(at, name, mutant) < 1.1 * at.tolerance.rounding  # as on any robot, this is too little
    assert count > 30 and idle <= count / 50


def _effect(at: Setting, name: str, mutant: Program) -> float:
    """The largest change that a mutant makes, over the sizes that errors are measured against."""
    found = []
    for sample in relevant_samples(at, name):
        right, wrong = (
            call(ProgramAsKernels(program), name, sample.inputs, sample.parameters.pi)  # type: ignore[arg-type]
            for program in (at.programs[name], mutant)
        )
        size = truth_of(name).scale(sample, right)
        found.append(relative(wrong - right, size))
    return max(found)


def test_a_bound_at_a_state_holds_what_the_program_is_off_by() -> None:
    at = setting_of(off_and_back(KILOMETRE), ("mass_matrix", "forward_dynamics"))
    for name, program in at.programs.items():
        for sample in relevant_samples(at, name)[::5]:
            value = call(ProgramAsKernels(program), name, sample.inputs, sample.parameters.pi)  # type: ignore[arg-type]
            exactly = truth_of(name).value(at, sample, precisely=True)
            bound = rounding_bound(at, name, sample)
            once = np.abs(exactly) * 2.0**-53  # what is exact was rounded too
            assert np.all(np.abs(value - exactly) <= bound + once)
            size = truth_of(name).scale(sample, exactly)
            assert bound.max() < 1e-10 * size  # and is no excuse
