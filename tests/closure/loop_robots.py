"""Robots with loops: general linkages of unknown bodies, one of them twice on one crank, and the same cut elsewhere."""

from typing import Any

DOWN, ACROSS = ["0", "-9.81", "0"], ["0", "0", "-9.81"]
NOTHING = {"mass": 0, "com": [0, 0, 0], "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0)}
BAR = {"mass": 2, "com": [0.1, 0, 0], "inertia": {"xx": 0, "xy": 0, "xz": 0, "yy": 0.06, "yz": 0, "zz": 0.06}}


def joint(kind: str, xyz: Any = (0, 0, 0), parent: str | None = None, **keys: Any) -> dict[str, Any]:
    found = {"type": kind, "origin": {"xyz": list(xyz)}, "link": {}, **keys}
    return found | ({"parent": parent} if parent else {})


def turn(*xyz: Any, parent: str | None = None, **keys: Any) -> dict[str, Any]:
    return joint("revolute", xyz or (0, 0, 0), parent, **keys)


def pin(parent: str, child: str, at: Any = (0, 0, 0), on: Any = (0, 0, 0), kind: str = "revolute") -> dict[str, Any]:
    placed = {"parent_origin": {"xyz": list(at)}, "child_origin": {"xyz": list(on)}}
    return {"type": kind, "parent": parent, "child": child, **placed}


def robot(joints: list[Any], loops: list[Any], actuated: list[str], closed: Any, **keys: Any) -> dict[str, Any]:
    names = [f"joint{i + 1}" for i in range(len(joints))]
    closed_at = dict(zip(names, closed, strict=True))
    whole = {"symdyn": 1, "name": "linkage", "gravity": DOWN, "joints": joints, "loops": loops}
    return {**whole, "actuated": actuated, "closed_at": closed_at, **keys}


def four_bar(**keys: Any) -> dict[str, Any]:
    joints = [turn(), turn(0.2, 0, 0), turn(0.6, 0, 0, parent="base")]
    loops = [pin("link2", "link3", (0.7, 0, 0), (0.5, 0, 0))]
    return robot(joints, loops, ["joint1"], (0.9, -0.422798, 1.274227), **keys)


def four_bar_cut_at_the_ground(**keys: Any) -> dict[str, Any]:
    joints = [turn(), turn(0.2, 0, 0), turn(0.7, 0, 0)]
    loops = [pin("link3", "base", (0.5, 0, 0), (0.6, 0, 0))]
    # the rocker points from the rod to the ground here, and away from it above
    return robot(joints, loops, ["joint1"], (0.9, -0.422798, -2.344568), **keys)


def four_bar_cut_through_its_rocker(**keys: Any) -> dict[str, Any]:
    joints = [turn(), turn(0.2, 0, 0), turn(0.7, 0, 0), turn(0.6, 0, 0, parent="base")]
    loops = [pin("link3", "link4", (0, 0, 0), (0.5, 0, 0), "fixed")]
    return robot(joints, loops, ["joint1"], (0.9, -0.422798, 0.797025, 1.274227), **keys)


def slider_crank_cut_at_its_slide(**keys: Any) -> dict[str, Any]:
    joints = [turn(), turn(0.2, 0, 0), turn(0.7, 0, 0)]
    along = {"rpy": [0, "pi/2", 0]}  # z of both frames along x of the base
    loops = [
        {"type": "prismatic", "parent": "base", "child": "link3"}
        | {"parent_origin": {"xyz": [0, 0.05, 0], **along}, "child_origin": along}
    ]
    return robot(joints, loops, ["joint1"], (1, -1.169807, 0.169807), **keys)


def scissor(**keys: Any) -> dict[str, Any]:
    """Two equal bars crossed at their middles, moved by a slide of which the mass alone is known; all pins rub."""
    rubs = {"friction": {"coulomb": 0.1}}
    joints = [turn(link=BAR), turn(0.3, 0, 0, link=BAR, **rubs)]
    joints += [joint("prismatic", parent="base", axis=[1, 0, 0], link={"mass": 0.5}, **rubs)]
    loops = [pin("link2", "link3", (-0.3, 0, 0)) | rubs]
    return robot(joints, loops, ["joint3"], (0.5, 2.141593, 0.526550), **keys)


def lift_of_two(rubbing: str) -> dict[str, Any]:
    """Two scissors, one on the other: all bars turn as fast as each other, or twice; one joint rubs."""
    source = scissor()
    bars = [turn(0.3, 0, 0, parent="link2", link=BAR), turn(0.6, 0, 0, parent="link1", link=BAR)]
    closed = {**source["closed_at"], "joint4": -2.141593, "joint5": 2.141593}
    plain = [{**one, "friction": {}} for one in (*source["joints"], *bars)]
    loops = [{**one, "friction": {}} for one in (*source["loops"], pin("link4", "link5", (0.3, 0, 0), (0.3, 0, 0)))]
    loops = [{**one, "name": f"loop{k}"} for k, one in enumerate(loops, 1)]
    names = [f"joint{k + 1}" for k in range(len(plain))]
    for name, one in (*zip(names, plain, strict=True), *((one["name"], one) for one in loops)):
        if name == rubbing:
            one["friction"] = {"coulomb": 0.1}
    return {**source, "joints": plain, "loops": loops, "closed_at": closed}


def twins(opposite: bool) -> dict[str, Any]:
    """Two equal four-bars on one crank: either root alone is generic, and each is the other."""
    joints = [turn(), turn(0.2, 0, 0), turn(0.6, 0, 0, parent="base")]
    joints += [turn(0.2, 0, 0.1, parent="link1"), turn(0.6, 0, 0.1, parent="base")]
    loops = [pin("link2", "link3", (0.7, 0, 0), (0.5, 0, 0)), pin("link4", "link5", (0.7, 0, 0), (0.5, 0, 0))]
    one = (-0.422798, 1.274227)
    other = (-2.013528, -1.910553) if opposite else one
    return robot(joints, loops, ["joint1"], (0.9, *one, *other))


def rssr(gravity: Any = ACROSS) -> dict[str, Any]:
    """A crank about z and a rocker about x, with a rod between a universal joint and a ball."""
    joints = [
        turn(),
        turn(0.2, 0, 0, link=NOTHING),
        turn(axis=[0, 1, 0]),
        turn(0.5, 0.1, 0.3, parent="base", axis=[1, 0, 0]),
    ]
    loops = [pin("link3", "link4", (0.6, 0, 0), (0, 0.4, 0), "spherical")]
    closed = (0.9, -0.160158, -0.55906, 0.0456)
    return robot(joints, loops, ["joint1"], closed, gravity=gravity, zeros="structural")


def rhombus(**keys: Any) -> dict[str, Any]:
    """A five-bar of four equal links on one pivot: the rods stay parallel to the cranks."""
    joints = [turn(), turn(0.5, 0, 0), turn(parent="base"), turn(0.5, 0, 0)]
    loops = [pin("link2", "link4", (0.5, 0, 0), (0.5, 0, 0))]
    return robot(joints, loops, ["joint1", "joint3"], (0.4, 0.9, 1.3, -0.9), **keys)


def five_bar_on_slides() -> dict[str, Any]:
    """A five-bar whose two rods hold a point that slides along x and y: both slides are found together."""
    joints = [
        joint("prismatic", axis=[1, 0, 0], link=NOTHING),
        joint("prismatic", axis=[0, 1, 0], link=NOTHING),
        turn(parent="base"),
        turn(0.3, 0, 0),
        turn(0.4, 0, 0, parent="base"),
        turn(0.35, 0, 0),
    ]
    loops = [pin("link4", "link2", (0.5, 0, 0)), pin("link6", "link2", (0.45, 0, 0))]
    closed = (0.255864, 0.596921, 2, -1.2947, 1, 1.40467)
    return robot(joints, loops, ["joint3", "joint5"], closed, zeros="structural")


def platform_on_six_legs() -> dict[str, Any]:
    """A 6-UPS platform: legs of a universal joint and a slide each, with balls at their ends."""
    joints = [joint("prismatic", axis=axis, link=NOTHING) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
    joints += [turn(axis=[1, 0, 0], link=NOTHING), turn(axis=[0, 1, 0], link=NOTHING), turn()]
    feet = [(0.5, 0.1), (0.45, -0.15), (-0.1, 0.5), (-0.35, 0.4), (-0.4, -0.3), (-0.15, -0.55)]
    balls = [(0.3, 0.2), (0.3, -0.22), (0.05, 0.35), (-0.3, 0.15), (-0.28, -0.1), (0.02, -0.4)]
    loops = []
    for k, (foot, ball) in enumerate(zip(feet, balls, strict=True)):
        joints += [turn(*foot, 0, parent="base", axis=[1, 0, 0], link=NOTHING), turn(axis=[0, 1, 0])]
        joints += [joint("prismatic")]
        loops.append(pin(f"link{9 + 3 * k}", "link6", (0, 0, 0), (*ball, -0.05), "spherical"))
    closed = (
        *(0.02, 0.03, 0.75, 0.1, -0.1, 0.2),
        *(-0.243663, -0.279265, 0.805345),
        *(-0.036681, -0.123121, 0.724438),
        *(0.15366, 0.139916, 0.749771),
        *(0.385602, 0.072118, 0.732617),
        *(-0.272829, 0.245537, 0.706407),
        *(-0.286511, 0.37249, 0.751687),
    )
    lengths = [f"joint{9 + 3 * k}" for k in range(6)]
    return robot(joints, loops, lengths, closed, gravity=ACROSS, zeros="structural")


def bennett(**keys: Any) -> dict[str, Any]:
    """Four turning joints in space that move since sines of twists are in proportion to lengths: 0.2 and 0.4."""
    short, long = {"xyz": [0.2, 0, 0], "rpy": ["pi/6", 0, 0]}, {"xyz": [0.4, 0, 0], "rpy": ["pi/2", 0, 0]}
    joints = [turn(), turn(origin=short), turn(origin=long)]
    back = {"xyz": [-0.4, 0, 0], "rpy": ["-pi/2", 0, 0]}
    loops = [{"type": "revolute", "parent": "link3", "child": "base", "parent_origin": short, "child_origin": back}]
    return robot(joints, loops, ["joint1"], (1, 2.530529, -1), **keys)
