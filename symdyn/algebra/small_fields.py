"""Images of a tower of square roots in small fields, with either sign of every generator.

A square is one modulo every prime, whatever signs are chosen; so of every element it is noted where it is none. A
rational factor has the same note for all signs. Notes of a product are the sums of notes modulo 2, so which product of
elements may be a square is a question of linear algebra.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isqrt
from random import Random

from symdyn.algebra.modulus import square_root_mod
from symdyn.algebra.root_tower import Element

PRIMES_ASKED = 40  # at least, each with an even chance to tell
LARGEST_PRIME = 100_000
MOST_CHOICES = 8  # of signs, for one prime
SURPLUS = 20  # of primes over elements: the odds that notes of free elements are not free are 2^-20
Choice = tuple[int, ...]  # roots of the generators, modulo a prime


class UnclearError(Exception):
    """Too few primes have several choices of roots."""


@dataclass
class SmallFields:
    """The radicands of a tower's generators; of every field that was asked about, the primes with choices of roots."""

    radicands: list[Element] = field(default_factory=list)
    _levels: list[dict[int, list[Choice]]] = field(default_factory=lambda: [{}])
    _primes: Iterator[int] = field(default_factory=lambda: _small_primes())

    def adjoin(self, radicand: Element) -> None:
        """Go on to the field with one more root."""
        self.radicands.append(radicand)

    def _choices(self, level: int, wanted: int) -> dict[int, list[Choice]]:
        """Return the choices for the first generators; where few primes have several, more are looked for."""
        while len(self._levels) <= level:
            self._levels.append({})
            for p, choices in self._levels[-2].items():
                self._extend(p, choices, len(self._levels) - 2)
        while sum(len(choices) > 1 for choices in self._levels[level].values()) < wanted:
            p = next(self._primes, 0)
            if not p:
                break
            self._levels[0][p] = [()]
            for below in range(len(self._levels) - 1):
                if p in self._levels[below]:
                    self._extend(p, self._levels[below][p], below)
        return self._levels[level]

    def _extend(self, p: int, choices: list[Choice], level: int) -> None:
        """Add the roots of one more generator to those of a field, if there are any."""
        longer: list[Choice] = []
        for roots, value in zip(choices, _values(self.radicands[level], choices, p), strict=False):
            root = square_root_mod(value, p)
            longer += [(*roots, root), (*roots, p - root)] if root else []
        if longer:
            some = Random(p).sample(longer, MOST_CHOICES) if len(longer) > MOST_CHOICES else longer
            self._levels[level + 1][p] = some

    def may_be_square(self, a: Element, level: int) -> bool:
        """Whether an element of a field may be a rational times a square there."""
        return all(len(set(notes)) == 1 for (notes,) in self._notes([a], level))

    def square_product(self, a: Element, others: Sequence[Element], level: int) -> list[int] | None:
        """Return with which of others an element of a field may be a square there; None: with none.

        Raises:
            UnclearError: there are too few primes to tell.
        """
        rows = list(self._notes([a, *others], level))
        if len(rows) < len(others) + SURPLUS:
            raise UnclearError
        of_a, *of_others = (_as_bits(column) for column in zip(*rows, strict=True))
        basis: list[tuple[int, int]] = []  # notes, each with a first bit of its own, and what they are made of
        for i, notes in enumerate(of_others):
            rest, made_of = _reduced(notes, 1 << i, basis)
            if rest:
                basis.append((rest, made_of))
        rest, made_of = _reduced(of_a, 0, basis)
        return None if rest else [i for i in range(len(others)) if made_of >> i & 1]

    def _notes(self, elements: Sequence[Element], level: int) -> Iterator[list[list[bool]]]:
        """Yield, for one prime after another, of every element where it is no square."""
        wanted = max(PRIMES_ASKED, len(elements) + SURPLUS)
        for p, choices in self._choices(level, wanted).items():
            if len(choices) < 2:
                continue
            characters = [[pow(x, (p - 1) // 2, p) for x in _values(a, choices, p)] for a in elements]
            if all(each and all(each) for each in characters):
                yield [[x != 1 for x in each] for each in characters]
                wanted -= 1
            if not wanted:
                return


def _as_bits(notes: Sequence[Sequence[bool]]) -> int:
    return sum(bit << i for i, bit in enumerate(bit for each in notes for bit in each))


def _reduced(notes: int, made_of: int, basis: list[tuple[int, int]]) -> tuple[int, int]:
    for known, parts in basis:
        if notes >> (known.bit_length() - 1) & 1:
            notes, made_of = notes ^ known, made_of ^ parts
    return notes, made_of


def _values(a: Element, choices: Sequence[Choice], p: int) -> list[int]:
    """Return the images of an element modulo a prime; none where that divides a denominator."""
    if any(x.denominator % p == 0 for x in a.values()):
        return []
    terms = [
        (x.numerator * pow(x.denominator, -1, p) % p, [i for i in range(mask.bit_length()) if mask >> i & 1])
        for mask, x in a.items()
    ]
    return [sum(_product(factor, generators, roots, p) for factor, generators in terms) % p for roots in choices]


def _product(factor: int, generators: Sequence[int], roots: Choice, p: int) -> int:
    for i in generators:
        factor = factor * roots[i] % p
    return factor


def _small_primes() -> Iterator[int]:
    return (p for p in range(3, LARGEST_PRIME, 2) if all(p % d for d in range(3, isqrt(p) + 1, 2)))
