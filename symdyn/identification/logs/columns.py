"""Which columns of a log are a robot's positions, velocities, accelerations and torques.

By default they are called as in `time, q1, q2, …, tau1` or `time, q_shoulder, …`. A file says otherwise:

    columns: 1
    rate: 5000                           # where there is no column of time; or time: {column: t, unit: ms}
    q: {columns: [pos_1, pos_2], unit: deg}        # or a unit for every joint: [deg, mm]
    tau: {columns: [i_1, i_2], scale: 0.32, file: currents.csv}     # N m a unit; another file beside the log
    currents: {columns: [[ia1, ib1, ic1], [ia2, ib2, ic2]], constant: [2.1, 0.8], pairs: 4}  # in place of tau
    gear: [100, -50]                     # motor turns a turn of the joint; or `transmission`, the whole matrix
    offset: [0, pi/2]                    # added to the positions of the joints

With gears, columns are those of the motors: q = N⁻¹ q_motor + offset and tau = Nᵀ tau_motor, where the rates of the
motors are N times those of the joints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from symdyn.errors import InputError
from symdyn.identification.logs.log import Array
from symdyn.identification.logs.phases import Phases
from symdyn.model.robot import Robot
from symdyn.model.robot_file.fields import choice_of, entries_of, items_of, required, text_of
from symdyn.model.robot_file.quantities import Reading, number
from symdyn.model.text.tree import Node
from symdyn.model.text.yaml_text import read_yaml
from symdyn.sources.text_file import read_text_file

SIGNALS = ("q", "qd", "qdd", "tau")
WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")
ANGLES = {"rad": 1.0, "deg": np.pi / 180, "rev": 2 * np.pi}
LENGTHS = {"m": 1.0, "mm": 1e-3}
UNITS: Mapping[str, Mapping[str, float]] = {
    "q": ANGLES | LENGTHS,
    "qd": ANGLES | LENGTHS | {"rpm": 2 * np.pi / 60},
    "qdd": ANGLES | LENGTHS,
    "tau": {"Nm": 1.0, "N": 1.0, "mNm": 1e-3},
}
TIMES = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
OPENING = "columns: 1"


@dataclass(frozen=True, slots=True)
class Signal:
    """The columns of one signal, joint by joint, what a unit of them is, and the file they stand in, if another."""

    columns: tuple[str, ...]
    scale: tuple[float, ...]
    file: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """All that is known about the columns of a log; signals that are not there are left out."""

    time: str | None = "time"
    time_scale: float = 1.0
    rate: float | None = None
    signals: Mapping[str, Signal] = field(default_factory=dict)
    transmission: Array | None = None  # N: rates of the motors from those of the joints
    offset: Array | None = None
    phases: Phases | None = None  # where torques are to be found from currents


def default_columns(robot: Robot, names: Sequence[str]) -> Columns:
    """Find a robot's signals by their usual names, `q1` or `q_<joint>`."""
    found: dict[str, Signal] = {}
    ones = (1.0,) * robot.n
    beyond = [name for signal in SIGNALS for name in names if name == f"{signal}{robot.n + 1}"]
    if beyond:
        what = f"there is a column {beyond[0]!r}, and the robot has {robot.n} joints ({', '.join(robot.joint_names)})"
        raise InputError(f"{what}; say in a file of columns which are theirs (--columns), or call them q_<joint>")
    for signal in SIGNALS:
        for wanted in (_numbered(signal, robot.n), tuple(f"{signal}_{joint}" for joint in robot.joint_names)):
            there = [name for name in wanted if name in names]
            if there and len(there) < len(wanted):
                missing = next(name for name in wanted if name not in names)
                raise InputError(f"there is a column {there[0]!r} but none called {missing!r}")
            if there:
                found[signal] = Signal(wanted, ones)
                break
    return Columns(signals=found)


def _numbered(signal: str, n: int) -> tuple[str, ...]:
    return tuple(f"{signal}{i}" for i in range(1, n + 1))


def read_columns(path: Path, robot: Robot) -> Columns:
    """Read the file that says which column is which."""
    root = read_yaml(read_text_file(path, "file of columns"), str(path), kind="file of columns", opening=OPENING)
    entries = entries_of(root, ("columns", "time", "rate", *SIGNALS, "currents", "gear", "transmission", "offset"))
    if "columns" not in entries or entries["columns"].value != "1":
        raise root.error(f"a file of columns starts with '{OPENING}'")
    time, time_scale = _time(entries.get("time"))
    rate = _positive(entries["rate"]) if "rate" in entries else None
    if "time" in entries and rate is not None:
        raise entries["rate"].error("there is a column of time, too; leave one of the two out")
    signals = {name: _signal(name, entries[name], robot, _kinds(entries, robot)) for name in SIGNALS if name in entries}
    offset = np.array(_reals(entries["offset"], robot.n)) if "offset" in entries else None
    phases = _phases(entries["currents"], robot.n) if "currents" in entries else None
    if phases is not None and "tau" in entries:
        raise entries["currents"].error("torques are given as `tau`, too; leave one of the two out")
    named = time if rate is None else None
    return Columns(named, time_scale, rate, signals, _transmission(entries, robot.n), offset, phases)


def _phases(node: Node, n: int) -> Phases:
    entries = entries_of(node, ("columns", "constant", "pairs", "zero"))
    listed = items_of(required(node, entries, "columns", "list three columns for every motor"), n)
    columns = [_names(item, 3) for item in listed]
    constant = _reals(required(node, entries, "constant", "say how many N m an ampere gives"), n)
    pairs = _reals(entries["pairs"], n) if "pairs" in entries else (1.0,) * n
    zero = _reals(entries["zero"], n) if "zero" in entries else (0.0,) * n
    return Phases(tuple((a, b, c) for a, b, c in columns), np.array(constant), np.array(pairs), np.array(zero))


def _time(node: Node | None) -> tuple[str, float]:
    if node is None:
        return "time", 1.0
    if isinstance(node.value, str):
        return node.value, 1.0
    entries = entries_of(node, ("column", "unit"))
    column = text_of(entries["column"], "the name of a column") if "column" in entries else "time"
    return column, TIMES[choice_of(entries["unit"], "unit of time", TIMES)] if "unit" in entries else 1.0


def _kinds(entries: Mapping[str, Node], robot: Robot) -> tuple[str, ...] | None:
    """What the joints' coordinates are measured in; None where columns are those of motors, which turn."""
    geared = robot.closing is not None and robot.closing.transmission is not None
    if geared or "gear" in entries or "transmission" in entries:
        return None
    return tuple(joint.kind.units[0] for joint in robot.moving_joints)


def _units(name: str, node: Node | None, robot: Robot, kinds: tuple[str, ...] | None) -> tuple[float, ...]:
    """What a unit of every joint's column is; angles in one of length, or the other way round, are refused."""
    if node is None:
        return (1.0,) * robot.n
    items = items_of(node, robot.n) if isinstance(node.value, tuple) else (node,) * robot.n
    found = [choice_of(item, "unit", UNITS[name]) for item in items]
    for item, unit, kind, joint in zip(items, found, kinds or (), robot.joint_names, strict=False):
        if name != "tau" and (unit in LENGTHS) != (kind in LENGTHS):
            what = f"{joint} is measured in {kind}, and {unit} is another kind of unit"
            raise item.error(f"{what}; give every joint its own, as [deg, mm]")
    return tuple(UNITS[name][unit] for unit in found)


def _signal(name: str, node: Node, robot: Robot, kinds: tuple[str, ...] | None) -> Signal:
    n = robot.n
    if isinstance(node.value, tuple):
        return Signal(_names(node, n), (1.0,) * n)
    entries = entries_of(node, ("columns", "unit", "scale", "file"))
    columns = _names(entries["columns"], n) if "columns" in entries else _numbered(name, n)
    units = _units(name, entries.get("unit"), robot, kinds)
    scale = _reals(entries["scale"], n) if "scale" in entries else (1.0,) * n
    file = text_of(entries["file"], "the name of a file beside the log") if "file" in entries else None
    if file is not None and Path(file).name != file:
        raise entries["file"].error("expected the name of a file in the folder of the log, without a path")
    return Signal(columns, tuple(unit * one for unit, one in zip(units, scale, strict=True)), file)


def _names(node: Node, n: int) -> tuple[str, ...]:
    return tuple(text_of(item, "the name of a column") for item in items_of(node, n))


def _transmission(entries: Mapping[str, Node], n: int) -> Array | None:
    if "gear" in entries and "transmission" in entries:
        raise entries["gear"].error("is the diagonal of `transmission`; leave one of the two out")
    if "gear" in entries:
        gear = _reals(entries["gear"], n)
        if not all(gear):
            raise entries["gear"].error("a gear ratio is 0")
        return np.diag(gear)
    if "transmission" not in entries:
        return None
    node = entries["transmission"]
    N = np.array([_reals(row, n) for row in items_of(node, n)])
    if np.linalg.matrix_rank(N) < n:
        raise node.error("has no inverse: two motors would move the same joint, and none another")
    return N


def _reals(node: Node, n: int) -> tuple[float, ...]:
    if not isinstance(node.value, tuple):
        return (_real(node),) * n
    return tuple(_real(item) for item in items_of(node, n))


def _real(node: Node) -> float:
    reading = Reading()
    value = reading.decimal(number(node, reading))
    if value is None:
        raise node.error("expected a number")
    return value


def _positive(node: Node) -> float:
    value = _real(node)
    if value <= 0:
        raise node.error(f"must be above 0, not {value:g}")
    return value
