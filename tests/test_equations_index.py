"""EQUATIONS.md and the tags in the code are one set, and every row leads to code and to a test that exist.

A tag is a paper and what is used of it, in brackets: an equation, several, a range, a table, a theorem. Tags stand
beside the code that follows the paper, and in `tests/papers` beside what is copied from it as data. Files in the index
are looked for in the places named in `PLACES`.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "symdyn" / "papers" / "EQUATIONS.md"
PLACES = [ROOT / place for place in ("symdyn", "tests/papers", "tests/dynamics", "tests/closure", "tests", ".")]
PAPERS = ("LuMeng93", "Lin95", "VanWinssen85", "Walker88", "Atkeson86")
TAG = re.compile(rf"\[({'|'.join(PAPERS)}) ([^\]]+)\]")
COLUMNS = 6


@dataclass(frozen=True)
class Row:
    """One line of the index."""

    line: int
    paper: str
    equations: frozenset[str]
    code: tuple[str, ...]
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"line {self.line}"


def expanded(text: str) -> Iterator[str]:
    """Yield single equations: (66)-(68), (70) is four of them; anything else, such as Table I, stays as it is."""
    for part in re.split(r",\s*", text.strip()):
        bounds = re.fullmatch(r"\((\d+)\)\s*[-–]\s*\((\d+)\)", part)
        if bounds:
            yield from (f"({i})" for i in range(int(bounds[1]), int(bounds[2]) + 1))
        else:
            yield part


def index_rows() -> list[Row]:
    rows = []
    for number, line in enumerate(INDEX.read_text(encoding="utf-8").splitlines(), start=1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if cells[0] not in PAPERS:
            continue
        assert len(cells) == COLUMNS, f"{INDEX.name}:{number} has {len(cells)} cells, not {COLUMNS}"
        places = [tuple(re.findall(r"[\w/.]+::[\w.]+", cell)) for cell in cells[3:5]]
        rows.append(Row(number, cells[0], frozenset(expanded(cells[1])), *places))
    return rows


ROWS = index_rows()


@cache
def tags_of(file: Path) -> frozenset[tuple[str, str]]:
    found = TAG.findall(file.read_text(encoding="utf-8"))
    return frozenset((paper, equation) for paper, text in found for equation in expanded(text))


def test_tags_and_rows_are_the_same_set() -> None:
    files = [*(ROOT / "symdyn").rglob("*.py"), *(ROOT / "tests" / "papers").glob("*.py")]
    tags = {tag for file in files for tag in tags_of(file)}
    rows = {(row.paper, equation) for row in ROWS for equation in row.equations}
    assert sorted(tags - rows) == [], "tags without a row in EQUATIONS.md"
    assert sorted(rows - tags) == [], "rows of EQUATIONS.md without a tag in the code"


@cache
def names_in(file: Path) -> frozenset[str]:
    """Functions, classes, methods and module constants of a file."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{member.name}" for member in node.body if isinstance(member, ast.FunctionDef)}
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(names)


def located(place: str) -> tuple[Path, str]:
    """Find the file of `file::name`."""
    file, _, name = place.partition("::")
    for folder in PLACES:
        if (folder / file).is_file():
            return folder / file, name
    raise AssertionError(f"{file} is in none of {', '.join(str(folder.relative_to(ROOT)) for folder in PLACES)}")


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row_leads_to_tagged_code_and_to_a_test(row: Row) -> None:
    assert row.code and row.tests, "a row names its code and its test as file::function"
    tags: set[tuple[str, str]] = set()
    for place in row.code:
        file, name = located(place)
        assert name in names_in(file), f"{file.name} has no {name}"
        tags |= tags_of(file)
    assert not {(row.paper, equation) for equation in row.equations} - tags, "the code is not tagged with its equation"
    for place in row.tests:
        file, name = located(place)
        assert name.startswith("test_") and name in names_in(file), f"{file.name} has no test {name}"


def test_ranges_of_equations_are_expanded() -> None:
    assert list(expanded("(66)-(68), (70), Table I")) == ["(66)", "(67)", "(68)", "(70)", "Table I"]
