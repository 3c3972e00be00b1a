"""Cosines and sines that are made of square roots: of angles that compass and straightedge can draw.

    4 cos(pi/12) = sqrt(6) + sqrt(2)        4 cos(pi/5) = 1 + sqrt(5)        2 cos(x/2) = sqrt(2 + 2 cos(x))

Such an angle is a part of pi with a denominator of 2^k, 3 2^k, 5 2^k or 15 2^k; up to 120 here, since each halving
doubles what there is to compute with, and nobody writes roots for smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from symdyn.algebra.atom import COS, PI, SIN, Atom
from symdyn.algebra.exact import Monomial
from symdyn.algebra.root_tower import ONE, Element, RootTower, scaled, sum_of

TWELFTH = 12  # of pi: what roots of numbers are enough for
MOST_PARTS = 120
_PI_MONOMIAL: Monomial = ((Atom(PI), 1),)
Turn = tuple[Element, Element]  # a cosine and a sine
Adjoin = Callable[[Element, str, int, int], Element]
"""Adds the root of an element: COS or SIN of pi over a number, times a number."""


def drawn_part(atom: Atom) -> Fraction | None:
    """Return the part of pi whose cosine or sine an atom is; None where it cannot be drawn."""
    if atom.kind not in (COS, SIN) or atom.argument.terms.keys() != {_PI_MONOMIAL}:
        return None
    part = atom.argument.terms[_PI_MONOMIAL]
    odd = part.denominator // (part.denominator & -part.denominator)
    return part if odd in (1, 3, 5, 15) and part.denominator <= MOST_PARTS else None


def numbers_of(parts: int) -> tuple[int, ...]:
    """Return the numbers whose roots the angle pi/parts is made of."""
    return (2, 3, 5) if parts % 5 == 0 else (2, 3)


def smallest_turn(tower: RootTower, parts: int, root: Callable[[Fraction], Element], adjoin: Adjoin) -> Turn:
    """Return the cosine and the sine of pi/parts, a multiple of 12; the roots that they need are added."""
    r2, r3 = root(Fraction(2)), root(Fraction(3))
    r6 = tower.product(r2, r3)
    turn, reached = (_quarter(sum_of(r6, r2)), _quarter(sum_of(r6, scaled(r2, -1)))), TWELFTH
    if parts % 5 == 0:  # pi/60 = 5 pi/12 - 2 pi/5
        r5 = root(Fraction(5))
        sine = adjoin(sum_of({0: Fraction(10)}, scaled(r5, -2)), SIN, 5, 4)
        fifth = _quarter(sum_of(ONE, r5)), _quarter(sine)
        turn, reached = _composed(tower, turned(tower, turn, 5), turned(tower, fifth, -2)), 5 * TWELFTH
    while reached < parts:
        reached *= 2
        square = scaled(sum_of(ONE, turn[0]), 2)
        double = adjoin(square, COS, reached, 2)
        sine = tower.product(turn[1], tower.product(double, tower.inverse(square)))  # sin(x)/(2 cos(x/2))
        turn = scaled(double, Fraction(1, 2)), sine
    return turn


def turned(tower: RootTower, turn: Turn, times: int) -> Turn:
    """Return the cosine and sine of a multiple of an angle."""
    total: Turn = (ONE, {})
    step, left = turn if times >= 0 else (turn[0], scaled(turn[1], -1)), abs(times)
    while left:
        total = _composed(tower, total, step) if left % 2 else total
        step, left = _composed(tower, step, step), left // 2
    return total


def _composed(tower: RootTower, a: Turn, b: Turn) -> Turn:
    cc, ss = tower.product(a[0], b[0]), tower.product(a[1], b[1])
    return sum_of(cc, scaled(ss, -1)), sum_of(tower.product(a[0], b[1]), tower.product(a[1], b[0]))


def _quarter(a: Element) -> Element:
    return scaled(a, Fraction(1, 4))
