"""A pose as the texts of a file: lengths as decimals or as the nearest doubles, a turn as roll, pitch and yaw.

Angles are multiples of pi/12 where they are, else the doubles nearest to them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symdyn.algebra.decimals import mp_context, to_float, to_mpf
from symdyn.algebra.exact import Exact, exact
from symdyn.algebra.spatial import Mat3, Vec3
from symdyn.model.robot import Placement
from symdyn.model.robot_file.angles import multiple_text, nearest_multiple
from symdyn.model.xml.numbers import decimal_text

SAME = mp_context.mpf(10) ** -40  # radians: sixty digits are carried, and no two angles that differ are nearer
LEVEL = mp_context.mpf(10) ** -25  # below this cosine of the pitch, roll and yaw turn about the same axis


MOST_DIGITS = 40  # of a decimal or a quotient that is worth writing exactly


def written_pose(pose: Placement) -> dict[str, list[str]]:
    """Return the `xyz` and `rpy` of a pose; what is zero is left out."""
    xyz, rpy = written_vector(pose.position), written_turn(pose.rotation)
    found = {"xyz": xyz, "rpy": rpy}
    return {key: texts for key, texts in found.items() if any(text != "0" for text in texts)}


def written_vector(vector: Vec3[Exact]) -> list[str]:
    """Return three numbers as texts."""
    return [written_number(x) for x in vector]


def written_number(x: Exact) -> str:
    """Return a number as a decimal where it is one of few digits, else as the double nearest to it."""
    text = decimal_text(x.rational) if x.is_rational else ""
    return text if 0 < len(text) <= MOST_DIGITS else repr(to_float(x))


def written_turn(R: Mat3[Exact]) -> list[str]:
    """Return roll, pitch and yaw of a rotation: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    return [written_angle(angle) for angle in roll_pitch_yaw(R)]


def roll_pitch_yaw(R: Mat3[Exact]) -> tuple[Any, Any, Any]:
    """Return the three angles with many digits."""
    x, y, z = (Vec3(*(to_mpf(entry, {}) for entry in row)) for row in R.rows)
    level = mp_context.hypot(x.x, y.x)
    pitch = mp_context.atan2(-z.x, level)
    if level < LEVEL:  # straight up or down: any roll will do, so none is taken
        return mp_context.mpf(0), pitch, mp_context.atan2(-x.y, y.y)
    return mp_context.atan2(z.y, z.z), pitch, mp_context.atan2(y.x, x.x)


def written_angle(angle: Any) -> str:
    """Return an angle as a text."""
    multiple = nearest_multiple(exact(Fraction(float(angle))))
    if abs(to_mpf(multiple, {}) - angle) < SAME:
        return multiple_text(multiple)
    return repr(float(angle))
