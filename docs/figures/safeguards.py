"""Draw what each safeguard is for, with it and without it: `make figures`. A UR5 with friction, slotine_li, 1 kHz."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import symdyn
from symdyn.model import Robot
from symdyn.model.text.yaml_text import read_yaml
from symdyn.simulate import Run, run_scenario
from symdyn.simulate.report.marks import LIMITED, asked_for, limits_of, mark_events
from symdyn.simulate.report.style import colour, drawing, figure_bytes, grid, legend_above, new_figure, thinned
from symdyn.simulate.scenario.read import OPENING, read_scenario

HERE = Path(__file__).parent
COULOMB, VISCOUS = (6, 6, 4, 1, 1, 0.5), (3, 3, 2, 0.5, 0.5, 0.2)
LEAST = 1e-6  # rad
RISING = 0.02  # of a run: an error begins at zero, far below all that is of interest
BAND = 0.05  # of a panel's height


def arm(name: str = "ur5_rubbing", friction: bool = True) -> Robot:
    """Return a UR5 with friction, or one whose file has none."""
    source = dict(symdyn.load("ur5").source)
    values, joints = iter(zip(COULOMB, VISCOUS, strict=True)), []
    for joint in source["joints"]:
        made = dict(joint)
        if joint.get("type", "revolute") != "fixed" and friction:
            fc, fv = next(values)
            made["friction"] = {"viscous": fv, "coulomb": fc}
        joints.append(made)
    return symdyn.load({**source, "joints": joints, "name": name})


def run(robot: Robot, seconds: float, law: str = "slotine_li", moves: float = 0.4, **more: Any) -> Run:
    """Run sinusoids of so many rad; ``more`` are entries of the scenario."""
    waves = [{"amplitude": moves, "omega": 2 + 0.3 * i, "phase": 0.5 * i} for i in range(robot.n)]
    gains = more.pop("gains", {})
    scenario = {
        "scenario": 1,
        "duration": seconds,
        "trajectory": {"type": "sinusoids", "joints": waves},
        "controller": {"law": law, "rate": 1000, "gains": {law: gains}},
        "solver": {"rtol": 1e-6, "atol": 1e-8},
        "record": 1000,
        **more,
    }
    root = read_yaml(yaml.safe_dump(scenario), "figure", kind="scenario", opening=OPENING)
    return run_scenario(robot, read_scenario(root, "figure", robot, HERE))


Rows = Callable[[Run], np.ndarray]


def error(made: Run) -> np.ndarray:
    """The largest error of any joint."""
    return np.maximum(np.abs(made.recording.error).max(axis=1), LEAST)


def error_of(joint: int) -> Rows:
    """The error of a joint."""
    return lambda made: made.recording.error[:, joint]


def torque(joint: int) -> Rows:
    """What acts on a joint."""
    return lambda made: made.recording.applied[:, joint]


def astray(made: Run) -> np.ndarray:
    """How far the worst estimate is from what it should be, over the largest true value of its kind."""
    seen = made.recording
    kinds = np.array([name.rpartition(".")[2] for name in seen.theta_names])
    size = np.array([np.abs(seen.true_theta[0][kinds == kind]).max() for kind in kinds])
    away = np.abs((seen.theta - seen.true_theta) / np.where(size > 0, size, np.inf)).max(axis=1)
    return np.asarray(np.maximum(away, 1e-3))


def draw(
    name: str, runs: dict[str, Run], rows: dict[str, tuple[Rows, bool]], since: float = 0.0, joint: int | None = None
) -> None:
    """Draw quantities of runs below each other, those with True logarithmically; tell the errors since a time.

    The second row is the torque of ``joint``, whose limits are marked, and when each run is at them.
    """
    with drawing():
        figure = new_figure(1.6 + 1.3 * len(rows))
        shown: dict[str, Any] = {}
        panels = grid(figure, len(rows), 1)
        for axes, (label, (quantity, logarithmic)) in zip(panels, rows.items(), strict=True):
            values = [quantity(made) for made in runs.values()]
            for i, (what, made) in enumerate(runs.items()):
                (shown[what],) = axes.plot(*thinned(made.recording.time, values[i]), color=colour(i), linewidth=1.0)
            axes.set_ylabel(label)
            if logarithmic:
                axes.set_yscale("log")
                axes.yaxis.set_minor_formatter("")  # decades are named, and nothing between them
                axes.set_ylim(bottom=10.0 ** np.floor(np.log10(min(np.quantile(one, RISING) for one in values))))
            marks = mark_events(axes, next(iter(runs.values())))
            if marks:
                (shown["push"],) = marks.values()
        if joint is not None:
            shown |= mark_limit(panels[1], list(runs.values()), joint)
        legend_above(figure, list(shown.values()), list(shown))
        (HERE / f"{name}.svg").write_bytes(figure_bytes(figure, "svg"))
    print(f"docs/figures/{name}.svg, from {since:g} s on: {'; '.join(told(*one, since) for one in runs.items())}")


def mark_limit(axes: Any, runs: list[Run], joint: int) -> dict[str, Any]:
    """Mark the limit of a torque, and by bands below when each run asks for more."""
    limit = float(limits_of(runs[0])[joint])
    for i, made in enumerate(runs):
        low, high = BAND * (len(runs) - 1 - i), BAND * (len(runs) - i)
        more = np.abs(asked_for(made)[:, joint]) > limit
        axes.fill_between(
            made.recording.time,
            low,
            high,
            where=more,
            step="post",
            transform=axes.get_xaxis_transform(),
            color=colour(i),
            linewidth=0,
        )
    axes.set_ylim(bottom=-1.3 * limit)  # room for the bands
    lines = [axes.axhline(x, color=LIMITED, linestyle=":", linewidth=1.0) for x in (-limit, limit)]
    return {"limit": lines[0]}


def told(what: str, made: Run, since: float) -> str:
    """Say how far the worst joint strays, and how far the worst estimate is off at the end."""
    seen = made.recording
    late = seen.error[seen.time >= since]
    rms, most = np.sqrt((late**2).mean(0)).max(), np.abs(late).max()
    return f"{what}: rms {rms:.4f}, at most {most:.4f} rad, estimates {astray(made)[-1]:.3g} astray"


def main() -> None:
    """Run and draw every pair."""
    robot = arm()
    usual = run(robot, 4)
    draw(
        "friction",
        {"friction made up for": usual, "a model without friction": run(robot, 4, model={"friction": 1e-6})},
        {"largest |error| (rad)": (error, True), "torque of joint 6 (N m)": (torque(5), False)},
    )
    draw(
        "signals",
        {
            "velocity measured": usual,
            "positions alone, 16 bits": run(robot, 4, gains={"velocity": "estimated"}, signals={"encoder": 9.6e-5}),
            "and each tenth sample lost": run(
                robot, 4, gains={"velocity": "estimated"}, signals={"encoder": 9.6e-5, "lost": 10}
            ),
        },
        {"largest |error| (rad)": (error, True), "torque of joint 2 (N m)": (torque(1), False)},
    )
    draw(
        "integral",
        {
            "friction unknown, Ki = 0": run(robot, 4, model={"friction": 1e-6}, gains={"Gamma": 1e-9}),
            "Ki = 100": run(robot, 4, model={"friction": 1e-6}, gains={"Gamma": 1e-9, "Ki": [100, 100, 50, 5, 5, 1]}),
        },
        {"error of joint 1 (rad)": (error_of(0), False), "torque of joint 1 (N m)": (torque(0), False)},
    )
    limits = [150, 75, 150, 28, 28, 28]
    push = {"type": "pulse", "joint": robot.joint_names[1], "torque": 60, "from": 1, "to": 2}
    draw(
        "limits",
        {
            "limits known to the law": run(robot, 5, disturbances=[push], gains={"tau_max": limits}),
            "limits of the drive alone": run(
                robot,
                5,
                disturbances=[push],
                torque_limits=limits,
                gains={"tau_max": 0, "theta_min": -1e9, "theta_max": 1e9},
            ),
        },
        {
            "largest |error| (rad)": (error, True),
            "torque of joint 2 (N m)": (torque(1), False),
            "worst estimate astray": (astray, True),
        },
        since=3,  # a second after the push, which costs both runs alike
        joint=1,
    )
    springs = {"stiffness": [1e4, 1e4, 1e4, 2e3, 2e3, 2e3], "damping": 2, "rotor_inertia": [1, 1, 1, 0.1, 0.1, 0.1]}
    off = {"model": {"masses": 0.9}}
    draw(
        "springs",
        {
            "stiff joints": run(robot, 4, **off),
            "springs": run(robot, 4, **off, flexibility=springs),
            "springs, torques a period late": run(robot, 4, **off, flexibility=springs, signals={"delay": 1}),
        },
        {"largest |error| (rad)": (error, True), "torque of joint 4 (N m)": (torque(3), False)},
    )


if __name__ == "__main__":
    main()
