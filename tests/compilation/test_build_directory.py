"""Compiled libraries are kept where the user says, else where the platform says, else among the temporary files."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from symdyn.compilation import CSource, cache_directory, compile_library
from symdyn.errors import BuildError

Scaling = Callable[[str], CSource]


@pytest.fixture
def plain_file(tmp_path: Path) -> Path:
    """Return a file: no directory can be made below it, not even by root."""
    file = tmp_path / "file"
    file.touch()
    return file


def test_symdyn_cache_comes_before_xdg_cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_directory() == tmp_path / "xdg" / "symdyn"
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "mine"))
    assert cache_directory() == tmp_path / "mine"


@pytest.mark.parametrize(("platform", "place"), [("linux", ".cache/symdyn"), ("darwin", "Library/Caches/symdyn")])
def test_relative_xdg_cache_home_is_ignored_for_the_place_of_the_platform(
    platform: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_directory() == tmp_path / place


def test_library_goes_to_symdyn_cache_by_default(
    scaling: Scaling, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "mine"))
    assert compile_library(scaling("1.0")).path.parent == tmp_path / "mine"


def test_named_cache_that_cannot_be_written_is_an_error_that_names_it(
    scaling: Scaling, plain_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BuildError, match=r"file.cache: cannot keep compiled libraries here \(Not a directory\)"):
        compile_library(scaling("1.0"), cache=plain_file / "cache")
    monkeypatch.setenv("SYMDYN_CACHE", str(plain_file / "mine"))
    with pytest.raises(BuildError, match=r"file.mine: cannot keep compiled libraries here"):
        compile_library(scaling("1.0"))


def test_default_cache_that_cannot_be_written_gives_way_to_a_private_temporary_one(
    scaling: Scaling, tmp_path: Path, plain_file: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[], None]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(plain_file))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    library = compile_library(scaling("1.0"))
    private = library.path.parent
    assert private.parent == tmp_path and private.name.startswith("symdyn-")
    forget()
    assert compile_library(scaling("1.0")).path == library.path, "found there again"


@pytest.mark.skipif(sys.platform == "win32", reason="no permission bits")
def test_temporary_directory_that_others_may_write_to_is_refused(
    scaling: Scaling, tmp_path: Path, plain_file: Path, monkeypatch: pytest.MonkeyPatch, forget: Callable[[], None]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(plain_file))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    compile_library(scaling("1.0")).path.parent.chmod(0o777)
    forget()
    with pytest.raises(BuildError, match="not this user's alone"):
        compile_library(scaling("1.0"))
