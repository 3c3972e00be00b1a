"""Numbers in the attributes of elements: kept as the decimals that are written."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from symdyn.model.expressions.guarded import MAX_SIZE
from symdyn.model.expressions.tokens import MAX_DIGITS, MAX_EXPONENT
from symdyn.model.text.mapping import Located
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element

_NUMBER = re.compile(r"([-+]?)(?:0*(?=[0-9]))?((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?)", re.ASCII)

NO_LIMIT = 10**30


def scalar(element: Element, attribute: str) -> str:
    """Return the number of an attribute that must be there, as text."""
    if attribute not in element.attributes:
        raise element.error(f"<{element.tag}> lacks the attribute {attribute!r}")
    return _number(element.attributes[attribute].strip(), element, attribute)


def three(element: Element, attribute: str) -> Located:
    """Return the three numbers of an attribute; (0, 0, 0) when it is left out."""
    words = element.attributes.get(attribute, "0 0 0").split()
    if len(words) != 3:
        what = f"<{element.tag}> {attribute}: expected three numbers, found {len(words)}"
        raise element.error(what)
    return Located([_number(word, element, attribute) for word in words], element.line)


def several(element: Element, attribute: str, default: str, counts: tuple[int, ...]) -> list[str]:
    """Return the numbers of an attribute, as many as one of ``counts``; ``default`` where it is left out."""
    words = element.attributes.get(attribute, default).split()
    if len(words) not in counts:
        wanted = " or ".join(map(str, counts))
        raise element.error(f"<{element.tag}> {attribute}: expected {wanted} numbers, found {len(words)}")
    return [_number(word, element, attribute) for word in words]


def origin_of(element: Element) -> Located:
    """Return the pose of an <origin>."""
    pose: dict[str, Any] = {key: three(element, key) for key in ("xyz", "rpy") if key in element.attributes}
    return Located(pose, element.line)


def is_no_limit(written: str) -> bool:
    """Tell whether a number is so large that it stands for none, where a format wants a limit."""
    return abs(Fraction(written)) >= NO_LIMIT


def decimal_text(value: Fraction) -> str:
    """Write a rational as a decimal if it is one of few digits, else as a quotient; exactly in both cases."""
    for places in range(MAX_DIGITS):
        if 10**places % value.denominator == 0:
            digits = str(abs(value.numerator) * (10**places // value.denominator)).rjust(places + 1, "0")
            text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
            return "-" + text if value < 0 else text
    return str(value)


def _number(word: str, element: Element, attribute: str) -> str:
    match = _NUMBER.fullmatch(word)
    if match is None or len(word) > MAX_DIGITS:
        advice = "; --xacro expands the file" if "$" in word else ""
        what = f"<{element.tag}> {attribute}: {quoted(word)} is not a finite number{advice}"
        raise element.error(what)
    sign, digits = match.groups()
    if abs(int(digits.lower().partition("e")[2] or 0)) > MAX_EXPONENT or Fraction(digits) > MAX_SIZE:
        raise element.error(
            f"<{element.tag}> {attribute}: {quoted(word)} is beyond what a robot needs: sizes from 1e-330 to 1e60"
        )
    return ("-" if sign == "-" else "") + digits
