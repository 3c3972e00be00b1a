"""What `import symdyn` gives: every name, and nothing that takes long before it is asked for."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import symdyn

SOURCE = ast.parse(Path(symdyn.__file__).read_text(encoding="utf-8"))


def in_a_fresh_interpreter(program: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_table_and_the_list_and_the_types_name_the_same() -> None:
    typed = [node for node in SOURCE.body if isinstance(node, ast.If)]
    imports = {(alias.name, one.module) for one in typed[0].body for alias in one.names}  # type: ignore[attr-defined]
    assert dict(imports) == symdyn._MODULES
    assert symdyn.__all__ == sorted(symdyn._MODULES)


@pytest.mark.parametrize("name", symdyn.__all__)
def test_every_name_is_found_and_listed_before_it_is(name: str) -> None:
    assert getattr(symdyn, name) is not None
    assert name in in_a_fresh_interpreter("import symdyn; print(*dir(symdyn))")


def test_a_name_that_there_is_not_is_told_as_python_tells_it() -> None:
    with pytest.raises(AttributeError, match="module 'symdyn' has no attribute 'nonsense'"):
        _ = symdyn.nonsense


def test_import_waits_for_nothing_that_takes_long() -> None:
    loaded = in_a_fresh_interpreter("import sys, symdyn; print(*sys.modules)")
    assert {"symdyn", "symdyn.sources.loaded"} <= set(loaded)
    assert not {"numpy", "sympy", "typing", "dataclasses", "symdyn.model", "symdyn.generate"} & set(loaded)
