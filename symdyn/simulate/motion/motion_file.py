"""A motion from a CSV file: a column `time` and one for every moving joint, by its name or as q1, q2, ..."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from symdyn.errors import InputError
from symdyn.simulate.motion.trajectories import Samples
from symdyn.sources.text_file import read_text_file

LARGEST = 1e60  # as in robot files; rates of what is larger are no doubles
MAX_BYTES = 50_000_000  # an hour of ten joints at 100 Hz has fewer


def read_motion_file(path: Path, joints: Sequence[str]) -> Samples:
    """Return the motion that a CSV file describes."""
    rows = _rows(read_text_file(path, "motion", MAX_BYTES).splitlines(), path)
    if len(rows) < 3:
        what = "needs a line of names, time and joints, and two lines of numbers or more"
        raise InputError(what, file=str(path))
    order = _columns(rows[0][1], joints, path)
    table = [(number, _numbers(row, number, len(rows[0][1]), path)) for number, row in rows[1:]]
    for (_, before), (number, row) in pairwise(table):
        if row[order[0]] <= before[order[0]]:
            raise InputError("the time does not increase", field="time", file=str(path), line=number)
    times = tuple(row[order[0]] for _, row in table)
    return Samples(times, tuple(tuple(row[i] for i in order[1:]) for _, row in table))


def _rows(lines: Sequence[str], path: Path) -> list[tuple[int, list[str]]]:
    """Return the lines that are not empty, in parts, each with its number."""
    reader = csv.reader(lines)
    try:
        return [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", file=str(path), line=reader.line_num) from None


def _columns(header: Sequence[str], joints: Sequence[str], path: Path) -> list[int]:
    """Return the place of the time and of every joint."""
    names = [name.strip() for name in header]
    found = [names.index("time") if "time" in names else -1]
    for i, joint in enumerate(joints, start=1):
        places = [names.index(name) for name in (joint, f"q{i}") if name in names]
        found.append(places[0] if places else -1)
    wanted = ["time", *joints]
    missing = [name for name, place in zip(wanted, found, strict=True) if place < 0]
    if missing:
        what = f"no column {missing[0]!r}; name the columns time and {', '.join(joints)} (or q1, q2, ...)"
        raise InputError(what, file=str(path), line=1)
    return found


def _numbers(row: Sequence[str], line: int, count: int, path: Path) -> list[float]:
    if len(row) != count:
        raise InputError(f"{len(row)} entries where the first line has {count}", file=str(path), line=line)
    numbers = []
    for entry in row:
        try:
            numbers.append(float(entry))
        except ValueError:
            raise InputError(f"{entry.strip()[:60]!r} is not a number", file=str(path), line=line) from None
        if not abs(numbers[-1]) <= LARGEST:
            what = f"{entry.strip()[:60]!r} is not a finite number of ordinary size, {LARGEST:g} at most"
            raise InputError(what, file=str(path), line=line)
    return numbers
