"""The process that runs cffi and setuptools: started by path, in the build directory, never imported.

setuptools writes to the terminal, changes directory and keeps state in globals; in a process of its own that harms
nobody, and everything said by it and by the compiler goes to one log.
"""

import json
import sys
from pathlib import Path

import cffi  # type: ignore[import-untyped, unused-ignore]

from symdyn.compilation.family import end_with_our_starter


def main() -> None:
    """Read what to build from a file in the current directory, and compile it there; our starter holds the input."""
    end_with_our_starter(sys.stdin.fileno())
    order = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    ffi = cffi.FFI()
    ffi.cdef(order["declarations"])
    ffi.set_source(
        order["module"],
        f'#include "{order["name"]}.h"\n',
        sources=[f"{order['name']}.c"],
        include_dirs=["."],
        libraries=[] if sys.platform == "win32" else ["m"],
        extra_compile_args=order["flags"],
    )
    ffi.compile(tmpdir=".", verbose=True)


if __name__ == "__main__":
    main()
