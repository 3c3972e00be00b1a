"""A fit as data, as a table that a person reads, and as files: the robot with its values, and how sure they are."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symdyn.identification.fit.recursion import Course
from symdyn.identification.fit.result import Fit, Logs
from symdyn.identification.fit.verdict import JointError, total_error
from symdyn.model.written.robot_file import robot_file_text

# of all that was fitted, and of its robot file where that cannot hold all of it, on the logs of the fit and on others
TITLES = {"fit": "fit", "file": "its file", "held_out": "held out", "held_out_file": "held out, its file"}
Errors = Mapping[str, Sequence[JointError]]
SHOWN_UNSEEN = 12


def fit_data(fit: Fit, errors: Errors) -> dict[str, Any]:
    """Return all numbers by name; what is infinite is null."""
    return {
        "robot": fit.source.name,
        "method": fit.method,
        "names": list(fit.names),
        "pi": [float(value) for value in fit.pi],
        "sigma": [_finite(value) for value in fit.sigma],
        "degrees_of_freedom": [_finite(value) for value in fit.freedom],
        "relative_error": {what: {one.joint: _finite(one.relative) for one in some} for what, some in errors.items()},
        "relative_error_of_all": {what: _finite(total_error(some).relative) for what, some in errors.items()},
        "error": {what: {one.joint: one.error for one in some} for what, some in errors.items()},
        "condition": _finite(fit.condition),
        "excitation": {one.joint: _finite(one.condition) for one in fit.excitement},
        "unseen": [
            {"name": one.name, "sigma": _finite(one.sigma), "why": one.why, "motion": one.motion} for one in fit.unseen
        ],
        "rows": fit.rows,
        "delay": {"seconds": fit.delay.seconds, "sigma": _finite(fit.delay.sigma)},
        "filter": [_finite(cutoff) for cutoff in fit.cutoffs],
        "bodies": fit.bodies.outcome,
        "notes": [*fit.notes, *(note for note in (fit.bodies.note, fit.refused) if note)],
    }


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def judged(fit: Fit, logs: Logs | None) -> dict[str, tuple[JointError, ...]]:
    """Return the errors that a report has, by what they are of; ``logs`` are held out, if there are any."""
    more = bool(fit.recipe.model.columns)
    found = {"fit": fit.errors, "file": fit.written_errors} if more else {"fit": fit.written_errors}
    if logs is not None:
        of_all, of_file = fit.judged(logs)
        found |= {"held_out": of_all, "held_out_file": of_file} if more else {"held_out": of_file}
    return found


def fit_text(fit: Fit, errors: Errors, columns: Any) -> str:
    """Return the table; ``columns`` aligns rows of words."""
    head = f"{fit.source.name}: {len(fit.names)} minimal parameters from {fit.rows} rows, {fit.method}"
    cutoffs = ", ".join(f"{cutoff:.3g} Hz" if cutoff < math.inf else "none" for cutoff in sorted(set(fit.cutoffs)))
    condition = f"{fit.condition:.3g}" if math.isfinite(fit.condition) else "infinite: see below"
    lines = [head, f"filter {cutoffs}; condition of the columns {condition}", ""]
    lines.append(columns(parameter_rows(fit), right={1, 2, 3}))
    lines += ["", columns(error_rows(errors), right=set(range(1, 1 + 2 * len(errors))))]
    speeds = [(one.name, one.speed) for one in fit.recipe.model.columns if one.speed is not None]
    if speeds:
        lines += ["", "speeds of Stribeck's friction: " + ", ".join(f"{name} {speed:.3g}" for name, speed in speeds)]
    if fit.unseen:
        lines += ["", "a motion that may show what is listed below: symdyn excite"]
    if fit.excitement:
        lines += ["", "persistent excitation, by the condition of each joint's own columns:"]
        told = (
            f"{one.joint} {one.condition:.3g}" if one.condition < math.inf else f"{one.joint} none"
            for one in fit.excitement
        )
        lines.append("  " + ", ".join(told))
    if fit.unseen:
        lines += ["", f"not shown by this data ({len(fit.unseen)}):"]
        lines += [f"  {one.told}" for one in fit.unseen[:SHOWN_UNSEEN]]
        if len(fit.unseen) > SHOWN_UNSEEN:
            lines.append(f"  and {len(fit.unseen) - SHOWN_UNSEEN} more; --json lists them")
    if fit.course is not None:
        lines += ["", _settling(fit, fit.course)]
    lines += ["", f"bodies: {fit.bodies.outcome}" + (f" ({fit.bodies.note})" if fit.bodies.note else "")]
    return "\n".join(lines)


def parameter_rows(fit: Fit) -> list[list[str]]:
    """Return the table of parameters, its titles first."""
    rows = [["parameter", "value", "sigma", "sigma %"]]
    for name, value, sigma in zip(fit.names, fit.pi, fit.sigma, strict=True):
        part = f"{100 * sigma / abs(value):.1f}" if math.isfinite(sigma) and value else "-"
        rows.append([name, f"{value:.6g}", f"{sigma:.2g}" if math.isfinite(sigma) else "-", part])
    return rows


def error_rows(errors: Errors) -> list[list[str]]:
    """Return the table of errors, its titles first."""
    rows = [["joint", *(f"{TITLES[what]} {unit}" for what in errors for unit in ("N m", "%"))]]
    summed = {what: total_error(some) for what, some in errors.items()}
    for together in (*zip(*errors.values(), strict=True), tuple(summed.values())):
        cells = [cell for one in together for cell in (f"{one.error:.4g}", f"{100 * one.relative:.2f}")]
        rows.append([together[0].joint, *cells])
    return rows


def fit_files(fit: Fit) -> dict[str, str | bytes]:
    """Return `parameters.csv`, `residuals.csv`, `course.csv` of a recursive fit, and `identified.yaml`, a robot file.

    The last is left out where the fit has bodies that no file may have.
    """
    found: dict[str, str | bytes] = {"parameters.csv": _parameters_csv(fit), "residuals.csv": _residuals_csv(fit)}
    if fit.course is not None:
        found["course.csv"] = _course_csv(fit.names, fit.course)
    if fit.refused:
        return found
    opening = f"{fit.source.name} as identified from logs; parameters of {fit.bodies.outcome} bodies"
    if fit.unseen:
        opening += "\nHardly shown by these logs, each less than its σ:"
        opening += "".join(f"\n  {one.name} = {one.value:.3g} ± {one.sigma:.2g}" for one in fit.unseen)
    return {"identified.yaml": robot_file_text(fit.robot, opening), **found}


def fleet_data(fit: Fit, groups: Mapping[str, Sequence[int]], draws: int) -> dict[str, Any]:
    """Return what several logs say beside their common fit; nothing where there is one."""
    if len(fit.gathered) < 2:
        return {}
    found: dict[str, Any] = {
        "drift": [{"name": one.name, "a_log": one.slope, "sigma": one.sigma} for one in fit.drifts()]
    }
    if draws:
        found["bootstrap_sigma"] = [float(value) for value in fit.bootstrap(draws)]
    if groups:
        found["each"] = {
            name: {"pi": [float(x) for x in one.x], "sigma": [_finite(x) for x in one.covariance.diagonal() ** 0.5]}
            for name, one in fit.of_groups(groups).items()
        }
    return found


def fleet_text(fit: Fit, fleet: Mapping[str, Any], columns: Any) -> str:
    """Return the tables of it."""
    lines = []
    if fleet.get("drift"):
        lines += ["", "parameters that change from log to log:"]
        lines += [f"  {one['name']}: {one['a_log']:.3g} a log (sigma {one['sigma']:.2g})" for one in fleet["drift"]]
    if "bootstrap_sigma" in fleet:
        lines += ["", "sigma by drawing logs, over sigma of the fit:"]
        pairs = zip(fit.names, fleet["bootstrap_sigma"], fit.sigma, strict=True)
        lines.append("  " + ", ".join(f"{name} {drawn / own:.2g}" for name, drawn, own in pairs if own > 0))
    if "each" in fleet:
        names = list(fleet["each"])
        rows = [["parameter", *names]]
        for i, name in enumerate(fit.names):
            rows.append([name, *(f"{fleet['each'][of]['pi'][i]:.5g}" for of in names)])
        lines += ["", columns(rows, right=set(range(1, 1 + len(names))))]
    return "\n".join(["", *lines]) if lines else ""


def _parameters_csv(fit: Fit) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["name", "value", "sigma"])
    for name, value, sigma in zip(fit.names, fit.pi, fit.sigma, strict=True):
        writer.writerow([name, repr(float(value)), repr(float(sigma))])
    return stream.getvalue()


def _course_csv(names: Sequence[str], course: Course) -> str:
    """Estimates after the rows until every moment; empty where these do not show one."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["log", "time", *names])
    for log, time, x in zip(course.logs, course.time, course.estimates, strict=True):
        writer.writerow([log, f"{time:.6f}", *(f"{value:.9g}" if math.isfinite(value) else "" for value in x)])
    return stream.getvalue()


def _settling(fit: Fit, course: Course) -> str:
    """Say how much of the logs it took."""
    part = course.settled(fit.sigma)
    shown = np.isfinite(fit.sigma)
    if not shown.any():
        return "row by row: nothing settled"
    last = int(np.argmax(np.where(shown, part, -1.0)))
    half = f"half of the parameters stay within two sigma of their last value from {np.median(part[shown]):.0%} of the"
    return f"row by row: {half} rows' time on, the slowest ({fit.names[last]}) from {part[last]:.0%} on; see course.csv"


def _residuals_csv(fit: Fit) -> str:
    """Some moments of every log: measured torques, and what the fit leaves of them."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    joints = fit.source.joint_names
    writer.writerow(["log", "time", *(f"tau_{name}" for name in joints), *(f"residual_{name}" for name in joints)])
    for study in fit.residuals:
        for time, torque, residual in zip(study.time, study.torque, study.residual, strict=True):
            numbers = (f"{x:.6g}" for x in (*torque, *residual))
            writer.writerow([study.name, f"{time:.6f}", *numbers])
    return stream.getvalue()
