"""What the source of a program is, as one hash: for what is kept of its results."""

import hashlib
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

_SUFFIXES = (".py", ".jinja")  # not what editors and systems leave beside them
_SETTLED = 2_000_000_000  # nanoseconds: who changes a file twice within the clock's tick leaves it its date

_File = tuple[str, str, int, int, int]
"""A file's name and path, when it was changed, its size and its number."""

_hashed: dict[tuple[str, ...], tuple[list[_File], str]] = {}


def source_fingerprint(folders: Iterable[Path], *, leave_out: Iterable[str] = (), loaded: int) -> str | None:
    """Return a hash of modules and templates in `folders`, by content; subfolders called `leave_out` do not matter.

    None if a file cannot be read, or was changed after `loaded`, in nanoseconds since the epoch: the program that
    runs may then be another than the one on disk. Files are read again only where one seems to be another.
    """
    left_out, paths = frozenset(leave_out), tuple(map(str, folders))
    try:
        files = [file for path in paths for file in _files(path, left_out)]
        newest = max((changed for _, _, changed, _, _ in files), default=0)
        if newest > loaded:
            return None
        key = (*paths, *sorted(left_out))
        if key in _hashed and _hashed[key][0] == files and time.time_ns() - newest > _SETTLED:
            return _hashed[key][1]
        found = _hash(files, loaded)
    except OSError:
        return None
    if found is not None:
        _hashed[key] = files, found
    return found


def _hash(files: Iterable[_File], loaded: int) -> str | None:
    digest = hashlib.sha256()
    for name, path, *_ in files:
        with open(path, "rb", buffering=0) as file:
            if _changed(os.fstat(file.fileno())) > loaded:
                return None
            content = file.read()
        digest.update(f"{name}\n{len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _changed(status: os.stat_result) -> int:
    """Return when a file was changed; also one that was copied here with its old date, except on Windows."""
    return status.st_mtime_ns if sys.platform == "win32" else max(status.st_mtime_ns, status.st_ctime_ns)


def _files(folder: str, left_out: frozenset[str], prefix: str = "") -> Iterator[_File]:
    """Return the files below the folder, in an order that depends on names alone."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith(_SUFFIXES):
            status = entry.stat()
            yield prefix + entry.name, entry.path, _changed(status), status.st_size, status.st_ino
        elif entry.is_dir() and entry.name not in left_out:
            yield from _files(entry.path, left_out, f"{prefix}{entry.name}/")
