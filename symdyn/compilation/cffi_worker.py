"""The process that runs cffi and setuptools: started by path, in the build directory, never imported.

setuptools writes to the terminal, changes directory and keeps state in globals; in a process of its own that harms
nobody, and everything said by it and by the compiler goes to one log.
"""

import json
import sys

import cffi  # type: ignore[import-untyped, unused-ignore]


def main() -> None:
    """Read what to build from the standard input, as JSON, and compile it in the current directory."""
    order = json.load(sys.stdin)
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
