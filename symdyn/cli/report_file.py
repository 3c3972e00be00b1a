"""A file that the user names for findings: written whole or not at all, and never over something else of theirs."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from symdyn.errors import InputError
from symdyn.sources.text_file import read_plain_file

MOST = 100_000_000  # bytes of a report


def refuse_unwritable(name: str, is_report: Callable[[bytes], bool], kind: str) -> None:
    """Refuse a place where findings cannot go, before work that may take minutes; and a file that is no report."""
    try:
        path = _place(name)
        if _is_stream(path):
            return
        if path.exists() and not (path.is_file() or path.is_dir()):
            what = "is a pipe, a socket or a disk, which findings do not go to; name a file, or /dev/null"
            raise InputError(what, file=name)
        if os.path.lexists(path) and not is_report(read_plain_file(path, MOST)):
            what = f"is there and is not {kind}, so it is not replaced; choose another name"
            raise InputError(what, file=name)
        descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        os.close(descriptor)
        os.unlink(beside)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        raise _not_written(name, error) from None


def write_report(name: str, text: str) -> None:
    """Write a file; a terminal just gets the text."""
    beside = None
    try:
        path = _place(name)
        if _is_stream(path):
            with path.open("w", encoding="utf-8") as stream:
                stream.write(text)
            return
        descriptor, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(beside, _usual_mode(path))
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        if beside is not None:
            with suppress(OSError):
                os.unlink(beside)
        raise _not_written(name, error) from None


def _place(name: str) -> Path:
    """Return the path; a link stays one, and what it leads to is written."""
    if not name:
        raise FileNotFoundError(2, os.strerror(2))
    return Path(os.path.realpath(name))


def _is_stream(path: Path) -> bool:
    """Tell whether something is there that is written to and never replaced: a terminal, /dev/null.

    A pipe is not: to open it is to wait for a reader, who may never come.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    return stat.S_ISCHR(mode)


def _usual_mode(path: Path) -> int:
    """Return the permissions of the file that is replaced, or of any new file."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _not_written(name: str, error: OSError | ValueError) -> InputError:
    return InputError(f"cannot be written: {getattr(error, 'strerror', None) or error}", file=name)
