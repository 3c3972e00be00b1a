"""Whether code may be loaded from a directory: only where nobody else can put it."""

import atexit
import os
import shutil
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path


def why_not_trusted(directory: Path) -> str | None:
    """Return why others could put files into a directory, or exchange it, or None if they could not.

    The directory must be this user's, if it is there; those above it this user's or the system's. None may be writable
    by others, except that a sticky one above, such as /tmp, lets nobody touch what is another's.
    """
    if sys.platform == "win32":
        return None  # permissions are not in the mode there, and a user's places are the user's
    for place in dict.fromkeys((directory, Path(os.path.realpath(directory)))):
        for path in (place, *place.parents):
            try:
                status = path.lstat()
            except OSError:
                continue  # not there: it will be made, or its absence told
            if reason := _objection(status, is_above=path != place):
                return f"{path} {reason}"
    return None


def _objection(status: os.stat_result, *, is_above: bool) -> str | None:
    user = os.getuid()
    if status.st_uid != user and not (is_above and status.st_uid == 0):
        return "belongs to another user"
    if not stat.S_ISDIR(status.st_mode):
        return None  # a link of ours; what it leads to is looked at too
    others = stat.S_IWOTH if _is_private_group(status) else stat.S_IWOTH | stat.S_IWGRP
    if status.st_mode & others and not (is_above and status.st_mode & stat.S_ISVTX):
        return "can be written by others"
    return None


def _is_private_group(status: os.stat_result) -> bool:
    """Tell whether the group has one member by custom: many systems give each user a group of the same number."""
    return status.st_gid == os.getgid() == os.getuid()


@cache
def directory_of_this_process(instead_of: Path, reason: str) -> Path:
    """Make a directory that is this user's alone and goes with the process, and say so once."""
    made = tempfile.mkdtemp(prefix="symdyn-")  # mode 0700
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    print(f"note: {instead_of} is not used as a cache: {reason}; compiling into {made} for now", file=sys.stderr)
    return Path(made)
