"""A turn as a sum: a constant, and what its angle's cosine and sine multiply.

Scalars: exact constants.
"""

from __future__ import annotations

from dataclasses import dataclass

from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3, diagonal, outer, skew

IDENTITY: Mat3[Exact] = diagonal(exact(1), exact(1), exact(1)).map(exact)


@dataclass(frozen=True, slots=True)
class Turn:
    """The matrix constant + c by_cosine + s by_sine."""

    constant: Mat3[Exact]
    by_cosine: Mat3[Exact]
    by_sine: Mat3[Exact]

    def between(self, before: Mat3[Exact], after: Mat3[Exact]) -> Turn:
        """Return the turn between two constant ones."""
        return Turn(*(before @ part @ after for part in (self.constant, self.by_cosine, self.by_sine)))


def turn_about(axis: Vec3[Exact]) -> Turn:
    """Rodrigues: the turn about a unit axis a is a aᵀ + c (1 - a aᵀ) + s [a]×."""
    along = outer(axis, axis)
    return Turn(along, IDENTITY - along, skew(axis).map(exact))


def no_turn(axis: Vec3[Exact]) -> Turn:
    """Return the turn of a joint that does not turn its link."""
    zero = IDENTITY.scale(0)
    return Turn(IDENTITY, zero, zero)
