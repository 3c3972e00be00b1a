"""Scenarios and motion files drawn at random, then broken."""

import random
from typing import Any

from fuzz.broken_text import YAML_LINES, broken_text
from fuzz.hostile_values import NUMBERS, PLAIN, TEXTS
from fuzz.mutations import broken
from fuzz.robot_inputs import written

NAMES = (
    *(
        "scenario",
        "robot",
        "symbols",
        "duration",
        "trajectory",
        "controller",
        "model",
        "start",
        "disturbances",
        "loads",
    ),
    *("noise", "torque_limits", "tolerance", "divergence", "record", "seed", "solver", "monte_carlo", "type", "joints"),
    *("law", "rate", "gains", "theta", "position", "velocity", "error", "from", "to", "through", "points", "time", "q"),
    *(
        "circle",
        "centre",
        "normal",
        "angle",
        "tool",
        "task",
        "near",
        "rtol",
        "atol",
        "mass",
        "com",
        "unknown",
        "masses",
    ),
)


def scenario(source: random.Random) -> dict[str, Any]:
    """Draw a valid scenario for an arm of two joints."""
    drawn: dict[str, Any] = {
        "scenario": 1,
        "robot": "two_link",
        "duration": source.choice((0.02, 0.05, 1)),
        "trajectory": source.choice(_TRAJECTORIES)(source),
        "controller": {"law": source.choice(("slotine_li", "computed_torque", "feedforward")), "rate": 200},
    }
    optional: dict[str, Any] = {
        "symbols": {"w": "2*pi", "h": "w/3"},
        "start": {"error": [0.1, "pi/9"], "velocity": 0},
        "model": {"masses": 0.9, "lengths": 1.1},
        "disturbances": [
            {"type": "pulse", "torque": [1, 2], "from": 0.01, "to": 0.02},
            {"type": "torque_error", "error": 0.1},
        ],
        "loads": [{"from": 0.01, "mass": 1, "com": [0.1, 0, 0], "origin": {"xyz": [0.1, 0, 0]}}],
        "noise": {"position": 0.001, "velocity": [0.01, 0.02]},
        "torque_limits": [10, 20],
        "solver": {"rtol": 1e-8, "atol": 1e-10, "friction_speed": 0.01},
        "monte_carlo": {"bodies": [0.9, 1.1], "loads": [0, 2]},
        "tolerance": 0.01,
        "divergence": 100,
        "record": 100,
        "seed": 3,
    }
    for key in source.sample(sorted(optional), source.randint(0, 5)):
        drawn[key] = optional[key]
    return drawn


def _sinusoids(source: random.Random) -> dict[str, Any]:
    wave = {"amplitude": 0.4, "omega": 1.5, "phase": 1}
    return {"type": "sinusoids", "joints": [{"centre": 0, **wave}, {"waves": [wave, dict(wave)]}]}


def _minimum_jerk(source: random.Random) -> dict[str, Any]:
    return {"type": "minimum_jerk", "from": [0, 0.1], "to": [1, "pi/2"], "start": 0.001, "duration": 0.01}


def _waypoints(source: random.Random) -> dict[str, Any]:
    points = [{"time": 0.01 * i, "q": [0.1 * i, 0.2]} for i in range(4)]
    return {"type": "waypoints", "through": source.choice(("stop", "smooth")), "points": points}


def _file(source: random.Random) -> dict[str, Any]:
    return {"type": "file", "file": "motion.csv"}


def _path(source: random.Random) -> dict[str, Any]:
    if source.random() < 0.5:
        return {"type": "path", "points": [[0.4, 0.1, 0], [0.3, 0.2, 0]], "duration": 0.01, "near": [0.1, 0.5]}
    return {
        "type": "path",
        "circle": {"start": [0.4, 0.1, 0], "centre": [0.3, 0.1, 0], "normal": [0, 0, 1], "angle": 1},
    }


_TRAJECTORIES = (_sinusoids, _minimum_jerk, _waypoints, _file, _path)


def broken_scenario(source: random.Random) -> str:
    """Return the text of a scenario file."""
    data = scenario(source)
    if source.random() < 0.85:
        data = broken(source, data, PLAIN, NAMES)
    text = written(source, data)
    return broken_text(source, text, YAML_LINES) if source.random() < 0.3 else text


CSV_LINES = (
    "time,q1,q2",
    "0,0,0",
    ",,",
    '"',
    '"a,b',
    "0;0;0",
    "# comment",
    "1,2,3,4",
    "nan,inf,1e400",
    "1e61,0,0",
    "\0",
)


def broken_motion(source: random.Random) -> str:
    """Return the text of a motion file for joints a and b."""
    names = source.choice((["time", "a", "b"], ["time", "q1", "q2"], ["b", "time", "a", "more"]))
    rows = [[str(0.01 * i * (j + 1)) for j in range(len(names))] for i in range(source.randint(2, 8))]
    table = [list(names), *rows]
    if source.random() < 0.6:
        table = broken(source, table, (*map(str, NUMBERS), *TEXTS, "9" * 200_000))
    lines = (row if isinstance(row, list) else [row] for row in (table if isinstance(table, list) else [table]))
    text = "\n".join(",".join(map(str, row)) for row in lines) + "\n"
    return broken_text(source, text, CSV_LINES) if source.random() < 0.4 else text
