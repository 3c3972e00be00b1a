"""A motion as files: samples as CSV, a scenario for `simulate`, arrays for C."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import yaml

from symdyn.errors import InputError, one_of
from symdyn.identification.excite.run import Excitation
from symdyn.identification.logs.log import Array
from symdyn.simulate.motion.trajectories import Sinusoids

OPENING = "Exciting motion of"


def motion_file(motion: Excitation, name: str, rate: float, robot: str | None = None) -> str:
    """Return the text of a file, which kind the ending of its name says; ``robot`` is how the robot is asked for."""
    return FORMS[ending(name)](motion, rate, robot)


def ending(name: str) -> str:
    """Return how a name ends, if there is a file for it."""
    for form in FORMS:
        if name.lower().endswith(form):
            return form
    raise InputError(f"the ending of its name says what a file is; {one_of(FORMS)}", file=name)


def is_motion_file(content: bytes) -> bool:
    """Tell whether a file is one of ours: only such a file is replaced."""
    start = content[:200]
    return start.startswith(b"time,q1") or f"{OPENING} ".encode() in start


def _csv(motion: Excitation, rate: float, robot: str | None) -> str:
    time, parts = _samples(motion, rate)
    names = ["time", *(f"{name}{i + 1}" for name in ("q", "qd", "qdd") for i in range(motion.robot.n))]
    rows = np.column_stack([time, *parts])
    return "\n".join([",".join(names), *(",".join(f"{x:.10g}" for x in row) for row in rows)]) + "\n"


def _scenario(motion: Excitation, rate: float, robot: str | None) -> str:
    asked = {} if robot is None else {"robot": robot}
    scenario: dict[str, Any] = {
        "scenario": 1,
        **asked,
        "duration": motion.period,
        "trajectory": _trajectory(motion.trajectory),
        "controller": {"law": "computed_torque", "rate": 1000},
        "record": 1000,
    }
    head = f"# {OPENING} {motion.robot.name}: condition {motion.condition:.6g}, -log det {motion.logdet:.6g}\n"
    return head + yaml.safe_dump(scenario, sort_keys=False, default_flow_style=None, width=120)


def _trajectory(trajectory: Any) -> dict[str, Any]:
    if isinstance(trajectory, Sinusoids):
        joints = [
            {
                "centre": centre,
                "waves": [{"amplitude": w.amplitude, "omega": w.omega, "phase": w.phase} for w in waves],
            }
            for centre, waves in zip(trajectory.centres, trajectory.waves, strict=True)
        ]
        return {"type": "sinusoids", "joints": joints}
    points = [{"time": t, "q": list(q)} for t, q in zip(trajectory.times, trajectory.points, strict=True)]
    return {"type": "waypoints", "through": "stop", "points": points}


def _c_arrays(motion: Excitation, rate: float, robot: str | None) -> str:
    """Return a header: samples of positions, velocities and accelerations, for a table in a controller."""
    time, parts = _samples(motion, rate)
    name, n = motion.robot.name, motion.robot.n
    guard = f"{name.upper()}_MOTION"
    lines = [
        f"/* {OPENING} {name}, {len(time) - 1} samples at {rate:g} Hz; it repeats after {motion.period:g} s.",
        f"   Condition of the regressor's columns {motion.condition:.6g}, -log det {motion.logdet:.6g}. */",
        f"#ifndef {guard}_H",
        f"#define {guard}_H",
        "",
        f"#define {guard}_SAMPLES {len(time) - 1}",
        f"#define {guard}_JOINTS {n}",
        f"#define {guard}_RATE {float(rate)!r}",
    ]
    for word, part in zip(("q", "qd", "qdd"), parts, strict=True):
        lines += ["", f"static const double {name}_motion_{word}[{guard}_SAMPLES][{guard}_JOINTS] = {{"]
        lines += [f"  {{{', '.join(_c_number(x) for x in row)}}}," for row in part[:-1]]
        lines.append("};")
    return "\n".join([*lines, "", "#endif"]) + "\n"


def _c_number(x: float) -> str:
    text = f"{x:.12g}"
    return text if any(letter in text for letter in ".en") else f"{text}.0"


def _samples(motion: Excitation, rate: float) -> tuple[Array, tuple[Array, Array, Array]]:
    """Return a period from beginning to end, both of them included."""
    count = max(1, round(motion.period * rate))
    time = np.arange(count + 1) / rate
    made = motion.motion(np.minimum(time, motion.period))
    return time, (made.q, made.qd, made.qdd)


FORMS: Mapping[str, Callable[[Excitation, float, str | None], str]] = {
    ".csv": _csv,
    ".yaml": _scenario,
    ".h": _c_arrays,
}
