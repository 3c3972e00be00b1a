"""What an adaptive controller estimates: names of parameters, or the file's words for them.

    load.mass -> load.m        link3.com -> link3.mx link3.my link3.mz        joint2.friction -> joint2.fv fc fo

A word stands for those of its parameters that the file has.
"""

from __future__ import annotations

from collections.abc import Iterable

from symdyn.errors import one_of, unknown_name
from symdyn.model.fields import items_of, text_of
from symdyn.model.robot import Body, Joint, Load, Parameter
from symdyn.model.tree import Node, quoted

_BODY_WORDS = {
    "mass": ("m",),
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


def unknown_names(node: Node | None, joints: Iterable[Joint], load: Load | None) -> tuple[str, ...] | None:
    """Read `unknown` into full parameter names, in the order they are written; None when the file says nothing."""
    if node is None:
        return None
    meanings = _meanings(joints, load)
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
    return tuple(chosen)


def _meanings(joints: Iterable[Joint], load: Load | None) -> dict[str, tuple[Parameter, ...]]:
    """Every name and word that may be written, with the parameters that it stands for."""
    meanings: dict[str, tuple[Parameter, ...]] = {}
    for joint in joints:
        meanings |= _body_meanings(joint.link)
        meanings |= _words(joint.name, joint.effects, _JOINT_WORDS)
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
