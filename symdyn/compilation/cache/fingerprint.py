"""What the source of a program is, as one hash: for what is kept of its results."""

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

_SUFFIXES = (".py", ".jinja")  # not what editors and systems leave beside them


def source_fingerprint(folders: Iterable[Path], *, leave_out: Iterable[str] = (), loaded: int) -> str | None:
    """Return a hash of modules and templates in `folders`, by content; subfolders called `leave_out` do not matter.

    None if a file cannot be read, or was changed after `loaded`, in nanoseconds since the epoch: the program that
    runs may then be another than the one on disk.
    """
    digest = hashlib.sha256()
    left_out = frozenset(leave_out)
    try:
        for folder in folders:
            for name, path in _files(str(folder), left_out):
                with open(path, "rb", buffering=0) as file:
                    if _changed(os.fstat(file.fileno())) > loaded:
                        return None
                    content = file.read()
                digest.update(f"{name}\n{len(content)}\n".encode())
                digest.update(content)
    except OSError:
        return None
    return digest.hexdigest()


def _changed(status: os.stat_result) -> int:
    """Return when a file was changed; also one that was copied here with its old date, except on Windows."""
    return status.st_mtime_ns if sys.platform == "win32" else max(status.st_mtime_ns, status.st_ctime_ns)


def _files(folder: str, left_out: frozenset[str], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Return the names below the folder and the paths of the files, in an order that depends on names alone."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.endswith(_SUFFIXES):
            yield prefix + entry.name, entry.path
        elif entry.is_dir() and entry.name not in left_out:
            yield from _files(entry.path, left_out, f"{prefix}{entry.name}/")
