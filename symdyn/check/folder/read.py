"""A generated folder as its manifest describes it: the robot, the options, and the files that are there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symdyn.errors import InputError, OptionError
from symdyn.model import Robot, load
from symdyn.options import Options
from symdyn.package.earlier_output import MANIFEST, MOST_IN_A_FILE, NO_MANIFEST, examined_manifest, read_manifest
from symdyn.package.manifest import MANIFEST_SCHEMA
from symdyn.sources.text_file import read_plain_file


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder holds; `names` are the plain files in it, the user's own included."""

    path: Path
    manifest: Mapping[str, Any]
    robot: Robot
    options: Options
    names: frozenset[str]

    def files(self, wanted: Collection[str]) -> dict[str, bytes]:
        """Read those of the files that are wanted and there; the user's own may be of any size."""
        found = {}
        for name in sorted({*wanted} & self.names):
            try:
                found[name] = read_plain_file(self.path / name, MOST_IN_A_FILE)
            except OSError as error:
                raise InputError(f"cannot be read: {error.strerror}", file=str(self.path / name)) from None
        return found


def read_folder(path: Path) -> Folder:
    """Read a folder that symdyn generated.

    Raises:
        InputError: it is not one, or its manifest cannot be understood.
    """
    where = str(path / MANIFEST)
    try:
        manifest = examined_manifest(path)
    except InputError as error:
        if error.what != NO_MANIFEST:
            raise
        what = f"{NO_MANIFEST}: give a robot, or a folder that `symdyn gen` wrote{_near(path)}"
        raise InputError(what, file=where) from None
    if manifest["manifest"] != MANIFEST_SCHEMA:
        said = ascii(manifest["manifest"])[:60]
        what = f"manifest version {said} is not known; this symdyn reads version {MANIFEST_SCHEMA}"
        raise InputError(what, file=where)
    if not isinstance(manifest.get("robot"), dict) or not isinstance(manifest.get("options"), dict):
        raise InputError("is not a manifest of generated code: it lacks a robot or options", file=where)
    try:
        robot = load(manifest["robot"])
        options = _options(manifest["options"])
    except OptionError as error:
        raise InputError(error.what, field=f"options.{error.field}", file=where) from None
    except InputError as error:
        raise InputError(error.what, field=f"robot.{error.field}".rstrip("."), file=where) from None
    except (KeyError, TypeError) as error:
        said = ascii(str(error))[:60]
        raise InputError(f"not a manifest that symdyn writes ({type(error).__name__}: {said})", file=where) from None
    try:
        names = frozenset(item.name for item in path.iterdir() if item.is_file())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(error.filename)) from None
    return Folder(path, manifest, robot, options, names)


def _options(written: Mapping[str, Any]) -> Options:
    return Options(
        languages=tuple(written["languages"]),
        scalar=written["scalar"],
        fold=written["fold"],
        only=tuple(written["only"]),
        laws=tuple(written.get("laws", ())),  # manifests of earlier versions do not say
        trig=written.get("trig", "libm"),  # manifests of earlier versions do not say
        batch=written.get("batch", True),  # manifests of earlier versions do not say
        gains=written.get("gains", {}),  # where a gains file was given
    )


def _near(path: Path) -> str:
    """Name a folder below that is one, for the message."""
    with suppress(OSError):
        below = next((item for item in sorted(path.iterdir()) if read_manifest(item) is not None), None)
        return f", such as {below}" if below else ""
    return ""
