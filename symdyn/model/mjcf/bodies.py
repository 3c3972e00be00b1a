"""Bodies and joints of MJCF -> the entries of a robot file.

A body may have several joints, whose axes need not go through its origin. Each joint is an entry here, on massless
links but for the last; a fixed entry leads from an axis that misses the origin back to the body's own frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from symdyn.model.longest_chain import Step
from symdyn.model.mjcf.compiler import Compiler
from symdyn.model.mjcf.defaults import Defaults
from symdyn.model.mjcf.inertia import MASSLESS, Placed, body_inertia
from symdyn.model.mjcf.joints import anchor_of, before_zero, motion_of
from symdyn.model.mjcf.pose import pose_of
from symdyn.model.parts import IDENTITY, Placement
from symdyn.model.robot_file.frames import placed_after
from symdyn.model.robot_file.topology import BASE_NAME
from symdyn.model.text.mapping import Located
from symdyn.model.written.pose import written_pose
from symdyn.model.xml.elements import Element
from symdyn.model.xml.names import JOINT, LINK, Names

LOOKS = ("geom", "site", "camera", "light")  # what bodies show; of these only shapes may have mass
MADE_OF_OTHERS = ("composite", "flexcomp", "replicate", "attach")  # what MuJoCo's compiler makes bodies of


@dataclass(slots=True)
class Bodies:
    """What is known of a file while its bodies are read, and what was found."""

    compiler: Compiler
    defaults: Defaults
    names: Names = field(default_factory=Names)
    entries: list[Located] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    joints: dict[str, Element] = field(default_factory=dict)  # by the names of the file, defaults filled in

    def read(self, world: Element) -> None:
        """Read a <worldbody>."""
        around = self._class_in(world, "main")
        for child, place, inner in self._children(world, IDENTITY, around):
            if child.tag == "body":
                self._body(child, place, inner, BASE_NAME, moves=False)

    def _body(self, body: Element, around: Placement, default: str, parent: str, *, moves: bool) -> None:
        default = self._class_in(body, default)
        link = self.names.link(body, body.attributes.get("name", f"body{len(self.steps) + 1}"))
        found = list(self._children(body, IDENTITY, default))
        joints = [self.defaults.complete(one, inner) for one, _, inner in found if one.tag in ("joint", "freejoint")]
        moves = moves or bool(joints)
        geoms: list[Placed] = [
            (self.defaults.complete(one, inner), place) for one, place, inner in found if one.tag == "geom"
        ]
        inertial = next((one for one, _, _ in found if one.tag == "inertial"), None)
        # what stands still forever moves nothing, and need not be known
        inertia = body_inertia(body, link, inertial, geoms, self.compiler) if moves else MASSLESS
        self._entries(body, link, inertia, joints, placed_after(around, pose_of(body, self.compiler)), parent)
        for child, place, inner in found:
            if child.tag == "body":
                self._body(child, place, inner, link, moves=moves)

    def _entries(
        self, body: Element, link: str, inertia: dict[str, Any], joints: list[Element], rest: Placement, parent: str
    ) -> None:
        """Add the entries of a body; ``rest`` leads from the frame of the link so far to the body's."""
        carried = Located({"name": link, **inertia}, body.line)
        for i, joint in enumerate(joints):
            name = self._joint_name(joint, link)
            anchor = anchor_of(joint)
            at = placed_after(rest, Placement(IDENTITY.rotation, anchor))
            origin = placed_after(at, before_zero(joint, self.compiler))
            rest = Placement(IDENTITY.rotation, -anchor)
            last = i == len(joints) - 1 and not any(anchor)
            moved = (
                carried if last else Located({"name": self.names.made(LINK, f"{link}_{name}"), **MASSLESS}, joint.line)
            )
            self._add(joint, name, parent, motion_of(joint, self.compiler), origin, moved)
            parent = moved.value["name"]
        if parent != link:
            name = self.names.made(JOINT, f"{link}_frame")
            self._add(body, name, parent, {"type": "fixed"}, rest, carried)

    def _joint_name(self, joint: Element, link: str) -> str:
        written = joint.attributes.get("name")
        if written is None:
            return self.names.made(JOINT, f"{link}_joint")
        if written in self.joints:
            raise joint.error(f"two joints are called {written!r}")
        self.joints[written] = joint
        return self.names.joint(joint, written)

    def _add(
        self, element: Element, name: str, parent: str, motion: dict[str, Any], origin: Placement, link: Located
    ) -> None:
        pose = written_pose(origin)
        entry = {"name": name, "parent": parent, **motion, "link": link}
        if pose:
            entry["origin"] = pose
        self.entries.append(Located(entry, element.line))
        self.steps.append(Step(link.value["name"], parent, motion["type"] != "fixed"))

    def _children(self, element: Element, around: Placement, default: str) -> Iterator[tuple[Element, Placement, str]]:
        """Yield what stands in a body, and in which frame and class; a <frame> is looked through."""
        for child in element.children:
            if child.tag == "frame":
                inner = placed_after(around, pose_of(child, self.compiler))
                yield from self._children(child, inner, self._class_in(child, default))
            elif child.tag in MADE_OF_OTHERS:
                what = f"<{child.tag}>, of which MuJoCo makes bodies, is not read"
                raise child.error(f"{what}; save the model with MuJoCo, which writes them out")
            else:
                if child.tag in ("joint", "freejoint", "inertial") and around != IDENTITY:
                    raise child.error(f"<{child.tag}> in a <frame> that moves it is not read; put it into the body")
                if child.tag not in (*LOOKS, "body", "joint", "freejoint", "inertial", "plugin"):
                    raise child.error(f"<{child.tag}> in a body is not known; is this MJCF?")
                yield child, around, default

    def _class_in(self, element: Element, default: str) -> str:
        name = element.attributes.get("childclass")
        return default if name is None else self.defaults.class_named(name, element)
