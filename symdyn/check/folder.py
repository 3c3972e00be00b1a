"""A generated folder as its manifest describes it: the robot, the options, and the files that are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symdyn.errors import InputError, OptionError
from symdyn.manifest import MANIFEST_SCHEMA
from symdyn.model import Robot, load
from symdyn.options import Options
from symdyn.output import MANIFEST, read_manifest


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder holds; `files` are the plain files in it, the user's own included."""

    path: Path
    manifest: Mapping[str, Any]
    robot: Robot
    options: Options
    files: Mapping[str, bytes]


def read_folder(path: Path) -> Folder:
    """Read a folder that symdyn generated.

    Raises:
        InputError: it is not one, or its manifest cannot be understood.
    """
    manifest = read_manifest(path)
    where = str(path / MANIFEST)
    if manifest is None:
        what = f"no manifest of symdyn: give a robot, or a folder that `symdyn gen` wrote{_near(path)}"
        raise InputError(what, file=where)
    if manifest["manifest"] != MANIFEST_SCHEMA:
        what = f"manifest version {manifest['manifest']} is not known; this symdyn reads version {MANIFEST_SCHEMA}"
        raise InputError(what, file=where)
    try:
        robot = load(manifest["robot"])
        options = _options(manifest["options"])
    except OptionError as error:
        raise InputError(error.what, field=f"options.{error.field}", file=where) from None
    except InputError as error:
        raise InputError(error.what, field=f"robot.{error.field}".rstrip("."), file=where) from None
    except (KeyError, TypeError) as error:
        raise InputError(f"not a manifest that symdyn writes ({type(error).__name__}: {error})", file=where) from None
    try:
        files = {item.name: item.read_bytes() for item in sorted(path.iterdir()) if item.is_file()}
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(error.filename)) from None
    return Folder(path, manifest, robot, options, files)


def _options(written: Mapping[str, Any]) -> Options:
    return Options(
        languages=tuple(written["languages"]),
        scalar=written["scalar"],
        fold=bool(written["fold"]),
        only=tuple(written["only"]),
        laws=tuple(written.get("laws", ())),  # manifests of earlier versions do not say
        trig=written.get("trig", "libm"),  # manifests of earlier versions do not say
    )


def _near(path: Path) -> str:
    """Name a folder below that is one, for the message."""
    below = next((item for item in sorted(path.iterdir()) if read_manifest(item) is not None), None)
    return f", such as {below}" if below else ""
