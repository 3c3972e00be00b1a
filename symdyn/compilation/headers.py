"""Whether Python's own C headers are there, which Linux distributions package apart."""

import sys
import sysconfig
from pathlib import Path

from symdyn.errors import BuildError


def python_headers() -> Path | None:
    """Return the directory that holds `Python.h` for this interpreter, or None if it is not installed."""
    for kind in ("include", "platinclude"):
        directory = Path(sysconfig.get_path(kind))
        if (directory / "Python.h").is_file():
            return directory
    return None


def require_python_headers() -> None:
    """Raise BuildError, with what to install, if `Python.h` is missing."""
    if python_headers() is None:
        major, minor = sys.version_info[:2]
        raise BuildError(
            f"no Python.h in {sysconfig.get_path('include')}: install Python's headers "
            f"(Debian, Ubuntu: `apt install python{major}.{minor}-dev`; Fedora: `dnf install python3-devel`); "
            "the NumPy kernels work without them"
        )
