"""A cache that is damaged, shared or not there costs time at most; and a user's mistake is told as without it."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kept_packages import GRAVITY, kept, numpy_gravity

import symdyn
from symdyn.options import Options
from symdyn.runtime import package_cache

pytestmark = pytest.mark.usefixtures("cache")


def truncate(file: Path) -> None:
    """Keep the first half, as a full disk would."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def change_a_digit(file: Path) -> None:
    """Make a number another."""
    file.write_bytes(file.read_bytes().replace(b"9.80665", b"9.80666"))


def empty(file: Path) -> None:
    """Leave nothing."""
    file.write_bytes(b"")


def fill_with_rubbish(file: Path) -> None:
    """Leave bytes that are no text."""
    file.write_bytes(b"\xff\xfe\n" * 100)


def seal_rubbish(file: Path) -> None:
    """Make the digest right and the text no package."""
    package_cache.publish_checksummed(file.parents[1], file, "the source", '{"name": "two_link"}')


def seal_nests(file: Path) -> None:
    """Make the digest right and the text nested more deeply than any parser follows."""
    package_cache.publish_checksummed(file.parents[1], file, kept_source(file), '{"pi": ' + "[" * 100_000)


def seal_other_types(file: Path) -> None:
    """Make the digest right and a part of the package a number."""
    text = file.read_text().partition("\n")[2]
    entry = {**json.loads(text), "kernels": 3}
    package_cache.publish_checksummed(file.parents[1], file, kept_source(file), json.dumps(entry))


def kept_source(file: Path) -> str:
    return file.read_text().split()[2]


DAMAGES = [truncate, change_a_digit, empty, fill_with_rubbish, seal_rubbish, seal_nests, seal_other_types, Path.unlink]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_package_is_made_again(damage: Callable[[Path], None], cache: Path, generations: list[str]) -> None:
    expected = numpy_gravity()
    (file,) = kept(cache)
    whole = file.read_bytes()
    damage(file)
    assert not file.exists() or file.read_bytes() != whole
    assert numpy_gravity().tolist() == expected.tolist()
    assert len(generations) == 2
    assert file.read_bytes() == whole
    assert list(cache.iterdir()) == [file.parent], "and nothing else is left"


def test_what_cannot_be_replaced_is_passed_over(cache: Path, generations: list[str]) -> None:
    numpy_gravity()
    (file,) = kept(cache)
    file.unlink()
    (file / "foreign").mkdir(parents=True)
    assert numpy_gravity().any()
    assert numpy_gravity().any()
    assert len(generations) == 3


def test_a_cache_that_cannot_be_written_costs_numpy_kernels_nothing_but_time(
    tmp_path: Path, generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "file" / "cache"))
    assert numpy_gravity().any()
    assert numpy_gravity().any()
    assert len(generations) == 2
    with pytest.raises(symdyn.BuildError, match="cannot keep compiled libraries here"):
        symdyn.build("two_link", GRAVITY)


def test_a_default_cache_that_cannot_be_written_gives_way_to_a_private_temporary_one(
    tmp_path: Path, generations: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.delenv("SYMDYN_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    numpy_gravity()
    numpy_gravity()
    assert generations == ["two_link"]
    assert len(list(tmp_path.glob("symdyn-*/packages/*"))) == 1


ERRORS: dict[str, tuple[Callable[[], Any], str]] = {
    "robot": (lambda: symdyn.build("two_lnk"), "unknown robot 'two_lnk'; did you mean two_link"),
    "file": (lambda: symdyn.build("nowhere.yaml"), r"^nowhere\.yaml: there is no such file$"),
    "type": (lambda: symdyn.build(3), "cannot load a int"),
    "mapping": (lambda: symdyn.build({"symdyn": 1, "name": "arm"}), "^the field 'joints' is missing"),
    "kernel": (
        lambda: symdyn.build("two_link", Options(only=("gravty",))),
        "unknown kernel 'gravty'",
    ),
    "backend": (lambda: symdyn.build("two_link", backend="d"), "unknown backend 'd'"),
    "law": (lambda: symdyn.controller("two_link", "pid"), "unknown law 'pid'"),
    "law first": (lambda: symdyn.controller("two_lnk", "pid"), "unknown law 'pid'"),
    "scalar": (lambda: symdyn.controller("two_link", "pd_gravity", scalar="half"), "unknown scalar 'half'"),
    "fold": (lambda: symdyn.build("stanford", Options(fold=True, only=("gravity",))), "fold needs every parameter"),
    "gains": (lambda: symdyn.controller("two_link", "pd_gravity", {"Kq": 1}), "^gains: unknown gain 'Kq'"),
}


@pytest.mark.parametrize("mistake", ERRORS)
def test_a_mistake_is_told_in_the_same_line_whatever_the_cache_holds(mistake: str) -> None:
    make, line = ERRORS[mistake]
    said = []
    for _ in range(2):
        with pytest.raises(symdyn.InputError, match=line) as caught:
            make()
        said.append(str(caught.value))
        symdyn.build("two_link", GRAVITY, backend="numpy")
    assert said[0] == said[1]


IN_ANOTHER_PROCESS = """
import sys
import symdyn
from symdyn.runtime import package_cache
package_cache.source_fingerprint = lambda *_, **__: "the source"
kernels = symdyn.build("two_link", symdyn.Options(only=("gravity",)), backend="numpy")
print(kernels.gravity([0.1, 0.5]).tolist())
slow = {"jinja2", "mpmath", "sympy", "yaml", "symdyn.generate", "symdyn.model", "symdyn.control", "symdyn.emit"}
print(*sorted(slow & sys.modules.keys()))
"""


def start_process() -> "subprocess.Popen[str]":
    command = [sys.executable, "-W", "error", "-c", IN_ANOTHER_PROCESS]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)


def test_processes_at_once_keep_one_package_and_later_ones_import_nothing_that_generates(cache: Path) -> None:
    processes = [start_process() for _ in range(2)]
    said = [process.communicate()[0].splitlines() for process in processes]
    assert said[0][0] == said[1][0]
    (file,) = kept(cache)
    assert list(cache.iterdir()) == [file.parent]
    later = start_process().communicate()[0].splitlines()
    assert later == [said[0][0], ""]
