"""Where the cache lives, and what happens when nothing can be written there."""

import getpass
import os
import stat
import sys
import tempfile
from pathlib import Path

from symdyn.compilation.cache.trust import directory_of_this_process, why_not_trusted
from symdyn.errors import CacheError


def cache_directory() -> Path:
    """Return where compiled libraries and generated packages are kept; it need not exist yet.

    `$SYMDYN_CACHE`, else `$XDG_CACHE_HOME/symdyn`, else the platform's place: `~/.cache/symdyn`,
    `~/Library/Caches/symdyn` on macOS, `symdyn/Cache` in `%LOCALAPPDATA%` on Windows. Code is loaded from it: a place
    where others may write is not used; then it is a new one of this process alone, and a note on the standard error.
    """
    place = _usual_directory()
    reason = why_not_trusted(place)
    return place if reason is None else directory_of_this_process(place, reason)


def _usual_directory() -> Path:
    if named := os.environ.get("SYMDYN_CACHE"):
        return Path(named).expanduser().absolute()
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(xdg):  # the XDG specification has a relative path ignored
        return Path(xdg) / "symdyn"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")) / "symdyn" / "Cache"
    place = Path(os.path.expanduser("~/Library/Caches" if sys.platform == "darwin" else "~/.cache"))
    return place / "symdyn" if place.is_absolute() else _private_temporary_directory()  # a user without a home


def writable_cache(cache: Path | None) -> Path:
    """Return a directory to build in, created if need be: `cache`, or the user's, or a private temporary one.

    A directory that the caller or `$SYMDYN_CACHE` names is never silently replaced by another.

    Raises:
        CacheError: nothing can be written there.
    """
    directory = cache if cache is not None else cache_directory()
    reason = _why_not_writable(directory)
    if reason is None:
        return directory
    if cache is not None or os.environ.get("SYMDYN_CACHE"):
        raise CacheError(f"{directory}: cannot keep compiled libraries here ({reason}); set SYMDYN_CACHE to another")
    return _private_temporary_directory()


def _why_not_writable(directory: Path) -> str | None:
    """Return why no file can be made in `directory`, or None if one can; the directory is created on the way."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return None
    except OSError as error:
        return error.strerror or type(error).__name__


def _private_temporary_directory() -> Path:
    """Return this user's own directory among the temporary files.

    Code is loaded from it, so one that another user made or may write to is refused.
    """
    directory = Path(tempfile.gettempdir()) / f"symdyn-{_user()}"
    reason = _why_not_writable(directory)
    if reason is None and not _is_this_users_alone(directory):
        reason = "it is not this user's alone"
    if reason is not None:
        raise CacheError(f"{directory}: cannot keep compiled libraries here ({reason}); set SYMDYN_CACHE to another")
    return directory


def _user() -> str:
    if sys.platform == "win32":
        return getpass.getuser()
    return str(os.getuid())


def _is_this_users_alone(directory: Path) -> bool:
    if sys.platform == "win32":
        return True  # the temporary files are each user's own
    status = directory.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022
