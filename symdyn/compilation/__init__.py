"""C text in, loaded cffi library out, cached by content.

`compile_library` is the door. A library is compiled once per content, options, compiler and processor, kept in the
user's cache directory, and loaded from there by every later process.

| file | idea |
|---|---|
| source.py | the C text of one robot |
| compiler.py, visual_studio.py | which C compiler there is |
| flags.py | what the compiler is told, and what it accepts |
| headers.py | whether Python's own C headers are there |
| machine.py | which processor this is |
| cache/ | what is kept between processes: compiled libraries, and texts (see `symdyn.runtime.package_cache`) |
| glue.py | cffi's C between Python and a library |
| commands.py | what the compiler is run with for an extension module |
| toolchain.py, compile_worker.py | running the compiler in a process of its own |
| family.py | ending such a process with all that it started, from inside too when its starter is gone |
| library.py | the pieces in order |
"""

from symdyn.compilation.cache.directory import cache_directory
from symdyn.compilation.cache.entry import Library
from symdyn.compilation.compiler import compiler_description
from symdyn.compilation.flags import DEFAULT_FLAGS
from symdyn.compilation.headers import python_headers
from symdyn.compilation.library import compile_library, prepare_library
from symdyn.compilation.source import CSource
from symdyn.compilation.toolchain import LONGEST_SECONDS

__all__ = [
    "DEFAULT_FLAGS",
    "LONGEST_SECONDS",
    "CSource",
    "Library",
    "cache_directory",
    "compile_library",
    "compiler_description",
    "prepare_library",
    "python_headers",
]
