"""Loads: mass, centre and inertia of what a robot holds, from a wrist sensor or from joint torques.

| file | idea |
|---|---|
| sensor.py | where the sensor sits, and the kernels that say how it moves |
| rows.py | a log -> rows of the load's regressor and of the wrench, moving or at rest |
| integral.py | the same integrated over windows, which needs no accelerations |
| recursive.py | rows as they come, one sample at a time |
| solve.py | least squares, every entry of the wrench by its own noise |
| delay.py | a wrench that comes later than positions |
| body.py | from ten parameters to mass, centre, principal moments and axes, each with its σ |
| doubts.py | whether the load explains the wrench, and in which axes it would |
| torques.py | without a sensor: the difference of two identifications |
| run.py | the pieces in order |
| report.py | an estimate as data and as a table |
"""

from symdyn.identification.load.body import Body, Spread
from symdyn.identification.load.recursive import RecursiveLoad
from symdyn.identification.load.run import LoadEstimate, identify_load

__all__ = ["Body", "LoadEstimate", "RecursiveLoad", "Spread", "identify_load"]
