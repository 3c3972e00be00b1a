"""How much memory a run takes, told before it starts: a rate or a duration with a few zeros too many fills any machine.

Numbers of bytes were measured; a run takes up to as much as is estimated here.
"""

from __future__ import annotations

from symdyn.errors import InputError
from symdyn.model import Robot
from symdyn.simulate.loop.continuous_loop import GRID
from symdyn.simulate.motion.tip_path import TipPath
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario

LIMIT = 4e9  # bytes
NUMBER = 8  # bytes
TEXT_OF_NUMBER = 24  # bytes, in the data file
ROW_OBJECTS = 600  # bytes: the arrays of a row before they are put together
POSE_OBJECTS = 600  # bytes: those of a point on a path of the tip
OUTCOME = 8000  # bytes: two curves of a Monte-Carlo run, its numbers and what was drawn
ORDINARY_DURATION, ORDINARY_RATE, ORDINARY_RECORD = 10.0, 1000.0, 500.0  # s, Hz, Hz


def check_size(robot: Robot, scenario: Scenario, at_once: int = 1) -> None:
    """Refuse runs that do not fit into LIMIT, ``at_once`` of them side by side.

    Raises:
        InputError: with the field that is farthest from ordinary.
    """
    rate = GRID if scenario.control.rate == CONTINUOUS else scenario.control.rate
    steps, rows = (1.0 + scenario.duration * hertz for hertz in (rate, min(rate, scenario.record)))
    for_steps, for_rows = steps * bytes_of_step(robot, scenario), rows * bytes_of_row(robot)
    needed = at_once * (for_steps + for_rows)
    if needed <= LIMIT:
        return
    side_by_side = f" in {at_once} processes" if at_once > 1 else ""
    what = f"{steps:.3g} steps and {rows:.3g} recorded rows{side_by_side} need about {needed / 1e9:.3g} GB of memory"
    field, advice = _blamed(scenario, rate, steps_fit=2 * at_once * for_steps < LIMIT)
    less = ", or fewer --workers" if at_once > 1 else ""
    raise InputError(f"{what}, of {LIMIT / 1e9:g} GB at most; {advice}{less}", field=field)


def check_runs(runs: int) -> None:
    """Refuse more Monte-Carlo runs than fit into LIMIT."""
    if runs * OUTCOME > LIMIT:
        what = f"{runs} outcomes need about {runs * OUTCOME / 1e9:.3g} GB of memory, of {LIMIT / 1e9:g} GB at most"
        raise InputError(f"{what}; make {LIMIT / OUTCOME:.0f} runs or fewer", field="--runs")


def bytes_of_step(robot: Robot, scenario: Scenario) -> int:
    """Time, desired motion, noise, and what is between them while they are made."""
    return NUMBER * (1 + 9 * robot.n) + (POSE_OBJECTS if isinstance(scenario.trajectory, TipPath) else 0)


def bytes_of_row(robot: Robot) -> int:
    """State, torques, estimates (at most the full vector), M and C, first one by one, then together, then as text."""
    n, u = robot.n, len(robot.parameter_names)
    return ROW_OBJECTS + NUMBER * (12 * n + 2 * n * n + 4 * u) + TEXT_OF_NUMBER * (2 + 6 * n + u)


def _blamed(scenario: Scenario, rate: float, *, steps_fit: bool) -> tuple[str, str]:
    """Return the field to change, and how; recording less helps where the steps leave room for rows."""
    long = scenario.duration / ORDINARY_DURATION
    if steps_fit:
        record = scenario.record
        advice = f"record less often than at {record:g} Hz (record), or simulate less than {scenario.duration:g} s"
        return ("record" if record / ORDINARY_RECORD > max(long, 1.0) else "duration"), advice
    if scenario.control.rate == CONTINUOUS or long >= rate / ORDINARY_RATE:
        return "duration", f"simulate less than {scenario.duration:g} s, or at a lower rate than {rate:g} Hz"
    return "controller.rate", f"take a lower rate than {rate:g} Hz, or simulate less than {scenario.duration:g} s"
