"""Which link each joint stands on: a tree, told in an order in which every parent comes first; and its tips."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import unknown_name
from symdyn.model.robot import BASE
from symdyn.model.robot_file.fields import items_of, text_of
from symdyn.model.text.tree import Node

BASE_NAME = "base"
# what is behind the names of kernels that are forms of others, or their parts
FORMS = ("batch", "block", "columns", "prepare", "same", "lanes")


def parent_index(index: int, parents: Sequence[Node | None], links: Sequence[str]) -> int:
    """Return the index of the entry whose link carries the joint ``index``, or BASE.

    ``parents`` are the `parent` fields of all entries (None: the link before), ``links`` the names of their links.
    """
    node = parents[index]
    if node is None:
        return index - 1  # BASE for the first
    name = text_of(node, "the name of a link, or base")
    if name == BASE_NAME:
        return BASE
    if name not in links:
        raise node.error(unknown_name("link", name[:60], [BASE_NAME, *links]))
    parent = links.index(name)
    if parent < index:
        return parent
    cycle = _cycle(index, parents, links)
    if cycle:
        raise node.error(f"the links form a cycle: {' -> '.join(cycle)}; every chain must end at the base")
    raise node.error(
        f"the entry of link {name!r} comes later; put it before this one: joints go from the base outwards"
    )


def tip_index(node: Node | None, links: Sequence[str]) -> int:
    """Return the index of the entry whose link is the tip; the last one where the file names none."""
    if node is None:
        return len(links) - 1
    name = text_of(node, "the name of a link")
    if name == BASE_NAME:
        raise node.error("the base never moves, so it is no tip; name a link")
    if name not in links:
        raise node.error(unknown_name("link", name[:60], links))
    return links.index(name)


def tip_indices(node: Node | None, links: Sequence[str]) -> tuple[int, ...]:
    """Return the indices of the entries whose links have kernels of their own; none where the file names none."""
    found: list[int] = []
    for item in items_of(node) if node is not None else ():
        index = tip_index(item, links)
        form = links[index].rpartition("_")[2]
        if form in FORMS:
            raise item.error(f"jacobian_{links[index]} would be taken for the {form} of another; rename the link")
        if index in found:
            raise item.error(f"link {links[index]!r} is named twice; leave one out")
        found.append(index)
    return tuple(found)


def _cycle(start: int, parents: Sequence[Node | None], links: Sequence[str]) -> list[str]:
    """Return the links from ``start`` back to itself, going to the parent each time; empty if that ends elsewhere."""
    path = [links[start]]
    at = start
    for _ in links:
        node = parents[at]
        name = node.value if node is not None else ([BASE_NAME, *links])[at]
        if not isinstance(name, str) or name not in links:
            return []
        path.append(name)
        at = links.index(name)
        if at == start:
            return path
    return []
