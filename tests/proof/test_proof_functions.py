"""Roots, arctangents, signs and sums of angles of a program in a field: what is known of them, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from symdyn.algebra.exact import EXACT_PI, exact
from symdyn.algebra.primes import LARGE_PRIME as P
from symdyn.algebra.rational_rotation import rational_rotation
from symdyn.ir.builder import Builder
from symdyn.ir.op import Op
from symdyn.ir.program import Port, Program
from symdyn.ir.text import parse_program
from symdyn.ir.value import Value
from symdyn.proof.angles import Angle, Rotation, UnprovableError, angles, denominators, power
from symdyn.proof.directions import Direction, same_direction
from symdyn.proof.point import draw_point
from symdyn.proof.programs import Known, Ring, evaluate_in_field, functions_at
from symdyn.reference.exact import read_exactly

# an offset is a rotation; what its radians are, nothing asks
RATIONALS = Ring(lambda x: x.rational if x.is_rational else Fraction(0), lambda x: x, lambda x: 1 / x)
NOWHERE = [Fraction(0)] * 3  # coordinates that only rotations speak of
TURNS = [rational_rotation(Fraction(1, 3)), rational_rotation(Fraction(-2, 5)), rational_rotation(Fraction(4, 7))]
ROTATIONS = tuple(Rotation(Fraction(c), Fraction(s)) for c, s in TURNS)


def program_of(make: Any, inputs: str = "q", size: int = 3) -> Program:
    """The program of a function of the entries of one input."""
    builder = Builder("f", [Port(inputs, (size,))], [])
    made = make(*(Value(builder, builder.input(inputs, i)) for i in range(size)))
    builder.outputs = (Port("y", (len(made),)),)
    return builder.finish([value.ref for value in made])


def evaluated(program: Program, known: Known, **inputs: list[Fraction]) -> list[Any]:
    return evaluate_in_field(program, inputs, RATIONALS, functions_at(known, RATIONALS))


def closure(a: Value, b: Value, k: Value) -> list[Value]:
    """A cosine and a sine with a c + b s = k."""
    h = a * a + b * b
    root = (h - k * k).function(Op.SQRT)
    c, s = (a * k - b * root) / h, (b * k + a * root) / h
    return [c, s, s.function(Op.ATAN2, c), (b * k + a * root).function(Op.ATAN2, a * k - b * root)]


A, B, K = Fraction(6), Fraction(7), Fraction(2)  # 36 + 49 - 4 = 81
ROOTS = {Fraction(81): Fraction(9), Fraction(85) ** 2: Fraction(85)}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_root_is_the_one_that_the_table_says(sign: int) -> None:
    known = Known((), roots={Fraction(81): 9 * sign})
    c, s, _, _ = evaluated(program_of(closure, "x"), known, x=[A, B, K])
    assert c * c + s * s == 1 and A * c + B * s == K
    assert c == (A * K - B * 9 * sign) / 85


def test_a_root_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnprovableError, match="f takes a square root of which nothing is known"):
        evaluated(program_of(closure, "x"), Known((), roots={Fraction(80): 9}), x=[A, B, K])


def test_an_arctangent_is_compared_as_a_rotation() -> None:
    c, s, angle, undivided = evaluated(program_of(closure, "x"), Known((), roots=ROOTS), x=[A, B, K])
    there = Direction(s, c)

    def is_there(direction: Direction) -> bool:
        return same_direction(direction, there, ROOTS, RATIONALS.reduced)

    assert is_there(angle) and is_there(undivided)
    assert not is_there(-angle) and not is_there(Direction(c, s))
    assert not is_there(Direction(-s, -c))  # the other side of the line
    assert not is_there(Direction(Fraction(0), Fraction(0)))


def test_directions_of_unknown_lengths_are_refused() -> None:
    one, other = Direction(Fraction(3), Fraction(1)), Direction(Fraction(6), Fraction(2))
    with pytest.raises(UnprovableError, match="without the root of 400"):
        same_direction(one, other, {}, RATIONALS.reduced)
    assert same_direction(one, other, {Fraction(400): Fraction(20)}, RATIONALS.reduced)


def test_the_negative_of_an_arctangent_is_the_mirrored_direction() -> None:
    (found,) = evaluated(program_of(lambda x, y, z: [-x.function(Op.ATAN2, y)], "x"), Known(()), x=[A, B, K])
    assert found == Direction(-A, B)


@pytest.mark.parametrize("use", [lambda a: a + 1, lambda a: 2 * a, lambda a: 1 - a, lambda a: a * a, lambda a: 1 / a])
def test_an_arctangent_that_is_computed_with_is_refused(use: Any) -> None:
    program = program_of(lambda x, y, z: [use(x.function(Op.ATAN2, y))], "x")
    with pytest.raises(UnprovableError):
        evaluated(program, Known(()), x=[A, B, K])


FORMS: dict[str, tuple[Any, dict[int, Fraction], Any]] = {
    "q1": (lambda a, b, c: a, {0: Fraction(1)}, 0),
    "q1 - q2 + pi/2": (lambda a, b, c: a - b + EXACT_PI / 2, {0: Fraction(1), 1: Fraction(-1)}, EXACT_PI / 2),
    "pi - q1/2": (lambda a, b, c: EXACT_PI - a / 2, {0: Fraction(-1, 2)}, EXACT_PI),
    "2 (q1/3 - q3) - 3 q2": (
        lambda a, b, c: 2 * (a / 3 - c) - 3 * b,
        {0: Fraction(2, 3), 1: Fraction(-3), 2: Fraction(-2)},
        0,
    ),
    "q1 + q2 - q1": (lambda a, b, c: (a + 1) + (b - a), {1: Fraction(1)}, 1),
}


@pytest.mark.parametrize("form", FORMS)
def test_an_angle_is_the_sum_of_coordinates_that_it_is(form: str) -> None:
    make, factors, offset = FORMS[form]
    (angle,) = angles(program_of(lambda *q: [make(*q).function(Op.COS)]))
    signs = [{j: sign * factor for j, factor in factors.items()} for sign in (1, -1)]  # a cosine is even
    assert dict(angle.factors) in signs
    assert angle.offset == (exact(offset) if angle.factors == factors else -exact(offset))


def test_parts_of_coordinates_are_powers_of_a_finer_rotation() -> None:
    program = program_of(
        lambda a, b, c: [
            trigonometric.function(op)
            for trigonometric in (a, a / 2, 2 * a / 3 - b, b - a / 6 + EXACT_PI / 2)
            for op in (Op.COS, Op.SIN)
        ]
    )
    parts = denominators([program], 3)
    assert parts == (6, 1, 1)
    rotations = [replace(one, parts=part) for one, part in zip(ROTATIONS, parts, strict=True)]
    found = evaluated(program, Known(rotations), q=NOWHERE)

    def turned(sixths: int, whole: int) -> list[Fraction]:
        rotation = power(*TURNS[0], sixths, RATIONALS.reduced), power(*TURNS[1], whole, RATIONALS.reduced)
        (c, s), (c_more, s_more) = rotation
        return [c * c_more - s * s_more, s * c_more + c * s_more]

    c, s = turned(-1, 1)
    assert found == [*turned(6, 0), *turned(3, 0), *turned(4, -1), -s, c]


def test_a_power_of_a_rotation_is_that_many_turns() -> None:
    c, s = TURNS[0]
    assert power(c, s, 3, RATIONALS.reduced) == (4 * c**3 - 3 * c, 3 * s - 4 * s**3)
    assert power(c, s, -1, RATIONALS.reduced) == (c, -s)
    assert power(c, s, 0, RATIONALS.reduced) == (1, 0)


def test_a_part_finer_than_its_rotation_is_refused() -> None:
    program = program_of(lambda a, b, c: [(a / 2).function(Op.COS)])
    with pytest.raises(UnprovableError, match="coordinate 0 is taken 1/2 times, its rotation in 1"):
        evaluated(program, Known(ROTATIONS), q=NOWHERE)


@pytest.mark.parametrize("make", [lambda a, b, c: a * b, lambda a, b, c: a / b, lambda a, b, c: a * EXACT_PI])
def test_what_is_no_sum_of_coordinates_is_refused(make: Any) -> None:
    with pytest.raises(UnprovableError, match="no sum of coordinates"):
        list(angles(program_of(lambda *q: [make(*q).function(Op.SIN)])))


def test_signs_are_those_of_rates_and_those_in_the_table_of_either_sign() -> None:
    program = program_of(
        lambda a, b, c: [one.function(Op.SIGN) for one in (a, -b, a - b, b - a, 2 * a + c, -(2 * a + c))], "qd"
    )
    rates = [Fraction(2), Fraction(5), Fraction(7)]
    known = Known((), rates=[1, 1, -1], signs={Fraction(-3): -1, Fraction(-11): 1})
    assert evaluated(program, known, qd=rates) == [1, -1, -1, 1, -1, 1]
    with pytest.raises(UnprovableError, match="of unknown sign"):
        evaluated(program, replace(known, signs={Fraction(-3): -1}), qd=rates)


def test_programs_are_proved_modulo_a_prime_too() -> None:
    ring = Ring(lambda x: x.rational.numerator % P, lambda x: x % P, lambda x: pow(x, -1, P))
    program = parse_program(
        "program f(x[2]) -> y[2]\n %0 = input x[0]\n %1 = input x[1]\n %2 = sub %0 %1\n %3 = neg %2\n"
        " %4 = sqrt %3\n %5 = atan2 %3 %4\n return -%4 %5\n"
    )
    known = Known((), roots={(7 - P) % P: 11})
    assert evaluate_in_field(program, {"x": [P - 2, 5]}, ring, functions_at(known, ring)) == [P - 11, Direction(7, 11)]


def wheel(parts: int) -> tuple[Any, Program]:
    """A robot of one turning joint, and a program of a part of its coordinate, a root and an arctangent."""
    mechanism = read_exactly({"symdyn": 1, "name": "wheel", "joints": [{"type": "revolute", "axis": [0, 0, 1]}]})
    builder = Builder(
        "f", [Port("q", (1,)), Port("qd", (1,))], [Port("turn", (2,)), Port("angle", ()), Port("r", (2,))]
    )
    q, qd = (Value(builder, builder.input(name, 0)) for name in ("q", "qd"))
    c, s = ((q / parts).function(op) for op in (Op.COS, Op.SIN))
    root = (2 * qd + 1).function(Op.SQRT)
    outputs = [c, s, s.function(Op.ATAN2, c), root, (2 * qd + 1).function(Op.SIGN)]
    return mechanism, builder.finish([value.ref for value in outputs])


@pytest.mark.parametrize("parts", [1, 3])
def test_a_point_is_drawn_for_the_parts_that_programs_take(parts: int) -> None:
    mechanism, program = wheel(parts)
    identity = [
        [exact(int(i == j)) for j in range(len(mechanism.parameters))] for i in range(len(mechanism.parameters))
    ]
    bare = draw_point(mechanism, identity, [program], baked_in=False, seed=2)
    square = bare.ring.reduced(2 * bare.inputs["qd"][0] + 1)
    point = replace(bare, roots={square: 12345}, known_signs={square: -1})
    turn, angle, functions = point.values(program)
    assert tuple(power(*turn, parts, point.ring.reduced)) == point.turns[0]
    assert point.equal(functions, [12345, -1])
    assert point.equal(angle, [Direction(turn[1], turn[0])])
    assert not point.equal(angle, [Direction(-turn[1], turn[0])])
    with pytest.raises(UnprovableError, match="square root of which nothing is known"):
        bare.values(program)


def test_a_point_without_finer_rotations_has_those_of_its_coordinates() -> None:
    mechanism, program = wheel(1)
    identity = [
        [exact(int(i == j)) for j in range(len(mechanism.parameters))] for i in range(len(mechanism.parameters))
    ]
    bare = draw_point(mechanism, identity, [program], baked_in=False, seed=2)
    square = bare.ring.reduced(2 * bare.inputs["qd"][0] + 1)
    known = replace(bare, rotations=(), roots={square: 1}, known_signs={square: 1})
    assert tuple(known.values(program)[0]) == known.turns[0]


def test_an_angle_without_coordinates_is_its_offset() -> None:
    assert Angle().plus(Angle(offset=exact(2)), -1) == Angle(offset=exact(-2))
