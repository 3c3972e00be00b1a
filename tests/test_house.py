"""docs/house.md leads through functions that exist, downwards; and every room's index names what is in it."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "symdyn"
STEP = re.compile(r"^( *)- `([\w/]+\.py)::(\w+)`", re.MULTILINE)
PATHS = re.findall(
    r"^### (.*?)\n(.*?)(?=^###|\Z)", (ROOT / "docs" / "house.md").read_text(encoding="utf-8"), re.M | re.S
)


@cache
def floors() -> dict[str, int]:
    """How far up every room stands: the longest way down from it."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        from draw_house import rooms
    finally:
        sys.path.pop(0)
    below, found = rooms(), dict[str, int]()

    def floor(room: str) -> int:
        if room not in found:
            found[room] = 1 + max((floor(one) for one in below[room]), default=0)
        return found[room]

    return {room: floor(room) for room in below}


def names_in(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


@pytest.mark.parametrize(("command", "steps"), PATHS, ids=[command for command, _ in PATHS])
def test_paths_lead_through_functions_that_exist_and_never_back_up(command: str, steps: str) -> None:
    height, above = floors(), list[tuple[int, str]]()
    found = STEP.findall(steps)
    assert len(found) > 5, command
    for indent, file, name in found:
        assert name in names_in(PACKAGE / file), f"{file} has no {name}"
        room = file.split("/")[0].removesuffix(".py")
        while above and above[-1][0] >= len(indent):
            above.pop()
        if above:
            caller = above[-1][1]
            assert room == caller or height[room] < height[caller], f"{caller} -> {room} goes up"
        above.append((len(indent), room))


PAGE = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
PLACES = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAGE.partition("## Where to look")[2].partition("\n## ")[0])


@pytest.mark.parametrize(("file", "name"), PLACES)
def test_places_to_look_at_exist(file: str, name: str) -> None:
    assert (PACKAGE / file).is_file() and (not name or name in names_in(PACKAGE / file))


def test_there_is_a_place_for_every_usual_question() -> None:
    assert len(PLACES) > 20


ROOMS = sorted({file.parent for file in PACKAGE.rglob("*.py")} - {PACKAGE})


@pytest.mark.parametrize("folder", ROOMS, ids=lambda folder: folder.relative_to(PACKAGE).as_posix())
def test_the_index_of_a_room_names_everything_in_it(folder: Path) -> None:
    index = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    rooms = {file.parent.name for file in folder.glob("*/__init__.py")}
    missing = [name for name in modules | rooms if not re.search(rf"\b{name}\b", index)]
    assert not missing, f"{folder.name}/__init__.py does not name {sorted(missing)}"
