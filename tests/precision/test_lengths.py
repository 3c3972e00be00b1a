"""Bounds by the lengths of turned vectors: they hold for every value of a program, and do not grow with every turn."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from general_arms import general_arm

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import exact
from symdyn.algebra.scalar import Ring
from symdyn.algebra.spatial import Sym3, Vec3, turned_about_axis, turned_vector_about_axis
from symdyn.algebra.trigonometry import cos_sin
from symdyn.generate import generate
from symdyn.ir.builder import Builder
from symdyn.ir.evaluate import MANY_DIGITS, evaluate_all
from symdyn.ir.op import COS, SIN, functions_of
from symdyn.ir.program import Port, Program, Ref
from symdyn.ir.value import Value
from symdyn.model import bind_symbols, load
from symdyn.options import Options
from symdyn.parameters.plausible import plausible_exact
from symdyn.precision.error_bound import Followed, any_of, error_bounds, known_constant
from symdyn.precision.number_format import DOUBLE
from symdyn.precision.ranges import input_ranges

TURNS = 10
TWIST = cos_sin(exact("0.7"))
RANGES = {"a": [(-3.0, 3.0)] * TURNS, "x": [(-1.0, 1.0)] * 6}


def turned(count: int) -> tuple[Builder, list[Value], Vec3[Value], Sym3[Value]]:
    """A vector and a symmetric matrix after turns about z by any angle and about x by a twist, again and again."""
    builder = Builder("turned", (Port("a", (TURNS,)), Port("x", (6,))), (Port("y", (count,)),))
    x = [Value(builder, builder.input("x", i)) for i in range(6)]
    vector, matrix = Vec3(*x[:3]), Sym3(*x)
    c, s = (Value(builder, builder.constant(part)) for part in TWIST)
    for i in range(TURNS):
        angle = Value(builder, builder.input("a", i))
        turn = angle.function(COS), angle.function(SIN)
        vector = turned_vector_about_axis(turned_vector_about_axis(vector, 2, *turn), 0, c, s)
        matrix = turned_about_axis(turned_about_axis(matrix, 2, *turn), 0, c, s)
    return builder, x, vector, matrix


def bounds(program: Program, *, by_lengths: bool) -> list[Followed]:
    given = {name: [any_of(*entry) for entry in entries] for name, entries in RANGES.items()}
    return error_bounds(program, given, DOUBLE, by_lengths=by_lengths)


def test_a_turned_vector_is_no_longer_than_it_was() -> None:
    builder, _, vector, _ = turned(3)
    program = builder.finish([value.ref for value in vector])
    plain, close = (bounds(program, by_lengths=by_lengths) for by_lengths in (False, True))
    assert min(bound.interval.size for bound in plain) > 30  # some 1.4 times wider with every turn
    assert max(bound.interval.size for bound in close) < math.sqrt(3) * (1 + 1e-6)
    roundings = TURNS * 2 * 16  # of two products, their sum, sine and cosine: each of an entry's or the whole length
    assert max(bound.error for bound in close) < roundings * DOUBLE.half_unit < min(bound.error for bound in plain)


def test_a_matrix_turned_on_both_sides_grows_far_less_than_its_entries_would() -> None:
    builder, _, _, matrix = turned(6)
    program = builder.finish([value.ref for value in matrix])
    plain, close = (max(b.error for b in bounds(program, by_lengths=by_lengths)) for by_lengths in (False, True))
    assert close < plain / 100


def all_values(program: Program) -> Program:
    """The same program, every value a result."""
    count = len(program.instructions)
    return replace(program, outputs=(Port("all", (count,)),), results=tuple(map(Ref, range(count))))


def assert_all_within(
    program: Program,
    followed: dict[str, list[Followed]],
    ranges: dict[str, Sequence[tuple[float, float]]],
    constants: dict[str, list[object]],
    seed: int,
) -> None:
    """Compare with many digits: every value lies in its interval, every double within its error."""
    found = error_bounds(all_values(program), followed, DOUBLE, by_lengths=True)
    source = random.Random(seed)
    for corner in (False, True):
        state = {
            name: [source.choice(entry) if corner else source.uniform(*entry) for entry in entries]
            for name, entries in ranges.items()
        }
        digits = {name: [mp_context.mpf(x) for x in values] for name, values in state.items()}
        exactly = {name: [to_mpf(value, {}) for value in values] for name, values in constants.items()}
        truth = evaluate_all(program, digits | exactly, MANY_DIGITS)
        floats = {name: [to_float(value) for value in values] for name, values in constants.items()}
        doubles = evaluate_all(program, state | floats, Ring(to_float, functions_of(np)))
        for bound, many, double in zip(found, truth, doubles, strict=True):
            assert bound.interval.low <= many <= bound.interval.high
            assert abs(many - float(double)) <= bound.error


def test_all_values_of_turned_vectors_and_matrices_lie_within_their_bounds() -> None:
    builder, _, vector, matrix = turned(9)
    program = builder.finish([value.ref for value in (*vector, *matrix)])
    followed = {name: [any_of(*entry) for entry in entries] for name, entries in RANGES.items()}
    for seed in range(3):
        assert_all_within(program, followed, dict(RANGES), {}, seed)


@pytest.mark.parametrize("kernel", ["regressor", "torque_derivatives", "tip_motion"])
def test_all_values_of_a_general_arm_lie_within_their_bounds(kernel: str) -> None:
    robot = bind_symbols(load(general_arm(3)))
    program = generate(robot, Options(only=(kernel,), languages=("python",))).kernels[0].program
    ranges, values = dict(input_ranges(robot)), dict(plausible_exact(robot))
    followed = {name: [any_of(*entry) for entry in entries] for name, entries in ranges.items()}
    followed |= {name: [known_constant(value, DOUBLE) for value in entries] for name, entries in values.items()}
    for seed in range(2):
        assert_all_within(program, followed, ranges, values, seed)
