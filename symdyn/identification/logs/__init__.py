"""Logs: what was measured, as columns of numbers -> motions and torques of a robot's joints.

| file | idea |
|---|---|
| log.py | a log as frozen data |
| tables.py | CSV, npz and Parquet -> named columns of numbers, some rows at a time |
| rosbag.py | joint states of rosbag2 and MCAP |
| columns.py | which column is which: default names, or a file that says so, with units, gears and signs |
| phases.py | torques from the currents in three phases |
| log_file.py | a log on disk, read in pieces, and turned into SI units of the joints |
| clock.py | times that go on where a clock starts again |
| clean.py | rows that cannot be used: counted, left out, reported |
| doubts.py | what looks wrong about whole channels |
| units.py | units that cannot be right |
| read.py | a log read whole: a motion, or poses |
| stretches.py | cut where a log pauses; even time steps |
| on_time.py | torques that come later than positions, brought back |
| signals.py | a zero-phase filter, velocities and accelerations |
| survey.py | a first look at a whole log: its filter, its speeds, its doubts |
"""

from symdyn.identification.logs.log import Log
from symdyn.identification.logs.log_file import LogFile, open_log
from symdyn.identification.logs.read import read_log, read_poses

__all__ = ["Log", "LogFile", "open_log", "read_log", "read_poses"]
