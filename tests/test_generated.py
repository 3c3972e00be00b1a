"""generated/ is what this version of symdyn generates: a showcase, and the golden test of the whole compiler."""

from pathlib import Path

import pytest

import symdyn
from symdyn.generate import generate

GENERATED = Path(__file__).parents[1] / "generated"
ROBOTS = ("two_link", "ddarm", "stanford", "puma560", "panda")


@pytest.mark.parametrize("name", ROBOTS)
def test_checked_in_code_is_what_is_generated(name: str) -> None:
    expected = {path.name: path.read_text() for path in sorted((GENERATED / name).iterdir())}
    made = generate(symdyn.load(name)).files
    assert sorted(made) == sorted(expected), "run `make update-generated` and look at the difference"
    differing = [file for file in made if made[file] != expected[file]]
    assert not differing, f"{name}: {differing} differ; run `make update-generated` and look at the difference"


def test_nothing_else_is_checked_in() -> None:
    assert sorted(path.name for path in GENERATED.iterdir()) == sorted(ROBOTS)


def test_generated_text_is_free_of_machine_paths() -> None:
    for path in GENERATED.rglob("*"):
        if path.is_file():
            text = path.read_text()
            assert str(GENERATED.parent) not in text, path
