"""The words of URDF that are read, and those beside them that say nothing of dynamics."""

from __future__ import annotations

from symdyn.model.xml.spelling import Spelling

SHOWN = ("visual", "collision", "contact", "sensor", "material")
SAFETY = ("calibration", "safety_controller", "hardwareInterface")
URDF = Spelling(
    attributes={
        "link": ("name",),
        "joint": ("name", "type"),
        "parent": ("link",),
        "child": ("link",),
        "origin": ("xyz", "rpy"),
        "axis": ("xyz",),
        "mass": ("value",),
        "inertia": ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"),
        "dynamics": ("damping", "friction"),
        "limit": ("lower", "upper", "velocity", "effort"),
        "mimic": ("joint", "multiplier", "offset"),
    },
    inside={
        "robot": ("link", "joint"),
        "link": ("inertial",),
        "inertial": ("mass", "inertia", "origin"),
        "joint": ("parent", "child", "origin", "axis", "dynamics", "limit", "mimic"),
    },
    passed_over={"link": SHOWN, "joint": SAFETY},
)
