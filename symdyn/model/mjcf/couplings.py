"""<equality> of joints as couplings: q1 - ref1 = a0 + a1 (q2 - ref2), whatever the solver makes of it in a simulation.

Polynomials of higher degree, and what closes loops (<connect>, <weld>), are refused: without them the dynamics would be
another robot's. An equality with active="false", or switched off by a flag, is none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symdyn.algebra.decimals import to_mpf
from symdyn.algebra.exact import Exact, exact
from symdyn.errors import unknown_name
from symdyn.model.mjcf.bodies import Bodies
from symdyn.model.mjcf.joints import HINGE, SLIDE, reference, type_of
from symdyn.model.text.mapping import Located
from symdyn.model.text.tree import quoted
from symdyn.model.written.pose import written_angle, written_number
from symdyn.model.xml.elements import Element
from symdyn.model.xml.names import JOINT
from symdyn.model.xml.numbers import several


def couplings_of(root: Element, bodies: Bodies) -> list[Located]:
    """Return the entries of `couplings`."""
    if "equality" in bodies.compiler.disabled:
        return []
    written = [child for equality in root.all("equality") for child in equality.children]
    complete = [bodies.defaults.complete(child, "main") for child in written]
    return [_coupling(one, bodies) for one in complete if _active(one, bodies)]


def _active(one: Element, bodies: Bodies) -> bool:
    solver = bodies.defaults.classes[one.attributes.get("class", "main")].get("equality", {})
    return one.attributes.get("active", solver.get("active", "true")) != "false"


def _coupling(one: Element, bodies: Bodies) -> Located:
    if one.tag != "joint":
        name = quoted(one.attributes.get("name", one.tag))
        what = f"<{one.tag}> {name} closes a loop or ties parts, which is not read"
        raise one.error(f"{what}; write it into a robot file with `from` and loops, or take it out")
    follower, leader = (_joint(one, word, bodies) for word in ("joint1", "joint2"))
    if follower is None:
        raise one.error("<joint> in <equality> lacks joint1")
    a0, a1, *higher = [*several(one, "polycoef", "0 1 0 0 0", (1, 2, 3, 4, 5)), "0"]
    if any(Fraction(a) for a in higher):
        what = f"joint {quoted(follower.name)} follows another by a polynomial, and only straight lines are read"
        raise one.error(f"{what}; polycoef: a0 a1 0 0 0")
    if leader is None or not Fraction(a1):
        raise one.error(f"joint {quoted(follower.name)} is held by an <equality>; take it out, and use --fix")
    start = (reference(joint, bodies.compiler) for joint in (follower, leader))
    plus = exact(a0) + next(start) - exact(a1) * next(start)
    names = bodies.names.aliases
    entry: dict[str, Any] = {"joint": names[JOINT, follower.name], "equals": {names[JOINT, leader.name]: a1}}
    if plus:
        entry["plus"] = _text(plus, follower)
    return Located(entry, one.line)


def _text(plus: Exact, follower: Element) -> str:
    return written_angle(to_mpf(plus, {})) if type_of(follower) == HINGE else written_number(plus)


def _joint(one: Element, word: str, bodies: Bodies) -> Element | None:
    name = one.attributes.get(word)
    if name is None:
        return None
    if name not in bodies.joints:
        raise one.error(unknown_name("joint", name[:60], bodies.joints))
    if type_of(bodies.joints[name]) not in (HINGE, SLIDE):
        raise one.error(f"joint {quoted(name)} has no single coordinate that another could follow")
    return bodies.joints[name]
