"""Read a log: columns of numbers -> motions and torques of a robot's joints, without the rows that cannot be used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from symdyn.errors import InputError, one_of
from symdyn.identification.logs.clean import cleaned
from symdyn.identification.logs.columns import SIGNALS, WRENCH, Columns, default_columns, read_columns
from symdyn.identification.logs.log import STILL, Array, Log
from symdyn.identification.logs.tables import Table, read_table
from symdyn.model.robot import Robot

LEAST_ROWS = 10
LARGEST = 1e30
SMALLEST_JUMP = 0.05  # rad or m
JUMP = 20.0  # times the step that 99 of 100 rows stay below: what no motion does, and an encoder that wraps does


def read_log(path: str | Path, robot: Robot, columns: str | Path | None = None) -> Log:
    """Read a log of a robot: CSV, npz or Parquet.

    Args:
        path: the log.
        robot: the robot that moved.
        columns: a file that says which column is which, and in which units; by default columns are called `time`,
            `q1 … qd1 … qdd1 … tau1 …` (or `q_<joint>` …), and `fx fy fz nx ny nz` of a wrist sensor.
    """
    file = Path(path)
    table = read_table(file)
    try:
        known = read_columns(Path(columns), robot) if columns is not None else default_columns(robot, list(table))
        log = _log(file, table, known, robot)
    except InputError as error:
        raise error if error.file else InputError(error.what, field=error.field, file=str(path)) from None
    log = cleaned(log)
    if len(log.time) < LEAST_ROWS:
        left_out = f"; {'; '.join(log.notes)}" if log.notes else ""
        raise InputError(f"{len(log.time)} rows can be used; a motion needs more{left_out}", file=str(path))
    _refuse_unusable(log, str(path))
    return replace(log, notes=(*log.notes, *_doubts(log, robot)))


def _refuse_unusable(log: Log, file: str) -> None:
    """Refuse numbers that no robot has, and torques that were never recorded."""
    largest = max(float(np.abs(part).max()) for part in (log.q, log.qd, log.qdd, log.tau) if part is not None)
    if largest > LARGEST:
        raise InputError(f"holds a number of size {largest:.2g}; no position or torque is that large", file=file)
    if log.tau is not None and not np.ptp(log.tau, axis=0).any():
        raise InputError("the torques never change; were they recorded?", file=file)


def _log(file: Path, table: Table, columns: Columns, robot: Robot) -> Log:
    tables: dict[str | None, Table] = {None: table}
    for signal in columns.signals.values():
        if signal.file is not None and signal.file not in tables:
            tables[signal.file] = read_table(file.parent / signal.file)
    found: dict[str, Array] = {}
    for name in SIGNALS:
        if name in columns.signals:
            signal = columns.signals[name]
            found[name] = _stacked(tables[signal.file], signal.columns) * np.array(signal.scale)
    if "q" not in found:
        what = f"there are no positions of the joints; name the columns q1 to q{robot.n}, or say in a file of columns"
        raise InputError(f"{what} how they are called; {one_of(table)}")
    lengths = {len(one) for one in found.values()}
    if len(lengths) > 1:
        raise InputError(f"its signals have different lengths: {sorted(lengths)}")
    time = _times(table, columns, len(found["q"]))
    _to_joints(found, columns)
    wrench = _stacked(table, WRENCH) if all(name in table for name in WRENCH) else None
    qd, qdd, tau = (found.get(name) for name in SIGNALS[1:])
    return Log(file.name, time, found["q"], qd, qdd, tau, wrench)


def _stacked(table: Table, names: tuple[str, ...]) -> Array:
    for name in names:
        if name not in table:
            raise InputError(f"there is no column {name!r}; {one_of(table)}")
    return np.column_stack([table[name] for name in names])


def _times(table: Table, columns: Columns, count: int) -> Array:
    if columns.rate is not None:
        return np.arange(count) / columns.rate
    if columns.time not in table:
        what = f"there is no column {columns.time!r}; name one in a file of columns, or say its rate there"
        raise InputError(f"{what}; {one_of(table)}")
    return table[columns.time] * columns.time_scale


def _to_joints(found: dict[str, Array], columns: Columns) -> None:
    """Turn what motors do into what joints do."""
    if columns.transmission is not None:
        N = columns.transmission
        for name in ("q", "qd", "qdd"):
            if name in found:
                found[name] = np.asarray(np.linalg.solve(N, found[name].T).T, dtype=float)
        if "tau" in found:
            found["tau"] = found["tau"] @ N
    if columns.offset is not None:
        found["q"] = found["q"] + columns.offset


def _doubts(log: Log, robot: Robot) -> list[str]:
    """Say what looks wrong about whole channels."""
    doubts = []
    for i, joint in enumerate(robot.joint_names):
        if np.abs(log.q[:, i]).max() > 8 * np.pi:
            doubts.append(f"{log.name}: {joint} goes to {np.abs(log.q[:, i]).max():.3g}: are its angles in degrees?")
        steps = np.abs(np.diff(log.q[:, i]))
        if steps.max() > max(JUMP * float(np.quantile(steps, 0.99)), SMALLEST_JUMP):
            at = log.time[int(np.argmax(steps))]
            doubts.append(f"{log.name}: {joint} jumps by {steps.max():.3g} at {at:.6g} s: does its encoder wrap?")
        if np.ptp(log.q[:, i]) <= STILL:
            doubts.append(f"{log.name}: {joint} never moves")
        if log.tau is not None and np.ptp(log.tau[:, i]) == 0:
            doubts.append(f"{log.name}: the torque of {joint} never changes: was it recorded?")
        elif log.tau is not None and (stuck := _at_its_limit(log.tau[:, i])) > 0.02:
            doubts.append(f"{log.name}: the torque of {joint} is at its limit in {stuck:.0%} of the rows")
    return doubts


def _at_its_limit(channel: Array) -> float:
    """How often a channel is exactly at its largest size: often, where something clips it."""
    size = np.abs(channel)
    return float(np.mean(size == size.max()))
