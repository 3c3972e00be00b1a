"""An estimate of a load as data, and as a table that a person reads."""

from __future__ import annotations

from typing import Any

import numpy as np

from symdyn.identification.load.run import FROM_TORQUES, LoadEstimate
from symdyn.identification.load.solve import NAMES
from symdyn.identification.logs.log import Array


def load_data(found: LoadEstimate) -> dict[str, Any]:
    """Return all numbers by name; what poses alone do not show is null, and so is what is infinite."""
    sigma = found.sigma
    return {
        "robot": found.robot,
        "sensor": found.sensor,
        "how": found.how,
        "mass": found.mass,
        "com": _plain(found.com),
        "inertia": _plain(found.inertia),
        "principal_moments": _plain(found.principal_moments),
        "axes": _plain(found.axes),
        "sigma": {
            "mass": sigma.mass,
            "com": _plain(sigma.com),
            "inertia": _plain(sigma.inertia),
            "principal_moments": _plain(sigma.principal_moments),
            "axes": _plain(sigma.axes),
        },
        "parameters": dict(zip(NAMES, _plain(found.parameters), strict=False)),
        "offset": _plain(found.offset),
        "error": {one.joint: {"error": one.error, "of": one.torque} for one in found.errors},
        "noise": _plain(found.noise),
        "condition": found.condition,
        "rows": found.rows,
        "filter": found.cutoff,
        "notes": list(found.notes),
    }


def _plain(array: Array | None) -> Any:
    if array is None:
        return None
    if array.ndim > 1:
        return [_plain(row) for row in array]
    return [float(entry) if np.isfinite(entry) else None for entry in array]


def load_text(found: LoadEstimate, columns: Any) -> str:
    """Return the table; ``columns`` aligns rows of words."""
    how = found.how + (f", filter {found.cutoff:.3g} Hz" if found.cutoff else "")
    head = f"load on {found.sensor} of {found.robot}, from {found.rows} rows: {how}"
    lines = [head, f"condition of the columns {found.condition:.3g}", "", columns(_rows(found), right={1, 2})]
    if found.axes is not None:
        lines += ["", "principal axes, as columns:", columns(_axes(found), right={0, 1, 2})]
    lines += ["", columns(_errors(found), right={1, 2})]
    return "\n".join(lines)


def _errors(found: LoadEstimate) -> list[list[str]]:
    """What the load leaves over of a wrench, entry by entry; or of torques, joint by joint."""
    wrench = found.how != FROM_TORQUES
    rows = [["left over", "", "%", ""]]
    for one in found.errors:
        unit = "" if not wrench else "N" if one.joint[0] == "f" else "N m"
        rows.append([one.joint, f"{one.error:.4g}", f"{100 * one.relative:.2g}", unit])
    return rows


def _rows(found: LoadEstimate) -> list[list[str]]:
    sigma = found.sigma
    rows = [["", "value", "sigma", ""], ["mass", f"{found.mass:.6g}", f"{sigma.mass:.2g}", "kg"]]
    rows += [_row(f"centre {axis}", found.com[i], sigma.com[i], "m") for i, axis in enumerate("xyz")]
    if found.inertia is not None and sigma.inertia is not None:
        for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)):
            rows.append(_row(f"I{'xyz'[i]}{'xyz'[j]} at the centre", found.inertia[i, j], sigma.inertia[i, j], "kg m²"))
    if found.principal_moments is not None and sigma.principal_moments is not None:
        for i in range(3):
            moment = found.principal_moments[i], sigma.principal_moments[i]
            rows.append(_row(f"principal moment {i + 1}", *moment, "kg m²"))
    if found.offset is not None:
        for channel, value in zip(("fx", "fy", "fz", "nx", "ny", "nz"), found.offset, strict=True):
            rows.append([f"sensor's offset {channel}", f"{value:.4g}", "", "N" if channel[0] == "f" else "N m"])
    return rows


def _row(name: str, value: float, sigma: float, unit: str) -> list[str]:
    return [name, f"{value:.6g}", f"{sigma:.2g}", unit]


def _axes(found: LoadEstimate) -> list[list[str]]:
    assert found.axes is not None and found.sigma.axes is not None
    errors = [f"±{np.degrees(error):.2g}°" if error < np.pi / 2 else "unknown" for error in found.sigma.axes]
    return [[f"{entry:.4f}" for entry in row] for row in found.axes] + [errors]
