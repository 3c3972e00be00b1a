"""Random programs with every operation, and exact scalars to run them over.

Sines and cosines over fractions are those of rational rotations: sin(x) stands for 2x/(1 + x²), which is odd, cos(x)
for (1 - x²)/(1 + x²), which is even, and cos² + sin² = 1. That is all that the builder may use, so programs have exact
values. Constants are rational: of these, no other identity is known to it. A fraction that is a square has its root;
other roots, and arctangents, are any functions that are neither odd nor even, the latter 0 where y is.
"""

import random
from fractions import Fraction
from math import isqrt
from typing import Any

from symdyn.algebra.atom import COS, POWER, Atom
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.rational_rotation import rational_rotation
from symdyn.algebra.scalar import Ring
from symdyn.ir.builder import Builder
from symdyn.ir.op import Op
from symdyn.ir.program import InputEntry, Instruction, Port, Program, Ref
from symdyn.ir.value import Value

INPUTS = (Port("x", (4,)), Port("pi", (3,)))
OUTPUTS = (Port("y", (2, 2)), Port("e", ()))
FUNCTIONS = (Op.SIN, Op.COS, Op.SIGN)


def _constant(x: Exact) -> Fraction:
    return x.map(Fraction, _power)


def _power(atom: Atom, exponent: int) -> Fraction:
    if atom.kind == POWER:
        base, inner_exponent = atom.argument
        return _constant(base) ** (inner_exponent.numerator * exponent)  # only whole powers occur
    c, s = rational_rotation(_constant(atom.argument))
    return Fraction(c if atom.kind == COS else s) ** exponent


def _root(x: Fraction) -> Fraction:
    root = Fraction(isqrt(abs(x.numerator)), isqrt(x.denominator))
    return root if root * root == x else (x + 3) / (1 + x * x)


def _angle(y: Fraction, x: Fraction) -> Fraction:
    return (y * y + y) * (x + 2) / (1 + x * x)


FRACTIONS: Ring[Fraction] = Ring(
    lift=_constant,
    functions={
        Op.SQRT: _root,
        Op.ATAN2: _angle,
        Op.SIN: lambda x: rational_rotation(x)[1],
        Op.COS: lambda x: rational_rotation(x)[0],
        Op.SIGN: lambda x: Fraction((x > 0) - (x < 0)),
    },
)


def random_inputs(program: Program, seed: int) -> dict[str, list[Fraction]]:
    source = random.Random(f"inputs {seed}")
    return {
        port.name: [Fraction(source.randint(-9, 9) or 1, source.randint(1, 5)) for _ in range(port.size)]
        for port in program.inputs
    }


def random_program(seed: int, size: int = 60) -> Program:
    """Return a canonical program, with signs, sharing, dead code and labels."""
    source = random.Random(f"program {seed}")
    builder = Builder(f"random{seed}", INPUTS, OUTPUTS)
    pool = [Value(builder, builder.input(port.name, i)) for port in INPUTS for i in range(port.size)]
    for i in range(size):
        a, b = source.choice(pool[-20:]), source.choice(pool)
        made: Any = source.choice(
            [
                lambda a=a, b=b: a + b,
                lambda a=a, b=b: a - b,
                lambda a=a, b=b: -a * b,
                lambda a=a, b=b: a / (b * b + 1),
                lambda a=a: a * Fraction(source.randint(-4, 4), source.randint(1, 3)) - source.randint(-1, 1),
                lambda a=a, b=b: b - a * 0 + (a - a),
                lambda a=a: a.function(source.choice(FUNCTIONS)),
                lambda a=a, b=b: _above_one(pool[0], a, b).function(Op.SQRT),
                lambda a=a, b=b: source.choice((a, -a)).function(Op.ATAN2, source.choice((b, -b))),
            ]
        )()
        if source.random() < 0.3 and builder.instructions[made.ref.index].op not in (Op.CONST, Op.INPUT):
            builder.label(made.ref, f"z_{i}")
        pool.append(made)
    results = [source.choice(pool[7:]).ref for _ in range(4)] + [pool[-1].ref]
    return builder.finish(results)


def _above_one(x: Value, a: Value, b: Value) -> Value:
    """What has a root in floats too, and is no constant: a difference that is the negative of an instruction."""
    small = b.function(Op.SIN)
    return x * x + a * a + 2 - small


def raw_program(seed: int, size: int = 60) -> Program:
    """Return a program that is valid as a computation but not canonical: nothing folded, shared or in order."""
    source = random.Random(f"raw {seed}")
    entries = [InputEntry(port.name, i) for port in INPUTS for i in range(port.size)]
    instructions = [Instruction(Op.INPUT, (), entry) for entry in entries]
    instructions += [Instruction(Op.CONST, (), exact(c)) for c in (0, 1, 2, Fraction(1, 3), 0, 1)]
    squares: list[int] = []  # 1 + x², safe to divide by
    for _ in range(size):
        a, b = (source.randrange(len(instructions)) for _ in range(2))
        op = source.choice([Op.ADD, Op.SUB, Op.MUL, Op.MUL, Op.ADD, Op.DIV, Op.SQRT, Op.ATAN2, *FUNCTIONS])
        if op is Op.DIV:
            instructions += [Instruction(Op.MUL, (b, b)), Instruction(Op.ADD, (len(instructions), 8))]
            squares.append(len(instructions) - 1)
            b = source.choice(squares)
        if op is Op.SQRT:  # of a square: the builder knows it where it is a constant
            instructions.append(Instruction(Op.MUL, (a, a)))
            a = len(instructions) - 1
        operands = (a,) if op is Op.SQRT or op in FUNCTIONS else (a, b)
        instructions.append(Instruction(op, operands))
    results = tuple(Ref(source.randrange(13, len(instructions)), bool(source.getrandbits(1))) for _ in range(5))
    labels = tuple(f"z_{i}" if i > 12 and i % 4 == 0 else None for i in range(len(instructions)))
    return Program(f"raw{seed}", INPUTS, OUTPUTS, tuple(instructions), results, labels)


def random_sums(seed: int, count: int = 12) -> Program:
    """Return a program of sums of products of few things: they have factors, terms and partial sums in common."""
    source = random.Random(f"sums {seed}")
    builder = Builder(f"sums{seed}", INPUTS, OUTPUTS)
    things = [Value(builder, builder.input(port.name, i)) for port in INPUTS for i in range(port.size)]
    sums: list[Any] = []
    for i in range(count):
        total: Any = source.choice([*sums, *things])
        for _ in range(source.randint(1, 5)):
            term: Any = source.choice([*things, *sums[-2:]])
            for _ in range(source.choice((0, 0, 1, 1, 2))):
                term = term * source.choice([*things[:4], Fraction(source.randint(1, 3), 2)])
            total = source.choice([lambda t=term, s=total: s + t, lambda t=term, s=total: t - s])()
        if source.random() < 0.3:
            total = source.choice([1, Fraction(3, 2)]) * (total + source.randint(-1, 1)) / (1 + things[0] * things[0])
        if source.random() < 0.3 and builder.instructions[total.ref.index].op not in (Op.CONST, Op.INPUT):
            builder.label(total.ref, f"S_{i}")
        sums.append(total)
    return builder.finish([one.ref for one in sums[-5:]])
