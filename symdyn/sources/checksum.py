"""A JSON text that carries a checksum of itself, so that it shows when somebody edits it.

The checksum is the SHA-256 of the text with an empty one in its place.
"""

from __future__ import annotations

import hashlib
import re

CHECKSUM = "checksum"  # the name of the entry

_EMPTY = f'"{CHECKSUM}": ""'
_FILLED = re.compile(rf'"{CHECKSUM}": "([0-9a-f]{{64}})"'.encode())


def with_checksum(text: str) -> str:
    """Fill in the checksum of a text whose first entry of that name is empty."""
    if _EMPTY not in text:
        raise ValueError(f"there is no empty {CHECKSUM} to fill in")
    return text.replace(_EMPTY, f'"{CHECKSUM}": "{_sha256(text.encode())}"', 1)


def was_edited(text: bytes) -> bool:
    """Tell whether a text is not what it was when its checksum was filled in; nobody knows of one without."""
    found = _FILLED.search(text)
    if found is None:
        return False
    empty = text[: found.start()] + _EMPTY.encode() + text[found.end() :]
    return _sha256(empty) != found[1].decode()


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
