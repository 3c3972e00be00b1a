"""The manifest beside generated code: enough to say what it is, and to generate it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.emit import Facts
from symdyn.interface import Argument
from symdyn.options import Options
from symdyn.package.records import Evidence, GainRecord, KernelRecord, LawRecord, PackageRecord
from symdyn.sources.checksum import CHECKSUM, with_checksum

MANIFEST_SCHEMA = 1
FOOTPRINT = "footprint"  # the entry of machine-code sizes, which only a user's own compiler can fill


def robot_hash(source: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a robot's mapping, independent of the order of its keys and the layout of its file."""
    return _sha256(json.dumps(source, sort_keys=True, ensure_ascii=True, separators=(",", ":")))


def manifest_text(
    record: PackageRecord, evidence: Evidence, source: Mapping[str, Any], files: Mapping[str, str]
) -> str:
    """Return the manifest as JSON text; ``source`` is the mapping that the robot was read from."""
    facts = record.facts
    return manifest_json(
        {
            "manifest": MANIFEST_SCHEMA,
            "symdyn": facts.version,
            CHECKSUM: "",
            "name": facts.name,
            "robot_hash": facts.robot_hash,
            "options": _options(facts.options),
            "passes": list(record.kernels[0].totals) if record.kernels else [],
            "joints": list(facts.joint_names),
            "parameters": _parameters(facts),
            "certificate": evidence.certificate.as_data(),
            "proof": {name: value for name, value in asdict(evidence.proof).items() if value != ()},
            "kernels": {kernel.interface.name: _kernel(kernel) for kernel in record.kernels},
            "laws": {law.interface.law: _law(law) for law in record.laws},
            "precision": evidence.precision,
            "files": {name: _sha256(text) for name, text in sorted(files.items())},
            "robot": source,
        }
    )


def manifest_json(manifest: Mapping[str, Any]) -> str:
    """Return a manifest as text, the same for the same entries, with a checksum of the others in the entry for it."""
    return with_checksum(json.dumps({**manifest, CHECKSUM: ""}, indent=1, ensure_ascii=False) + "\n")


def _options(options: Options) -> dict[str, Any]:
    return {
        "languages": list(options.languages),
        "scalar": options.scalar,
        "fold": options.fold,
        "only": list(options.only),
        "laws": list(options.laws),
        "trig": options.trig,
        "batch": options.batch,
        **({"gains": {law: dict(gains) for law, gains in options.gains}} if options.gains else {}),
    }


def _parameters(facts: Facts) -> list[dict[str, Any]]:
    """Entries of `pi`, with the exact coefficients of the full parameters in them."""
    rows = zip(facts.pi_names, facts.pi_values, facts.pi_weights, strict=True)
    return [
        {
            "index": i,
            "name": name,
            "value": None if value is None else to_float(value),
            "combination": {full: str(weight) for full, weight in weights},
        }
        for i, (name, value, weights) in enumerate(rows)
    ]


def _kernel(kernel: KernelRecord) -> dict[str, Any]:
    return {
        "inputs": _shapes(kernel.interface.inputs),
        "outputs": _shapes(kernel.interface.outputs),
        **kernel.cost.counts(),
        "prepared": kernel.prepared,
        "total_after_pass": dict(kernel.totals),
    }


def _law(law: LawRecord) -> dict[str, Any]:
    return {
        "kernels": list(law.kernels),
        "adapts": law.interface.adapts,
        "theta": list(law.interface.theta_names),
        "state_bytes": law.state_bytes,
        "gains": {gain.interface.name: _gain(gain) for gain in law.gains},
    }


def _gain(gain: GainRecord) -> dict[str, Any]:
    """A bound that is not there is null."""
    from symdyn.interface.rules import MEANINGS  # loaded already where there is a law

    about = gain.interface
    return {
        "shape": list(about.shape),
        "unit": gain.unit,
        "range": MEANINGS[about.rule].range,
        "default": [None if abs(value) == float("inf") else value for value in about.default],
        "default_rule": gain.default_rule,
    }


def _shapes(arguments: Sequence[Argument]) -> dict[str, list[int]]:
    return {argument.name: list(argument.shape) for argument in arguments}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
