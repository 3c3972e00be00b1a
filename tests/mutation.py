"""Change one sign, product, transpose, comparison or `not` of the source at a time, and see whether a test notices.

    python tests/mutation.py SEED COUNT [FILE ...]   # a sample, COUNT 0: all mutants. Prints the survivors as JSON.

Before that it checks itself: for every guarded file a mutant that changes nothing must survive.

A mutant is never written to disk. A server imports what is slow to import, then forks a child for every mutant; the
child puts the changed text in the place of one module or template and runs the tests that guard that file.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import io
import json
import os
import random
import re
import signal
import sys
import tokenize
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 180  # seconds; a mutant that does not end is noticed, too
# the witness first: it is quick, and notices most; laws notice the rest
DYNAMICS = tuple(f"tests/dynamics/test_dynamics_{name}.py" for name in ("witness", "laws", "kinematics", "lumping"))
FORMULATIONS = "tests/dynamics/test_dynamics_formulations.py"
GUARDS = {  # files -> tests that must notice
    "symdyn/joints/twist.py": DYNAMICS,
    "symdyn/joints/turn.py": DYNAMICS,
    "symdyn/dynamics/newton_euler.py": DYNAMICS,
    "symdyn/dynamics/propagation.py": DYNAMICS,
    "symdyn/mechanism/mechanism.py": DYNAMICS,
    "symdyn/mechanism/reformulate/lumping.py": DYNAMICS,
    "symdyn/mechanism/reformulate/recentring.py": (*DYNAMICS, FORMULATIONS),
    "symdyn/mechanism/reformulate/frame_axes.py": DYNAMICS,
    "symdyn/mechanism/reformulate/shared_columns.py": DYNAMICS,
    "symdyn/mechanism/reformulate/permuted_axes.py": (*DYNAMICS, FORMULATIONS),
    "symdyn/mechanism/reformulate/axial_rotors.py": (*DYNAMICS, FORMULATIONS),
    "symdyn/mechanism/reformulate/outermost.py": (*DYNAMICS, FORMULATIONS),
    "symdyn/mechanism/reformulate/split_turn.py": (*DYNAMICS, FORMULATIONS),
    "symdyn/mechanism/reformulate/resting_points.py": (FORMULATIONS,),
    "symdyn/dynamics/held_axes.py": (FORMULATIONS,),
    "symdyn/dynamics/outermost.py": (FORMULATIONS,),
    "symdyn/dynamics/composite_bias.py": (FORMULATIONS,),
    "symdyn/mechanism/rigid_body.py": DYNAMICS,
    "symdyn/dynamics/regressors/regressor.py": DYNAMICS,
    "symdyn/dynamics/mass_matrix.py": DYNAMICS,
    "symdyn/dynamics/coriolis.py": ("tests/dynamics/test_dynamics_slotine_li.py",),
    "symdyn/dynamics/coriolis_matrix.py": DYNAMICS,
    "symdyn/passes/*.py": ("tests/golden", "tests/passes"),
    "symdyn/ir/builder.py": ("tests/ir", "tests/golden"),
    "symdyn/algebra/dual_functions.py": ("tests/algebra/test_algebra_dual_functions.py",),
    "symdyn/proof/angles.py": ("tests/proof/test_proof_functions.py",),
    "symdyn/proof/directions.py": ("tests/proof/test_proof_functions.py",),
    "symdyn/precision/functions.py": ("tests/ir/test_ir_op.py", "tests/precision/test_root_errors.py"),
    "symdyn/emit/planning/statements.py": ("tests/emit",),
    "templates/c/source.c.jinja": ("tests/emit",),
    "templates/c/selftest.c.jinja": ("tests/emit",),
    "templates/python/module.py.jinja": ("tests/emit",),
}
PYTHON_SWAPS = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "==": "!=", "!=": "==", "not": ""}
# a.cross(b) -> a.cross(-b) and the like; R.T @ v -> R @ v
VECTOR_PRODUCT = re.compile(r"(?<=\.cross)\(|(?<=\.scale)\(|(?<=\.dot)\(|\.T(?= @)")
TEMPLATE_TOKEN = re.compile(
    r"\{[{%#].*?[}%#]\}|/\*.*?\*/|^ \*.*?$|\"[^\"\n]*\""  # what is left alone: jinja, comments, strings
    r"|[-+]=|[<>!=]=|\+\+|->|[-+<>!]",
    re.DOTALL | re.MULTILINE,
)
TEMPLATE_SWAPS = {"+": "-", "-": "+", "+=": "-=", "<": ">", ">": "<", "<=": ">", "!": "", "==": "!=", "!=": "=="}


@cache
def text_of(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Mutant:
    """One change: at an offset of a file, the word that stands there and what takes its place."""

    file: str
    line: int
    offset: int
    before: str
    after: str
    code: str  # the line as it was

    def source(self) -> str:
        text = text_of(self.file)
        return text[: self.offset] + self.after + text[self.offset + len(self.before) :]

    @property
    def key(self) -> tuple[str, str, str]:
        """What a list of survivors knows it by: not its line number, which moves."""
        return self.file, self.code, f"{self.before} -> {self.after}".strip()


def all_mutants() -> list[Mutant]:
    found = []
    for pattern in GUARDS:
        for path in sorted(ROOT.glob(pattern)):
            file = path.relative_to(ROOT).as_posix()
            found += _python_mutants(file) if path.suffix == ".py" else _template_mutants(file)
    return found


def sample(seed: int, count: int, files: Sequence[str] = ()) -> list[Mutant]:
    """Return a random sample in which every file has its share; of the given files only, where some are given."""
    mutants = [mutant for mutant in all_mutants() if not files or mutant.file in files]
    random.Random(seed).shuffle(mutants)
    by_file: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant.file, []).append(mutant)
    rounds = [mutant for turn in range(len(mutants)) for of in by_file.values() for mutant in of[turn : turn + 1]]
    return rounds[:count] if count else rounds


def _mutant(file: str, text: str, offset: int, before: str, after: str) -> Mutant:
    line = text.count("\n", 0, offset) + 1
    return Mutant(file, line, offset, before, after, text.splitlines()[line - 1].strip())


def _python_mutants(file: str) -> list[Mutant]:
    text = text_of(file)
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.OP, tokenize.NAME) and token.string in PYTHON_SWAPS:
            offset = starts[token.start[0] - 1] + token.start[1]
            found.append(_mutant(file, text, offset, token.string, PYTHON_SWAPS[token.string]))
    for match in VECTOR_PRODUCT.finditer(text):
        found.append(_mutant(file, text, match.start(), match.group(), "" if match.group() == ".T" else "(-"))
    return found


def _template_mutants(file: str) -> list[Mutant]:
    text = text_of(file)
    return [
        _mutant(file, text, match.start(), match.group(), TEMPLATE_SWAPS[match.group()])
        for match in TEMPLATE_TOKEN.finditer(text)
        if match.group() in TEMPLATE_SWAPS and not text[: match.start()].rpartition("\n")[2].startswith("#")
    ]


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module the text of a mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self.module = mutant.file.removesuffix(".py").replace("/", ".")
        self.path = ROOT / mutant.file
        self.text = mutant.source()

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.module else None

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, self.path, "exec"), module.__dict__)


def _install(mutant: Mutant) -> None:
    if mutant.file.endswith(".py"):
        sys.meta_path.insert(0, _Changed(mutant))
        return
    import jinja2

    changed, whole = mutant.file.partition("/")[2], jinja2.FileSystemLoader.get_source

    def get_source(self: Any, environment: Any, template: str) -> Any:
        text, name, fresh = whole(self, environment, template)
        return (mutant.source() if template == changed else text), name, fresh

    jinja2.FileSystemLoader.get_source = get_source  # type: ignore[method-assign]


def _keep_nothing() -> None:
    """Neither read nor write the cache of packages: it goes by the source on disk, where no mutant is."""
    from symdyn.runtime import package_cache

    package_cache.source_fingerprint = lambda *_, **__: None  # type: ignore[assignment]


def guards_of(mutant: Mutant) -> tuple[str, ...]:
    return next(tests for pattern, tests in GUARDS.items() if Path(mutant.file).match(pattern))


def survives(mutant: Mutant) -> bool:
    """Fork, run the tests that guard the mutant's file, and tell whether they all pass."""
    child = os.fork()
    if child == 0:
        _run_tests(mutant)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def _run_tests(mutant: Mutant) -> None:
    code = 1
    try:
        signal.alarm(TIMEOUT)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        import pytest

        _install(mutant)
        _keep_nothing()
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *guards_of(mutant)]))
    finally:
        os._exit(code)


def survivors(mutants: Sequence[Mutant], workers: int) -> list[Mutant]:
    with ThreadPoolExecutor(workers) as pool:  # threads only wait for their children
        outcomes = list(pool.map(survives, mutants))
    return [mutant for mutant, alive in zip(mutants, outcomes, strict=True) if alive]


def main(seed: int, count: int, files: Sequence[str]) -> None:
    os.chdir(ROOT)
    sys.dont_write_bytecode = True
    for slow in ("pytest", "numpy", "numpy.testing", "mpmath", "jinja2", "yaml", "cffi"):
        importlib.import_module(slow)
    assert not any(name.partition(".")[0] == "symdyn" for name in sys.modules), "children must import symdyn themselves"
    workers = os.cpu_count() or 1
    chosen = sample(seed, count, files)
    controls = {guards_of(mutant): replace(mutant, after=mutant.before) for mutant in chosen}
    assert len(survivors(list(controls.values()), workers)) == len(controls), "tests fail without any change"
    alive = survivors(chosen, workers)
    print(json.dumps([asdict(mutant) for mutant in alive]))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
