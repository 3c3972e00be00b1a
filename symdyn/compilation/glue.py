"""cffi's C between Python and a library: what Python may call, as an extension module."""

from pathlib import Path
from typing import Any

from symdyn.compilation.commands import glue_file
from symdyn.compilation.source import CSource
from symdyn.errors import BuildError


def write_glue(source: CSource, module: str, directory: Path) -> None:
    """Write the extension module's C text; here, since cffi's own start takes longer than that.

    Raises:
        BuildError: cffi does not understand the declarations.
    """
    from cffi.recompiler import make_c_source  # type: ignore[import-untyped, unused-ignore]  # seldom needed

    try:
        ffi = declared(source.declarations)
        make_c_source(ffi, module, includes(source.name), str(directory / glue_file(module)))
    except OSError:
        raise
    except Exception as error:  # cffi has a few kinds of its own, and passes on those of its parser
        what = " ".join(str(error).split())
        raise BuildError(f"{source.name}: cffi does not understand the declarations: {what}") from error


def declared(declarations: str) -> Any:
    """Return cffi's description of what Python may call."""
    import cffi  # type: ignore[import-untyped, unused-ignore]

    ffi = cffi.FFI()
    ffi.cdef(declarations)
    return ffi


def includes(name: str) -> str:
    """Return what the glue of a robot's code begins with."""
    return f'#include "{name}.h"\n'
