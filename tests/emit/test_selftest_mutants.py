"""The self-test notices every change of a constant that moves a result by four times the bound on its error."""

import re
from dataclasses import replace
from pathlib import Path
from shutil import which

import numpy as np
import pytest
from mutant_schemata import run, with_mutants

import symdyn
from symdyn.emit.golden import Golden, golden_vectors
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.package.contents import Package
from symdyn.precision.number_format import FORMATS

CC = which("cc") or which("gcc") or which("clang") or ""
pytestmark = pytest.mark.skipif(not CC, reason="there is no C compiler")
KERNELS = ("inverse_dynamics", "gravity", "mass_matrix", "jacobian")
PARTS = (5e-4, 0.1)  # of a constant
WIDER = {"float": ("double", "f"), "double": ("long double", "")}  # exact enough, and how its own functions end

NOTICED = """\
#define {macro}_SELFTEST_NO_MAIN
#include <stdio.h>
#include "{robot}_selftest.c"
int mutant = -1;
double mutant_part;
int main(void)
{{
    const double parts[] = {{{parts}}};
    for (int k = 0; k < {many}; ++k)
        for (mutant = -1; mutant < {count}; ++mutant) {{
            mutant_part = parts[k];
            printf("%d\\n", {robot}_selftest());
        }}
    return 0;
}}
"""
RESULTS = """\
#include <stdio.h>
#include "{robot}.h"
int mutant = -1;
double mutant_part;
int main(void)
{{
    const double parts[] = {{{parts}}};
    for (int k = 0; k < {many}; ++k)
        for (mutant = -1; mutant < {count}; ++mutant) {{
            {wide} out[{largest}];
            mutant_part = parts[k];
{calls}
            printf("\\n");
        }}
    return 0;
}}
"""


def package(robot: str, scalar: str) -> Package:
    options = Options(languages=("c",), scalar=scalar, only=KERNELS, fold=True, batch=False, trig="libm")  # type: ignore[arg-type]
    return generate(symdyn.load(robot), options)


def goldens(made: Package, scalar: str) -> dict[str, Golden]:
    found = {kernel.name: golden_vectors(kernel.program, (), FORMATS[scalar]) for kernel in made.kernels}
    return {name: golden for name, golden in found.items() if golden is not None}


def with_all_mutants(made: Package, scalar: str) -> tuple[str, list[str]]:
    functions = [f"{made.name}_{kernel.name}" for kernel in made.kernels]
    return with_mutants(made.files[f"{made.name}.c"], functions, scalar)


def of_mutants(folder: Path, made: Package, scalar: str, driver: str, **texts: object) -> np.ndarray:
    """Run a driver on all mutants: of every part, first the code as it is, then one after the other."""
    robot = made.name
    source, constants = with_all_mutants(made, scalar)
    words = {"parts": ", ".join(map(repr, PARTS)), "many": len(PARTS), "count": len(constants)}
    text = driver.format(robot=robot, macro=robot.upper(), **words, **texts)
    lines = run(folder, {**made.files, f"{robot}.c": source}, text, CC)
    return np.array(lines).reshape(len(PARTS), len(constants) + 1, -1)


def results(folder: Path, made: Package, scalar: str, golden: dict[str, Golden]) -> np.ndarray:
    """Return all results of all mutants at the golden states: of the same constants, by wider arithmetic."""
    wide, suffix = WIDER[scalar]
    calls, largest = [], 0
    for name, one in golden.items():
        (size,) = (len(values) for values in one.outputs.values())
        inputs = ", ".join(f"(const {wide}[]){{{', '.join(map(repr, values))}}}" for values in one.inputs.values())
        calls.append(f"            {made.name}_{name}({inputs}, out);")
        calls.append(f'            for (int i = 0; i < {size}; ++i) printf("%.21Lg ", (long double)out[i]);')
        largest = max(largest, size)
    functions = {f"{name}{suffix}": name if suffix else f"{name}l" for name in ("sin", "cos")}
    words = {scalar: wide, **functions}
    widened = {
        name: re.sub(r"\b\w+\b", lambda word: words.get(word.group(), word.group()), text)
        for name, text in made.files.items()
    }
    texts = {"calls": "\n".join(calls), "largest": largest, "wide": wide}
    return of_mutants(folder, replace(made, files=widened), scalar, RESULTS, **texts)


CASES = [  # robot, scalar, how many constants there are, and of how many 5e-4, or a tenth, moves less than four bounds
    ("two_link", "float", 28, 1, 0),
    pytest.param("panda", "float", 268, 98, 13, marks=pytest.mark.slow),
    pytest.param("panda", "double", 268, 0, 0, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("robot", "scalar", "count", "below", "far_below"), CASES)
def test_what_moves_a_result_by_four_bounds_is_noticed(
    robot: str, scalar: str, count: int, below: int, far_below: int, tmp_path: Path
) -> None:
    made = package(robot, scalar)
    golden = goldens(made, scalar)
    noticed = of_mutants(tmp_path, made, scalar, NOTICED)[:, :, 0] > 0
    moved = results(tmp_path, made, scalar, golden)
    bound = np.array([error for one in golden.values() for errors in one.errors.values() for error in errors])
    counts = np.any(np.abs(moved - moved[:, :1]) > 4 * bound, axis=2)
    assert not noticed[:, 0].any()  # right code passes
    assert noticed[counts].all()
    constants = with_all_mutants(made, scalar)[1]
    rest = [[constants[i] for i in np.flatnonzero(~row[1:])] for row in counts]
    assert (len(constants), *map(len, rest)) == (count, below, far_below), rest
