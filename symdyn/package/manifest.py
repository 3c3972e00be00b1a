"""The manifest beside generated code: enough to say what it is, and to generate it again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from symdyn.algebra.decimals import to_float
from symdyn.algebra.exact import Exact
from symdyn.emit import Facts, StagedKernel
from symdyn.ir.cost import cost
from symdyn.ir.program import Port
from symdyn.parameters.minimal_parameters import MinimalSet
from symdyn.passes import PassRecord

MANIFEST_SCHEMA = 1
FOOTPRINT = "footprint"  # the entry of machine-code sizes, which only a user's own compiler can fill


def robot_hash(source: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a robot's mapping, independent of the order of its keys and the layout of its file."""
    return _sha256(json.dumps(source, sort_keys=True, ensure_ascii=True, separators=(",", ":")))


def manifest_text(
    facts: Facts,
    source: Mapping[str, Any],
    kernels: Sequence[StagedKernel],
    records: Mapping[str, Sequence[PassRecord]],
    files: Mapping[str, str],
    minimal: MinimalSet,
    proof: Mapping[str, Any],
    laws: Mapping[str, Any],
    precision: Mapping[str, Any],
) -> str:
    """Return the manifest as JSON text.

    ``proof`` says in which field kernels were proved, ``laws`` has an entry for each law, ``precision`` the kernels'
    errors.
    """
    values = [None if value is None else to_float(value) for value in facts.pi_values]
    manifest = {
        "manifest": MANIFEST_SCHEMA,
        "symdyn": facts.version,
        "name": facts.name,
        "robot_hash": facts.robot_hash,
        "options": {
            "languages": list(facts.options.languages),
            "scalar": facts.options.scalar,
            "fold": facts.options.fold,
            "only": list(facts.options.only),
            "laws": list(facts.options.laws),
            "trig": facts.options.trig,
        },
        "passes": list(dict.fromkeys(record.name for record in next(iter(records.values()), ()))),
        "joints": list(facts.joint_names),
        "parameters": [
            {"index": i, "name": name, "value": value, "combination": _combination(weights)}
            for i, (name, value, weights) in enumerate(zip(facts.pi_names, values, facts.pi_weights, strict=True))
        ],
        "certificate": minimal.certificate.as_data(),
        "proof": dict(proof),
        "kernels": {kernel.name: _kernel_entry(kernel, records[kernel.name]) for kernel in kernels},
        "laws": dict(laws),
        "precision": precision,
        "files": {name: _sha256(text) for name, text in sorted(files.items())},
        "robot": source,
    }
    return manifest_json(manifest)


def manifest_json(manifest: Mapping[str, Any]) -> str:
    """Return a manifest as text, the same for the same entries."""
    return json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"


def _combination(weights: Sequence[tuple[str, Exact]]) -> dict[str, str]:
    """Exact coefficients of the full parameters in one minimal parameter."""
    return {name: str(weight) for name, weight in weights}


def _kernel_entry(kernel: StagedKernel, records: Sequence[PassRecord]) -> dict[str, Any]:
    total = cost(kernel.program)
    return {
        "inputs": _shapes(kernel.program.inputs),
        "outputs": _shapes(kernel.program.outputs),
        "multiplications": total.multiplications,
        "additions": total.additions,
        "divisions": total.divisions,
        "trigonometric": total.trigonometric,
        "prepared": kernel.offline.outputs[0].size if kernel.offline else 0,
        "total_after_pass": {record.name: record.cost.total for record in records},
    }


def _shapes(ports: Sequence[Port]) -> dict[str, list[int]]:
    return {port.name: list(port.shape) for port in ports}


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
