"""Generated packages in the user's cache, so that a later process finds them instead of generating them again.

What is kept is an interface and its files, as text; see `symdyn.interface`. Its place depends on the robot, on what is
wanted of it, and on the versions of what generates it. Which source made it is written in it, so that whoever edits a
pass or a template never gets a package from before: it is made again, in the same place.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from symdyn.compilation.cache.directory import cache_directory, writable_cache
from symdyn.compilation.cache.fingerprint import source_fingerprint
from symdyn.compilation.cache.installed import installed_versions
from symdyn.compilation.cache.sealed_text import publish_sealed, read_sealed
from symdyn.errors import BuildError
from symdyn.interface import Interface
from symdyn.interface.text import interface_text, parse_interface
from symdyn.sources.loaded import LOADED

SOURCE = Path(__file__).resolve().parents[1]
NOT_GENERATING = ("apart", "bench", "check", "cli", "identification", "robots", "scenarios", "simulate", "symbolic")
GENERATE_WITH = ("jinja2", "mpmath", "numpy", "pyyaml", "symdyn")
FOLDER = "packages"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a package is kept, and the source that must have made it."""

    name: str
    fingerprint: str


def place_of(robot: str, wanted: str) -> Place | None:
    """Return the place of what is wanted of a robot, both told exactly; None where nothing must be kept."""
    fingerprint = _fingerprint()
    if fingerprint is None:
        return None
    versions = sorted(installed_versions(GENERATE_WITH).items())
    told = repr((robot, wanted, sys.implementation.name, sys.version, versions))
    return Place(hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:32], fingerprint)


def _fingerprint() -> str | None:
    return source_fingerprint(source_folders(), leave_out=NOT_GENERATING, loaded=LOADED)


def source_folders() -> tuple[Path, ...]:
    """Return where the source is, and the templates, which stand beside it in a source tree."""
    within = (SOURCE / "templates").is_dir()
    return (SOURCE,) if within else (SOURCE, SOURCE.parent / "templates")


def find_package(place: Place) -> Interface | None:
    """Return the package in a place, or None if there is none that can be used."""
    try:
        cache = cache_directory()
        found = _read(cache, place)
        if found is None and (other := writable_cache(None)) != cache:
            found = _read(other, place)
        return found
    except BuildError:
        return None


def keep_package(place: Place, package: Interface) -> None:
    """Put a package into its place for later.

    Nothing is kept where nothing can be written, or where the source was edited while the package was made.
    """
    if _fingerprint() != place.fingerprint:
        return
    try:
        cache = writable_cache(None)
        publish_sealed(cache, _file(cache, place), place.fingerprint, interface_text(package))
    except (BuildError, OSError):
        return  # the next process generates again


def _read(cache: Path, place: Place) -> Interface | None:
    text = read_sealed(_file(cache, place), place.fingerprint)
    try:
        return None if text is None else parse_interface(text)
    except (ValueError, RecursionError):
        return None


def _file(cache: Path, place: Place) -> Path:
    return cache / FOLDER / f"{place.name}.txt"
