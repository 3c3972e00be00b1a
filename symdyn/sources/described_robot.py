"""Robots of the package robot_descriptions by their names there: `robot_descriptions:panda_description`.

That package clones the repository of a robot when its module is first imported; later it finds the files again.
So a module is imported only where the user names it, in a process of its own; what it fetched is read as any file is.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from symdyn.errors import InputError, unknown_name
from symdyn.version import DISTRIBUTION

PACKAGE = "robot_descriptions"
PREFIX = f"{PACKAGE}:"
SECONDS = 600  # the largest repositories have hundreds of megabytes
CHILD = Path(__file__).with_name("described_child.py")


@dataclass(frozen=True, slots=True)
class Described:
    """A robot's file on this machine; what a xacro file takes, and where it finds packages."""

    path: Path
    arguments: tuple[str, ...]
    packages: Mapping[str, Path]


def described_robot(source: str) -> Described:
    """Return where the file of a robot is that is called ``source``; it is fetched where it is not here yet."""
    name = source.removeprefix(PREFIX)
    names = described_names()
    if not names:
        what = f"needs the package {PACKAGE}, which is not installed; pip install '{DISTRIBUTION}[descriptions]'"
        raise InputError(what, field=source[:60])
    if name not in names:
        raise InputError(unknown_name("robot description", name[:60], names), field=PACKAGE)
    command = [sys.executable, str(CHILD), f"{PACKAGE}.{name}"]
    try:
        made = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        found = json.loads(made.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        raise InputError(f"fetching it takes longer than {SECONDS} s", field=source) from None
    except (ValueError, IndexError):
        found = {}
    if not found.get("path"):
        reason = " ".join(found.get("wrong", "it names no URDF, MJCF or xacro file").split())
        raise InputError(f"{PACKAGE} cannot give its file: {reason[:200]}", field=source)
    packages = {package: Path(folder) for package, folder in found["packages"].items()}
    return Described(Path(found["path"]), tuple(f"{key}:={x}" for key, x in found["arguments"].items()), packages)


def described_names() -> tuple[str, ...]:
    """Return the names that the package has, without importing it; none where it is not installed."""
    spec = find_spec(PACKAGE)
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    found = {file.stem for folder in folders for file in folder.glob("*_description.py")}
    return tuple(sorted(name for name in found if not name.startswith("_")))
