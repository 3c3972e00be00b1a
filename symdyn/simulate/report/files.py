"""The files of a run's folder: data, summary, figures, and a manifest that says what they are."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any

from symdyn.simulate.report.data_files import data_file
from symdyn.simulate.report.figures import run_figures
from symdyn.simulate.report.table import table
from symdyn.simulate.run import Run
from symdyn.sources.checksum import CHECKSUM, with_checksum
from symdyn.version import VERSION

Files = dict[str, str | bytes]


def run_files(run: Run, form: str, figures: tuple[str, ...]) -> Files:
    """Return all files of a run; ``form`` is that of the data."""
    found: Files = {f"{run.scenario.name}.{form}": data_file(run.recording.columns(), form)}
    found["summary.json"] = as_json(run_data(run))
    found["summary.txt"] = table(run) + "\n"
    found |= run_figures(run, figures)
    return with_manifest(found, {"scenario": run.scenario.name, "robot": run.robot, "law": run.law})


def run_data(run: Run) -> dict[str, Any]:
    """Return a run's summary as plain data."""
    return {
        "scenario": run.scenario.name,
        "robot": run.robot,
        "law": run.law,
        "seed": run.scenario.seed,
        "rate": plain(run.scenario.control.rate),
        "gains": plain(dict(run.gains)),
        **plain(run.summary.data()),
        "notes": list(run.notes),
    }


def with_manifest(files: Files, what: Mapping[str, Any]) -> Files:
    """Return the files with a manifest: without it the folder would not be taken for ours, and not replaced."""
    hashes = {
        name: hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()
        for name, content in sorted(files.items())
    }
    manifest = {"manifest": 1, "symdyn": VERSION, CHECKSUM: "", "kind": "simulation", **what, "files": hashes}
    return {**files, "manifest.json": with_checksum(as_json(manifest))}


def as_json(data: Any) -> str:
    """Return JSON as we write it."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def plain(value: Any) -> Any:
    """Return data that JSON holds: arrays as lists, what is not a finite number as null."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
