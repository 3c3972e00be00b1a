"""Numbers and elements as XML texts: decimals where they are exact, else the nearest doubles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm
from xml.sax.saxutils import quoteattr

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact, reciprocal
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.model.parts import Placement
from symdyn.model.written.pose import roll_pitch_yaw, written_number

MOST = 10**6  # of a whole number in a direction: beyond that nobody reads it


def plain_number(x: Exact) -> str:
    """Return a number as a decimal: exactly where it has few digits, else the double nearest to it."""
    text = written_number(x)
    return repr(to_float(x)) if "/" in text else text


def plain_vector(vector: Iterable[Exact]) -> str:
    """Return numbers with spaces between them."""
    return " ".join(plain_number(x) for x in vector)


def plain_direction(axis: Vec3[Exact]) -> str:
    """Return a direction of any length: in whole numbers where few digits say it exactly, else as a unit vector."""
    largest = max(axis, key=lambda entry: abs(to_float(entry)))
    ratios = [entry * reciprocal(largest) for entry in axis]
    if not all(ratio.is_rational for ratio in ratios):
        return plain_vector(axis)
    whole = lcm(*(ratio.rational.denominator for ratio in ratios))
    sign = 1 if to_float(largest) > 0 else -1
    return " ".join(str(ratio.rational * whole * sign) for ratio in ratios) if whole < MOST else plain_vector(axis)


def plain_turn(R: Mat3[Exact]) -> str:
    """Return roll, pitch and yaw; the doubles nearest to multiples of pi/12 are read as those again."""
    return " ".join(_angle(float(angle)) for angle in roll_pitch_yaw(R))


def pose_attributes(pose: Placement, position: str, turn: str) -> dict[str, str]:
    """Return a pose as two attributes; what is zero is left out."""
    found = {position: plain_vector(pose.position), turn: plain_turn(pose.rotation)}
    return {name: text for name, text in found.items() if text != "0 0 0"}


def tag(name: str, attributes: Mapping[str, str], inside: Iterable[str] = (), depth: int = 0) -> list[str]:
    """Return the lines of an element."""
    indent = "  " * depth
    opening = f"{indent}<{name}" + "".join(f" {key}={quoteattr(text)}" for key, text in attributes.items())
    lines = list(inside)
    return [f"{opening}>", *lines, f"{indent}</{name}>"] if lines else [f"{opening}/>"]


def _angle(angle: float) -> str:
    return "0" if angle == 0 else repr(angle)
