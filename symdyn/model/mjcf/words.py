"""The words of MJCF that are read. MuJoCo refuses every other that its schema lacks."""

from __future__ import annotations

from symdyn.model.xml.spelling import Spelling

POSE = ("pos", "quat", "euler", "axisangle", "xyaxes", "zaxis")
SPRING = ("damping", "stiffness", "springref", "springdamper", "frictionloss", "armature")
LIMITS = ("range", "limited", "actuatorfrcrange", "actuatorfrclimited")
MJCF = Spelling(
    attributes={
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
    },
    passed_over={
        "joint": ("joint", "joint1", "joint2", "margin", "user", "actuatorgravcomp"),
        "geom": ("user", "friction", "shellinertia"),
        "compiler": ("exactmeshinertia", "saveinertial", "meshdir", "assetdir", "texturedir"),
    },
)
