"""Write some values of a program anew, from sums and products of others; everything else stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from symdyn.algebra.exact import Exact
from symdyn.ir.builder import Builder, negated
from symdyn.ir.program import Program, Ref
from symdyn.passes.rebuild import Repetition


@dataclass(frozen=True, slots=True)
class Sum:
    """Parts to add from the left; the negative of those marked so."""

    terms: tuple[tuple[Part, bool], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Parts to multiply from the left."""

    factors: tuple[Part, ...]


Part: TypeAlias = int | Exact | Sum | Product  # a number is an instruction of the program that is rewritten


def rewrite(program: Program, anew: Mapping[int, Part]) -> Program:
    """Build a program again with new expressions for the given instructions, and without what nothing needs then."""
    repetition = Repetition(program)
    write = _writer(repetition.builder, repetition.made)
    for index in _needed(program, anew):
        part = anew.get(index)
        if part is None:
            repetition.instruction(index)
        else:
            repetition.put(index, write(part))
    return repetition.finished()


def _writer(builder: Builder, made: Mapping[int, Ref]) -> Callable[[Part], Ref]:
    """Return what builds parts; one that occurs in several places is built once."""
    written: dict[int, Ref] = {}

    def write(part: Part) -> Ref:
        if isinstance(part, int):
            return made[part]
        if isinstance(part, Exact):
            return builder.constant(part)
        known = written.get(id(part))
        if known is None:
            if isinstance(part, Sum):
                terms = (negated(write(term)) if negative else write(term) for term, negative in part.terms)
                known = reduce(builder.add, terms)
            else:
                known = reduce(builder.mul, map(write, part.factors))
            written[id(part)] = known
        return known

    return write


def _needed(program: Program, anew: Mapping[int, Part]) -> list[int]:
    """Return the instructions that results depend on, in order."""
    needed = {ref.index for ref in program.results}
    seen: set[int] = set()

    def add(part: Part) -> None:
        if isinstance(part, int):
            needed.add(part)
        elif isinstance(part, Sum | Product) and id(part) not in seen:
            seen.add(id(part))
            for inner in (term for term, _ in part.terms) if isinstance(part, Sum) else part.factors:
                add(inner)

    for index in reversed(range(len(program.instructions))):
        if index in needed:
            part = anew.get(index)
            if part is None:
                needed.update(program.instructions[index].operands)
            else:
                add(part)
    return sorted(needed)
