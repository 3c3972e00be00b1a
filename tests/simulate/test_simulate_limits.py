"""Motions that ask for more torque than there is: estimates stay, tracking is back soon; without waiting it is not."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import yaml

import symdyn
from symdyn.control import LAWS
from symdyn.model import bind_symbols
from symdyn.simulate import Run, open_scenario, run_scenario

FAST, UNTIL, EASING, END = 3.0, 2.0, 0.3, 4.0  # times as fast; s
SHARE = 0.6  # of the torque that the motion needs
SIX = ((6, 6, 4, 1, 1, 0.5), (3, 3, 2, 0.5, 0.5, 0.2))  # Coulomb and viscous friction, N m and N m s
ADAPTIVE = [(name, {}) for name, law in LAWS.items() if law.adapts]
QUASI = ("slotine_li_modified", {"form": 1})  # feedback by the mass matrix, as in computed_torque and craig
ARMS = ("ur5", "panda", "puma560", "iiwa")


class Overdriven(NamedTuple):
    """A robot whose joints rub, a motion of it in a file, and limits below what that needs, until it slows down."""

    robot: Any
    motion: Path
    limits: list[float]
    feasible_from: float


def rubbing(name: str, **other: Any) -> dict[str, Any]:
    source, n = dict(symdyn.load(name).source), symdyn.load(name).n
    dry, viscous = SIX if n == 6 else ((1.0,) * n, (0.5,) * n)
    moving = [joint for joint in source["joints"] if joint.get("type", "revolute") != "fixed"]
    of = {id(joint): {"viscous": fv, "coulomb": fc} for joint, fc, fv in zip(moving, dry, viscous, strict=True)}
    joints = [{**joint, "friction": of[id(joint)]} if id(joint) in of else joint for joint in source["joints"]]
    return {**source, "joints": joints, "name": f"{name}_rubbing", **other}


def phase(t: Any) -> Any:
    """How far waves have come: quickly until UNTIL, then slowing down within EASING."""
    x = np.clip((t - UNTIL) / EASING, 0, 1)
    eased = FAST * x + (1 - FAST) * (x**3 - x**4 / 2)
    return FAST * np.minimum(t, UNTIL) + EASING * eased + np.maximum(0, t - UNTIL - EASING)


def overdriven(name: str, folder: Path, **other: Any) -> Overdriven:
    robot = bind_symbols(symdyn.load(rubbing(name, **other)))
    time, i = np.arange(0, END + 0.008, 0.004), np.arange(robot.n)
    q = 0.4 * np.sin((2 + 0.3 * i) * phase(time)[:, None] + 0.5 * i)
    qd = np.gradient(q, time, axis=0)
    need = abs(symdyn.build(robot).inverse_dynamics(q, qd, np.gradient(qd, time, axis=0)))
    limits = SHARE * need.max(0)
    motion = folder / "motion.csv"
    header = ",".join(["time", *(f"q{k + 1}" for k in i)])
    np.savetxt(motion, np.column_stack([time, q]), delimiter=",", header=header, comments="")
    return Overdriven(robot, motion, limits.tolist(), time[(need > limits).any(1)].max())


def run(made: Overdriven, law: str, *, known: bool = True, **gains: Any) -> Run:
    """Run with limits that the law knows, or that the drives alone have."""
    tau_max = made.limits if known else 0
    scenario = {
        "scenario": 1,
        "duration": END,
        "controller": {"law": law, "rate": 1000, "gains": {law: {"tau_max": tau_max, **gains}}},
        "solver": {"rtol": 1e-5, "atol": 1e-7},
        "trajectory": {"type": "file", "file": made.motion.name},
        "torque_limits": "none" if known else made.limits,
    }
    path = made.motion.with_name("run.yaml")
    path.write_text(yaml.safe_dump({**scenario, "record": 1000, "divergence": 1000}))
    return run_scenario(made.robot, open_scenario(str(path)).for_robot(made.robot))


def wandered(made: Overdriven, law: str, one: Run) -> float:
    """The largest estimate over what it may be: twice its size, or 2 % of the largest of its kind."""
    controller = symdyn.controller(made.robot, law)
    kinds = [name.rpartition(".")[2][:1] for name in controller.theta_names]  # m, mx …; Ixx …, Ia; fv, fc, fo
    kinds = [name[-2:] if kind == "f" else "h" if name.endswith(("mx", "my", "mz")) else kind
             for kind, name in zip(kinds, controller.theta_names, strict=True)]  # fmt: skip
    size = abs(controller.theta)
    largest = {kind: max(x for x, other in zip(size, kinds, strict=True) if other == kind) for kind in kinds}
    allowed = np.maximum(2 * size, [0.02 * largest[kind] for kind in kinds])
    return float((abs(one.recording.theta).max(0) / allowed).max())


def left(made: Overdriven, one: Run) -> float:
    """The largest error from half a second after the motion has become feasible."""
    if one.recording.stopped is not None:
        return float("inf")
    return float(abs(one.recording.error[one.recording.time > made.feasible_from + 0.5]).max())


def is_as_promised(made: Overdriven, law: str, **gains: Any) -> tuple[bool, bool]:
    one = run(made, law, **gains)
    return wandered(made, law, one) <= 1, left(made, one) < 0.05


@pytest.mark.parametrize("law", ["slotine_li", "walker"])
def test_estimates_wait_while_torques_are_limited(law: str, tmp_path: Path) -> None:
    made = overdriven("two_link", tmp_path, gravity=[0, 0, 0])  # on a table
    assert is_as_promised(made, law) == (True, True)
    assert not is_as_promised(made, law, settle=0)[0]


@pytest.mark.slow
@pytest.mark.parametrize(("law", "gains"), [*ADAPTIVE, QUASI])
@pytest.mark.parametrize("name", ARMS)
def test_estimates_of_arms_stay_and_tracking_is_back_in_half_a_second(
    name: str, law: str, gains: dict[str, Any], tmp_path: Path
) -> None:
    made = overdriven(name, tmp_path)
    assert is_as_promised(made, law, **gains) == (True, True)
    assert is_as_promised(made, law, **gains, settle=0) == (False, False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ARMS)
def test_arms_under_computed_torque_are_back_in_half_a_second(name: str, tmp_path: Path) -> None:
    """What the drives alone cut disturbs all joints: an iiwa leaves, other arms stray no less meanwhile."""
    made = overdriven(name, tmp_path)
    gives_way, is_cut = (run(made, "computed_torque", known=known) for known in (True, False))
    assert left(made, gives_way) < 0.05
    assert abs(gives_way.recording.error).max() < 1.01 * abs(is_cut.recording.error).max()
    assert name != "iiwa" or left(made, is_cut) > 0.5
