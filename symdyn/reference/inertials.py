"""The ten inertial parameters of a body and the parameters of a joint, as written.

An entry that is absent or null, or that needs a symbol without a value, is unknown: it
is NaN, and so is all that is computed from it.
"""

import math
from collections.abc import Mapping
from typing import Any

from symdyn.reference.expression import NoValueError, Written, evaluate

Symbols = Mapping[str, Written | None]


def is_massless(link: Mapping[str, Any]) -> bool:
    """Tell whether a link is written to have no body, and with it no parameters."""
    return link.get("massless") in (True, "true")


def ten_of(body: Mapping[str, Any], symbols: Symbols) -> list[float]:
    """Return `m mx my mz Ixx Ixy Iyy Ixz Iyz Izz` about the body frame's origin."""
    m = _number(body.get("mass"), symbols)
    com = body.get("com")
    x, y, z = (_number(part, symbols) for part in ([None] * 3 if com is None else com))
    written = body.get("inertia") or {}
    names = ("xx", "xy", "yy", "xz", "yz", "zz")
    inertia = [_number(written.get(name), symbols) for name in names]
    if body.get("inertia_at", "com") == "com":
        # Steiner, entry by entry: an unknown y must not make Iyy unknown.
        steiner = (y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y)
        inertia = [at_com + m * shift for at_com, shift in zip(inertia, steiner, strict=True)]
    return [m, m * x, m * y, m * z, *inertia]


def joint_parameters_of(joint: Mapping[str, Any], symbols: Symbols) -> dict[str, float]:
    """Return those of `Ia fv fc fo ks kr` that the file has, in this order."""
    found: dict[str, float] = {}
    if "rotor_inertia" in joint:
        found["Ia"] = _number(joint["rotor_inertia"], symbols)
    friction = joint.get("friction") or {}
    for name, key in (("fv", "viscous"), ("fc", "coulomb"), ("fo", "offset")):
        if key in friction:
            found[name] = _number(friction[key], symbols)
    if "spring" in joint:
        spring = joint["spring"] or {"rest": None}
        stiffness = _number(spring.get("stiffness"), symbols)
        rest = _number(spring.get("rest", 0), symbols)
        found |= {"ks": stiffness, "kr": stiffness * rest}
    return found


def _number(written: Written | None, symbols: Symbols) -> float:
    try:
        return math.nan if written is None else evaluate(written, symbols)
    except NoValueError:
        return math.nan
