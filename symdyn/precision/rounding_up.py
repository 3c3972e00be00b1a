"""Round errors up to a few digits: an error is at most what is stated, and what is stated is the same everywhere."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal

DIGITS = 2


def rounded_up(number: float | None) -> float | None:
    """Return the next number of two digits; None of what is none."""
    if number is None or number != number or abs(number) == float("inf"):
        return None
    return next_up(number, DIGITS)


def next_up(number: float, digits: int) -> float:
    """Return the next number of so many digits."""
    exactly = Decimal(number)
    if not exactly:
        return 0.0
    return float(exactly.quantize(Decimal(1).scaleb(exactly.adjusted() - digits + 1), ROUND_CEILING))
