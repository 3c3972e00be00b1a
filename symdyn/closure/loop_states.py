"""Random states of a tree in which a robot's loops are closed, in a finite field: where ranks are exact.

Scalars: a finite field.

Signs of rates that are in proportion are one sign; of others nothing is assumed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symdyn.algebra.embedding import Embedding
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.modulus import characteristic
from symdyn.algebra.scalar import Ring
from symdyn.closure.closed_tree import ClosedTree
from symdyn.closure.explicit_closure import ExplicitClosure
from symdyn.closure.iterative_closure import IterativeClosure
from symdyn.closure.projection import Projection
from symdyn.closure.stance import Stance
from symdyn.closure.states import moved_state
from symdyn.closure.variety_points import VarietyPoints
from symdyn.model.robot import Robot

SIMPLE = 10**6  # bound of a ratio's numerator and denominator


class LoopStates:
    """Where states are drawn from."""

    def __init__(self, robot: Robot, closure: ExplicitClosure | IterativeClosure, embedding: Embedding) -> None:
        """Carry a robot into a field, and find which rates are in proportion."""
        self._robot, self._closure, self._embedding = robot, closure, embedding
        self.points = VarietyPoints(robot, closure.steps, embedding, closure.given)
        self.shared: dict[int, tuple[int, int]] = {}
        self.shared = self._shared_signs()

    def draw(self) -> dict[str, Any]:
        """Return a state of the tree by the names of settings' fields, with E."""
        return self.moving(self.points.tree, self.points.draw().stance)

    def moving(self, tree: ClosedTree[Any], at: Stance[Any]) -> dict[str, Any]:
        """Return the state of a closed position of the tree, with random rates."""
        embedding, n = self._embedding, self._closure.n
        Qd, Qdd, sign = ([embedding.random_element() for _ in range(n)] for _ in range(3))
        rates = tree.rates(at, self._closure.blocks)
        given = {"q": at.q, "c": at.c, "s": at.s, "qd": Qd, "qdd": Qdd, "sign": sign}
        ring = Ring(embedding, {"sign": lambda rate: embedding.random_element()})
        state, E = moved_state(self._robot, rates, ring, given)
        signs = list(state["sign"])
        for first in {first for first, _ in self.shared.values()} - set(self._closure.actuated):
            signs[first] = embedding.random_element()  # something may rub in those that share it alone
        for place, (first, factor) in self.shared.items():
            signs[place] = signs[first] * factor
        return {**state, "sign": tuple(signs), "projection": E}

    def _shared_signs(self) -> dict[int, tuple[int, int]]:
        """Return, for places whose rate is another's times a rational number, that place and the number's sign."""
        if not any(name.endswith(".fc") for name in self._robot.parameter_names):
            return {}  # nothing asks for signs, and points may take long to find
        here, there = (self._rows() for _ in range(2))
        found: dict[int, tuple[int, int]] = {}
        own = self._closure.actuated
        places = [*own, *(i for i in range(len(here)) if i not in own)]  # a coordinate's own sign is the one to share
        for k, place in enumerate(places):
            for first in places[:k]:
                ratio = _ratio(here[place], here[first])
                if first not in found and ratio is not None and ratio == _ratio(there[place], there[first]):
                    found[place] = first, 1 if ratio > 0 else -1
                    break
        return found

    def _rows(self) -> list[list[FieldElement]]:
        E: Projection[FieldElement] = self.draw()["projection"]
        zero = self._embedding.element(Fraction(0))
        rows = [[zero] * self._closure.n for _ in E.E]
        for row, sparse in zip(rows, E.E, strict=True):
            for j, factor in sparse:
                row[j] = zero + factor
        return rows


def _ratio(row: list[FieldElement], other: list[FieldElement]) -> Fraction | None:
    """Return the simple rational number that one row is of another, if it is."""
    pivot = next((j for j, x in enumerate(other) if x), None)
    if pivot is None:
        return None
    ratio = row[pivot] / other[pivot]
    if not ratio or any(x - ratio * y for x, y in zip(row, other, strict=True)):
        return None
    p = characteristic(ratio.modulus)
    return _simple(ratio.value, p) if ratio.value < p else None


def _simple(value: int, p: int) -> Fraction | None:
    a, b, x, y = p, value, 0, 1
    while b > SIMPLE:
        quotient = a // b
        a, b, x, y = b, a - quotient * b, y, x - quotient * y
    return Fraction(b, y) if 0 < abs(y) <= SIMPLE else None
