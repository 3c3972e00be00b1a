"""Write a package's files to `<out>/<robot>/`: whole or not at all.

The files are written to a folder beside the output and then change places with it, in one step where the platform
can do that. A kill at any moment leaves the old output whole or the new one; what it leaves beside, the next write
clears away. Files in the old folder that symdyn did not write, such as a `build` directory, are kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from symdyn.errors import InputError
from symdyn.exchange import exchange

MANIFEST = "manifest.json"
NOT_KEPT = {"__pycache__"}  # Python makes it again


def write_output(name: str, files: Mapping[str, str | bytes], out: Path) -> Path:
    """Write ``files`` to the folder ``out/name``, in place of an earlier output, and return the folder.

    Raises:
        InputError: nothing can be written there, or something is there that symdyn did not write.
    """
    try:
        target = Path(os.path.realpath(out / name))  # a linked output stays linked
        with _folder(target.parent), _alone_in(target.parent):
            _clear_leftovers(target)
            ours = _earlier_files(target)
            _replace(target, files, ours)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        what = f"cannot write the output: {reason}; choose another folder with -o"
        raise InputError(what, file=str(out / name)) from None
    return out / name


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a folder that symdyn wrote, or None of any other."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    ours = isinstance(manifest, dict) and {"manifest", "symdyn", "files"} <= manifest.keys()
    return manifest if ours and isinstance(manifest["files"], dict) else None


def edited_files(folder: Path, files: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return which files of an earlier output were edited since, and what ``files`` in their place make of them.

    That is "replaced" or "removed". Files that already are as they shall be are left out, and so are missing ones.
    """
    manifest = read_manifest(folder)
    found = {}
    for name, recorded in sorted((manifest or {"files": {}})["files"].items()):
        with suppress(OSError, ValueError):
            content = (folder / name).read_bytes()
            if hashlib.sha256(content).hexdigest() != recorded and content != _as_bytes(files.get(name, b"")):
                found[name] = "replaced" if name in files else "removed"
    return found


def _replace(target: Path, files: Mapping[str, str | bytes], earlier: set[str]) -> None:
    """Make the new folder beside the old one and swap them; ``earlier`` are the old folder's files of ours."""
    staging = _beside(target, "new")
    try:
        staging.mkdir()
        for file, text in files.items():
            _write_text(staging / file, text)
        if target.is_dir():
            _keep_foreign(target, staging, {*files, *earlier, *NOT_KEPT})
            shutil.copymode(target, staging)
            exchange(staging, target, _beside(target, "old"))
        else:
            os.rename(staging, target)
    finally:
        _clear_leftovers(target)


def _earlier_files(target: Path) -> set[str]:
    """Return the files that symdyn wrote to an existing output; refuse a folder that is not output."""
    if not os.path.lexists(target):
        return set()
    if not target.is_dir():
        raise InputError("is a file; the output needs a folder: choose another with -o", file=str(target))
    if not any(target.iterdir()):
        return set()
    manifest = read_manifest(target)
    if manifest is None:
        what = f"is not output of symdyn (it has no {MANIFEST} of ours), so it is not replaced; choose another with -o"
        raise InputError(what, file=str(target))
    return {*manifest["files"], MANIFEST}


def _keep_foreign(old: Path, new: Path, ours: set[str]) -> None:
    """Copy what symdyn did not write to the new folder."""
    for item in old.iterdir():
        if item.name in ours:
            continue
        if item.is_dir() and not item.is_symlink():
            shutil.copytree(item, new / item.name, symlinks=True)
        else:
            shutil.copy2(item, new / item.name, follow_symlinks=False)


def _clear_leftovers(target: Path) -> None:
    """Remove what a killed write left beside the output; an output that was set aside comes back first."""
    for aside in target.parent.glob(_pattern(target, "old")):
        if not os.path.lexists(target):
            os.rename(aside, target)
    for kind in ("old", "new"):
        for leftover in target.parent.glob(_pattern(target, kind)):
            shutil.rmtree(leftover, ignore_errors=True)


def _beside(target: Path, kind: str) -> Path:
    return target.with_name(f".{target.name}.symdyn-{kind}-{token_hex(4)}")


def _pattern(target: Path, kind: str) -> str:
    return f".{target.name}.symdyn-{kind}-????????"


def _write_text(path: Path, text: str | bytes) -> None:
    """Write the same bytes on every platform, and see them on the disk before anything is renamed."""
    with path.open("wb") as stream:
        stream.write(_as_bytes(text))
        stream.flush()
        os.fsync(stream.fileno())


def _as_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """Make a folder and its parents; if nothing comes of the output, those made here go again."""
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        with suppress(OSError):
            for parent in made:
                parent.rmdir()
        raise


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Wait for other writers to the same folder; a lock of a killed process is gone with it."""
    try:
        import fcntl
    except ImportError:  # no such locks on this platform
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a network file system may know no locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
