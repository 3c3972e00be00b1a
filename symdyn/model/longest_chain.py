"""The tip of an imported robot, whose file names none: the end of its longest chain.

The last entry of a URDF is whatever branch its author wrote last, often a frame on the base, whose Jacobian is zero.
The chain with the most moving joints is the arm; where several have as many, the one with the most links, and of those
the last in the file's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symdyn.model.xml.elements import Element


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of an imported robot: its link, the link it stands on, and whether its joint moves."""

    link: str
    parent: str
    moves: bool


def longest_chain_end(steps: Sequence[Step]) -> str:
    """Return the link at the end of the longest chain; parents come before their children."""
    lengths: dict[str, tuple[int, int]] = {}  # of the chain to a link: moving joints, links
    for step in steps:
        moving, links = lengths.get(step.parent, (0, 0))
        lengths[step.link] = moving + step.moves, links + 1
    most = max(lengths.values())
    return [step.link for step in steps if lengths[step.link] == most][-1]


def refuse_objects(robot: Element, steps: Sequence[Step]) -> None:
    """Say of a file in which nothing moves what it is."""
    if not any(step.moves for step in steps):
        links = "one body" if len(steps) < 1 else f"{len(steps) + 1} bodies"
        raise robot.error(f"an object or a scene, not a robot: {links}, and no joint that moves")


def branches(steps: Sequence[Step]) -> bool:
    """Tell whether a robot is more than one chain."""
    parents = [step.parent for step in steps]
    return len(set(parents)) < len(parents)


def tip_text(tip: str) -> str:
    """Say which tip was taken."""
    return f"the tip is {tip}, the end of the longest chain; --tip LINK names another"
