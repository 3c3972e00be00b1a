"""<mimic> as a coupling: a joint whose coordinate is multiplier * that of another joint + offset."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symdyn.errors import unknown_name
from symdyn.model.text.mapping import Located
from symdyn.model.xml.elements import Element
from symdyn.model.xml.numbers import scalar

FIXED = "fixed"


def standing(joints: Mapping[str, Element], names: Mapping[str, str]) -> dict[str, Located]:
    """Return the joints that follow others by nothing, and where they stand still then."""
    found = {}
    for name, joint in joints.items():
        mimic = joint.only("mimic")
        if mimic is not None and joint.attributes.get("type") != FIXED and _follows_by_nothing(mimic):
            offset = scalar(mimic, "offset") if "offset" in mimic.attributes else "0"
            found[names[name]] = Located(offset, mimic.line)
    return found


def _follows_by_nothing(mimic: Element) -> bool:
    return "multiplier" in mimic.attributes and not Fraction(scalar(mimic, "multiplier"))


def couplings_of(joints: Mapping[str, Element], names: Mapping[str, str]) -> list[Located]:
    """Return the entries of `couplings`; ``names`` are those that the joints have in the robot file.

    A fixed joint follows nothing, whatever it says; one that follows a fixed joint would stand still, and is refused.
    """
    followers = [(name, joint, joint.only("mimic")) for name, joint in joints.items()]
    return [
        _coupling(name, joint, mimic, joints, names)
        for name, joint, mimic in followers
        if mimic is not None and joint.attributes.get("type") != FIXED and not _follows_by_nothing(mimic)
    ]


def _coupling(
    name: str, joint: Element, mimic: Element, joints: Mapping[str, Element], names: Mapping[str, str]
) -> Located:
    if "joint" not in mimic.attributes:
        raise mimic.error(f"the <mimic> of joint {name!r} lacks the attribute 'joint'; name the joint that it follows")
    other = mimic.attributes["joint"]
    if other not in names:
        raise mimic.error(f"joint {name!r} mimics {unknown_name('joint', other[:60], names)}")
    if joints[other].attributes.get("type") == FIXED:
        raise mimic.error(f"joint {name!r} mimics {other!r}, which is fixed; make it fixed too, or name one that moves")
    factor = scalar(mimic, "multiplier") if "multiplier" in mimic.attributes else "1"
    entry: dict[str, Any] = {"joint": names[name], "equals": {names[other]: Located(factor, mimic.line)}}
    if "offset" in mimic.attributes:
        entry["plus"] = Located(scalar(mimic, "offset"), mimic.line)
    return Located(entry, mimic.line)
