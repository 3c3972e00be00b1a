"""Compiled code is loaded from places that are the user's alone; elsewhere it is compiled anew, with a note."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from symdyn.compilation import cache_directory
from symdyn.compilation.cache import trust
from symdyn.compilation.cache.trust import why_not_trusted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are not in the mode there")
OTHER_USER = 12345


@pytest.fixture(autouse=True)
def anew():
    """Forget which directory this process made for itself."""
    trust.directory_of_this_process.cache_clear()


@pytest.fixture
def owned_by_another(monkeypatch: pytest.MonkeyPatch):
    """Return a function that makes a path look like another user's: only root could give it away."""
    lstat = Path.lstat

    def give(path: Path) -> None:
        def pretended(self: Path) -> os.stat_result:
            found = lstat(self)
            return os.stat_result((*found[:4], OTHER_USER, *found[5:])) if self == path else found

        monkeypatch.setattr(Path, "lstat", pretended)

    return give


def test_a_directory_of_this_user_is_trusted_also_before_it_is_made(tmp_path: Path) -> None:
    assert why_not_trusted(tmp_path) is None
    assert why_not_trusted(tmp_path / "not" / "yet") is None


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o1777])
def test_a_directory_that_others_may_write_is_not_trusted(tmp_path: Path, mode: int) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(mode)
    assert why_not_trusted(cache) == f"{cache} can be written by others"


def test_nor_is_one_below_it_which_they_could_exchange(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    (shared / "cache").mkdir(parents=True)
    shared.chmod(0o777)
    assert why_not_trusted(shared / "cache") == f"{shared} can be written by others"
    shared.chmod(0o1777)  # sticky: what is there can be exchanged by its owner alone
    assert why_not_trusted(shared / "cache") is None


def test_a_group_with_other_members_is_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o770)
    own = os.getgid() == os.getuid() == cache.stat().st_gid
    assert (why_not_trusted(cache) is None) == own
    monkeypatch.setattr(os, "getgid", lambda: OTHER_USER)
    assert why_not_trusted(cache) == f"{cache} can be written by others"


def test_a_directory_of_another_user_is_not_trusted(tmp_path: Path, owned_by_another) -> None:
    owned_by_another(tmp_path)
    assert why_not_trusted(tmp_path) == f"{tmp_path} belongs to another user"
    assert why_not_trusted(tmp_path / "cache") == f"{tmp_path} belongs to another user"


def test_a_link_is_followed_and_must_be_ours_itself(tmp_path: Path, owned_by_another) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "shared")
    assert why_not_trusted(tmp_path / "link") is None
    (tmp_path / "shared").chmod(0o777)
    assert why_not_trusted(tmp_path / "link") == f"{tmp_path / 'shared'} can be written by others"
    (tmp_path / "shared").chmod(0o700)
    owned_by_another(tmp_path / "link")
    assert why_not_trusted(tmp_path / "link") == f"{tmp_path / 'link'} belongs to another user"


@pytest.mark.parametrize("variable", ["SYMDYN_CACHE", "XDG_CACHE_HOME", "HOME"])
def test_instead_there_is_a_private_one_and_one_note(tmp_path: Path, variable: str, monkeypatch, capsys) -> None:
    for name in ("SYMDYN_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert tmp_path in (cache_directory(), *cache_directory().parents)
    tmp_path.chmod(0o777)
    private = cache_directory()
    assert private.stat().st_mode & 0o777 == 0o700 and tmp_path not in private.parents
    assert cache_directory() == private
    said = capsys.readouterr().err
    assert said.startswith("note: ") and said.count("\n") == 1 and "can be written by others" in said


def test_a_check_compiles_in_the_private_place_and_leaves_nothing(tmp_path: Path) -> None:
    shared, temporary = tmp_path / "shared", tmp_path / "tmp"
    for folder in (shared, temporary):
        folder.mkdir()
    shared.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "symdyn", "check", "two_link", "--only", "gravity"],
        env={**os.environ, "SYMDYN_CACHE": str(shared), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("note: ") == 1
    assert list(shared.iterdir()) == [] and list(temporary.iterdir()) == []
