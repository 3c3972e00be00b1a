"""Round errors up to two digits: an error is at most what is stated, and what is stated is the same everywhere."""

from __future__ import annotations

from decimal import ROUND_CEILING, Decimal

DIGITS = 2


def rounded_up(number: float | None) -> float | None:
    """Return the next number of two digits; None of what is none."""
    if number is None or number != number or abs(number) == float("inf"):
        return None
    exactly = Decimal(number)
    if not exactly:
        return 0.0
    return float(exactly.quantize(Decimal(1).scaleb(exactly.adjusted() - DIGITS + 1), ROUND_CEILING))
