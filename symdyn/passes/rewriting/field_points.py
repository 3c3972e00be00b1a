"""The values of a program at points of a finite field, where what is equal or in proportion shows.

A point is a random element for every input, and a random rotation for every angle, of which sines and cosines are
taken. Roots have either sign: at the first point some, then each in turn the other one, so that what is seen at all
points does not take one for |x|, or for an x that has its square. Nothing is known of other functions: their values are
random as well. So what holds at the points holds wherever the program has a value, but for one chance in 2^50.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from symdyn.algebra.embedding import Embedding, NoFieldError
from symdyn.algebra.exact import Exact
from symdyn.algebra.modulus import square_root_mod
from symdyn.ir.op import ADD, COS, DIV, MUL, NEG, SIN, SQRT, SUB
from symdyn.ir.program import Program

MOST_ROOTS = 4  # each exists at every other point
DRAWS = 256


@dataclass(frozen=True, slots=True)
class FieldPoints:
    """The prime, how constants become elements, and the values of all instructions at each point."""

    p: int
    image: Callable[[Exact], int]
    values: Sequence[Sequence[int]]


def field_points(program: Program) -> FieldPoints | None:
    """Return points at which all values exist; None of programs for which they would be hard to find."""
    roots = [index for index, one in enumerate(program.instructions) if one.op is SQRT]
    if len(roots) > MOST_ROOTS:
        return None
    try:
        embedding = Embedding(one.payload for one in program.instructions if isinstance(one.payload, Exact))
    except NoFieldError:
        return None
    if embedding.degree > 1:
        return None

    def image(constant: Exact) -> int:
        return embedding(constant).value

    constants = {i: image(one.payload) for i, one in enumerate(program.instructions) if isinstance(one.payload, Exact)}
    values: list[list[int]] = []
    for seed in range(DRAWS):
        turns = (None,) if values else (None, *roots)  # all at the first point
        found = [_values(program, constants, embedding.p, seed, turned) for turned in turns]
        if all(found):
            values += [one for one in found if one is not None]
            if len(values) > 1 + len(roots):
                return FieldPoints(embedding.p, image, values)
    return None


def _values(program: Program, constants: Mapping[int, int], p: int, seed: int, turned: int | None) -> list[int] | None:
    """Return the values at one point, a root with its other sign; None if they do not exist."""
    source = random.Random(seed)
    rotations: dict[int, tuple[int, int]] = {}
    values: list[int] = []
    keep = values.append
    for index, (op, operands, _) in enumerate(program.instructions):
        if op is MUL:
            keep(values[operands[0]] * values[operands[1]] % p)
        elif op is ADD:
            keep((values[operands[0]] + values[operands[1]]) % p)
        elif op is SUB:
            keep((values[operands[0]] - values[operands[1]]) % p)
        elif index in constants:
            keep(constants[index])
        elif op is NEG:
            keep(-values[operands[0]] % p)
        elif op is DIV:
            if not values[operands[1]]:
                return None
            keep(values[operands[0]] * pow(values[operands[1]], -1, p) % p)
        elif op is SIN or op is COS:
            angle = operands[0]
            if angle not in rotations:
                t = source.randrange(p)
                scale = pow(1 + t * t, -1, p)
                rotations[angle] = (1 - t * t) * scale % p, 2 * t * scale % p
            keep(rotations[angle][op is SIN])
        elif op is SQRT:
            root = square_root_mod(values[operands[0]], p)
            if root is None:
                return None
            keep(-root % p if index == turned else root)
        else:
            keep(source.randrange(p))
    return values
