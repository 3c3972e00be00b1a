"""What symdyn wrote to a folder, by the manifest that it left there; everything else in it is the user's.

A file is ours if the manifest names it and it still is what was written. One that somebody edited is somebody's, and so
is the manifest itself, by the checksum in it; of one without, as earlier versions wrote it, nobody knows.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from symdyn.errors import InputError
from symdyn.sources.checksum import was_edited
from symdyn.sources.text_file import read_plain_file

MANIFEST = "manifest.json"
MOST_IN_A_FILE = 200_000_000  # bytes; the largest files in use have a hundredth of this
NO_MANIFEST = "no manifest of symdyn"

_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_NAME = re.compile(r"[^/\\\x00-\x1f\x7f\ud800-\udfff]{1,255}")


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the manifest of a folder that symdyn wrote, or None of any other."""
    try:
        return examined_manifest(folder)
    except InputError:
        return None


def examined_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder that symdyn wrote.

    Raises:
        InputError: there is none, or one that says what no manifest of ours says.
    """
    where = str(folder / MANIFEST)
    try:
        manifest = json.loads(read_plain_file(folder / MANIFEST, MOST_IN_A_FILE).decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(NO_MANIFEST, file=where) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=where) from None
    except RecursionError:
        raise InputError("is nested too deeply for a manifest of symdyn", file=where) from None
    except ValueError:  # not JSON, not UTF-8, a NUL in the path
        raise InputError("is not a manifest of symdyn: it is not JSON", file=where) from None
    if problem := _problem(manifest):
        raise InputError(f"is not a manifest of symdyn: {problem}", file=where)
    return dict(manifest)


def _problem(manifest: Any) -> str:
    """Say what no manifest of ours has, or nothing."""
    if not isinstance(manifest, dict) or not {"manifest", "symdyn", "files"} <= manifest.keys():
        return "it lacks manifest, symdyn or files"
    if not isinstance(manifest["symdyn"], str) or not _NAME.fullmatch(manifest["symdyn"]):
        return "symdyn is not a version"
    if not isinstance(manifest["files"], dict):
        return "files is not a mapping of names to hashes"
    for name, recorded in manifest["files"].items():
        if not _NAME.fullmatch(name) or name in (".", ".."):
            return f"files has {_short(name)}, which is not the name of a file"
        if not isinstance(recorded, str) or not _HASH.fullmatch(recorded):
            return f"files.{_short(name)} is not a SHA-256"
    return ""


def _short(name: str) -> str:
    return ascii(name if len(name) <= 60 else f"{name[:60]}…")


def users_files(folder: Path, files: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return which of ``files`` stand in the places of the user's, and in a few words why they are the user's.

    Files that already are as they shall be are nobody's loss.
    """
    recorded = examined_manifest(folder)["files"]
    found = {}
    for name, content in sorted(files.items()):
        place = folder / name
        if not os.path.lexists(place):
            continue
        if not stat.S_ISREG(place.lstat().st_mode):
            found[name] = "is not a plain file"
        elif name == MANIFEST:
            if was_edited(read_plain_file(place, MOST_IN_A_FILE)):
                found[name] = "was edited"
        elif not _is(place, recorded.get(name), content):
            found[name] = "was edited" if name in recorded else "is not symdyn's"
    return found


def _is(place: Path, recorded: str | None, content: str | bytes) -> bool:
    """Tell whether a file is what was written or what is to be written."""
    found = hashlib.sha256(read_plain_file(place, MOST_IN_A_FILE)).hexdigest()
    return found in (recorded, hashlib.sha256(as_bytes(content)).hexdigest())


def unchanged_files(folder: Path) -> set[str]:
    """Return the files in a folder of ours that still are as the manifest records them, and the manifest."""
    ours = {MANIFEST}
    for name, recorded in examined_manifest(folder)["files"].items():
        place = folder / name
        if os.path.lexists(place) and stat.S_ISREG(place.lstat().st_mode) and _is(place, recorded, b""):
            ours.add(name)
    return ours


def as_bytes(text: str | bytes) -> bytes:
    """Return the bytes of a file; the same on every platform."""
    return text.encode() if isinstance(text, str) else text
