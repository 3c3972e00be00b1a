"""Draw the rooms of symdyn and who imports whom into docs/house.md: `make house`.

Every import counts, also one inside a function. An arrow that follows from others is left out.
"""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "house.md"
PACKAGE = HERE.parent / "symdyn"
BEGIN, END = "<!-- rooms: written by docs/draw_house.py -->", "<!-- end of rooms -->"
EVERYWHERE = {"errors", "languages", "options", "version"}  # too many arrows, and nothing to learn from them


def room_of(file: Path) -> str:
    """Return the room that a file stands in; a module of the top level is its own."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports_of(file: Path) -> set[str]:
    """Return the rooms that a file imports, at its head or on the way."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in found if name.startswith("symdyn.")}


def rooms() -> dict[str, set[str]]:
    """Return every room with the rooms that it imports."""
    graph: dict[str, set[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        if file.parent == PACKAGE and file.stem in ("__init__", "__main__"):
            continue
        graph.setdefault(room_of(file), set()).update(imports_of(file))
    return {room: (below - {room}) & set(graph) for room, below in graph.items()}


def needed_arrows(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Leave out every arrow that leads where two or more others lead as well."""

    @cache
    def reach(room: str) -> frozenset[str]:
        return frozenset(graph[room]).union(*(reach(below) for below in graph[room]))

    return {
        room: {one for one in below if not any(one in reach(other) for other in below)} for room, below in graph.items()
    }


def drawing() -> str:
    """Return the graph in Mermaid's notation, and the rooms from the ground up, as lines of text."""
    graph = {room: below - EVERYWHERE for room, below in rooms().items() if room not in EVERYWHERE}
    order = TopologicalSorter(graph)
    order.prepare()  # raises CycleError and names the circle, if there is one
    floors = []
    while ready := order.get_ready():
        floors.append(sorted(ready))
        order.done(*ready)
    arrows = [
        f"  {room} --> {below}"
        for room, all_below in sorted(needed_arrows(graph).items())
        for below in sorted(all_below)
    ]
    levels = [f"{i}. {', '.join(f'`{room}`' for room in floor)}" for i, floor in enumerate(floors, start=1)]
    return "\n".join(["```mermaid", "graph TD", *arrows, "```", "", "From the ground up:", "", *levels])


def page_with_drawing(page: str) -> str:
    """Return the page with the drawing between its marks made anew."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{drawing()}\n{END}{tail}"


if __name__ == "__main__":
    PAGE.write_text(page_with_drawing(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
