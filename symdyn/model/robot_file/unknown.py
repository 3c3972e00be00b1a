"""What an adaptive controller estimates: names of parameters, or the file's words for them.

    load.m -> load.m       link3.com -> link3.mx link3.my link3.mz       joint2.friction -> joint2.fv fc fo

A word stands for those of its parameters that the file has. A body's mass is more than its m, since its first moments
and its inertia about the frame's origin grow with it, the centre of mass c and the inertia about it being held:

    load.mass -> m + 1,   (mx my mz) + c,   I + |c|^2 1 - c c^T

Where the centre of mass is not given, or is called unknown too, the mass is m alone; entries that are called unknown
by themselves do not change with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symdyn.algebra.exact import Exact, exact
from symdyn.errors import one_of, unknown_name
from symdyn.model.closing import Closing
from symdyn.model.robot import Body, Joint, Load, Parameter, Unknown
from symdyn.model.robot_file.fields import items_of, text_of
from symdyn.model.text.tree import Node, quoted

MASS = "mass"
_BODY_WORDS = {
    MASS: ("m",),
    "com": ("mx", "my", "mz"),
    "com.x": ("mx",),
    "com.y": ("my",),
    "com.z": ("mz",),
    "inertia": ("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"),
    **{f"inertia.{axes}": (f"I{axes}",) for axes in ("xx", "xy", "yy", "xz", "yz", "zz")},
}
_JOINT_WORDS = {
    "rotor_inertia": ("Ia",),
    "friction": ("fv", "fc", "fo"),
    "friction.viscous": ("fv",),
    "friction.coulomb": ("fc",),
    "friction.offset": ("fo",),
    "spring": ("ks", "kr"),
    "spring.stiffness": ("ks",),
    "spring.rest": ("kr",),
}


def unknown_parameters(
    node: Node | None, joints: Sequence[Joint], closing: Closing | None, load: Load | None
) -> tuple[Unknown, ...] | None:
    """Read `unknown`, in the order in which it is written; None when the file says nothing."""
    if node is None:
        return None
    bodies = [joint.link for joint in joints] + ([load.body] if load else [])
    chosen = _chosen(node, _meanings(joints, closing, load))
    masses = {f"{body.name}.{MASS}": body for body in bodies}
    return tuple(
        _mass(masses[word], chosen) if word in masses else Unknown(name, ((name, exact(1)),))
        for name, word in chosen.items()
    )


def _chosen(node: Node, meanings: dict[str, tuple[Parameter, ...]]) -> dict[str, str]:
    """Return the full parameters that are named, each with the word that names it."""
    chosen: dict[str, str] = {}
    for item in items_of(node):
        word = text_of(item, "the name of a parameter")
        if word not in meanings:
            raise item.error(_no_such_parameter(word, meanings))
        for parameter in meanings[word]:
            if parameter.name in chosen:
                raise item.error(f"{parameter.name} is already there through {chosen[parameter.name]!r}; name it once")
            if parameter.vanishes and len(meanings[word]) == 1:
                raise item.error(f"{parameter.name} is 0 with 'zeros: structural', so it cannot be unknown")
            if not parameter.vanishes:
                chosen[parameter.name] = word
    if not chosen:
        raise node.error("names no parameter; leave it out to mean every minimal parameter")
    return chosen


def _mass(body: Body, chosen: dict[str, str]) -> Unknown:
    """Return how a body changes with its mass, where its centre of mass is held."""
    m, *rest = body.parameters
    moments = rest[:3]
    if body.com is None or any(moment.name in chosen for moment in moments):
        return Unknown(m.name, ((m.name, exact(1)),))
    per_mass = zip(rest, _per_mass(body.com.x, body.com.y, body.com.z), strict=True)
    carried = ((p.name, w) for p, w in per_mass if w and not p.vanishes and p.name not in chosen)
    return Unknown(f"{body.name}.{MASS}", ((m.name, exact(1)), *carried))


def _per_mass(x: Exact, y: Exact, z: Exact) -> tuple[Exact, ...]:
    """Return first moments and inertia entries xx xy yy xz yz zz of a unit mass at x, y, z."""
    return x, y, z, y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y


def _meanings(joints: Iterable[Joint], closing: Closing | None, load: Load | None) -> dict[str, tuple[Parameter, ...]]:
    """Every name and word that may be written, with the parameters that it stands for."""
    meanings: dict[str, tuple[Parameter, ...]] = {}
    for joint in joints:
        meanings |= _body_meanings(joint.link)
        meanings |= _words(joint.name, joint.effects, _JOINT_WORDS)
    if closing:
        for name, effects in ((part.name, part.effects) for parts in (closing.loops, closing.motors) for part in parts):
            meanings |= _words(name, effects, _JOINT_WORDS)
    return meanings | (_body_meanings(load.body) if load else {})


def _body_meanings(body: Body) -> dict[str, tuple[Parameter, ...]]:
    return _words(body.name, body.parameters, _BODY_WORDS)


def _words(
    owner: str, parameters: tuple[Parameter, ...], words: dict[str, tuple[str, ...]]
) -> dict[str, tuple[Parameter, ...]]:
    present: dict[str, tuple[Parameter, ...]] = {parameter.name: (parameter,) for parameter in parameters}
    for word, letters in words.items():
        meant = tuple(p for letter in letters for p in present.get(f"{owner}.{letter}", ()))
        if meant:
            present[f"{owner}.{word}"] = meant
    return present


def _no_such_parameter(word: str, meanings: Iterable[str]) -> str:
    """Say what may stand instead: the owner's words if the owner is known, else the owners."""
    owner = word.partition(".")[0]
    same_owner = [name for name in meanings if name.startswith(owner + ".")]
    if same_owner:
        return unknown_name("parameter", word[:60], same_owner)
    owners = dict.fromkeys(name.partition(".")[0] for name in meanings)
    return f"unknown parameter {quoted(word)}; write one as owner.word, for example link1.mass; {one_of(owners)}"
