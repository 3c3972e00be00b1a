"""What the compiler is told, and which of it the compiler at hand accepts."""

import subprocess
import sys
from functools import cache

from symdyn.compilation.compiler import LONGEST_ANSWER, Compiler

DEFAULT_FLAGS: tuple[str, ...] = (
    ("/O2",)
    if sys.platform == "win32"
    else (
        "-O3",
        "-march=native",
        "-fno-math-errno",  # nobody reads errno after sqrt: it becomes one instruction, with the same result
        "-fno-trapping-math",  # nobody traps on a floating-point flag: selects vectorise, with the same result
        "-fvisibility=hidden",  # no other library can replace a kernel: batches may inline it
        "-g0",  # Python's own flags ask for debug information, half of the compile time
    )
)
"""Faster code, never other arithmetic: nothing here reorders or approximates an operation."""

_GOOD_TO_HAVE = frozenset({"-march=native"})
"""Left out without a word where the compiler does not know them; any other flag it refuses is an error."""


@cache
def accepted_flags(compiler: Compiler, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Return `flags`, without the ones that are only good to have if the compiler refuses them."""
    if sys.platform == "win32" or not _GOOD_TO_HAVE.intersection(flags) or _accepts(compiler, flags):
        return flags
    return tuple(flag for flag in flags if flag not in _GOOD_TO_HAVE)


def _accepts(compiler: Compiler, flags: tuple[str, ...]) -> bool:
    """Tell whether the compiler translates an almost empty file with these flags, down to assembler."""
    try:
        probe = subprocess.run(
            [*compiler.command, *flags, "-x", "c", "-S", "-", "-o", "-"],
            input=b"double twice(double x) { return x + x; }\n",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST_ANSWER,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return probe.returncode == 0
