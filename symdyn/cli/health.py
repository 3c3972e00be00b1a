"""What `symdyn doctor` looks at, one function each."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version

from symdyn.errors import SymdynError
from symdyn.version import DISTRIBUTION, VERSION

OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that symdyn needs: whether it is fine, what was found, and what to do if it is not."""

    what: str
    fine: bool
    found: str
    remedy: str = ""

    @property
    def verdict(self) -> str:
        """One word: ok, BROKEN, or absent, which breaks nothing else."""
        absent = self.fine and self.found.startswith(ABSENT)
        return "absent" if absent else "ok" if self.fine else "BROKEN"


def findings() -> tuple[Finding, ...]:
    """Look at everything; what is broken does not keep the rest from being looked at."""
    return (
        *_versions(),
        *_optional_packages(),
        _guarded("templates", _templates),
        *_toolchain(),
        _guarded("a compiled kernel", _kernel),
    )


def _versions() -> Iterator[Finding]:
    yield Finding("symdyn", True, VERSION)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    recent = sys.version_info >= OLDEST_PYTHON
    yield Finding("Python", recent, platform.python_version(), "" if recent else f"use Python {oldest} or later")
    for name, wanted in _required_packages():
        try:
            found = version(name)
        except PackageNotFoundError:
            yield Finding(name, False, "not installed", f"pip install '{name}>={wanted}'")
            continue
        recent = _numbers(found) >= _numbers(wanted)
        yield Finding(name, recent, found, "" if recent else f"pip install --upgrade '{name}>={wanted}'")


def _required_packages() -> list[tuple[str, str]]:
    """Return the names and oldest versions of the packages that symdyn's metadata asks for, optional ones left out."""
    try:
        lines = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from a source tree that was never installed
        return []
    needed = [re.fullmatch(r"([\w.-]+)\s*>=\s*([\d.]+)", line) for line in lines if ";" not in line]
    return [(match[1], match[2]) for match in needed if match]


OPTIONAL = {  # packages that one command or option alone needs, with the extra that brings them
    "clarabel": ("identify", "bodies that can exist, of `symdyn identify`,"),
    "xacrodoc": ("xacro", "reading xacro"),
    "robot_descriptions": ("descriptions", "`robot_descriptions:NAME` in place of a file"),
    "scipy": ("simulate", "`symdyn simulate`"),
    "matplotlib": ("simulate", "figures of `symdyn simulate`"),
    "pyarrow": ("parquet", "`simulate --format parquet`"),
    "distributed": ("cluster", "`simulate --dask`"),
}


ABSENT = "not installed"


def _optional_packages() -> Iterator[Finding]:
    """What is missing here breaks nothing else, so it is told and counts as fine."""
    for name, (extra, use) in OPTIONAL.items():
        try:
            yield Finding(name, True, version(name))
        except PackageNotFoundError:
            yield Finding(name, True, f"{ABSENT}; {use} needs it", f"pip install 'symdyn-codegen[{extra}]'")


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"\d+", text)[:3])


def _templates() -> str:
    from symdyn.emit.templates import template_directory

    return str(template_directory())


def _toolchain() -> Iterator[Finding]:
    from symdyn.compilation.cache.directory import writable_cache
    from symdyn.compilation.compiler import find_compiler

    yield _guarded("C compiler", lambda: find_compiler().description)
    yield _guarded("Python's headers", _headers)
    yield _guarded("cache of generated code", lambda: str(writable_cache(None)))


def _headers() -> str:
    from symdyn.compilation import python_headers
    from symdyn.compilation.headers import require_python_headers

    require_python_headers()
    return str(python_headers())


def _kernel() -> str:
    """Generate, compile, load and call a kernel, and compare it with the same in NumPy."""
    import numpy as np

    from symdyn.errors import BuildError
    from symdyn.generate import generate
    from symdyn.model import load
    from symdyn.options import Options
    from symdyn.runtime.kernels import package_kernels

    package, q = generate(load("two_link"), Options(only=("gravity",))), [0.1, 0.2]
    compiled, expected = (package_kernels(package, language).gravity(q) for language in ("c", "python"))
    if not np.allclose(compiled, expected, rtol=1e-12):
        raise BuildError(f"gravity of two_link is wrong: {compiled}; try another compiler: CC=clang symdyn doctor")
    return "compiled, loaded, called; right"


def _guarded(what: str, look: Callable[[], str]) -> Finding:
    """Turn what a look found, or the error it met, into a finding."""
    try:
        return Finding(what, True, look())
    except SymdynError as error:
        found, _, remedy = str(error).partition("; ")
        return Finding(what, False, found, remedy)
    except Exception as error:  # a broken installation may raise anything
        remedy = f"reinstall symdyn: pip install --force-reinstall {DISTRIBUTION}"
        return Finding(what, False, f"{type(error).__name__}: {error}", remedy)
