"""Compile a library, or find it compiled: the pieces of this room in order."""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from symdyn.compilation.cache.directory import cache_directory, writable_cache
from symdyn.compilation.cache.entry import (
    Library,
    extension_file,
    is_whole,
    load_entry,
    module_name,
    place_entry,
    publish,
    staging_directory,
    write_checksum,
)
from symdyn.compilation.cache.key import build_key
from symdyn.compilation.compiler import Compiler, find_compiler
from symdyn.compilation.flags import DEFAULT_FLAGS, accepted_flags
from symdyn.compilation.headers import require_python_headers
from symdyn.compilation.source import CSource
from symdyn.compilation.toolchain import LONGEST_SECONDS, compile_extension
from symdyn.errors import BuildError, CacheError

Finished = TypeVar("Finished")

_loaded: dict[str, Library] = {}
_locks: dict[str, threading.Lock] = {}


def compile_library(source: CSource, flags: Sequence[str] = DEFAULT_FLAGS, cache: Path | str | None = None) -> Library:
    """Return the compiled and loaded library of `source`.

    The first call compiles, which takes seconds; a later process loads what is in the cache; a later call in the same
    process returns the same object. Threads and processes may call this at once.

    Args:
        source: the C text.
        flags: the compiler's; `-march=native` is left out where the compiler does not know it.
        cache: the directory to keep compiled libraries in; by default `cache_directory()`.

    Raises:
        BuildError: there is no compiler, or it refuses the text.
        CacheError: the cache cannot be written.
    """
    flags = tuple(flags)
    compiler = find_compiler()
    key = build_key(source, flags, compiler)
    named_cache = None if cache is None else Path(cache).expanduser().absolute()
    entry = (named_cache or cache_directory()) / f"{source.name}-{key}"
    place = str(entry)
    with _locks.setdefault(place, threading.Lock()):
        if place not in _loaded:
            module = module_name(source.name, key)
            _loaded[place] = load_entry(entry, module) or _build(source, flags, compiler, module, entry, named_cache)
        return _loaded[place]


def prepare_library(source: CSource, flags: Sequence[str] = DEFAULT_FLAGS, limit: float = LONGEST_SECONDS) -> None:
    """Compile `source` into the cache, where a later `compile_library` finds it; nothing of it is loaded or run.

    Raises:
        BuildError: there is no compiler, it refuses the text, or it takes longer than `limit` seconds.
        CacheError: the cache cannot be written.
    """
    flags = tuple(flags)
    compiler = find_compiler()
    key = build_key(source, flags, compiler)
    module, name = module_name(source.name, key), f"{source.name}-{key}"
    if is_whole(cache_directory() / name, module):
        return
    entry = writable_cache(None) / name
    if not is_whole(entry, module):
        _compile(source, flags, compiler, module, entry, place_entry, limit)


def _build(
    source: CSource, flags: tuple[str, ...], compiler: Compiler, module: str, wanted: Path, named_cache: Path | None
) -> Library:
    """Compile into the cache and load from it; what is there already is missing or damaged."""
    entry = writable_cache(named_cache) / wanted.name
    if entry != wanted and (library := load_entry(entry, module)):
        return library
    return _compile(source, flags, compiler, module, entry, publish)


def _compile(
    source: CSource,
    flags: tuple[str, ...],
    compiler: Compiler,
    module: str,
    entry: Path,
    finish: Callable[[Path, Path, str], Finished],
    limit: float = LONGEST_SECONDS,
) -> Finished:
    """Compile beside the entry, and have what was made finished into it."""
    cache = entry.parent
    require_python_headers()
    try:
        flags = accepted_flags(compiler, flags)
        with staging_directory(cache) as staging:
            workshop, made = staging / "workshop", staging / "entry"
            workshop.mkdir()
            made.mkdir()
            log = cache / "logs" / f"{entry.name}.log"
            compile_extension(source, module, flags, compiler, workshop, log, limit)
            for file in (extension_file(module), *(name for name, _ in source.files)):
                os.rename(workshop / file, made / file)
            write_checksum(made, module, {"compiler": compiler.description, "flags": flags})
            return finish(made, entry, module)
    except ImportError as error:
        raise BuildError(f"{source.name}: compiled, but cannot be loaded: {error}") from error
    except OSError as error:
        raise CacheError(f"{source.name}: cannot be compiled into {cache}: {error}") from error
