"""The ten inertial parameters of a body and the parameters of a joint, exactly; None where the file leaves one open."""

from collections.abc import Callable, Mapping
from typing import Any

from symdyn.algebra.exact import Exact, exact
from symdyn.reference.exact.numbers import Numbers

Number = Exact | None


def ten_of(body: Mapping[str, Any], numbers: Numbers) -> list[Number]:
    """Return `m mx my mz Ixx Ixy Iyy Ixz Iyz Izz` about the body frame's origin."""
    m = numbers.known(body.get("mass"))
    com = body.get("com")
    x, y, z = (numbers.known(part) for part in ([None] * 3 if com is None else com))
    written = body.get("inertia") or {}
    inertia = [numbers.known(written.get(name)) for name in ("xx", "xy", "yy", "xz", "yz", "zz")]
    if body.get("inertia_at", "com") == "com":
        # Steiner, entry by entry: an unknown y must not make Iyy unknown.
        shifts = (
            _of(lambda y, z, m: m * (y * y + z * z), y, z, m),
            _of(lambda x, y, m: -m * x * y, x, y, m),
            _of(lambda x, z, m: m * (x * x + z * z), x, z, m),
            _of(lambda x, z, m: -m * x * z, x, z, m),
            _of(lambda y, z, m: -m * y * z, y, z, m),
            _of(lambda x, y, m: m * (x * x + y * y), x, y, m),
        )
        inertia = [_of(lambda a, b: a + b, at_com, shift) for at_com, shift in zip(inertia, shifts, strict=True)]
    moments = [_of(lambda a, b: a * b, m, part) for part in (x, y, z)]
    return [m, *moments, *inertia]


def joint_parameters_of(joint: Mapping[str, Any], numbers: Numbers) -> dict[str, Number]:
    """Return those of `Ia fv fc fo ks kr` that the file has, in this order."""
    found: dict[str, Number] = {}
    if "rotor_inertia" in joint:
        found["Ia"] = numbers.known(joint["rotor_inertia"])
    friction = joint.get("friction") or {}
    for name, key in (("fv", "viscous"), ("fc", "coulomb"), ("fo", "offset")):
        if key in friction:
            found[name] = numbers.known(friction[key])
    if "spring" in joint:
        spring = joint["spring"] or {"rest": None}
        stiffness = numbers.known(spring.get("stiffness"))
        rest = numbers.known(spring["rest"]) if "rest" in spring else exact(0)
        found |= {"ks": stiffness, "kr": _of(lambda a, b: a * b, stiffness, rest)}
    return found


def _of(combine: Callable[..., Exact], *parts: Number) -> Number:
    """Combine what is known; unknown as soon as one part is."""
    return None if any(part is None for part in parts) else combine(*parts)
