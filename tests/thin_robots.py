"""Robots whose axes, angles, offsets and centres of mass miss special ones by a hair."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

UPRIGHT = (("0", "0", "1"), ("0", "1", "0"), ("0", "1", "0"), ("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"))


def link(source: random.Random, **entries: Any) -> dict[str, Any]:
    """A body without symmetries, its inertia about its centre of mass."""
    diagonal = [f"{source.uniform(0.07, 0.12):.4f}" for _ in range(3)]
    beside = [f"{source.uniform(-0.005, 0.005):.4f}" for _ in range(3)]
    inertia = dict(zip(("xx", "yy", "zz", "xy", "xz", "yz"), (*diagonal, *beside), strict=True))
    com = [f"{source.uniform(-0.2, 0.2):.3f}" for _ in range(3)]
    return {"mass": f"{source.uniform(0.5, 3):.3f}", "com": com, "inertia": inertia} | entries


def thin_arm(
    joints: int,
    axes: Mapping[int, Sequence[str]] | None = None,
    rpy: Mapping[int, Sequence[str]] | None = None,
    xyz: Mapping[int, Sequence[str]] | None = None,
    com: Mapping[int, Sequence[str]] | None = None,
) -> dict[str, Any]:
    """Return the file of an arm in explicit frames; what is not given by joint is ordinary."""
    source = random.Random(joints)
    entries = []
    for i in range(joints):
        body = link(source, **({"com": list(com[i])} if com and i in com else {}))
        place = [f"{source.uniform(-0.3, 0.3):.2f}", "0" if i % 2 else "0.1", "0.3"]
        origin = {"xyz": list((xyz or {}).get(i, place)), "rpy": list((rpy or {}).get(i, ("0", "0", "0")))}
        axis = list((axes or {}).get(i, UPRIGHT[i % len(UPRIGHT)]))
        entries.append({"type": "revolute", "origin": origin, "axis": axis, "link": body})
    return {"symdyn": "1", "name": "thin", "joints": entries}


def thin_dh(joints: int, frames: str, hair: str) -> dict[str, Any]:
    """Return the file of an arm in DH frames with hairs in every column."""
    source = random.Random(joints)
    table = ((hair, "pi/2", "0.2", "0"), ("0.3", hair, hair, hair), (f"-{hair}", "-pi/2", "0.1", "pi/2"))
    entries = []
    for i in range(joints):
        a, alpha, d, theta = table[i % 3]
        dh = {"a": a, "alpha": alpha, "d": d, "theta": theta}
        entries.append({"type": "revolute", "dh": dh, "link": link(source)})
    return {"symdyn": "1", "name": "thin", "frames": frames, "joints": entries}


HUMANOID_AXES = (("5e-12", "-1e-22", "1"), ("1", "1e-6", "-1e-9"), ("-1e-12", "-1", "5e-12"), ("0", "0", "1"))
BRANCHES = {3: "link3", 10: "link3", 17: "link3", 20: "base", 25: "base"}  # arms, head, legs


def humanoid(joints: int = 30) -> dict[str, Any]:
    """Return the file of a tree with a torso, two arms, a head and two legs, hairs everywhere."""
    source = random.Random(5)
    entries = []
    for i in range(joints):
        rpy = [source.choice(("0", "pi/2", "-pi/2", "1e-6", "-5e-12", "3e-9")) for _ in range(3)]
        xyz = [source.choice(("0", "0.1", "-0.05", "1e-9", "0.3")) for _ in range(3)]
        entry = {"type": "revolute", "origin": {"xyz": xyz, "rpy": rpy}, "axis": list(source.choice(HUMANOID_AXES))}
        entries.append(entry | {"link": link(source)} | ({"parent": BRANCHES[i]} if i in BRANCHES else {}))
    return {"symdyn": "1", "name": "humanoid", "joints": entries}


def as_urdf(mapping: Mapping[str, Any]) -> str:
    """Write an arm of `thin_arm` as URDF; its angles must be numbers."""
    links, joints = ['<link name="base"/>'], []
    for i, entry in enumerate(mapping["joints"], 1):
        body, origin = entry["link"], entry["origin"]
        inertia = " ".join(f'i{key}="{value}"' for key, value in body["inertia"].items())
        inner = f'<origin xyz="{" ".join(body["com"])}"/><mass value="{body["mass"]}"/><inertia {inertia}/>'
        links.append(f'<link name="l{i}"><inertial>{inner}</inertial></link>')
        parent = f"l{i - 1}" if i > 1 else "base"
        place = f'<origin xyz="{" ".join(origin["xyz"])}" rpy="{" ".join(origin["rpy"])}"/>'
        ends = f'<parent link="{parent}"/><child link="l{i}"/><axis xyz="{" ".join(entry["axis"])}"/>'
        joints.append(f'<joint name="j{i}" type="continuous">{place}{ends}</joint>')
    return f'<robot name="{mapping["name"]}">{"".join(links)}{"".join(joints)}</robot>'
