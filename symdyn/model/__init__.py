"""The robot as frozen data, and the ways to read one: robot files, URDF, MJCF, mappings, bundled names.

| file | idea |
|---|---|
| parts.py | poses and parameters, of which the rest is made |
| closing.py | what closes a tree: cut joints, couplings, motors |
| robot.py | the robot: joints, bodies, limits, and its tree |
| loading.py | whatever a user calls a robot -> Robot |
| robot_tree.py | a robot on the way in |
| edits/ | what a user changes of a robot on the way in |
| text/ | YAML and Python data as a tree that knows its lines |
| expressions/ | numbers written as expressions |
| robot_file/ | the schema of the robot file |
| written/ | robots as texts: robot file, URDF, MJCF |
| xml_formats.py, xml/ | robots in XML: whose format it is; elements, numbers and names |
| urdf/, mjcf/, sdf/ | URDF, MJCF and SDF as the mapping of a robot file |
| longest_chain.py | the tip of an imported robot |
| parameter_set.py | a user's own set of parameters, as it is written |
| bind.py | symbols replaced by their values |
| equal_robots.py | results that equal robots share |
| notes.py, plausibility.py | what a user should know about a file; inertias that no body has |
| conventions.py, convert.py | parameters as other tools order, name and place them |
"""

from symdyn.model.bind import bind_symbols, parameter_values
from symdyn.model.loading import load, load_text, robot_of
from symdyn.model.robot import BASE, Body, Joint, Limits, Load, NumericRobot, Parameter, Placement, Robot
from symdyn.sources.robot_text import bundled_names

__all__ = [
    "BASE",
    "Body",
    "Joint",
    "Limits",
    "Load",
    "NumericRobot",
    "Parameter",
    "Placement",
    "Robot",
    "bind_symbols",
    "bundled_names",
    "load",
    "load_text",
    "parameter_values",
    "robot_of",
]
