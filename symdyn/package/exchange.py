"""Let two folders change places (an atomic swap), in one step where the system has a call for that."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_LINUX_AT_WORKING_DIRECTORY = -100
_LINUX_EXCHANGE = 2
_MACOS_SWAP = 2


def exchange(new: Path, old: Path, aside: Path) -> Path:
    """Put the folder ``new`` in the place of ``old``, and return where the old one is: at ``new`` or at ``aside``.

    Where no call exchanges two folders at once, the old one is set aside for a moment: a kill in that moment leaves
    both whole, and nothing at the path ``old``.
    """
    if _exchanged_at_once(new, old):
        return new
    os.rename(old, aside)
    try:
        os.rename(new, old)
    except OSError:
        os.rename(aside, old)
        raise
    return aside


def _exchanged_at_once(one: Path, other: Path) -> bool:
    """Exchange two paths with the system's own call; False if it has none, or not for this file system."""
    first, second = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None)
        if sys.platform == "linux":
            here = _LINUX_AT_WORKING_DIRECTORY
            return bool(library.renameat2(here, first, here, second, _LINUX_EXCHANGE) == 0)
        if sys.platform == "darwin":
            return bool(library.renamex_np(first, second, _MACOS_SWAP) == 0)
    except (OSError, AttributeError, TypeError):  # TypeError: Windows has no library without a name
        pass
    return False
