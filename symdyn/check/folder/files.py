"""Whether the files of a folder are what this version generates, and if not, who changed them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from symdyn.check.folder.read import Folder
from symdyn.check.result import FileLine, FilesFound
from symdyn.package.earlier_output import MANIFEST
from symdyn.package.manifest import FOOTPRINT, manifest_json, robot_hash
from symdyn.sources.checksum import was_edited
from symdyn.version import VERSION

EDITED, OUTDATED, MISSING = "edited", "outdated", "missing"


def compare_files(folder: Folder, found: Mapping[str, bytes], generated: Mapping[str, str]) -> FilesFound:
    """Compare the files ``found`` in a folder with those that this version generates for its robot and options."""
    recorded = folder.manifest["files"]
    differing = []
    for name in sorted({*generated, *recorded}):
        line = _file_line(folder, name, found.get(name), generated.get(name))
        if line:
            differing.append(line)
    foreign = sorted(folder.names - generated.keys() - recorded.keys())
    return FilesFound(str(folder.path), len(generated), tuple(differing), tuple(foreign))


def _file_line(folder: Folder, name: str, found: bytes | None, text: str | None) -> FileLine | None:
    recorded = folder.manifest["files"]
    if found is None:
        return FileLine(name, MISSING, "is not there") if text is not None else None
    if (folder.path / name).is_symlink():
        return FileLine(name, EDITED, "is a link to some other file now, whatever that holds")
    if text is not None and found == text.encode():
        return None
    if name == MANIFEST:
        edited = was_edited(found)
        if not edited and text is not None and _without_footprint(folder.manifest) == text:
            return None
        return _manifest_line(folder.manifest, edited)
    if hashlib.sha256(found).hexdigest() != recorded.get(name):
        return FileLine(name, EDITED, "has been changed since it was generated")
    if text is None:
        return FileLine(name, OUTDATED, f"is not generated any more by symdyn {VERSION}")
    writer = folder.manifest["symdyn"]
    return FileLine(name, OUTDATED, f"is as symdyn {writer} wrote it; {VERSION} writes it differently")


def _without_footprint(manifest: Mapping[str, Any]) -> str:
    """Return the manifest's text without the sizes of machine code, which depend on a compiler and its flags."""
    return manifest_json({key: value for key, value in manifest.items() if key != FOOTPRINT})


def _manifest_line(manifest: Mapping[str, Any], edited: bool) -> FileLine:
    if manifest.get("robot_hash") != robot_hash(manifest["robot"]):
        return FileLine(MANIFEST, EDITED, "has been changed: its robot is not the one that the files are for")
    if edited:
        return FileLine(MANIFEST, EDITED, "has been changed since it was generated")
    return FileLine(MANIFEST, OUTDATED, f"is as symdyn {manifest['symdyn']} wrote it; {VERSION} writes it differently")
