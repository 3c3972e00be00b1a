"""Read a log whole: columns of numbers -> motions and torques of a robot's joints, and what is doubtful about them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from symdyn.identification.logs.clean import Cleaning
from symdyn.identification.logs.doubts import Doubts
from symdyn.identification.logs.log import Log, joined
from symdyn.identification.logs.log_file import open_log
from symdyn.model.robot import Robot


def read_log(path: str | Path, robot: Robot, columns: str | Path | None = None) -> Log:
    """Read a log of a robot: CSV, npz or Parquet.

    Args:
        path: the log.
        robot: the robot that moved.
        columns: a file that says which column is which, and in which units; by default columns are called `time`,
            `q1 … qd1 … qdd1 … tau1 …` (or `q_<joint>` …), and `fx fy fz nx ny nz` of a wrist sensor.
    """
    file = open_log(path, robot, columns)
    cleaning, doubts = Cleaning(), Doubts(robot)
    chunks = list(file.chunks(cleaning))
    for chunk in chunks:
        doubts.look(chunk)
    left_out = cleaning.notes(file.name)
    doubts.refuse(str(path), left_out)
    log = joined(chunks)
    return replace(log, notes=(*left_out, *doubts.notes(log.name)))


def read_poses(path: str | Path, robot: Robot, columns: str | Path | None = None) -> Log:
    """Read a log of poses: rows in no order, however few and far apart, with times or without."""
    file = replace(open_log(path, robot, columns), poses=True)
    cleaning, doubts = Cleaning(poses=True), Doubts(robot)
    chunks = list(file.chunks(cleaning))
    for chunk in chunks:
        doubts.look(chunk)
    left_out = cleaning.notes(file.name)
    doubts.refuse_size(str(path), left_out, least_rows=1)
    log = joined(chunks)
    return replace(log, notes=(*left_out, *doubts.of_units(log.name)))
