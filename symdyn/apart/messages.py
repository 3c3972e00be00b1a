"""Messages between the process that checks and the one that runs: a head in JSON, and numbers after it.

Nothing in a message is executed when it is read: whoever runs unchecked code may send anything.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import IO, Any

LENGTHS = struct.Struct("<II")  # of the head, and of the numbers after it
MOST = 1 << 28  # bytes in a message

Message = tuple[dict[str, Any], bytes]


def send(stream: IO[bytes], head: Mapping[str, Any], numbers: bytes = b"") -> None:
    """Send a message."""
    text = json.dumps(head).encode()
    stream.write(LENGTHS.pack(len(text), len(numbers)) + text + numbers)
    stream.flush()


def receive(stream: IO[bytes]) -> Message:
    """Wait for a message.

    Raises:
        EOFError: none comes any more.
        ValueError: what comes is none.
    """
    of_head, of_numbers = LENGTHS.unpack(_exactly(stream, LENGTHS.size))
    if max(of_head, of_numbers) > MOST:
        raise ValueError("too long")
    try:
        head = json.loads(_exactly(stream, of_head))
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(head, dict):
        raise ValueError("no mapping")
    return head, _exactly(stream, of_numbers)


def _exactly(stream: IO[bytes], count: int) -> bytes:
    found = stream.read(count)
    if len(found) < count:
        raise EOFError
    return found
