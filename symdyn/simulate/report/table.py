"""A run's summary as a table that a person reads."""

from __future__ import annotations

from collections.abc import Sequence

from symdyn.errors import few_of
from symdyn.simulate.report.summary import EstimateSummary, Summary
from symdyn.simulate.run import Run
from symdyn.simulate.scenario.scenario import CONTINUOUS

MOST_ESTIMATES = 12
MOST_LIMITED = 3


def table(run: Run) -> str:
    """Return the whole text."""
    summary = run.summary
    parts = [_heading(run)]
    if summary.rows:
        parts.append(aligned(_joint_rows(summary)))
    if summary.estimates:
        parts.append(_estimates(summary))
    parts.append("\n".join(verdict(summary)))
    return "\n\n".join(parts)


def _heading(run: Run) -> str:
    rate = run.scenario.control.rate
    how = "without sampling" if rate == CONTINUOUS else f"at {rate:g} Hz"
    return f"{run.scenario.name}: {run.robot} under {run.law}, {how}, {run.summary.duration:g} s"


def _joint_rows(summary: Summary) -> list[list[str]]:
    rows = [["joint", "rms error", "max error", "of range", "at end", "settled", "peak torque", "rms torque"]]
    for joint in summary.joints:
        numbers = (joint.rms_error, joint.max_error)
        share = "-" if joint.relative_error is None else f"{joint.relative_error:.1%}"
        torques = (joint.peak_torque, joint.rms_torque)
        rows.append(
            [joint.name, *map(_number, numbers), share, _number(joint.final_error), _time(joint.settling_time)]
            + [_number(value) for value in torques]
        )
    return rows


def _estimates(summary: Summary) -> str:
    shown = summary.estimates
    if len(shown) > MOST_ESTIMATES:
        shown = tuple(sorted(shown, key=lambda one: -_change(one))[:MOST_ESTIMATES])
    rows = [["estimate", "start", "end", "true", "error"]]
    for one in shown:
        error = "-" if one.relative_error is None else _percent(one.relative_error)
        rows.append(
            [one.name, _number(one.start), _number(one.end), "-" if one.true is None else _number(one.true), error]
        )
    left = len(summary.estimates) - len(shown)
    more = f"\n({left} more, which changed less; all are in summary.json)" if left else ""
    return aligned(rows) + more


def _change(one: EstimateSummary) -> float:
    return abs(one.end - one.start)


def verdict(summary: Summary) -> list[str]:
    """Say in lines how the run went."""
    lines = []
    if summary.stopped:
        stopped = summary.stopped
        state = ", ".join(f"{x:.4g}" for x in (*stopped.q, *stopped.qd))
        lines.append(f"STOPPED at {stopped.time:.4g} s: {stopped.reason}; q, qd = {state}")
    elif summary.settling_time is None:
        lines.append(f"tracking error: not within {summary.tolerance:g} at the end")
    else:
        lines.append(f"tracking error: within {summary.tolerance:g} from {summary.settling_time:.4g} s on")
    if summary.tip_error is not None:
        tip = summary.tip_error
        lines.append(f"tip: at most {tip.distance:.4g} m from where it should be, {tip.relative:.2%} of its reach")
    limited = sorted((joint for joint in summary.joints if joint.limited), key=lambda joint: -joint.limited)
    if limited:
        parts = few_of([f"{joint.name} in {joint.limited:.1%} of the rows" for joint in limited], MOST_LIMITED)
        waits = "; estimates wait at limits" if summary.estimates else ""
        lines.append(f"torques held back (tau_max, tau_rate, start_time): {parts}{waits}")
    if summary.parameter_error:
        start, end = summary.parameter_error
        mean = " (all together)" if len(summary.estimates) > 1 else ""
        lines.append(f"estimates: relative error {_percent(start)} at the start, {_percent(end)} at the end{mean}")
        if end > start and summary.settling_time is not None:
            lines.append(_drifted(summary))
    if summary.lyapunov:
        V = summary.lyapunov
        course = "never rises" if V.never_rises else f"rises by {V.largest_rise:.2g} at most between rows"
        promise = "as theory promises" if V.promised else f"theory promises nothing: {V.reason}"
        promise = "AGAINST THEORY" if V.promised and not V.never_rises else promise
        lines.append(f"Lyapunov function: {V.start:.4g} -> {V.end:.4g}, {course} ({promise})")
    return lines


def _drifted(summary: Summary) -> str:
    """Say why estimates may end farther off than they began, although the joints follow."""
    known = [one for one in summary.estimates if one.true is not None]
    farthest = max(known, key=lambda one: abs(one.end - (one.true or 0.0)))
    why = "a motion that hardly tells some estimates apart lets them drift without an error of tracking"
    return f"  (farthest off is {farthest.name}: {why}; symdyn excite finds one that tells)"


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Align rows in columns, the first to the left and the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [cell.rjust(widths[i]) if i else cell.ljust(widths[i]) for i, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _number(value: float) -> str:
    return f"{value:.4g}"


def _percent(value: float) -> str:
    return f"{value:.2%}" if value < 100 else f"{100 * value:.3g}%"


def _time(value: float | None) -> str:
    return "no" if value is None else f"{value:.4g} s"
