"""Numbers of things in sentences."""

from __future__ import annotations


def count(number: int, one: str, many: str = "") -> str:
    """Write how many there are: 1 joint, 2 joints; ``many`` where an s does not do."""
    return f"{number} {one if number == 1 else many or one + 's'}"
