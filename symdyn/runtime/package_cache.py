"""Generated packages in the user's cache, so that a later process finds them instead of generating them again.

What is kept is an interface and its files, as text; see `symdyn.interface`. Its key depends on the robot, on what is
wanted of it, and on the versions of what generates it. Which source made it is written in it, so that whoever edits a
pass or a template never gets a package from before: it is made again, under the same key.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from symdyn.compilation.cache.checksummed_text import publish_checksummed, read_checksummed
from symdyn.compilation.cache.directory import cache_directory, writable_cache
from symdyn.compilation.cache.fingerprint import source_fingerprint
from symdyn.compilation.cache.installed import installed_versions
from symdyn.errors import BuildError
from symdyn.interface import Interface
from symdyn.interface.text import interface_text, parse_interface
from symdyn.languages import LANGUAGES
from symdyn.sources.added import ADDED, WORDS
from symdyn.sources.loaded import LOADED
from symdyn.version import VERSION

SOURCE = Path(__file__).resolve().parents[1]
NOT_GENERATING = ("apart", "bench", "check", "cli", "identification", "robots", "scenarios", "simulate", "symbolic")
GENERATE_WITH = ("jinja2", "mpmath", "numpy", "pyyaml")
FOLDER = "packages"


@dataclass(frozen=True, slots=True)
class CacheKey:
    """The name that a package is kept under, and the source that must have made it."""

    name: str
    fingerprint: str


def cache_key(robot: str, wanted: str) -> CacheKey | None:
    """Return the key of what is wanted of a robot, both told exactly; None where nothing must be kept."""
    fingerprint = _fingerprint()
    if fingerprint is None or ADDED or any(word in robot for word in WORDS):
        return None
    versions = sorted(installed_versions(GENERATE_WITH).items())
    told = repr((VERSION, robot, wanted, sys.implementation.name, sys.version, versions))
    return CacheKey(hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:32], fingerprint)


def _fingerprint() -> str | None:
    return source_fingerprint(source_folders(), leave_out=NOT_GENERATING, loaded=LOADED)


def source_folders() -> tuple[Path, ...]:
    """Return where the source is, the templates, which stand beside it in a source tree, and languages of others."""
    within = (SOURCE / "templates").is_dir()
    return (SOURCE, *(() if within else (SOURCE.parent / "templates",)), *_registered_folders())


def _registered_folders() -> Iterator[Path]:
    """Yield the folders of languages that others have registered."""
    for language in LANGUAGES.values():
        if not language.writer.startswith("symdyn."):
            package = find_spec(language.writer)
            yield from map(Path, (package and package.submodule_search_locations) or ())


def find_package(key: CacheKey) -> Interface | None:
    """Return the package with a key, or None if there is none that can be used."""
    try:
        cache = cache_directory()
        found = _read(cache, key)
        if found is None and (other := writable_cache(None)) != cache:
            found = _read(other, key)
        return found
    except BuildError:
        return None


def keep_package(key: CacheKey, package: Interface) -> None:
    """Keep a package under its key for later.

    Nothing is kept where nothing can be written, or where the source was edited while the package was made.
    """
    if _fingerprint() != key.fingerprint:
        return
    try:
        cache = writable_cache(None)
        publish_checksummed(cache, _file(cache, key), key.fingerprint, interface_text(package))
    except (BuildError, OSError):
        return  # the next process generates again


def _read(cache: Path, key: CacheKey) -> Interface | None:
    text = read_checksummed(_file(cache, key), key.fingerprint)
    try:
        return None if text is None else parse_interface(text)
    except (ValueError, RecursionError):
        return None


def _file(cache: Path, key: CacheKey) -> Path:
    return cache / FOLDER / f"{key.name}.txt"
