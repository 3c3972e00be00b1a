"""Read a user's text file: what cannot be read is told in one line."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from symdyn.errors import InputError

MAX_BYTES = 2_000_000  # the largest robot descriptions in use are a tenth of this


def read_plain_file(path: Path, most: int) -> bytes:
    """Return what is in a plain file; a pipe or a device, which may never end, is an OSError, and so is a huge file."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "is not a plain file", str(path))
        if status.st_size > most:
            raise OSError(errno.EFBIG, f"is larger than {most // 1_000_000} MB", str(path))
        return stream.read(most)


def read_text_file(path: Path, kind: str = "robot file", max_bytes: int = MAX_BYTES) -> str:
    """Return the text of a file; ``kind`` says in messages what the file should be."""
    try:
        if not (path.is_file() or path.is_dir()) and path.exists():
            what = "is a pipe or a device, which may never end; save it as a file"
            raise InputError(what, file=str(path))
        with path.open("rb") as stream:
            data = stream.read(max_bytes + 1)
    except FileNotFoundError:
        raise InputError("there is no such file", file=str(path)) from None
    except IsADirectoryError:
        raise InputError("is a directory; give the file inside it", file=str(path)) from None
    except PermissionError:
        raise InputError("the file cannot be read: permission denied", file=str(path)) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"the file cannot be read: {reason}", file=str(path)) from None
    if len(data) > max_bytes:
        raise InputError(f"the file is larger than {max_bytes // 1_000_000} MB; no {kind} is", file=str(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = "the file is not UTF-8 text; save it as UTF-8 (is it a binary file?)"
        raise InputError(what, file=str(path), line=line) from None
