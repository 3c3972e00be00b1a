"""Attributes of MJCF that are meant for one of those that are read: refused, since without them the robot is another.

MuJoCo refuses every attribute that its schema lacks. That schema grows, and most of it says nothing of dynamics, so
here only what is nearly a word that is read is refused.
"""

from __future__ import annotations

from difflib import get_close_matches

from symdyn.model.text.tree import quoted
from symdyn.model.xml.elements import Element

POSE = ("pos", "quat", "euler", "axisangle", "xyaxes", "zaxis")
SPRING = ("damping", "stiffness", "springref", "springdamper", "frictionloss", "armature")
LIMITS = ("range", "limited", "actuatorfrcrange", "actuatorfrclimited")
READ = {
    "body": (*POSE, "name", "childclass", "gravcomp"),
    "frame": (*POSE, "name", "childclass"),
    "joint": (*SPRING, *LIMITS, "name", "class", "type", "pos", "axis", "ref"),
    "inertial": (*POSE, "mass", "diaginertia", "fullinertia"),
    "geom": (*POSE, "name", "class", "type", "size", "fromto", "mass", "density", "group"),
    "compiler": (
        *("angle", "eulerseq", "autolimits", "coordinate", "inertiafromgeom", "inertiagrouprange"),
        *("boundmass", "boundinertia", "balanceinertia", "settotalmass"),
    ),
    "option": ("gravity", "density", "viscosity", "wind"),
}
PASSED_OVER = {  # words of the schema that look like one of these, and are none
    "joint": ("joint", "joint1", "joint2", "margin", "user", "actuatorgravcomp"),
    "geom": ("user", "friction", "shellinertia"),
    "compiler": ("exactmeshinertia", "saveinertial", "meshdir", "assetdir", "texturedir"),
}
NEAR = 0.75  # `axs` is as near to `axis` as 6/7; `solreflimit` to `limited` as 5/9


def refuse_misspelt(root: Element) -> None:
    """Refuse an attribute that is nearly one that is read; without recursion, since bodies may be deep."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        waiting += element.children
        read = READ.get(element.tag, ())
        known = {*read, *PASSED_OVER.get(element.tag, ())}
        for word in element.attributes:
            near = [] if word in known else get_close_matches(word, read, n=1, cutoff=NEAR)
            if near:
                raise element.error(f"<{element.tag}> has no attribute {quoted(word)}; did you mean {near[0]}?")
