"""Two joints that are found together, from two equations: where points of a loop are drawn that has no simpler way.

Scalars: a finite field.

    x = q, or tan(q/2) up to a turn        both equations are of second degree in each of x and y

With y taken out, what is left is of eighth degree in x, and its roots are those in the field. Of several positions one
is as good as another where they are conjugate: then there is one on average, of as many positions of the others as one
likes, where a field has none, one or several. `variety_points` counts them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symdyn.algebra.exact import exact
from symdyn.algebra.finite_field import FieldElement
from symdyn.algebra.polynomial_roots import roots_of
from symdyn.algebra.scalar import Ring, turned
from symdyn.closure.consequences import Consequence, evaluated
from symdyn.closure.stance import Cut, Stance

Element = FieldElement
Quadratics = list[list[Element]]
"""Coefficients of powers of y, each a quadratic polynomial in x."""
Meeting = tuple[Element, Element]

ASIDE = exact(Fraction(1729, 4104))  # half a turn is at infinity, and is to be no round angle


class Pair:
    """Two joints in a position of all others that equations hold."""

    def __init__(
        self, joints: tuple[int, int], at: Stance[Element], cuts: Sequence[Cut[Element]], ring: Ring[Element]
    ) -> None:
        """Take a stance, which is moved."""
        self._joints, self._at, self._cuts, self._ring = joints, at, cuts, ring
        turning = {i for entry in at.mechanism.joints if entry.kind.turns for i in entry.coordinates}
        self._turning = [joint in turning for joint in joints]
        self._aside = self._turn(ring.lift(ASIDE))

    def meetings(self, equations: Sequence[Consequence]) -> list[Meeting] | None:
        """Return where two equations hold, and all others that are given; None where the two do not tell."""
        forms = [self._quadratics(one) for one in equations[:2]]
        if None in forms:
            return None
        first, second = (form for form in forms if form is not None)
        resultant, found = _resultant(first, second), list[Meeting]()
        if not any(resultant):
            return None
        modulus = resultant[0].modulus
        for root in roots_of([one.value for one in resultant], modulus):
            x = FieldElement(root, modulus)
            y = _common(*([_at(one, x) for one in form] for form in (first, second)))
            if y is not None and self.put(x, y) and not any(self._value(one) for one in equations):
                found.append((x, y))
        return found

    def put(self, *position: Element) -> bool:
        """Let the stance know both joints; False where no angle is of that tangent."""
        for joint, turns, x in zip(self._joints, self._turning, position, strict=True):
            if not turns:
                self._at.knows(joint, q=x)
            elif not _weight(x):
                return False
            else:
                self._at.knows(joint, turn=turned(*self._aside, *self._turn(x)))
        return True

    def _turn(self, x: Element) -> tuple[Element, Element]:
        over = 1 / _weight(x)
        return (1 - x * x) * over, 2 * x * over

    def _value(self, one: Consequence) -> Element:
        value: Element = evaluated(one, self._cuts[one.loop], self._at)
        return value

    def _whole(self, one: Consequence, x: Element, y: Element) -> Element:
        """Return an equation's value times what it is divided by."""
        self.put(x, y)
        value = self._value(one)
        for turns, z in zip(self._turning, (x, y), strict=True):
            value = value * _weight(z) if turns else value
        return value

    def _quadratics(self, one: Consequence) -> Quadratics | None:
        """Return an equation as a polynomial; None where it is of higher degree."""
        zero = self._ring.lift(exact(0))
        places = [zero + k for k in range(3)]
        rows = [_through(*(self._whole(one, x, y) for y in places)) for x in places]
        form = [_through(*column) for column in zip(*rows, strict=True)]
        x, y = zero + 5, zero + 7
        return form if _at([_at(part, x) for part in form], y) == self._whole(one, x, y) else None


def _weight(x: Element) -> Element:
    return x * x + 1


def _through(a: Element, b: Element, c: Element) -> list[Element]:
    """Return the quadratic polynomial with these values at 0, 1 and 2."""
    square = (c - 2 * b + a) * Fraction(1, 2)
    return [a, b - a - square, square]


def _at(polynomial: Sequence[Element], x: Element) -> Element:
    a, b, c = polynomial
    return a + (b + c * x) * x


def _resultant(A: Quadratics, B: Quadratics) -> list[Element]:
    """(a0 b2 - a2 b0)² - (a0 b1 - a1 b0)(a1 b2 - a2 b1)."""

    def cross(i: int, j: int) -> list[Element]:
        return _minus(_times(A[i], B[j]), _times(A[j], B[i]))

    return _minus(_times(cross(0, 2), cross(0, 2)), _times(cross(0, 1), cross(1, 2)))


def _times(a: Sequence[Element], b: Sequence[Element]) -> list[Element]:
    zero = a[0] - a[0]
    return [
        sum((a[i] * b[k - i] for i in range(len(a)) if 0 <= k - i < len(b)), start=zero)
        for k in range(len(a) + len(b) - 1)
    ]


def _minus(a: Sequence[Element], b: Sequence[Element]) -> list[Element]:
    return [x - y for x, y in zip(a, b, strict=True)]


def _common(a: Sequence[Element], b: Sequence[Element]) -> Element | None:
    """Return the one root that two quadratic polynomials have in common, if there is one and not two."""
    slope, rest = a[2] * b[1] - a[1] * b[2], a[2] * b[0] - a[0] * b[2]
    if slope:
        return -rest / slope
    if a[2] or b[2] or not (a[1] or b[1]):
        return None
    return -a[0] / a[1] if a[1] else -b[0] / b[1]
