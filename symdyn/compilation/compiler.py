"""Which C compiler there is: `$CC`, or the one Python was built with, or a usual one on the PATH."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache

from symdyn.compilation.visual_studio import visual_studio_version
from symdyn.errors import BuildError

LONGEST_ANSWER = 60.0  # seconds for a question that takes a compiler no work
_USUAL_COMMANDS = ("cc", "gcc", "clang")
_HOW_TO_INSTALL = {
    "linux": "install one (Debian, Ubuntu: `apt install build-essential`; Fedora: `dnf install gcc`)",
    "darwin": "install one (`xcode-select --install`)",
    "win32": "install the Visual Studio Build Tools with the C++ workload",
}


@dataclass(frozen=True, slots=True)
class Compiler:
    """A C compiler that answers.

    Attributes:
        command: the absolute path of the program and the arguments it is always given.
        version: the first line of what it says about itself.
    """

    command: tuple[str, ...]
    version: str

    @property
    def description(self) -> str:
        """One line for a person: version and command."""
        return f"{self.version} ({shlex.join(self.command)})"


def find_compiler() -> Compiler:
    """Return the C compiler to use.

    Raises:
        BuildError: there is none; the message says what was looked for and what to install.
    """
    if sys.platform == "win32":
        return _find_visual_studio()
    return _find_on_path(os.environ.get("CC", ""), os.environ.get("PATH", os.defpath))


def compiler_of(command: str) -> Compiler | None:
    """Return the compiler that a command starts, or None if there is none that answers."""
    return _ask(_split(command), os.environ.get("PATH", os.defpath))


def compiler_description() -> str | None:
    """Return one line about the C compiler that would be used, or None if there is none."""
    try:
        return find_compiler().description
    except BuildError:
        return None


@cache
def _find_on_path(cc: str, path: str) -> Compiler:
    """Return the first compiler that answers; remembered for each `$CC` and PATH, since asking takes a process."""
    candidates = (cc,) if cc.strip() else (str(sysconfig.get_config_var("CC") or ""), *_USUAL_COMMANDS)
    for candidate in candidates:
        if compiler := _ask(_split(candidate), path):
            return compiler
    looked_for = f"CC={cc}" if cc.strip() else ", ".join(dict.fromkeys(c.split()[0] for c in candidates if c.strip()))
    raise _no_compiler(f"{looked_for} on the PATH")


def _split(command: str) -> list[str]:
    """Split a command as a shell would; one that a shell would refuse is no command."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def _ask(command: list[str], path: str) -> Compiler | None:
    """Return the compiler that `command` starts, or None if it does not start or does not know `--version`."""
    program = shutil.which(command[0], path=path) if command else None
    if program is None:
        return None
    absolute = (os.path.abspath(program), *command[1:])
    try:
        answer = subprocess.run(
            [*absolute, "--version"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST_ANSWER,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    if answer.returncode != 0:
        return None
    return Compiler(absolute, (answer.stdout.strip().splitlines() or ["unknown version"])[0])


@cache
def _find_visual_studio() -> Compiler:
    """Return Microsoft's compiler, which setuptools finds by itself: only its version has to be known here."""
    version = visual_studio_version()
    if version is None:
        raise _no_compiler("Visual Studio's")
    return Compiler(("cl",), f"Visual Studio {version}")


def _no_compiler(looked_for: str) -> BuildError:
    how = _HOW_TO_INSTALL.get(sys.platform, "install one")
    return BuildError(f"no C compiler: looked for {looked_for}; {how}; the NumPy kernels work without one")
