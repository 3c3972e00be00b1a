"""One compiled library in the cache with its checksum: published whole, checked before it is loaded.

An entry is a directory `<name>-<key>` with the extension module, the C text it came from and `entry.json`. It is
made beside its place and renamed into it, so it is there whole or not at all, whoever else is building. Its checksum is
verified before loading: the system's loader can crash the process on a truncated file.
"""

import hashlib
import importlib.util
import json
import os
import shutil
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symdyn.sources.text_file import read_plain_file

_STAGING_PREFIX = "building-"
_STALE_AFTER_SECONDS = 24 * 3600.0
_MOST_IN_A_NOTE, _MOST_IN_A_LIBRARY = 1_000_000, 1_000_000_000  # bytes; ours have a thousand and a million


@dataclass(frozen=True, slots=True)
class Library:
    """A loaded C library.

    Attributes:
        ffi: cffi's `FFI` of the library: `ffi.from_buffer("double[]", array)` hands an array over without a copy.
        lib: the C functions and constants, as attributes.
        path: the entry it was loaded from; its C text is kept there.
    """

    ffi: Any
    lib: Any
    path: Path


def module_name(name: str, key: str) -> str:
    """Return the extension module's name, unique to what is in it."""
    return f"_symdyn_{name}_{key}"


def extension_file(module: str) -> str:
    """Return the file name that setuptools gives to an extension module."""
    return f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}"


def load_entry(entry: Path, module: str) -> Library | None:
    """Return the library in `entry`, or None if there is none or what is there is damaged."""
    try:
        return load_extension(entry, module) if is_whole(entry, module) else None
    except (OSError, ImportError):
        return None


def is_whole(entry: Path, module: str) -> bool:
    """Tell whether there is a library in `entry` that is as it was made; nothing of it is loaded."""
    try:
        expected = json.loads(read_plain_file(entry / "entry.json", _MOST_IN_A_NOTE))["sha256"]
        return bool(_digest(entry / extension_file(module)) == expected)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):  # of whatever somebody put there
        return False


def load_extension(entry: Path, module: str) -> Library:
    """Load the extension module by its path; it does not appear in `sys.modules`.

    Raises:
        ImportError: the file is not an extension module that this interpreter can load.
    """
    spec = importlib.util.spec_from_file_location(module, entry / extension_file(module))
    if spec is None or spec.loader is None:
        raise ImportError(f"{entry}: no extension module")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return Library(loaded.ffi, loaded.lib, entry)


@contextmanager
def staging_directory(cache: Path) -> Iterator[Path]:
    """Make a directory for one build inside the cache, on the same file system, and remove what is left of it."""
    _remove_stale_staging(cache)
    staging = Path(tempfile.mkdtemp(prefix=_STAGING_PREFIX, dir=cache))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def write_checksum(entry: Path, module: str, about: dict[str, object]) -> None:
    """Write `entry.json`: the checksum that `load_entry` checks, and for people what the library was made with."""
    content = {"sha256": _digest(entry / extension_file(module)), **about}
    (entry / "entry.json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def publish(made: Path, entry: Path, module: str) -> Library:
    """Rename a directory with its checksum into its place and load it from there.

    If another process was first, theirs stays and is loaded; if what is there is damaged, it makes way.

    Raises:
        OSError: it cannot be renamed.
        ImportError: it cannot be loaded.
    """
    try:
        os.rename(made, entry)
    except OSError:
        if library := load_entry(entry, module):
            return library
        _take_away(entry)
        os.rename(made, entry)
    return load_extension(entry, module)


def place_entry(made: Path, entry: Path, module: str) -> None:
    """Rename a directory with its checksum into its place as `publish` does, and load nothing.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        os.rename(made, entry)
    except OSError:
        if not is_whole(entry, module):
            _take_away(entry)
            os.rename(made, entry)


def _take_away(entry: Path) -> None:
    """Remove a damaged entry: in one step for whoever is looking, then file by file."""
    grave = Path(tempfile.mkdtemp(prefix=_STAGING_PREFIX, dir=entry.parent))
    with suppress(FileNotFoundError):  # another process was first
        os.rename(entry, grave / entry.name)
    shutil.rmtree(grave, ignore_errors=True)


def _remove_stale_staging(cache: Path) -> None:
    """Remove what killed processes left behind a day ago or earlier; a build of today may still be running."""
    oldest = time.time() - _STALE_AFTER_SECONDS
    for directory in cache.glob(f"{_STAGING_PREFIX}*"):
        try:
            if directory.stat().st_mtime < oldest:
                shutil.rmtree(directory, ignore_errors=True)
        except OSError:
            continue  # another process removed it


def _digest(file: Path) -> str:
    return hashlib.sha256(read_plain_file(file, _MOST_IN_A_LIBRARY)).hexdigest()
