"""A log on disk: read in pieces as often as it is asked for, and never all in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

import numpy as np

from symdyn.errors import InputError, one_of
from symdyn.identification.logs.clean import ROUND, Cleaning, Turns
from symdyn.identification.logs.columns import SIGNALS, WRENCH, Columns, default_columns, read_columns
from symdyn.identification.logs.log import Array, Log
from symdyn.identification.logs.tables import CHUNK, Table, table_chunks
from symdyn.model.robot import Robot

FAR = 60.0  # s from pose to pose, where nothing tells it


@dataclass(frozen=True, slots=True, eq=False)
class LogFile:
    """A file of measurements of a robot's joints; ``columns`` says which column is which, None: the usual names."""

    path: Path
    robot: Robot
    columns: Columns | None = None
    rows: int = CHUNK  # of a piece
    poses: bool = False  # rows in no order, which need no time

    @property
    def name(self) -> str:
        """The file's own name."""
        return self.path.name

    def chunks(self, cleaning: Cleaning | None = None) -> Iterator[Log]:
        """Yield the log in pieces, without the rows that cannot be used; ``cleaning`` counts these."""
        clean = Cleaning() if cleaning is None else cleaning
        start = 0
        try:
            for tables in self._tables():
                table = tables[None]
                known = self.columns or default_columns(self.robot, list(table))
                if self.poses and known.rate is None and known.time not in table:
                    known = replace(known, rate=1 / FAR)
                log = _log(self.name, tables, known, self.robot, start, clean.of_motors)
                start += len(log.time)
                yield clean(log)
        except InputError as error:
            raise error if error.file else InputError(error.what, field=error.field, file=str(self.path)) from None

    def _tables(self) -> Iterator[dict[str | None, Table]]:
        """Yield the same rows of the file and of others beside it that hold some of its signals."""
        signals = self.columns.signals.values() if self.columns is not None else ()
        files = list(dict.fromkeys(signal.file for signal in signals if signal.file is not None))
        streams = [table_chunks(self.path, self.rows)]
        streams += [table_chunks(self.path.parent / file, self.rows) for file in files]
        for together in zip_longest(*streams, fillvalue={}):
            lengths = {len(next(iter(table.values()), [])) for table in together}
            if len(lengths) > 1:
                raise InputError(f"its signals have different lengths; beside it: {', '.join(files)}")
            yield dict(zip([None, *files], together, strict=True))


def open_log(path: str | Path, robot: Robot, columns: str | Path | None = None) -> LogFile:
    """Return a log on disk, without reading it yet; ``columns`` is a file that says which column is which."""
    return LogFile(Path(path), robot, read_columns(Path(columns), robot) if columns is not None else None)


def _log(name: str, tables: dict[str | None, Table], columns: Columns, robot: Robot, start: int, turns: Turns) -> Log:
    table = tables[None]
    found: dict[str, Array] = {}
    for what in SIGNALS:
        if what in columns.signals:
            signal = columns.signals[what]
            found[what] = _stacked(tables[signal.file], signal.columns) * np.array(signal.scale)
    if "q" not in found:
        told = f"there are no positions of the joints; name the columns q1 to q{robot.n}, or say in a file of columns"
        raise InputError(f"{told} how they are called; {one_of(table)}")
    time = _times(table, columns, start, len(found["q"]))
    if columns.phases is not None:
        currents = np.stack([_stacked(table, three) for three in columns.phases.columns], axis=1)
        found["tau"] = columns.phases.torques(currents, found["q"])
    if columns.transmission is not None:  # a motor's encoder wraps at a turn of the motor
        found["q"] = turns(found["q"], ROUND / 4)
    _to_joints(found, columns)
    wrench = _stacked(table, WRENCH) if all(one in table for one in WRENCH) else None
    qd, qdd, tau = (found.get(what) for what in SIGNALS[1:])
    return Log(name, time, found["q"], qd, qdd, tau, wrench)


def _stacked(table: Table, names: tuple[str, ...]) -> Array:
    for name in names:
        if name not in table:
            raise InputError(f"there is no column {name!r}; {one_of(table)}")
    return np.column_stack([table[name] for name in names])


def _times(table: Table, columns: Columns, start: int, count: int) -> Array:
    if columns.rate is not None:
        return np.arange(start, start + count) / columns.rate
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
