"""The door from SymPy to programs: sums, products, powers of halves, sines, cosines, arctangents, signs and constants.

Any other node is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import sympy as sp

from symdyn.errors import InputError
from symdyn.ir.builder import Builder
from symdyn.ir.op import SQRT, Op, functions_of
from symdyn.ir.program import Port, Program, Ref
from symdyn.ir.verify import verify
from symdyn.symbolic.exact_expression import constant

Output: TypeAlias = sp.Expr | sp.MatrixBase | Sequence[sp.Expr]
FUNCTIONS = {function: Op(name) for name, function in functions_of(sp).items()}  # a root is a power there


def lower(name: str, inputs: Mapping[str, Sequence[sp.Symbol]], outputs: Mapping[str, Output]) -> Program:
    """Return the program that computes expressions; every symbol in them must be a scalar of an input."""
    flat = {port: _flat(value) for port, value in outputs.items()}
    builder = Builder(
        name,
        [Port(port, (len(symbols),)) for port, symbols in inputs.items()],
        [Port(port, shape) for port, (_, shape) in flat.items()],
    )
    made: dict[sp.Expr, Ref] = {
        symbol: builder.input(port, i) for port, symbols in inputs.items() for i, symbol in enumerate(symbols)
    }
    return verify(builder.finish([_lowered(x, builder, made) for entries, _ in flat.values() for x in entries]))


def _flat(value: Output) -> tuple[list[sp.Expr], tuple[int, ...]]:
    if isinstance(value, sp.MatrixBase):
        shape = value.shape if value.shape[1] > 1 else value.shape[:1]
        return [sp.sympify(x, strict=True) for x in value], tuple(shape)
    if isinstance(value, sp.Expr):
        return [value], ()
    return [sp.sympify(x, strict=True) for x in value], (len(value),)


def _lowered(expression: sp.Expr, builder: Builder, made: dict[sp.Expr, Ref]) -> Ref:
    if expression not in made:
        made[expression] = _node(expression, builder, made)
    return made[expression]


def _node(expression: sp.Expr, builder: Builder, made: dict[sp.Expr, Ref]) -> Ref:
    if not expression.free_symbols:
        return builder.constant(constant(expression))
    operands = [_lowered(argument, builder, made) for argument in expression.args]
    if isinstance(expression, sp.Add | sp.Mul):
        combine = builder.add if isinstance(expression, sp.Add) else builder.mul
        total, *rest = operands
        for operand in rest:
            total = combine(total, operand)
        return total
    if isinstance(expression, sp.Pow) and (2 * expression.exp).is_Integer:
        return _power(operands[0], expression.exp, builder)
    if expression.func in FUNCTIONS:
        return builder.apply(FUNCTIONS[expression.func], operands)
    if isinstance(expression, sp.Symbol):
        raise InputError(f"the symbol {expression} is no input of the program")
    raise InputError(f"{expression} cannot be computed by a program (a SymPy {type(expression).__name__})")


def _power(base: Ref, exponent: sp.Rational, builder: Builder) -> Ref:
    whole, half = divmod(int(2 * abs(exponent)), 2)
    result = builder.function(SQRT, base) if half else builder.constant(1)
    for _ in range(whole):
        result = builder.mul(result, base)
    return result if exponent > 0 else builder.div(builder.constant(1), result)
