"""The cache key of a compiled library: everything that it depends on, as one hash."""

import hashlib
import json
import os
import sys
import sysconfig

import _cffi_backend  # type: ignore[import-untyped, import-not-found, unused-ignore]

from symdyn.compilation.compiler import Compiler
from symdyn.compilation.machine import processor_identity
from symdyn.compilation.source import CSource

_BUILD_FORMAT = 2
"""Raised when this package compiles or stores libraries differently, so that older ones are not found."""

_VARIABLES_READ = (
    "ARCHFLAGS",
    "CFLAGS",
    "CPPFLAGS",
    "LDFLAGS",
    "LDSHARED",
    "MACOSX_DEPLOYMENT_TARGET",
)


def build_key(source: CSource, flags: tuple[str, ...], compiler: Compiler) -> str:
    """Return 32 hexadecimal digits that change with anything that may change the compiled library."""
    ingredients = {
        "format": _BUILD_FORMAT,
        "name": source.name,
        "declarations": source.declarations,
        "header": source.header,
        "source": source.source,
        "beside": source.beside,
        "further": source.further,
        "flags": flags,
        "compiler": (compiler.command, compiler.version),
        "environment": {name: os.environ.get(name) for name in _VARIABLES_READ},
        "processor": processor_identity(),
        "cffi": _cffi_backend.__version__,  # as cffi's own; its C part is all that a loaded library needs
        "python": (sys.implementation.cache_tag, sysconfig.get_config_var("EXT_SUFFIX")),
    }
    text = json.dumps(ingredients, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
