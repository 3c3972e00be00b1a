"""A flipped sign in the dynamics, in a pass, in the builder, in a printer or in a template makes a test fail.

The sample below is a part of all mutants; `python tests/mutation.py 0 0` tries them all, in some minutes.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from mutation import GUARDS, ROOT, Mutant, all_mutants, sample

SEED, COUNT = 2026, 40
# (file, line of code, change) -> why no test can notice
EXPLAINED: dict[tuple[str, str, str], str] = {}


@pytest.mark.slow
def test_every_mutant_is_noticed_or_explained() -> None:
    command = [sys.executable, str(ROOT / "tests" / "mutation.py"), str(SEED), str(COUNT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    survivors = [Mutant(**fields) for fields in json.loads(done.stdout)]
    unexplained = [mutant for mutant in survivors if mutant.key not in EXPLAINED]
    assert not unexplained, [f"{m.file}:{m.line}: {m.before!r} -> {m.after!r} in: {m.code}" for m in unexplained]


def test_every_explained_survivor_still_exists() -> None:
    assert set(EXPLAINED) <= {mutant.key for mutant in all_mutants()}


def test_mutants_change_one_word_and_can_be_compiled() -> None:
    for mutant in all_mutants():
        original = (ROOT / mutant.file).read_text(encoding="utf-8")
        changed = mutant.source()
        assert changed != original
        assert len(changed) == len(original) + len(mutant.after) - len(mutant.before)
        assert changed.splitlines()[mutant.line - 1] != original.splitlines()[mutant.line - 1]
        if mutant.file.endswith(".py"):
            ast.parse(changed)


def test_every_guarded_file_has_its_share_of_the_sample() -> None:
    with_mutants = {mutant.file for mutant in all_mutants()}
    assert {mutant.file for mutant in sample(SEED, COUNT)} == with_mutants
    assert {pattern for pattern in GUARDS if not any(Path(file).match(pattern) for file in with_mutants)} == set()
