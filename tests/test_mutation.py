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

SEED, COUNT = 2026, 44
REFORMULATE = "symdyn/mechanism/reformulate"
TURN, LUMPING, SPLIT_TURN = "symdyn/joints/turn.py", f"{REFORMULATE}/lumping.py", f"{REFORMULATE}/split_turn.py"
PERMUTED, SHARED = f"{REFORMULATE}/permuted_axes.py", f"{REFORMULATE}/shared_columns.py"
PROPAGATION = "symdyn/dynamics/propagation.py"
COUNTS = "return bool(entry) and entry != 1 and entry != -1"
PERMUTES = "permutes = constant_products(placed.before.rotation @ placed.after.rotation) == 0"
SHARES = "joints.append(joint.knowing(shares_column=joint.shortcuts.frame_axis is not None and in_parent is not None))"
# (file, line of code, change) -> why the values stay the same; operation counts are held elsewhere
EXPLAINED: dict[tuple[str, str, str], str] = {
    (TURN, "zero = IDENTITY.scale(0)", "( -> (-"): "0 is -0",
    (PERMUTED, COUNTS, "!= -> =="): "decides only which of two equal formulations is cheaper",
    (PERMUTED, COUNTS, "- -> +"): "decides only which of two equal formulations is cheaper",
    (PERMUTED, PERMUTES, "== -> !="): "both ways of turning a field are right; one costs less",
    (SHARED, SHARES, "not ->"): "the column may be taken from the parent or computed; one costs less",
    (SPLIT_TURN, "sparse = 0 < constant_products(before) + constant_products(after) <= SPARSE_TURN", "+ -> -"): (
        "decides only whether a turn is applied in factors or whole"
    ),
    (PROPAGATION, "j = (k + 2) % 3", "+ -> -"): "the other of the two axes across the joint's serves as well",
    (LUMPING, "p = origin + R @ joint.joint_p_link", "+ -> -"): "a fixed joint has all of its placement before it",
    (
        LUMPING,
        "moving = replace(mechanism, joints=tuple(joints), last=carriers[mechanism.last], tip=p + R @ mechanism.tip)",
        "+ -> -",
    ): "before lumping the tip is its link's origin",
}


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
