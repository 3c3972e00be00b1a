"""Carry a tower of square roots into a finite field: a root for every generator, in their order; all else follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from symdyn.algebra.atom import SIN
from symdyn.algebra.exact import Exact
from symdyn.algebra.finite_field import reduced
from symdyn.algebra.modulus import Modulus, some_root
from symdyn.algebra.nested_roots import Generator
from symdyn.algebra.root_tower import Element


@dataclass(frozen=True)
class TowerImages:
    """The images of a tower's numbers in one field; what roots of numbers and angles are there is known."""

    generators: Sequence[Generator]
    modulus: Modulus
    root_of_number: Callable[[int], int]
    rotation: Callable[[Exact], tuple[int, int]]
    _found: list[int] = field(default_factory=list)  # of the first generators

    def __call__(self, element: Element) -> int:
        """Return the image of a number; a NoRootError where the field has no root for a generator."""
        total = 0
        for mask, factor in element.items():
            term = reduced(factor, self.modulus)
            for i in range(mask.bit_length()):
                if mask >> i & 1:
                    term = term * self._generator(i) % self.modulus
            total += term
        return total % self.modulus

    def _generator(self, i: int) -> int:
        while i >= len(self._found):
            self._found.append(self._made(self.generators[len(self._found)]))
        return self._found[i]

    def _made(self, generator: Generator) -> int:
        if generator.radicand is not None:
            return some_root(self(generator.radicand), self.modulus)
        if generator.turn is not None:
            kind, angle, multiple = generator.turn
            return multiple * self.rotation(angle)[kind == SIN] % self.modulus
        return self.root_of_number(generator.number)
