"""Data in, parameters out: from logs to minimal parameters, and from those back to bodies that can exist.

| file | idea |
|---|---|
| logs/ | what was measured -> motions and torques of the joints |
| fit/ | least squares on the proved columns, with σ, what the data cannot show, and a verdict |
| excite/ | motions that show parameters best, within limits |
| load/ | mass, centre and inertia of what a robot holds |
| vectors.py | parameter vectors as users give them |
| replay.py | a log played to a law that only watches |
| recover.py | from minimal parameters to the nearest full vector |
| cones.py, conic.py | where real bodies lie, and convex problems over them |
| problem.py, physical.py | whether bodies exist that have given parameters, with a proof |
"""

from symdyn.identification.physical import PhysicalSearch, Verdict, find_physical_parameters, physical_bodies
from symdyn.identification.problem import Separation
from symdyn.identification.recover import full_parameters

__all__ = [
    "PhysicalSearch",
    "Separation",
    "Verdict",
    "find_physical_parameters",
    "full_parameters",
    "physical_bodies",
]
