"""The tree that the joints of a URDF make of its links, and the order in which it is told."""

from __future__ import annotations

from symdyn.errors import one_of
from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element


def by_name(elements: list[Element]) -> dict[str, Element]:
    """Return links or joints by name, having checked that no two share one."""
    named: dict[str, Element] = {}
    for element in elements:
        name = element.name
        if name in named:
            raise element.error(
                f"two {element.tag}s are called {quoted(name)}; the other is in line {named[name].line}"
            )
        named[name] = element
    return named


def link_of(joint: Element, role: str) -> str:
    """Return the name of a joint's parent or child link."""
    element = joint.only(role)
    if element is None or "link" not in element.attributes:
        raise joint.error(f"joint {quoted(joint.name)} names no {role} link")
    return element.attributes["link"]


def root_link(robot: Element, links: dict[str, Element], joints: list[Element]) -> str:
    """Return the one link that no joint moves, having checked that joints and links fit together."""
    mover: dict[str, Element] = {}
    for joint in joints:
        for role in ("parent", "child"):
            name = link_of(joint, role)
            if name not in links:
                what = f"joint {quoted(joint.name)}: unknown {role} link {quoted(name)}"
                raise joint.error(f"{what}; {one_of(list(links)[:50])}")
        child = link_of(joint, "child")
        if child in mover:
            both = f"{quoted(mover[child].name)} and {quoted(joint.name)}"
            what = f"link {quoted(child)} hangs on two joints, {both}"
            raise joint.error(f"{what}; cut one, and close the loop in a robot file, with loops")
        mover[child] = joint
    if not links:
        raise robot.error("the URDF has no links")
    roots = [name for name in links if name not in mover]
    if len(roots) != 1:
        found = ", ".join(quoted(name) for name in roots[:5]) or "none: the joints form a cycle"
        raise robot.error(f"a robot has one root link, a link that no joint moves; found {found}")
    return roots[0]


def depth_first(base: str, joints: list[Element]) -> list[Element]:
    """Return the joints from the base outwards, each branch to its end before the next begins."""
    below: dict[str, list[Element]] = {}
    for joint in joints:
        below.setdefault(link_of(joint, "parent"), []).append(joint)
    ordered: list[Element] = []
    waiting = below.get(base, [])[::-1]
    while waiting:
        joint = waiting.pop()
        ordered.append(joint)
        waiting += below.get(link_of(joint, "child"), [])[::-1]
    reached = {joint.name for joint in ordered}
    for joint in joints:
        if joint.name not in reached:
            what = f"joint {quoted(joint.name)} belongs to a cycle of joints"
            raise joint.error(f"{what} that the root link {quoted(base)} does not reach")
    return ordered
