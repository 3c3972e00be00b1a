"""Half of a squared distance between two points, as a function of the one unknown joint between them.

Scalars: those of a stance with one unknown.
Frames:  y in the frame of the unknown joint's parent, or of its group where all of that is on the way; x in that of
         its link; both from the joint's origin.

    ½ |R x - y|² = ½ (x² + y²) - y · R x

Seen from there, what turns with the joint is one vector, and nothing else of the way is multiplied by its cosine or
sine. Of a c + b s, the part that turns, the size is known without a and b: a² + b² is the product of the squares of x
and y less their parts along the axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.closure.along import Placing, along


@dataclass(frozen=True, slots=True)
class Hinge:
    """The two points, the link's axes where y is, and the joint's axis in the link's frame."""

    x: Vec3[Any]
    y: Vec3[Any]
    R: Mat3[Any]
    axis: Vec3[Any]

    def half_square(self, half: Any) -> Any:
        """½ |R x - y|²."""
        return (self.x.dot(self.x) + self.y.dot(self.y)) * half - self.y.dot(self.R @ self.x)

    def turning(self) -> Any:
        """a² + b² of a joint that turns."""
        x, y, along_x = self.x, self.y, self.axis.dot(self.x)
        along_y = (self.R @ self.axis).dot(y)
        return ((x.dot(x) - along_x * along_x) * (y.dot(y) - along_y * along_y)).x


def hinge_between(
    where: Placing, near: Sequence[int], near_end: Vec3[Any], far: Sequence[int], far_end: Vec3[Any]
) -> Hinge | None:
    """Return the unknown joint between two points on links of one root, with the point beyond it as x.

    ``near`` and ``far`` are the links from the root to either point; None where the joint is on neither way.
    """
    for links, end, other, other_end in ((near, near_end, far, far_end), (far, far_end, near, near_end)):
        if where.unknown_link in links:
            place = links.index(where.unknown_link)
            frame, offset = where.placed(links[place])
            beyond = along(where, links[place + 1 :])
            parent, away = along(where, links[:place]), along(where, other)
            x = offset + beyond.p + beyond.R @ end
            axis, apart = where.axis(links[place]), away.p + away.R @ other_end - parent.p
            first = where.first_of_group(links[place])
            if first not in links[: place + 1]:
                return Hinge(x, parent.R.T @ apart - frame.p, frame.R, axis)
            below = along(where, links[: links.index(first)])
            return Hinge(x, below.R.T @ (apart - parent.R @ frame.p), where.direction(links[place]), axis)
    return None
