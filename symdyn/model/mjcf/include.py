"""<include file="…">: another file of the same folder or below, whose elements stand in its place.

MuJoCo takes paths from the folder of the first file. A file that leads out of it is refused, so that a downloaded robot
reads nothing else of a user's; `package_path` names further folders that may be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element, read_xml
from symdyn.sources.text_file import read_text_file

MOST_FILES = 50


def with_included(root: Element, folder: Path, package_path: Sequence[Path]) -> Element:
    """Return a document in which included files stand in the place of their <include>."""
    return _expanded(root, folder, package_path, (), [0])


def _expanded(
    element: Element, folder: Path, allowed: Sequence[Path], way: tuple[Path, ...], count: list[int]
) -> Element:
    children: list[Element] = []
    for child in element.children:
        if child.tag != "include":
            children.append(_expanded(child, folder, allowed, way, count))
            continue
        path = _found(child, folder, allowed)
        count[0] += 1
        if path in way or count[0] > MOST_FILES:
            raise child.error(f"<include> of {quoted(path.name)}: the files include each other without end")
        included = read_xml(read_text_file(path), str(path))
        children += _expanded(included, folder, allowed, (*way, path), count).children
    return replace(element, children=children)


def _found(include: Element, folder: Path, allowed: Sequence[Path]) -> Path:
    written = include.attributes.get("file", "")
    if not written:
        raise include.error("<include> names no file")
    path = (folder / written).resolve()
    if not any(path.is_relative_to(one.resolve()) for one in (folder, *allowed)):
        what = f"<include> of {quoted(written)} leads out of the robot's folder"
        raise include.error(f"{what}; --package-path DIR allows another")
    return path
