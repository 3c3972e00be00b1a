"""Rows of numbers as CSV or Parquet."""

from __future__ import annotations

import io
from collections.abc import Mapping

import numpy as np

from symdyn.errors import InputError, unknown_name
from symdyn.simulate.motion.motion import Array

FORMATS = ("csv", "parquet")


def data_file(columns: Mapping[str, Array], form: str) -> bytes:
    """Return the bytes of a file with named columns."""
    if form not in FORMATS:
        raise InputError(unknown_name("format", form, FORMATS), field="--format")
    return _csv(columns) if form == "csv" else _parquet(columns)


def check_format(form: str) -> None:
    """Refuse a format that cannot be written, before anything is simulated."""
    data_file({}, form)


def _csv(columns: Mapping[str, Array]) -> bytes:
    """Write ten digits: more than the solver's tolerance gives."""
    lines = [",".join(columns)]
    if columns:
        lines += [",".join(f"{value:.10g}" for value in row) for row in np.column_stack(list(columns.values()))]
    return ("\n".join(lines) + "\n").encode()


def _parquet(columns: Mapping[str, Array]) -> bytes:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        what = (
            "Parquet needs pyarrow, which is not installed; pip install 'symdyn-codegen[parquet]', or use --format csv"
        )
        raise InputError(what, field="--format") from None
    stream = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(dict(columns)), stream)
    return stream.getvalue()
