"""xacro -> URDF text, expanded in a process of its own.

xacro evaluates expressions by design, so a file of somebody else's is a program: it is run only where the name ends in
.xacro or the user asks for it, in a child process, for a limited time, and reads files of its own folder alone unless
other folders are named.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from symdyn.errors import InputError
from symdyn.sources.text_file import MAX_BYTES, read_text_file
from symdyn.version import DISTRIBUTION

SUFFIX = ".xacro"
SECONDS = 30  # the largest macros of ROS take two
NO_PACKAGES: Mapping[str, Path] = {}
CHILD = Path(__file__).with_name("xacro_child.py")


def expanded_xacro(
    path: Path, given: Sequence[str] = (), folders: Sequence[Path] = (), packages: Mapping[str, Path] = NO_PACKAGES
) -> str:
    """Return the URDF that a xacro file expands to; ``given`` are its arguments, as name:=value.

    Args:
        path: the file.
        given: arguments of the file, as name:=value.
        folders: where files may be read from, and packages found, beside the file's own folder.
        packages: folders of packages by the names that the file calls them, where these are known.
    """
    read_text_file(path)  # first: a file that cannot be read is told as any other
    if find_spec("xacro") is None and find_spec("xacrodoc") is None:
        what = f"needs xacro, which is not installed; pip install '{DISTRIBUTION}[xacro]', or expand it yourself"
        raise InputError(what, file=str(path))
    values = {}
    for one in given:
        name, equals, value = one.partition(":=")
        if not equals:
            raise InputError(f"{one[:60]!r} is not an argument of xacro; write name:=value", field="--xacro")
        values[name] = value
    known = {name: str(folder) for name, folder in packages.items()}
    where = {"folders": [str(folder) for folder in folders], "packages": known}
    asked = json.dumps({"file": str(path), "values": values, **where})
    command = [sys.executable, str(CHILD)]
    try:
        made = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise InputError(f"xacro takes longer than {SECONDS} s; expand it yourself", file=str(path)) from None
    if made.returncode:
        reason = " ".join((made.stderr.strip().splitlines() or ["no reason given"])[-1].split())
        raise InputError(f"xacro: {reason}", file=str(path))
    if len(made.stdout) > MAX_BYTES:
        raise InputError(f"expands to more than {MAX_BYTES // 1_000_000} MB", file=str(path))
    return made.stdout
