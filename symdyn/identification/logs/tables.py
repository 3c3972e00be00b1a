"""Files of measurements -> named columns of numbers: CSV, npz and Parquet, told apart by their endings."""

from __future__ import annotations

import csv
import gzip
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.errors import InputError, one_of
from symdyn.identification.logs.log import Array

Table = dict[str, Array]


def read_table(path: Path) -> Table:
    """Return the columns of a file, all of one length; entries that are no numbers are NaN."""
    if not path.is_file():
        what = "is a directory; give the file inside it" if path.is_dir() else "there is no such file"
        raise InputError(what, file=str(path))
    name = path.name.lower()
    readers: Mapping[str, Callable[[Path], Table]] = {
        ".csv": _csv,
        ".csv.gz": _csv,
        ".txt": _csv,
        ".npz": _npz,
        ".parquet": _parquet,
    }
    for ending, reader in readers.items():
        if name.endswith(ending):
            try:
                table = reader(path)
            except (OSError, EOFError, zipfile.BadZipFile) as error:
                raise InputError(f"cannot be read: {error}", file=str(path)) from None
            return _checked(table, path)
    raise InputError(f"logs are told by the endings of their names; {one_of(readers)}", file=str(path))


def _checked(table: Table, path: Path) -> Table:
    lengths = {len(column) for column in table.values()}
    if not table or lengths == {0}:
        raise InputError("holds no measurements", file=str(path))
    if len(lengths) > 1:
        raise InputError(f"its columns have different lengths: {sorted(lengths)}", file=str(path))
    return table


def _csv(path: Path) -> Table:
    """Read a line of names and lines of numbers; commas, semicolons or tabs between them."""
    opened: Callable[..., Any] = partial(gzip.open, mode="rt") if path.suffix == ".gz" else open
    try:
        with opened(path, encoding="utf-8-sig") as stream:
            first = stream.readline()
            separator = max(",;\t", key=first.count)
            names = _names(next(csv.reader([first], delimiter=separator), []), path)
            lines = [line for line in stream if line.strip()]
            numbers = np.genfromtxt(lines, delimiter=separator, dtype=float, ndmin=2) if lines else np.zeros((0, 0))
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text; save it as UTF-8 (is it a binary file?)", file=str(path)) from None
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", file=str(path), line=1) from None
    except ValueError as error:  # NumPy names the lines whose number of entries is wrong
        detail = " ".join(str(error).split())
        raise InputError(f"its lines are of different lengths: {detail[:120]}", file=str(path)) from None
    if numbers.size and numbers.shape[1] != len(names):
        what = f"{len(names)} names in the first line, {numbers.shape[1]} numbers in the others"
        raise InputError(what, file=str(path), line=1)
    return dict(zip(names, numbers.T, strict=True)) if numbers.size else {}


def _names(row: list[str], path: Path) -> list[str]:
    names = [name.strip() for name in row]
    if not names or all(_is_number(name) for name in names):
        what = "the first line must name the columns: time, q1, q2, ..., tau1, tau2, ..."
        raise InputError(what, file=str(path), line=1)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"there are two columns {twice[0]!r}", file=str(path), line=1)
    return names


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _npz(path: Path) -> Table:
    """Read arrays by name; one of shape (N, n) called q is the columns q1 … qn."""
    found: Table = {}
    with np.load(path, allow_pickle=False) as arrays:
        for name in arrays.files:
            try:
                array = np.asarray(arrays[name], dtype=float)
            except ValueError:
                raise InputError(f"the array {name!r} is not one of numbers", file=str(path)) from None
            if array.ndim == 1:
                found[name] = array
            elif array.ndim == 2:
                found |= {f"{name}{i}": column for i, column in enumerate(array.T, start=1)}
    return found


def _parquet(path: Path) -> Table:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        what = "Parquet needs pyarrow, which is not installed: pip install pyarrow"
        raise InputError(what, file=str(path)) from None
    try:
        table = pyarrow.parquet.read_table(path)
    except pyarrow.ArrowException as error:
        raise InputError(f"is not a Parquet file: {' '.join(str(error).split())[:120]}", file=str(path)) from None
    found: Table = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        if pyarrow.types.is_integer(column.type) or pyarrow.types.is_floating(column.type):
            found[name] = np.asarray(column.to_numpy(), dtype=float)
    return found
