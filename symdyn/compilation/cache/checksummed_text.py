"""A text in the cache with its checksum: published whole, checked before it is read.

Its first line says what it was made from and has the SHA-256 of the rest. It is written beside its place and renamed
into it, so it is there whole or not at all, whoever else is writing.
"""

import hashlib
import os
from pathlib import Path

from symdyn.compilation.cache.entry import staging_directory
from symdyn.sources.text_file import read_plain_file

_MOST = 1_000_000_000  # bytes; ours have a million


def read_checksummed(file: Path, made_from: str) -> str | None:
    """Return the text in a file; None if there is none, it is damaged, or it was made from something else."""
    try:
        first, _, content = read_plain_file(file, _MOST).partition(b"\n")
        return content.decode("utf-8") if first == _first_line(made_from, content) else None
    except (OSError, UnicodeDecodeError):
        return None


def publish_checksummed(cache: Path, file: Path, made_from: str, text: str) -> None:
    """Put a text into a file of the cache; what was there makes way in the same moment.

    Raises:
        OSError: it cannot be written.
    """
    content = text.encode("utf-8")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with staging_directory(cache) as staging:
        made = staging / file.name
        made.write_bytes(_first_line(made_from, content) + b"\n" + content)
        os.replace(made, file)


def _first_line(made_from: str, content: bytes) -> bytes:
    return f"made from {made_from} sha256 {hashlib.sha256(content).hexdigest()}".encode()
