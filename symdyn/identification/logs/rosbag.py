"""rosbag2 and MCAP -> named columns: joint states, one row a message, without ROS (`pip install rosbags`).

Topics of `sensor_msgs/msg/JointState` are read; their joints' positions, velocities and efforts are the columns
`q_<joint>`, `qd_<joint>` and `tau_<joint>`, and `time` is that of the message's stamp. The latest
`geometry_msgs/msg/WrenchStamped` before a joint state is its wrench `fx fy fz nx ny nz`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array

JOINTS = "sensor_msgs/msg/JointState"
WRENCHES = "geometry_msgs/msg/WrenchStamped"
SIGNALS = (("q", "position"), ("qd", "velocity"), ("tau", "effort"))
WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
BILLION = 1_000_000_000


def rosbag_chunks(path: Path, rows: int) -> Iterator[dict[str, Array]]:
    """Yield the joint states of a bag, ``rows`` messages at a time; what a message lacks is NaN."""
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise InputError("bags need rosbags, which is not installed: pip install rosbags", file=str(path)) from None
    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.LATEST)) as reader:
            yield from _rows(reader, path, rows)
    except InputError:
        raise
    except Exception as error:  # whatever a damaged file makes the library raise
        what = f"is not a bag that can be read: {' '.join(str(error).split())[:120]}"
        raise InputError(what, file=str(path)) from None


def _rows(reader: Any, path: Path, rows: int) -> Iterator[dict[str, Array]]:
    chosen = [one for one in reader.connections if one.msgtype in (JOINTS, WRENCHES)]
    if not any(one.msgtype == JOINTS for one in chosen):
        there = ", ".join(sorted({one.msgtype for one in reader.connections})[:5])
        raise InputError(f"has no topic of {JOINTS}; there are {there}", file=str(path))
    names: tuple[str, ...] = ()
    first: int | None = None
    wrench = [float("nan")] * 6
    kept: list[list[float]] = []
    for connection, _, raw in reader.messages(connections=chosen):
        message = reader.deserialize(raw, connection.msgtype)
        if connection.msgtype == WRENCHES:
            of = message.wrench
            wrench = [of.force.x, of.force.y, of.force.z, of.torque.x, of.torque.y, of.torque.z]
            continue
        names = names or tuple(message.name)
        stamp = message.header.stamp.sec * BILLION + message.header.stamp.nanosec
        first = stamp if first is None else first
        place = {name: i for i, name in enumerate(message.name)}
        row = [(stamp - first) / BILLION]
        for _, signal in SIGNALS:
            values = getattr(message, signal)
            row += [_entry(values, place.get(name)) for name in names]
        kept.append([*row, *wrench])
        if len(kept) == rows:
            yield _table(names, kept)
            kept = []
    if kept:
        yield _table(names, kept)


def _entry(values: Any, place: int | None) -> float:
    return float(values[place]) if place is not None and place < len(values) else float("nan")


def _table(names: tuple[str, ...], rows: list[list[float]]) -> dict[str, Array]:
    """Return the columns that hold anything."""
    titles = ["time", *(f"{word}_{name}" for word, _ in SIGNALS for name in names), *WRENCH]
    numbers = np.array(rows, dtype=float)
    return {title: numbers[:, i] for i, title in enumerate(titles) if np.isfinite(numbers[:, i]).any()}
