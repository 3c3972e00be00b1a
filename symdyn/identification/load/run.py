"""Identify a load: a log of a wrist sensor, or of joint torques -> mass, centre, inertia, and how sure they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from symdyn.algebra.decimals import to_float
from symdyn.errors import InputError
from symdyn.identification.fit.verdict import JointError
from symdyn.identification.load.body import Body, Spread, body_at_rest, body_of
from symdyn.identification.load.integral import window_rows
from symdyn.identification.load.rows import WrenchRows, moving_rows, standing_rows
from symdyn.identification.load.sensor import SensorKernels, tip_name, with_sensor
from symdyn.identification.load.solve import Estimate, estimated
from symdyn.identification.load.torques import load_from_torques
from symdyn.identification.logs import Log, read_log, read_poses
from symdyn.identification.logs.log import Array, whole
from symdyn.identification.logs.on_time import log_on_time
from symdyn.model.bind import bind_symbols
from symdyn.model.robot import Robot

METHODS = ("wls", "ols")
FROM_TORQUES = "joint torques"
CERTAINLY = 3.0  # σ: a mass this far below zero is one whose sign was turned


@dataclass(frozen=True, eq=False)
class LoadEstimate:
    """What a robot holds, in the frame of the sensor (or of the tip).

    `parameters` are m mx my mz Ixx Ixy Iyy Ixz Iyz Izz about that frame's origin (the first four, at rest), with
    `covariance`; `body` is what they mean. `notes` say in one line each what to be careful with.
    """

    robot: str
    sensor: str
    how: str
    parameters: Array
    covariance: Array
    condition: float
    noise: Array
    rows: int
    cutoff: float | None
    offset: Array | None
    errors: tuple[JointError, ...]  # what is left over, entry by entry of the wrench, or joint by joint
    body: Body
    notes: tuple[str, ...]

    @property
    def mass(self) -> float:
        """In kg."""
        return self.body.mass

    @property
    def com(self) -> Array:
        """The centre of mass, in m."""
        return self.body.com

    @property
    def inertia(self) -> Array | None:
        """The tensor about the centre of mass, in the sensor's axes, kg m²; None from poses alone."""
        return self.body.inertia

    @property
    def principal_moments(self) -> Array | None:
        """The tensor's principal moments, the smallest first."""
        return self.body.principal_moments

    @property
    def axes(self) -> Array | None:
        """The principal axes, as columns."""
        return self.body.axes

    @property
    def sigma(self) -> Spread:
        """Standard deviations of all of these."""
        return self.body.sigma

    def __repr__(self) -> str:
        """Say what it weighs, and how sure that is."""
        return f"<Load on {self.sensor} of {self.robot}: {self.mass:.4g} ± {self.sigma.mass:.2g} kg, {self.how}>"


def identify_load(
    robot: Robot | Any,
    log: Log | str | Path,
    *,
    sensor: str | None = None,
    static: bool = False,
    integral: bool = False,
    tare: Log | str | Path | None = None,
    method: str = "wls",
    filter: float | None = None,
    window: float | None = None,
    offset: bool = False,
    delay: float = 0.0,
) -> LoadEstimate:
    """Estimate mass, centre and inertia of what a robot holds.

    Args:
        robot: a robot, or whatever `load` accepts; only its geometry matters, unless torques are all there is.
        log: a log with the wrench of a wrist sensor; or with joint torques, and then `tare` is the same robot without
            the load.
        sensor: the link whose frame is the sensor's; default: the last one.
        static: take the samples as poses at rest: mass and centre from gravity.
        integral: use integrals over windows, which need no accelerations.
        tare: a log without the load, as of an empty gripper; its parameters are taken off, in the same frame.
        method: "wls" weighs every entry of the wrench by its noise, "ols" does not.
        filter: cut-off in Hz where rates come from positions; default: chosen from the spectrum.
        window: s of one integral; default 0.1.
        offset: estimate also what the sensor shows of nothing.
        delay: seconds by which the wrench, or torques, come later than positions; taken off.
    """
    from symdyn.model import load

    known = robot if isinstance(robot, Robot) else load(robot)
    _check(static, integral, method, window, delay)
    logs = [_read(one, known, static) for one in (log, tare) if one is not None]
    if logs[0].wrench is None and logs[0].tau is not None:
        how, place = FROM_TORQUES, tip_name(known)
        found = _from_torques(known, logs, filter, delay, special=bool(sensor or static or integral or offset))
    else:
        how = "at rest" if static else "integrals" if integral else "wrist sensor"
        place = sensor or tip_name(known)
        kernels = SensorKernels(with_sensor(known, sensor), windows=integral)

        def rows_of(one: Log) -> WrenchRows:
            if static:
                return standing_rows(one, kernels.regressor)
            if integral:
                gravity = np.array([to_float(entry) for entry in bind_symbols(known).gravity])
                return window_rows(one, kernels, gravity, window, filter)
            return moving_rows(one, kernels.regressor, filter)

        punctual = [log_on_time(one, delay) for one in logs]
        estimates = [
            upright(estimated(rows_of(one), method, one.name, offset=offset, poses=static, delay=delay), one.name)
            for one in punctual
        ]
        found = estimates[0] if len(estimates) == 1 else without(estimates[0], estimates[1])
    notes = [note for one in logs for note in one.notes]
    notes += [doubt for doubt in found.doubts if doubt not in notes]
    _refuse_no_weight(float(found.x[0]), logs, place, offset=offset)
    body = (body_at_rest if static else body_of)(found.x, found.covariance)
    return LoadEstimate(
        robot=known.name,
        sensor=place,
        how=how,
        parameters=found.x,
        covariance=found.covariance,
        condition=found.condition,
        noise=found.noise,
        rows=found.rows,
        cutoff=found.cutoff,
        offset=found.offset,
        errors=found.errors,
        body=body,
        notes=(*notes, *body.notes),
    )


def _refuse_no_weight(mass: float, logs: list[Log], place: str, *, offset: bool) -> None:
    if mass > 0:
        return
    what = f"the load's mass comes out as {mass:.3g} kg"
    asked = f"is the wrench in the frame of {place}, in N and N m?"
    if len(logs) > 1:
        what += " more than the tare"
        asked = "is the tare the log without the load?"
        asked += "" if offset else " Where the sensor is zeroed differently in the two, --offset takes that off"
    raise InputError(f"{what}; {asked}", file=logs[0].name)


def upright(found: Estimate, name: str) -> Estimate:
    """Turn the sign of a wrench that is the load's on the sensor, as many sensors have it, and say so."""
    if found.x[0] < -CERTAINLY * np.sqrt(found.covariance[0, 0]):
        told = f"{name}: the wrench is that of the load on the sensor: its sign was turned"
        turned = None if found.offset is None else -found.offset
        return replace(found, x=-found.x, offset=turned, doubts=(*found.doubts, told))
    return found


def without(both: Estimate, tare: Estimate) -> Estimate:
    """Take one body off another: their parameters subtract in one frame, their errors add up."""
    x, covariance = both.x - tare.x, both.covariance + tare.covariance
    return replace(both, x=x, covariance=covariance, doubts=(*both.doubts, *tare.doubts))


def _read(log: Log | str | Path, robot: Robot, static: bool) -> Log:
    return whole(log, robot.n) if isinstance(log, Log) else (read_poses if static else read_log)(log, robot)


def _check(static: bool, integral: bool, method: str, window: float | None, delay: float) -> None:
    if static and integral:
        raise InputError("poses at rest have no integrals; ask for one of the two", field="static")
    if method not in METHODS:
        raise InputError(f"there is no method {method!r} for loads; use wls or ols", field="method")
    if static and delay:
        raise InputError("poses at rest have none", field="delay")
    if not np.isfinite(delay):
        raise InputError(f"must be a number of seconds, not {delay:g}", field="delay")
    if window is not None and not integral:
        raise InputError("is the length of integrals; ask for these, too", field="window")
    if window is not None and not 0 < window < np.inf:
        raise InputError(f"must be a number above 0, not {window:g}", field="window")


def _from_torques(robot: Robot, logs: list[Log], filter: float | None, delay: float, *, special: bool) -> Estimate:
    if special:
        what = "there is no wrench, and joint torques take neither a sensor nor poses, integrals and offsets of one"
        raise InputError(what, file=logs[0].name)
    if len(logs) < 2:
        what = "there is no wrench (fx, fy, fz, nx, ny, nz); from joint torques a load takes a second log, without it"
        raise InputError(f"{what}: --tare LOG", file=logs[0].name)
    if logs[1].tau is None:
        raise InputError("there are no torques; name the columns tau1, tau2, ...", file=logs[1].name)
    return load_from_torques(robot, logs[0], logs[1], filter, delay)
