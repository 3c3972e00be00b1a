"""The robot as frozen data, and the ways to read one: robot files, URDF, mappings, bundled names."""

from symdyn.model.bind import bind_symbols, parameter_values
from symdyn.model.loading import load, load_text
from symdyn.model.robot import BASE, Body, Joint, JointKind, Limits, Load, Parameter, Placement, Robot
from symdyn.sources.robot_text import bundled_names

__all__ = [
    "BASE",
    "Body",
    "Joint",
    "JointKind",
    "Limits",
    "Load",
    "Parameter",
    "Placement",
    "Robot",
    "bind_symbols",
    "bundled_names",
    "load",
    "load_text",
    "parameter_values",
]
