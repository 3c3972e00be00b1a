"""Files of measurements -> named columns of numbers: CSV, npz, Parquet and bags of ROS, told apart by their endings.

CSV and Parquet come in pieces of `CHUNK` rows, so that an hour of measurements is never in memory as a whole.
"""

from __future__ import annotations

import csv
import gzip
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError, one_of
from symdyn.identification.logs.log import Array
from symdyn.identification.logs.rosbag import rosbag_chunks

Table = dict[str, Array]
CHUNK = 1 << 17  # rows that are in memory at a time


def table_chunks(path: Path, rows: int = CHUNK) -> Iterator[Table]:
    """Yield the columns of a file, ``rows`` rows at a time; entries that are no numbers are NaN."""
    if path.is_dir() and (path / "metadata.yaml").is_file():
        yield from _checked(rosbag_chunks, path, rows)
        return
    if not path.is_file():
        raise InputError(_no_file(path), file=str(path))
    name = path.name.lower()
    readers: Mapping[str, Callable[[Path, int], Iterator[Table]]] = {
        ".csv": _csv,
        ".csv.gz": _csv,
        ".txt": _csv,
        ".npz": _npz,
        ".parquet": _parquet,
        ".mcap": rosbag_chunks,
        ".db3": rosbag_chunks,
    }
    for ending, reader in readers.items():
        if name.endswith(ending):
            yield from _checked(reader, path, rows)
            return
    raise InputError(f"logs are told by the endings of their names; {one_of(readers)}", file=str(path))


def _no_file(path: Path) -> str:
    if path.is_dir():
        return "is a directory; give the file inside it, or a bag's directory, with its metadata.yaml"
    if path.exists():
        return "is a pipe or a device, and logs are read twice: write it to a file first"
    return "there is no such file"


def _checked(reader: Callable[[Path, int], Iterator[Table]], path: Path, rows: int) -> Iterator[Table]:
    found = False
    try:
        for table in reader(path, rows):
            lengths = {len(column) for column in table.values()}
            if len(lengths) > 1:
                raise InputError(f"its columns have different lengths: {sorted(lengths)}", file=str(path))
            if lengths and lengths != {0}:
                found = True
                yield table
    except (OSError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(f"cannot be read: {error}", file=str(path)) from None
    if not found:
        raise InputError("holds no measurements", file=str(path))


def _csv(path: Path, rows: int) -> Iterator[Table]:
    """Read a line of names and lines of numbers; commas, semicolons, tabs or blanks between them."""
    opened: Callable[..., Any] = partial(gzip.open, mode="rt") if path.suffix == ".gz" else open
    try:
        with opened(path, encoding="utf-8-sig") as stream:
            at, first, written = _head((number, line) for number, line in enumerate(stream, start=1) if line.strip())
            separator = max(",;\t", key=first.count)
            blanks = separator not in first and len(first.split()) > 1
            names = _names(first.split() if blanks else next(csv.reader([first], delimiter=separator), []), path, at)
            between = None if blanks else separator
            while lines := list(islice(written, rows)):
                lines = _of_width(lines, between, len(names), (path, at))
                numbers = _numbers([line for _, line in lines], between, path)
                yield dict(zip(names, numbers.T, strict=True))
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text; save it as UTF-8 (is it a binary file?)", file=str(path)) from None
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", file=str(path), line=1) from None


Lines = Iterator[tuple[int, str]]


def _head(lines: Lines) -> tuple[int, str, Lines]:
    """Return the line of names, and those behind it: remarks (#) may come before, as may # before the names."""
    number, first = next(lines, (1, ""))
    for after in lines:
        if not first.startswith("#") or _is_number(after[1].replace(",", " ").replace(";", " ").split()[0]):
            return number, first.removeprefix("#"), chain([after], lines)
        number, first = after
    return number, first.removeprefix("#"), lines


def _of_width(
    lines: list[tuple[int, str]], between: str | None, width: int, where: tuple[Path, int]
) -> list[tuple[int, str]]:
    """Return lines with as many entries as there are names, or say which has more or fewer.

    Of each may stand nothing behind a last separator; a last line that was cut off holds no numbers.
    """

    def entries(line: str) -> int:
        return len(line.split()) if between is None else line.count(between) + 1

    path, at = where
    if between is not None and all(line.rstrip("\r\n").endswith(between) for _, line in lines[:2]):
        lines = [(number, line.rstrip().removesuffix(between)) for number, line in lines]
    wrong = next((one for one in lines if entries(one[1]) != width), None)
    if wrong is None:
        return lines
    number, line = wrong
    if wrong is lines[-1] and len(lines) > 1 and entries(line) < width and not line.endswith("\n"):
        return [*lines[:-1], (number, (between or " ").join(["nan"] * width))]
    what = f"has {entries(line)} entries, and line {at} names {width} columns"
    if wrong == lines[0] and between == "," and entries(line) > width:
        what += "; where numbers have commas (1,5), put semicolons between columns"
    elif wrong == lines[0]:
        what += "; names stand in the first line, and remarks before it start with #"
    raise InputError(what, file=str(path), line=number)


def _numbers(lines: list[str], separator: str | None, path: Path) -> Array:
    """Read lines of numbers: quickly where they are nothing else, patiently where a text is among them."""
    try:
        return np.asarray(np.loadtxt(lines, delimiter=separator, ndmin=2, comments=None))
    except ValueError:
        pass
    if separator != "," and any("," in line for line in lines):
        lines = _with_points(lines, separator, path)
    plain = [line.replace("#", "?") for line in lines]  # NumPy takes what stands behind # for a remark
    return np.asarray(np.genfromtxt(plain, delimiter=separator, dtype=float, ndmin=2), dtype=float)


def _with_points(lines: list[str], separator: str | None, path: Path) -> list[str]:
    """Return lines whose numbers have points where they had commas; one with both may mean either."""
    for line in lines:
        both = next((entry for entry in line.split(separator) if "," in entry and "." in entry), None)
        if both is not None:
            what = f"has a comma and a point in {both.strip()[:40]!r}; write numbers as 1234.5 or 1234,5"
            raise InputError(what, file=str(path))
    return [line.replace(",", ".") for line in lines]


def _names(row: list[str], path: Path, at: int) -> list[str]:
    names = [name.strip() for name in (row[:-1] if row and not row[-1].strip() else row)]
    if not names or all(_is_number(name) for name in names):
        what = "the first line must name the columns: time, q1, q2, ..., tau1, tau2, ..."
        raise InputError(what, file=str(path), line=at)
    twice = _first_twice(names)
    if twice is not None:
        raise InputError(f"there are two columns {twice[:40]!r}", file=str(path), line=at)
    return names


def _first_twice(names: Sequence[str]) -> str | None:
    """Return the first name that is there twice, if any; a file may have a million of them."""
    return next((name for name, count in Counter(names).items() if count > 1), None)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _npz(path: Path, rows: int) -> Iterator[Table]:
    """Read arrays by name, which are compressed and thus read whole; one (N, n) called q is the columns q1 … qn."""
    found: Table = {}
    if not zipfile.is_zipfile(path):  # NumPy would take it for something else, and advise what is not safe
        raise InputError("is no npz file, as numpy.savez writes them, or not whole", file=str(path))
    with np.load(path, allow_pickle=False) as arrays:
        for name in arrays.files:
            try:
                array = arrays[name]
                if array.dtype.kind not in "fiu":
                    raise ValueError
                array = np.asarray(array, dtype=float)
            except ValueError:
                raise InputError(f"the array {name!r} is not one of numbers", file=str(path)) from None
            if array.ndim == 1:
                found[name] = array
            elif array.ndim == 2:
                found |= {f"{name}{i}": column for i, column in enumerate(array.T, start=1)}
    if len({len(column) for column in found.values()}) > 1:
        yield found  # the caller says what is wrong with it
        return
    for start in range(0, max((len(column) for column in found.values()), default=0), rows):
        yield {name: column[start : start + rows] for name, column in found.items()}


def _parquet(path: Path, rows: int) -> Iterator[Table]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        what = "Parquet needs pyarrow, which is not installed: pip install pyarrow"
        raise InputError(what, file=str(path)) from None
    kinds = pyarrow.types
    try:
        with pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=1 << 20) as file:
            left: list[Any] = []
            for batch in file.iter_batches(batch_size=rows, use_threads=False):
                left.append(batch)
                while sum(len(one) for one in left) >= rows:
                    table = pyarrow.Table.from_batches(left)
                    yield _numeric(table.slice(0, rows), kinds)
                    left = table.slice(rows).to_batches()
            if left:
                yield _numeric(pyarrow.Table.from_batches(left), kinds)
    except pyarrow.ArrowException as error:
        raise InputError(f"is not a Parquet file: {' '.join(str(error).split())[:120]}", file=str(path)) from None


def _numeric(table: Any, kinds: Any) -> Table:
    """Return the columns of numbers; those that are true or false, text or lists are none."""
    twice = _first_twice(table.column_names)
    if twice is not None:
        raise InputError(f"there are two columns {twice[:40]!r}")
    return {
        name: np.asarray(column.to_numpy(), dtype=float)
        for name, column in zip(table.column_names, table.columns, strict=True)
        if kinds.is_integer(column.type) or kinds.is_floating(column.type)
    }
