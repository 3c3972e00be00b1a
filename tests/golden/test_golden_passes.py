"""Programs before and after each pass, as text.

A file `<pass>.txt` holds a remark, the program before, a line of dashes, and what the pass made of it. To rewrite the
files after a change that is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden
"""

import os
import pkgutil
from collections.abc import Callable
from pathlib import Path

import pytest

import symdyn.passes
from symdyn.algebra.exact import exact
from symdyn.ir.program import Program
from symdyn.ir.text import parse_program, program_text
from symdyn.passes.bind_inputs import bind_inputs
from symdyn.passes.pipeline import optimise, pipeline
from symdyn.passes.split_offline import split_offline

FOLDER = Path(__file__).parent
DASHES = "-" * 8 + "\n"


KNOWN = ("pi",)


def _both_stages(program: Program) -> list[Program]:
    stages = split_offline(program, KNOWN)
    assert stages.offline is not None
    return [stages.offline, stages.online]


PASSES: dict[str, Callable[[Program], list[Program]]] = {
    **{name: lambda program, transform=transform: [transform(program)] for name, transform in pipeline(KNOWN).items()},
    "bind_inputs": lambda program: [bind_inputs(program, {"pi": [exact(0), exact(1), exact(-2)]})],
    "pipeline": lambda program: [optimise(program, KNOWN)[0]],
    "split_offline": _both_stages,
}
NOT_A_PASS = {"rewriting"}  # what passes are made of


@pytest.mark.parametrize("name", PASSES)
def test_pass_makes_of_a_program_what_the_file_shows(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    before, _, expected = path.read_text().partition(DASHES)
    remark, _, text = before.partition("\n")
    found = "\n".join(program_text(after) for after in PASSES[name](parse_program(text)))
    if os.environ.get("SYMDYN_UPDATE_GOLDEN"):
        path.write_text(f"{remark}\n{text}{DASHES}{found}")
        expected = found
    assert found == expected, "if this is meant: SYMDYN_UPDATE_GOLDEN=1 python -m pytest tests/golden"


def test_every_pass_is_shown() -> None:
    modules = {module.name for module in pkgutil.iter_modules(symdyn.passes.__path__)}
    assert modules - NOT_A_PASS == set(PASSES) == {path.stem for path in FOLDER.glob("*.txt")}
