"""Arctangents in a field: the direction of a point, which has a rotation but no number of radians.

atan2(y, x) is the angle in which (x, y) points. A field does not know radians, and needs none: such an angle goes into
no formula, only to outputs, and what is claimed of it is that it is a certain rotation. Two points lie in one direction
if

    x' y - x y' = 0        and        x x' + y y' = |(x, y)| |(x', y')|

The first says that they lie on one line through the origin, the second that they lie on the same side of it. A field
has no positive elements, so which of its two roots the product of the lengths is must be given: known is that of 1,
where both are cosine and sine, and what is in the table of roots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from symdyn.proof.angles import UnprovableError


@dataclass(frozen=True, slots=True)
class Direction:
    """The angle atan2(y, x)."""

    y: Any
    x: Any

    def __neg__(self) -> Direction:
        """Return the opposite angle: that of the mirrored point."""
        return Direction(-self.y, self.x)

    def _refuse(self, other: object) -> NoReturn:
        raise UnprovableError("an arctangent is computed with, and a field knows none")

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __mod__ = _refuse


def same_direction(a: Direction, b: Direction, roots: Mapping[Any, Any], reduced: Callable[[Any], Any]) -> bool:
    """Tell whether two angles are equal, up to whole turns; an UnprovableError says which root would tell."""
    if reduced(a.y * b.x - a.x * b.y):
        return False
    squared = reduced((a.x * a.x + a.y * a.y) * (b.x * b.x + b.y * b.y))
    if not squared:
        return False  # the origin lies in no direction
    length = 1 if squared == 1 else roots.get(squared)
    if length is None:
        raise UnprovableError(f"directions cannot be compared without the root of {squared}, the product of lengths²")
    return not reduced(a.x * b.x + a.y * b.y - length)
