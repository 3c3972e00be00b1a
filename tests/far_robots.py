"""Robots whose frames lie far from the bodies in them: their equations are ordinary, and doubles lose digits."""

import random
from typing import Any

from thin_robots import link


def far_from_its_frame(far: str) -> dict[str, Any]:
    """An arm whose last frame is far from the body in it."""
    source, entries = random.Random(1), []
    for a, alpha, com in (("0.3", "pi/2", None), ("0.4", "0", None), (far, "0", [f"0.1-{far}", "0", "0"])):
        body = link(source, **({"com": com} if com else {}))
        entries.append({"type": "revolute", "dh": {"a": a, "alpha": alpha, "d": "0.1", "theta": "0"}, "link": body})
    return {"symdyn": "1", "name": "far", "frames": "standard_dh", "joints": entries}


def off_and_back(far: str, left: str = "0") -> dict[str, Any]:
    """An arm whose frames go far away along the joints' own axes and come back, bodies staying where arms have them.

    So much of the way is ``left`` along the second joint.
    """
    source = random.Random(2)
    places = (
        (("0", "0", "1"), ["0", "0", far], ["0.1", "0.02", f"-0.03-{far}"]),
        (("0", "1", "0"), ["0.3", far, f"-{far}"], ["0.1", f"0.02-{far}", "0.2"]),
        (("1", "0", "0"), ["0.3", f"{left}-{far}", "0.1"], ["0.1", "0.02", "0.2"]),
    )
    joints = [
        {"type": "revolute", "axis": list(axis), "origin": {"xyz": xyz}, "link": link(source, com=com)}
        for axis, xyz, com in places
    ]
    return {"symdyn": "1", "name": "off_and_back", "joints": joints}
