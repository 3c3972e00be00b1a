"""A run in a few numbers: tracking errors, settling time, torques, estimates, the Lyapunov function."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from symdyn.simulate.loop.recording import Recording, Stopped
from symdyn.simulate.motion.motion import Array
from symdyn.simulate.motion.tip_path import TipError
from symdyn.simulate.report.estimate_errors import relative_error, sizes
from symdyn.simulate.report.lyapunov import Lyapunov


@dataclass(frozen=True, slots=True)
class JointSummary:
    """One joint: errors of position, when they stay within the tolerance, and torques on the plant.

    `limited` is the part of the rows in which the controller gave another torque than its law asked for.
    """

    name: str
    rms_error: float
    max_error: float
    final_error: float
    relative_error: float | None  # the largest error over the range of the desired motion
    settling_time: float | None
    peak_torque: float
    rms_torque: float
    limited: float = 0.0


@dataclass(frozen=True, slots=True)
class EstimateSummary:
    """One estimate: where it starts and ends, and what it should be."""

    name: str
    start: float
    end: float
    true: float | None

    @property
    def relative_error(self) -> float | None:
        """The error at the end, over the true value."""
        return None if not self.true else abs(self.end - self.true) / abs(self.true)


@dataclass(frozen=True, slots=True)
class Summary:
    """A run; errors over all joints are the largest of any."""

    duration: float
    rows: int
    tolerance: float
    rms_error: float
    max_error: float
    final_error: float
    settling_time: float | None  # None: not within the tolerance at the end
    peak_torque: float
    joints: tuple[JointSummary, ...]
    estimates: tuple[EstimateSummary, ...]
    parameter_error: tuple[float, float] | None  # at the start and the end, relative
    tip_error: TipError | None  # where the trajectory is a path of the tip
    lyapunov: Lyapunov | None
    stopped: Stopped | None

    def data(self) -> dict[str, Any]:
        """Return the summary as plain data for JSON."""
        found = asdict(self)
        for entry, estimate in zip(found["estimates"], self.estimates, strict=True):
            entry["relative_error"] = estimate.relative_error
        return found


def summarised(
    recording: Recording, tolerance: float, lyapunov: Lyapunov | None, tip_error: TipError | None = None
) -> Summary:
    """Return the numbers of a run."""
    joints = tuple(_joint(recording, i, tolerance) for i in range(len(recording.joints)))
    if not len(recording.time):
        return Summary(
            0.0, 0, tolerance, np.nan, np.nan, np.nan, None, np.nan, (), (), None, None, None, recording.stopped
        )
    settled = None if recording.stopped else settling_time(recording.time, recording.error, tolerance)
    return Summary(
        duration=float(recording.time[-1]),
        rows=len(recording.time),
        tolerance=tolerance,
        rms_error=max(joint.rms_error for joint in joints),
        max_error=max(joint.max_error for joint in joints),
        final_error=max(joint.final_error for joint in joints),
        settling_time=settled,
        peak_torque=max(joint.peak_torque for joint in joints),
        joints=joints,
        estimates=_estimates(recording),
        parameter_error=_parameter_error(recording),
        tip_error=tip_error,
        lyapunov=lyapunov,
        stopped=recording.stopped,
    )


def settling_time(time: Array, error: Array, tolerance: float) -> float | None:
    """Return the first recorded time from which every error stays within the tolerance; None if there is none."""
    outside = np.nonzero((np.abs(error.reshape(len(time), -1)) > tolerance).any(axis=1))[0]
    if not len(outside):
        return 0.0
    return float(time[outside[-1] + 1]) if outside[-1] + 1 < len(time) else None


def _joint(recording: Recording, i: int, tolerance: float) -> JointSummary:
    if not len(recording.time):
        return JointSummary(recording.joints[i], np.nan, np.nan, np.nan, None, None, np.nan, np.nan)
    error, torque = np.abs(recording.error[:, i]), recording.applied[:, i]
    travel = float(np.ptp(recording.q_d[:, i]))
    return JointSummary(
        name=recording.joints[i],
        rms_error=float(np.sqrt(np.mean(error**2))),
        max_error=float(error.max()),
        final_error=float(error[-1]),
        relative_error=float(error.max()) / travel if travel > 0 else None,
        settling_time=None if recording.stopped else settling_time(recording.time, error, tolerance),
        peak_torque=float(np.abs(torque).max()),
        rms_torque=float(np.sqrt(np.mean(torque**2))),
        limited=0.0 if recording.asked is None else float(np.mean(recording.asked[:, i] != recording.tau[:, i])),
    )


def _estimates(recording: Recording) -> tuple[EstimateSummary, ...]:
    true = recording.true_theta[-1]
    return tuple(
        EstimateSummary(
            name,
            float(recording.theta[0, i]),
            float(recording.theta[-1, i]),
            float(true[i]) if np.isfinite(true[i]) else None,
        )
        for i, name in enumerate(recording.theta_names)
    )


def _parameter_error(recording: Recording) -> tuple[float, float] | None:
    """Return the relative error of all estimates at the start and at the end, by the true values at the end."""
    names, true = recording.theta_names, recording.true_theta[-1]
    size = sizes(names, true)
    if not np.isfinite(true).all() or not np.isfinite(size).any():
        return None
    start, end = (float(relative_error(names, recording.theta[k] - true, size)) for k in (0, -1))
    return start, end
