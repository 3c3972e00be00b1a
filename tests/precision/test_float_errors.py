"""What a manifest states of floats is true of compiled kernels, is the same everywhere, and is checked."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.check import check_folder
from symdyn.check.stated_errors import STATED
from symdyn.generate import generate
from symdyn.kernels.kernel import INPUT_SHAPES
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols, load
from symdyn.options import Options
from symdyn.package.output import write_output
from symdyn.precision.error_bound import SINGULAR
from symdyn.precision.ranges import ACCELERATION, SPEED, input_ranges, sampled_states
from symdyn.precision.rounding_up import rounded_up

STATES = 400
LARGE = ("inverse_dynamics", "gravity", "mass_matrix", "regressor", "potential_energy")
CASES = {"two_link": (), "puma560": LARGE, "dual_arm": LARGE[:3]}


def stated(name: str, **options: Any) -> dict[str, Any]:
    return json.loads(generate(load(name), Options(scalar="float", **options)).files["manifest.json"])["precision"]


@pytest.mark.parametrize("name", CASES)
def test_compiled_floats_stay_within_the_stated_bound_of_doubles(name: str) -> None:
    only = CASES[name]
    single, double = (symdyn.build(name, Options(scalar=scalar, only=only)) for scalar in ("float", "double"))
    precision = json.loads(single.package.files["manifest.json"])["precision"]
    source = np.random.default_rng(7)
    states = {
        port: np.array(entries)[:, 0] + np.ptp(np.array(entries), axis=1) * source.random((STATES, len(entries)))
        for port, entries in precision["ranges"].items()
    }
    states = {port: rows.astype(np.float32) for port, rows in states.items()}
    for kernel, outputs in precision["kernels"].items():
        arguments = [states[port] for port in KERNELS[kernel].inputs if port != "pi"]
        results = [getattr(kernels, kernel)(*arguments) for kernels in (single, double)]
        pairs = zip(*(one if isinstance(one, tuple) else (one,) for one in results), strict=True)
        for (port, errors), (of_single, of_double) in zip(outputs.items(), pairs, strict=True):
            if errors["bound"] is not None:
                worst = float(np.max(np.abs(of_single.astype(np.float64) - of_double)))
                assert worst <= errors["bound"], f"{kernel}.{port}"


def test_what_is_observed_is_below_the_bound_and_both_are_small() -> None:
    only = ("inverse_dynamics", "coriolis", "forward_kinematics", "torque_derivatives")
    for outputs in stated("ur5", only=only)["kernels"].values():
        for errors in outputs.values():
            assert 0 < errors["observed"] <= errors["bound"]
            assert errors["observed_over_size"] < 1e-6
            assert errors["bound_over_size"] < 1e-3


def test_kernels_that_invert_the_mass_matrix_have_no_bound_and_say_why() -> None:
    errors = stated("two_link", only=("forward_dynamics",))["kernels"]["forward_dynamics"]["qdd"]
    assert errors["bound"] is None and errors["bound_over_size"] is None
    assert errors["reason"] == SINGULAR and 0 < errors["observed_over_size"] < 1e-5


def test_parameters_that_are_baked_in_have_their_errors_too() -> None:
    errors = stated("two_link", only=("gravity",), fold=True)["kernels"]["gravity"]["g"]
    assert 0 < errors["observed"] <= errors["bound"] < 1e-4


def test_numbers_are_rounded_up_to_two_digits() -> None:
    assert [rounded_up(x) for x in (0.0, 1.0, 1.0000001, 123.0, 9.91e-5, 0.1)] == [0.0, 1.0, 1.1, 130.0, 1e-4, 0.11]
    assert rounded_up(None) is rounded_up(float("nan")) is rounded_up(float("inf")) is None
    source = np.random.default_rng(0)
    for x in 10 ** source.uniform(-12, 6, 200):
        up = rounded_up(float(x))
        assert up is not None and Fraction(float(x)) <= Fraction(up) * (1 + Fraction(1, 2**52)) and up < 1.1001 * x


def test_ranges_are_the_limits_of_the_file_or_usual_ones() -> None:
    ranges = input_ranges(load("dual_arm"))
    assert ranges["q"][0] == (0.0, 0.4) and ranges["qd"][0] == (-0.3, 0.3) and ranges["tau"][0] == (-500.0, 500.0)
    assert set(ranges["qdd"]) == {(-ACCELERATION, ACCELERATION)}
    usual = input_ranges(load("ddarm"))
    assert usual["q"][0] == (-np.pi, np.pi) and usual["qd"][0] == (-SPEED, SPEED) and usual["tau"][0] == (-660.0, 660.0)


def test_every_input_of_a_kernel_has_a_range_or_is_a_parameter() -> None:
    in_loops = "passive"  # an input of robots whose loops Newton's method closes, and of no other
    assert set(input_ranges(load("two_link"))) | {"pi", "parameters", in_loops} == set(INPUT_SHAPES)
    assert in_loops in input_ranges(load("delta")) and in_loops not in input_ranges(load("two_link"))


def test_states_are_floats_within_the_ranges_and_reach_their_ends() -> None:
    ranges = input_ranges(bind_symbols(load("dual_arm")))
    for port, rows in sampled_states(ranges).items():
        assert np.array_equal(rows.astype(np.float32).astype(np.float64), rows)
        ends = np.array(ranges[port])
        assert (rows >= ends[:, 0]).all() and (rows <= ends[:, 1]).all()
        assert np.allclose(rows.max(axis=0), ends[:, 1], rtol=1e-6, atol=1e-6)  # a float's distance from an end


def test_states_are_the_same_everywhere() -> None:
    drawn = sampled_states({"q": ((-3.0, 3.0), (0.0, 1.0))})["q"]
    assert drawn[:4, 0].tolist() == [-0.18320846557617188, -3.0, -2.0120716094970703, 3.0]


def test_check_holds_float_kernels_to_what_their_manifest_states(tmp_path: Path) -> None:
    package = generate(load("two_link"), Options(scalar="float", languages=("python",), only=("gravity", "jacobian")))
    folder = write_output(package.name, package.files, tmp_path)
    (line,) = (line for line in check_folder(folder).laws if line.name == STATED)
    assert line.passed and 0 < line.worst["python"].error < 1
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["precision"]["kernels"]["gravity"]["g"]["bound"] = 1e-9
    (folder / "manifest.json").write_text(json.dumps(manifest))
    result = check_folder(folder)
    (line,) = (line for line in result.laws if line.name == STATED)
    assert not line.passed and not result.passed and "gravity" in line.worst["python"].where
