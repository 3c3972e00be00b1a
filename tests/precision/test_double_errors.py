"""What a manifest states of doubles: bounds that hold and are not idle, and errors observed where none can be."""

import json
import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from far_robots import far_from_its_frame, off_and_back
from general_arms import general_arm
from random_programs import FRACTIONS, random_sums
from thin_robots import thin_arm

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.roots import square_root
from symdyn.algebra.scalar import Ring
from symdyn.errors import InputError
from symdyn.generate import generate
from symdyn.ir.evaluate import MANY_DIGITS, evaluate, evaluate_all
from symdyn.ir.op import DIV, Op, functions_of
from symdyn.ir.program import Program
from symdyn.kernels.table import KERNELS
from symdyn.model import Robot, bind_symbols, load
from symdyn.options import Options
from symdyn.parameters.plausible import plausible_exact
from symdyn.precision import double_errors
from symdyn.precision.double_errors import kernel_errors
from symdyn.precision.enough import MOST, SEEN, refuse_imprecise
from symdyn.precision.error_bound import any_of, error_bounds, known_constant
from symdyn.precision.fixed_point import BITS, ONE, distance, fixed, fixed_fraction, in_fixed_point
from symdyn.precision.number_format import DOUBLE, SINGLE, rounding_of, stored
from symdyn.precision.ranges import input_ranges

Long = np.longdouble
LARGE_MARGIN = 1e4  # a bound is at most this many times the largest error that is ever seen
CHUNK = 1000  # states at a time: every instruction keeps its values
LONG_DOUBLES = pytest.mark.skipif(np.finfo(Long).nmant < 63, reason="long double is no longer than double here")


def stated(robot: Robot, only: tuple[str, ...] = ()) -> tuple[dict[str, Any], dict[str, Program]]:
    package = generate(robot, Options(only=only))
    programs = {kernel.name: kernel.program for kernel in package.kernels}
    return json.loads(package.files["manifest.json"])["precision"], programs


def long(constant: Exact) -> np.longdouble:
    """The long double nearest to a constant, but for its last bit."""
    digits = to_mpf(constant, {})
    head = float(digits)
    return Long(head) + Long(float(digits - head))


def largest_errors(program: Program, robot: Robot, states: int) -> np.ndarray:
    """The largest deviation of doubles from long doubles with exact parameters, for every result."""
    source, values, ranges = np.random.default_rng(11), plausible_exact(robot), input_ranges(robot)
    worst = np.zeros(len(program.results))
    for _ in range(0, states, CHUNK):
        drawn = {port: np.array([source.uniform(*entry, CHUNK) for entry in rows]) for port, rows in ranges.items()}
        results = []
        for dtype, constant in ((np.float64, to_float), (Long, long)):
            given = {port: list(rows.astype(dtype)) for port, rows in drawn.items()}
            given |= {port: [dtype(constant(value)) for value in rows] for port, rows in values.items()}
            ring: Ring[Any] = Ring(lambda x, of=constant: of(x), functions_of(np))
            results.append(evaluate(program, given, ring))
        for i, (double, longer) in enumerate(zip(*results, strict=True)):
            worst[i] = max(worst[i], float(np.max(np.abs(Long(0) + double - longer))))
    return worst


def assert_bounds_hold_and_are_not_idle(name: str | dict[str, Any], only: tuple[str, ...], states: int) -> None:
    robot = bind_symbols(load(name))
    precision, programs = stated(robot, only)
    for kernel, outputs in precision["kernels"].items():
        program = programs[kernel]
        if any(instruction.op is DIV for instruction in program.instructions):
            continue
        seen, at = largest_errors(program, robot, states), 0
        for port in program.outputs:
            largest = float(seen[at : at + port.size].max())
            at += port.size
            assert largest <= outputs[port.name]["bound"] <= LARGE_MARGIN * largest, f"{kernel}.{port.name}"


FEW = ("inverse_dynamics", "gravity", "mass_matrix", "coriolis", "regressor", "kinetic_energy")


@LONG_DOUBLES
@pytest.mark.parametrize(("name", "only"), [("two_link", tuple(KERNELS)), ("stanford", FEW), ("panda", FEW[:3])])
def test_bounds_of_doubles_hold_and_are_not_idle(name: str, only: tuple[str, ...]) -> None:
    assert_bounds_hold_and_are_not_idle(name, only, 2 * CHUNK)


@LONG_DOUBLES
@pytest.mark.slow
@pytest.mark.parametrize("name", ["two_link", "scara", "puma560", "panda"])
def test_bounds_of_doubles_hold_at_a_hundred_thousand_states(name: str) -> None:
    only = tuple(KERNELS) if name in ("two_link", "scara") else FEW
    assert_bounds_hold_and_are_not_idle(name, only, 100_000)


@LONG_DOUBLES
def test_bounds_of_an_arm_of_general_twists_are_not_idle() -> None:
    assert_bounds_hold_and_are_not_idle(general_arm(1), ("inverse_dynamics", "regressor", "tip_motion"), 2 * CHUNK)


@LONG_DOUBLES
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_bounds_of_arms_of_general_twists_hold_at_a_hundred_thousand_states(seed: int) -> None:
    assert_bounds_hold_and_are_not_idle(general_arm(seed), tuple(KERNELS), 100_000)


def test_kernels_that_divide_state_what_was_observed_and_others_a_bound() -> None:
    precision, programs = stated(load("two_link"))
    assert precision["unit_roundoff"] == 2.0**-53 and precision["states_compared"] == 8
    for kernel, outputs in precision["kernels"].items():
        divides = any(instruction.op is DIV for instruction in programs[kernel].instructions)
        for entry in outputs.values():
            sort = "observed" if divides else "bound"
            assert set(entry) == {"size", sort, f"{sort}_over_size"}
            assert 0 <= entry[f"{sort}_over_size"] < 1e-13
    assert "observed" in precision["kernels"]["forward_dynamics"]["qdd"]


def test_what_rounding_pi_costs_is_in_the_bound() -> None:
    precision, _ = stated(load("puma560"), ("inverse_dynamics",))
    values = plausible_exact(bind_symbols(load("puma560")))["pi"]
    largest = max(abs(to_mpf(value, {}) - to_float(value)) for value in values)
    assert 0 < largest <= precision["pi_rounding"] <= 1.11 * largest  # rounded up to two digits
    third = known_constant(exact(Fraction(1, 3)), DOUBLE)
    assert Fraction(third.error) >= Fraction(1, 3) - Fraction(1 / 3) > 0
    assert known_constant(exact(Fraction(1, 2)), DOUBLE).error == 0.0


def test_the_rounding_of_a_root_is_that_of_its_digits() -> None:
    root = square_root(exact(2))
    number, error = stored(root, DOUBLE)
    assert number == math.sqrt(2) and error == pytest.approx(float(abs(mp_context.sqrt(2) - number)), rel=1e-9)
    assert stored(exact(10) ** 39, SINGLE)[1] == math.inf == rounding_of(1e39, SINGLE)
    assert stored(exact(10) ** 39, DOUBLE)[1] < math.inf


@pytest.mark.parametrize("seed", range(8))
def test_the_error_of_a_program_in_doubles_is_below_its_bound(seed: int) -> None:
    program = random_sums(seed, 5)
    source = random.Random(seed)
    exactly_pi = [Fraction(source.randint(-(10**6), 10**6), 999_983) for _ in range(3)]
    given = {
        "x": [any_of(-2.0, 2.0) for _ in range(4)],
        "pi": [known_constant(exact(value), DOUBLE) for value in exactly_pi],
    }
    bounds = error_bounds(program, given, DOUBLE)
    floats: Ring[float] = Ring(to_float, {Op.SIN: math.sin, Op.COS: math.cos, Op.SIGN: lambda x: float(np.sign(x))})
    for _ in range(20):
        state = [source.uniform(-2, 2) for _ in range(4)]
        truth = evaluate_all(program, {"x": [Fraction(x) for x in state], "pi": exactly_pi}, FRACTIONS)
        doubles = evaluate_all(program, {"x": state, "pi": [float(value) for value in exactly_pi]}, floats)
        for ref, bound in zip(program.results, bounds, strict=True):
            assert abs(truth[ref.index]) <= Fraction(bound.interval.size)
            assert abs(Fraction(doubles[ref.index]) - truth[ref.index]) <= Fraction(bound.error)


def test_whole_numbers_compute_as_many_digits_do() -> None:
    program = generate(load("two_link"), Options(only=("forward_dynamics",))).kernels[0].program
    values = plausible_exact(bind_symbols(load("two_link")))
    state = {"q": [0.3, -1.2], "qd": [1.5, -0.7], "tau": [3.0, -2.0]}
    integers = {port: [fixed_fraction(Fraction(x)) for x in rows] for port, rows in state.items()}
    found = in_fixed_point(program, integers | {"pi": [fixed(value) for value in values["pi"]]})
    digits: dict[str, Any] = {port: [mp_context.mpf(x) for x in rows] for port, rows in state.items()}
    truth = evaluate(program, digits | {"pi": [to_mpf(value, {}) for value in values["pi"]]}, MANY_DIGITS)
    for whole, many in zip(found, truth, strict=True):
        assert abs(mp_context.ldexp(mp_context.mpf(whole), -BITS) / many - 1) < 1e-50  # the truth has 60 digits


def test_a_distance_is_exact_and_infinite_to_what_is_no_number() -> None:
    assert distance(ONE // 2, 0.5) == 0.0 and distance(ONE, 1 + 2.0**-52) == 2.0**-52
    assert distance(ONE, math.nan) == distance(ONE, math.inf) == math.inf


def test_a_robot_that_doubles_cannot_hold_is_refused_with_a_way_out() -> None:
    only = Options(only=("inverse_dynamics",))
    generate(load(far_from_its_frame("1e5")), only)
    with pytest.raises(
        InputError, match="doubles cannot hold this robot's dynamics: tau of inverse_dynamics"
    ) as refused:
        generate(load(far_from_its_frame("1e13")), only)
    assert "--snap" in str(refused.value) and "\n" not in str(refused.value) and str(refused.value).startswith("far: ")


def heavy_first_link(robot: dict[str, Any]) -> dict[str, Any]:
    """The robot with a first link of a million tons, whose joint takes all the torque there is."""
    first = robot["joints"][0]["link"]
    first |= {"mass": "1e9", "inertia": {**first["inertia"], "xx": "1e12", "yy": "1e12", "zz": "1e12"}}
    return robot


def test_a_heavy_joint_does_not_hide_what_the_others_lose() -> None:
    robot, only = load(heavy_first_link(off_and_back("1e6"))), Options(only=("inverse_dynamics",))
    with pytest.raises(InputError, match=r"tau of inverse_dynamics would be wrong by .* of the torque of joint2; "):
        generate(robot, only)
    torques = generate(load(heavy_first_link(off_and_back("1"))), only)
    tau = json.loads(torques.files["manifest.json"])["precision"]["kernels"]["inverse_dynamics"]["tau"]
    assert tau["size"] > 1e12 and tau["bound_over_size"] < 1e-13  # it is the frames that are refused, not the weight


VALUES = plausible_exact(bind_symbols(load("two_link")))
LOST = [
    ("coriolis", "c", "1e8"),
    ("mass_matrix", "M", "1e8"),
    ("regressor", "Y", "1e8"),
    ("forward_dynamics", "qdd", "1e8"),
    ("kinetic_energy", "K", "1e13"),
    ("tip_motion", "T", "1e13"),
]
LEFT = "0.07"  # the way back is another number than the way there, else it is seen that speeds cancel


@pytest.mark.parametrize(("kernel", "output", "far"), LOST)
def test_every_kernel_is_held_to_the_limit_by_itself(kernel: str, output: str, far: str) -> None:
    generate(load(off_and_back("1", LEFT)), Options(only=(kernel,)))
    with pytest.raises(InputError, match=f"{output} of {kernel} would be wrong by .*frames of links near their bodies"):
        generate(load(off_and_back(far, LEFT)), Options(only=(kernel,)))


def test_what_cancels_exactly_is_not_computed_at_all() -> None:
    generate(load(off_and_back("1e13")), Options(only=("kinetic_energy",)))


def test_weight_is_judged_by_the_whole_torque_of_its_joint() -> None:
    robot = bind_symbols(load("two_link"))
    (errors,) = kernel_errors(robot, [generate(robot, Options(only=("gravity",))).kernels[0].program], VALUES)
    errors.sizes, errors.bound = [1e-13, 20.0], [1e-14, 1e-15]  # next to nothing of the weight, which rounding changes
    errors.observed = errors.bound
    refuse_imprecise(robot, [errors], [30.0, 20.0], [])
    with pytest.raises(InputError, match=r"g of gravity would be wrong by 0\.01 of the torque of joint1"):
        refuse_imprecise(robot, [errors], [1e-12, 20.0], [])
    refuse_imprecise(robot, [errors], [1e-7, 20.0], [])  # a tenth of what is refused


def test_a_chain_whose_bound_is_idle_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_errors, "LOOSE", math.inf)  # intervals alone: by lengths, forty joints have 1e-8
    precision, _ = stated(load(thin_arm(20)), ("inverse_dynamics",))
    tau = precision["kernels"]["inverse_dynamics"]["tau"]
    assert tau["bound_over_size"] > MOST  # intervals are blown up, errors are not
    assert 0 < tau["observed_over_size"] < 1e-14 < SEEN


def test_the_bound_of_a_long_chain_tells_something() -> None:
    precision, _ = stated(load(thin_arm(20)), ("inverse_dynamics",))
    tau = precision["kernels"]["inverse_dynamics"]["tau"]
    assert tau["bound_over_size"] < 1e-9 and "observed" not in tau
