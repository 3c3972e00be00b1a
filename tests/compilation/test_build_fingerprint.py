"""A source's fingerprint changes with all that could change what it does, and is withheld where it could mislead."""

import os
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from symdyn.compilation.cache import fingerprint as fingerprints
from symdyn.compilation.cache.fingerprint import source_fingerprint
from symdyn.compilation.cache.installed import installed_versions

LATER = 2**62  # nanoseconds: a hundred years from now


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a small source tree."""
    folder = tmp_path / "source"
    (folder / "room").mkdir(parents=True)
    (folder / "room" / "__pycache__").mkdir()
    (folder / "cli").mkdir()
    for name, text in {"a.py": "x = 1\n", "b.py": "y = 2\n", "room/c.py": "z = 3\n", "cli/d.py": ""}.items():
        (folder / name).write_text(text)
    return folder


def fingerprint(*folders: Path, loaded: int = LATER) -> str | None:
    return source_fingerprint(folders, leave_out=("cli",), loaded=loaded)


def test_fingerprint_is_the_same_for_the_same_contents_elsewhere(source: Path, tmp_path: Path) -> None:
    first = fingerprint(source)
    assert first is not None
    assert fingerprint(source.rename(tmp_path / "moved")) == first


@pytest.mark.parametrize(
    "change",
    {
        "an edit of one letter": lambda folder: (folder / "a.py").write_text("x = 2\n"),
        "an edit in a room": lambda folder: (folder / "room" / "c.py").write_text("z = 4\n"),
        "a new file": lambda folder: (folder / "room" / "e.jinja").touch(),
        "a file less": lambda folder: (folder / "b.py").unlink(),
        "another name": lambda folder: (folder / "a.py").rename(folder / "A.py"),
        "another room": lambda folder: (folder / "a.py").rename(folder / "room" / "a.py"),
        "two files that change places": lambda folder: [
            (folder / "a.py").write_text("y = 2\n"),
            (folder / "b.py").write_text("x = 1\n"),
        ],
    }.items(),
    ids=lambda change: change[0],
)
def test_fingerprint_changes_with(change: tuple[str, object], source: Path) -> None:
    before = fingerprint(source)
    change[1](source)  # type: ignore[operator]
    assert fingerprint(source) not in (before, None)


def test_settled_files_are_read_once(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprints, "_SETTLED", 0)
    first, read = fingerprint(source), []
    monkeypatch.setattr("builtins.open", lambda *arguments, **_: read.append(arguments))
    assert fingerprint(source) == first and not read


def test_fingerprint_does_not_change_with_what_is_left_out(source: Path) -> None:
    before = fingerprint(source)
    (source / "cli" / "d.py").write_text("print()\n")
    (source / "room" / "__pycache__" / "c.pyc").write_text("compiled")
    (source / "room" / ".c.py.swp").write_text("an editor's")
    assert fingerprint(source) == before


def test_fingerprint_is_that_of_all_folders(source: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "text.jinja").write_text("one")
    first = fingerprint(source, more)
    (more / "text.jinja").write_text("two")
    assert len({first, fingerprint(source, more), fingerprint(source)}) == 3


def test_source_that_was_edited_after_it_was_loaded_has_no_fingerprint(source: Path) -> None:
    for path in source.rglob("*.py"):
        os.utime(path, ns=(1, 1))
    loaded = time.time_ns() + 10**9
    assert fingerprint(source, loaded=loaded)
    os.utime(source / "room" / "c.py", ns=(loaded + 1, loaded + 1))
    assert fingerprint(source, loaded=loaded) is None


@pytest.mark.skipif(sys.platform == "win32", reason="does not tell when a file was put in its place")
def test_source_that_was_replaced_by_an_older_file_has_no_fingerprint(source: Path) -> None:
    os.utime(source / "a.py", ns=(1, 1))
    assert fingerprint(source, loaded=10) is None


def test_source_that_is_not_there_has_no_fingerprint(source: Path) -> None:
    assert fingerprint(source, source / "nowhere") is None
    (source / "dangling.jinja").symlink_to(source / "nowhere.py")
    assert fingerprint(source) is None


def test_installed_versions_are_those_of_the_metadata() -> None:
    packages = ("jinja2", "mpmath", "numpy", "pyyaml", "symdyn_codegen")
    assert installed_versions(packages) == {package: version(package) for package in packages}


def test_the_first_version_on_the_path_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, folder in (("one", "Tool-2.0.dist-info"), ("two", "tool-1.0.dist-info"), ("two", "other-3.dist-info")):
        (tmp_path / place / folder).mkdir(parents=True)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "none"), str(tmp_path / "one"), str(tmp_path / "two")])
    assert installed_versions(("tool", "missing")) == {"tool": "2.0"}
