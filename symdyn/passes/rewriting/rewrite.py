"""Write some values of a program anew, from sums and products of others; everything else stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import groupby
from typing import TypeAlias

from symdyn.algebra.exact import Exact
from symdyn.ir.program import Program, Ref
from symdyn.passes.rewriting.rebuild import Repetition, signed


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
    writer = _Writer(repetition)
    for are_new, indices in groupby(_needed(program, anew), anew.__contains__):
        if are_new:
            for index in indices:
                repetition.put(index, writer.written(anew[index]))
        else:
            repetition.repeat(indices)
    return repetition.finished()


class _Writer:
    """Builds parts; one that occurs in several places once."""

    def __init__(self, repetition: Repetition) -> None:
        self._made, self._builder = repetition.made, repetition.builder
        self._known: dict[int, Ref] = {}

    def written(self, part: Part) -> Ref:
        if isinstance(part, int):
            return self._made(part)
        if isinstance(part, Exact):
            return self._builder.constant(part)
        known = self._known.get(id(part))
        if known is None:
            if isinstance(part, Sum):
                terms = (signed(self.written(term), negative) for term, negative in part.terms)
                known = reduce(self._builder.add, terms)
            else:
                known = reduce(self._builder.mul, map(self.written, part.factors))
            self._known[id(part)] = known
        return known


def _needed(program: Program, anew: Mapping[int, Part]) -> list[int]:
    """Return the instructions that results depend on, in order."""
    needed = bytearray(len(program.instructions))
    for ref in program.results:
        needed[ref.index] = True
    seen: set[int] = set()
    for index in reversed(range(len(needed))):
        if needed[index]:
            used = _used(anew[index], seen) if index in anew else program.instructions[index].operands
            for operand in used:
                needed[operand] = True
    return [index for index, is_needed in enumerate(needed) if is_needed]


def _used(part: Part, seen: set[int]) -> Iterator[int]:
    """Yield the instructions in a part, without the parts of it in ``seen``."""
    if isinstance(part, int):
        yield part
    elif isinstance(part, Sum | Product) and id(part) not in seen:
        seen.add(id(part))
        for inner in (term for term, _ in part.terms) if isinstance(part, Sum) else part.factors:
            yield from _used(inner, seen)
