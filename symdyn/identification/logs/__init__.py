"""Logs: what was measured, as columns of numbers -> motions and torques of a robot's joints.

| file | idea |
|---|---|
| log.py | a log as frozen data |
| tables.py | CSV, npz and Parquet -> named columns of numbers |
| columns.py | which column is which: default names, or a file that says so, with units, gears and signs |
| read.py | the pieces in order |
| clean.py | rows that cannot be used: counted, left out, reported |
| signals.py | even time steps, a zero-phase filter, velocities and accelerations |
"""

from symdyn.identification.logs.log import Log
from symdyn.identification.logs.read import read_log

__all__ = ["Log", "read_log"]
