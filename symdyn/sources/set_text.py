"""Find the text of a set of parameters: a bundled name, or the path of a file."""

from __future__ import annotations

import os
from os.path import exists, isdir  # unlike those of Path they never raise
from pathlib import Path

from symdyn.errors import InputError, unknown_name
from symdyn.sources.robot_text import YAML_SUFFIXES
from symdyn.sources.text_file import read_text_file

BUNDLED_SETS = Path(__file__).resolve().parent / "sets"


def find_set_text(source: str | Path) -> tuple[str, str]:
    """Return the text of a bundled name or of a .yaml path, and the file's name for messages."""
    if source == "":  # as a path it would be the directory that one is in
        raise InputError("is empty; give the name of a set or the path of a .yaml file", field="--set")
    if isinstance(source, str) and source in set_names():
        file_name = f"{source}.yaml"
        return (BUNDLED_SETS / file_name).read_text(encoding="utf-8"), file_name
    path = Path(source)
    if isinstance(source, str) and not path.suffix and path.name == source and not exists(path):
        what = f"{unknown_name('set', source[:60], set_names())}; or give the path of a .yaml file"
        raise InputError(what, field="--set")
    if path.suffix.lower() not in YAML_SUFFIXES and not isdir(path):
        raise InputError("not a set of parameters; expected a name that ends in .yaml or .yml", file=str(path))
    return read_text_file(path, "set of parameters"), str(path)


def set_names() -> tuple[str, ...]:
    """Return the names of the sets that come with symdyn."""
    return tuple(sorted(name.removesuffix(".yaml") for name in os.listdir(BUNDLED_SETS) if name.endswith(".yaml")))
