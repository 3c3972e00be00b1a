"""Frames of links on others in a stance, all of whose joints are known, or all but one.

Scalars: any commutative ring; where a joint is unknown, functions of it (see `one_unknown`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.closure.stance import HERE, Frame


class Placing(Protocol):
    """A stance, with all joints known, or all but that of one link, and then with the known ones beneath it.

    `chains` are the frames of links on others, once asked for.
    """

    chains: dict[tuple[int, ...], Frame[Any]]

    @property
    def beneath(self) -> Placing | None:
        """The stance of the known joints; None where all are known."""

    @property
    def half(self) -> Any:
        """One half."""

    @property
    def unknown_link(self) -> int:
        """The link whose joint is not known."""

    def constant(self, x: Any) -> Any:
        """Return an element of the ring as a scalar of this stance."""

    def placed(self, link: int) -> tuple[Frame[Any], Vec3[Any]]:
        """Return the frame at a joint's origin that turns with its link, and the link's origin in its axes."""

    def axis(self, link: int) -> Vec3[Any]:
        """Return a joint's axis in its link's frame."""

    def first_of_group(self, link: int) -> int | None:
        """Return the first link of the group whose axes are parallel that a link is in; None where it is in none."""

    def direction(self, link: int) -> Mat3[Any]:
        """Return a link's axes in those of its group."""

    def direction_along(self, links: Sequence[int]) -> Mat3[Any] | None:
        """Return the axes of the last of some links of one group in those of what carries the first; None: by steps."""


def along(where: Placing, links: Sequence[int]) -> Frame[Any]:
    """Return the frame of the last of some links, each on the one before, in that of the link before the first."""
    key = tuple(links)
    if not key:
        return HERE
    if key not in where.chains:
        where.chains[key] = _chained(where, key)
    return where.chains[key]


def _chained(where: Placing, links: tuple[int, ...]) -> Frame[Any]:
    if where.beneath is not None and where.unknown_link not in links:
        return along(where.beneath, links).map(where.constant)
    at_joint, offset = where.placed(links[-1])
    before = along(where, links[:-1])
    R = directed(where, links)
    if R is None:
        return before.then(at_joint).then(Frame(HERE.R, offset))
    return Frame(R, before.p + before.R @ at_joint.p + R @ offset)


def directed(where: Placing, links: Sequence[int]) -> Mat3[Any] | None:
    """Return the axes of the last of some links by those of its group; None where they are found step by step."""
    first = where.first_of_group(links[-1])
    if first is None or first == links[-1]:
        return None
    if first not in links:
        return where.direction_along(links) if where.first_of_group(links[0]) == first else None
    below = along(where, links[: list(links).index(first)])
    return below.R @ where.direction(links[-1])
