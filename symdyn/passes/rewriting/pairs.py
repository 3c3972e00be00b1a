"""Common subexpressions: pairs of terms that sums share up to a factor, taken out greedily, the best first.

    S = c*a + c*b + ...      T = d*a - d*b + ...      U = a + b + ...

The pair a + b stands in S with the factor c and in U with none. Taken out of a sum with m common factors, it saves m
multiplications; taken out of several sums it is computed once. A pair that was taken out is a term like any other.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from symdyn.algebra.exact import exact
from symdyn.passes.rewriting.rewrite import Part, Product, Sum

Factors: TypeAlias = tuple[int, ...]  # in ascending order: instructions, and from `first_pair` on pairs taken out
Term: TypeAlias = tuple[bool, Factors]  # negative or not, and a product
Pair: TypeAlias = tuple[Factors, Factors, bool]  # left and right term, and whether they have opposite signs
Place: TypeAlias = tuple[int, int, int]  # a sum, and two terms of it
Occurrence: TypeAlias = tuple[Factors, bool]  # the common factors, and the sign of the left term
Eligible: TypeAlias = Callable[[Factors], bool]


@dataclass(slots=True)
class Pairs:
    """The terms of sums, and where each pair of them occurs.

    Only eligible terms are paired, those with a common factor if `factoring`, else those without.
    """

    sums: Mapping[int, list[Term]]
    first_pair: int
    eligible: Eligible
    factoring: bool
    taken_out: list[Pair] = field(default_factory=list)
    changed: dict[int, dict[int, Term]] = field(default_factory=dict)
    _terms: dict[int, dict[int, Term]] = field(default_factory=dict)
    _places: dict[Pair, dict[Place, Occurrence]] = field(default_factory=dict)
    _of_term: dict[tuple[int, int], list[tuple[Pair, Place]]] = field(default_factory=dict)
    _waiting: list[tuple[int, Pair]] = field(default_factory=list)
    _next: int = 0  # above the numbers of all terms

    def take_out(self) -> dict[int, Part]:
        """Take pairs out while that saves something; return the sums that changed, written anew."""
        for index, terms in self.sums.items():
            self._terms[index] = dict(enumerate(terms))
            self._next = max(self._next, len(terms))
            candidates = [i for i, (_, factors) in enumerate(terms) if self.eligible(factors)]
            for i, j in combinations(candidates, 2):
                self._note(index, i, j)
        for pair in self._places:
            self._queue(pair)
        while self._waiting:
            saving, pair = heapq.heappop(self._waiting)
            now = self._saving(pair)
            if now == -saving:
                self._take(pair)
            elif now > 0:
                heapq.heappush(self._waiting, (-now, pair))
        return self._written()

    def _note(self, index: int, i: int, j: int) -> Pair | None:
        """Enter two terms of a sum under their pair."""
        (negative, one), (second, other) = self._terms[index][i], self._terms[index][j]
        if self.factoring == set(one).isdisjoint(other):
            return None
        common, left, right = split_common(one, other) if self.factoring else ((), one, other)
        if left == right:
            return None  # x + x or x - x
        if right < left:
            left, right, negative, second = right, left, second, negative
        pair, place = (left, right, negative != second), (index, i, j)
        self._places.setdefault(pair, {})[place] = (common, negative)
        for term in (i, j):
            self._of_term.setdefault((index, term), []).append((pair, place))
        return pair

    def _queue(self, pair: Pair) -> None:
        saving = self._saving(pair)
        if saving > 0:
            heapq.heappush(self._waiting, (-saving, pair))

    def _apart(self, pair: Pair) -> Iterator[tuple[Place, Occurrence]]:
        """Yield the places of a pair, no term twice."""
        seen: set[tuple[int, int]] = set()
        for place, occurrence in self._places[pair].items():
            index, i, j = place
            if (index, i) not in seen and (index, j) not in seen:
                seen |= {(index, i), (index, j)}
                yield place, occurrence

    def _saving(self, pair: Pair) -> int:
        """Operations saved: the common factors once in every place, and the pair in all places but one."""
        left, right, _ = pair
        places = list(self._apart(pair))
        within = 1 + max(0, len(left) - 1) + max(0, len(right) - 1)
        lost = not left or not right  # x + x*y = x*(1 + y): the product stays
        return sum(len(common) - lost for _, (common, _) in places) + within * (len(places) - 1)

    def _take(self, pair: Pair) -> None:
        """Put one new term in the place of two, wherever the pair occurs."""
        number = self.first_pair + len(self.taken_out)
        self.taken_out.append(pair)
        touched: dict[Pair, None] = {}
        for place, (common, negative) in list(self._apart(pair)):
            index, i, j = place
            terms = self._terms[index]
            for term in (i, j):
                del terms[term]
                for other, where in self._of_term.pop((index, term)):
                    self._places[other].pop(where, None)
                    touched[other] = None
            new = self._next = self._next + 1
            terms[new] = (negative, (*common, number))
            self.changed[index] = terms
            for term in list(terms)[:-1]:
                found = self._note(index, term, new) if self.eligible(terms[term][1]) else None
                if found is not None:
                    touched[found] = None
        for other in touched:
            self._queue(other)

    def _written(self) -> dict[int, Part]:
        """Return the changed sums as sums of products."""
        pairs: list[Part] = []
        for left, right, opposite in self.taken_out:
            pairs.append(Sum(((self._product(left, pairs), False), (self._product(right, pairs), opposite))))
        return {
            index: Sum(tuple((self._product(factors, pairs), negative) for negative, factors in terms.values()))
            for index, terms in self.changed.items()
        }

    def _product(self, factors: Factors, pairs: list[Part]) -> Part:
        first = self.first_pair
        parts = tuple(factor if factor < first else pairs[factor - first] for factor in factors)
        if len(parts) > 1:
            return Product(parts)
        return parts[0] if parts else exact(1)


def split_common(one: Factors, other: Factors) -> tuple[Factors, Factors, Factors]:
    """Return the factors that two products share, and those that only one of them has."""
    shared = Counter(one) & Counter(other)
    common = tuple(sorted(shared.elements()))
    left, right = (tuple(sorted((Counter(factors) - shared).elements())) for factors in (one, other))
    return common, left, right
