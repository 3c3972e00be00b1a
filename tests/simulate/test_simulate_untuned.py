"""Arms with ordinary friction, and nothing tuned: what a new user sees of every law that has a model."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import symdyn
from symdyn.control import LAWS
from symdyn.model import bind_symbols
from symdyn.simulate import Run, open_scenario, run_scenario

ROBOTS = ("ur5", "panda", "puma560", "iiwa")
SIX = ((6, 6, 4, 1, 1, 0.5), (3, 3, 2, 0.5, 0.5, 0.2))  # Coulomb and viscous, N m and N m s
WITH_A_MODEL = [name for name in LAWS if name != "pd_gravity"]
ADAPTIVE = [name for name, law in LAWS.items() if law.adapts]

pytestmark = pytest.mark.slow


def rubbing(name: str, *, coulomb: bool = True) -> dict[str, Any]:
    source = dict(symdyn.load(name).source)
    n = symdyn.load(name).n
    dry, viscous = SIX if n == 6 else ((1.0,) * n, (0.5,) * n)
    values = iter(zip(dry, viscous, strict=True))
    joints = []
    for joint in source["joints"]:
        made = dict(joint)
        if joint.get("type", "revolute") != "fixed":
            fc, fv = next(values)
            made["friction"] = {"viscous": fv, "coulomb": fc if coulomb else 0}
        joints.append(made)
    return {**source, "joints": joints, "name": f"{name}_rubbing{'' if coulomb else '_not'}"}


def run(
    robot: Any, folder: Path, law: str, seconds: float, more: str = "", rate: int = 1000, moves: float = 0.4
) -> Run:
    waves = ", ".join(f"{{amplitude: {moves}, omega: {2 + 0.3 * i}, phase: {0.5 * i}}}" for i in range(robot.n))
    (folder / "run.yaml").write_text(
        f"scenario: 1\nduration: {seconds}\ncontroller: {{law: {law}, rate: {rate}}}\n"
        f"trajectory: {{type: sinusoids, joints: [{waves}]}}\nsolver: {{rtol: 1e-6, atol: 1e-8}}\n{more}"
    )
    return run_scenario(robot, open_scenario(str(folder / "run.yaml")).for_robot(robot))


def rms(made: Run, after: float = 0.0) -> Any:
    assert made.recording.stopped is None, made.recording.stopped
    return np.sqrt((made.recording.error[made.recording.time >= after] ** 2).mean(0))


@pytest.mark.parametrize("law", WITH_A_MODEL)
@pytest.mark.parametrize("name", ROBOTS)
def test_with_the_right_model_every_joint_is_within_five_milliradians(name: str, law: str, tmp_path: Path) -> None:
    robot = bind_symbols(symdyn.load(rubbing(name)))
    assert rms(run(robot, tmp_path, law, 4)).max() < 0.005


@pytest.mark.parametrize("law", ADAPTIVE)
@pytest.mark.parametrize("name", ROBOTS)
def test_with_a_wrong_model_adaptive_laws_come_within_fifty_milliradians(name: str, law: str, tmp_path: Path) -> None:
    """Inertias 20 % and friction 30 % off."""
    robot = bind_symbols(symdyn.load(rubbing(name)))
    off = "model: {masses: 0.8, inertias: 0.8, friction: 0.7}\n"
    assert rms(run(robot, tmp_path, law, 8, off), after=3).max() < 0.05


@pytest.mark.parametrize("rate", [250, 1000, 4000])
@pytest.mark.parametrize("name", ROBOTS)
def test_a_controller_that_knows_no_friction_stays_and_names_joints_that_stray(
    name: str, rate: int, tmp_path: Path
) -> None:
    robot = bind_symbols(symdyn.load(rubbing(name)))
    made = run(robot, tmp_path, "slotine_li", 4, f"model: {{robot: {name}}}\n", rate)
    strays = [joint for joint, error in zip(robot.joint_names, rms(made, after=1), strict=True) if error > 0.05]
    named = [joint for joint in strays if any(note.startswith(f"{joint}: friction") for note in made.notes)]
    limits = [joint.limits.effort for joint in robot.moving_joints]
    assert strays == named or not all(limits)  # without efforts nobody knows how much a joint may rub


@pytest.mark.parametrize("law", WITH_A_MODEL)
def test_at_rest_what_is_made_up_for_friction_adds_no_noise(law: str, tmp_path: Path) -> None:
    noisy = "noise: {velocity: 0.005}\nrecord: 1000\n"
    robot = bind_symbols(symdyn.load(rubbing("ur5")))
    (tmp_path / "without.yaml").write_text(yaml.safe_dump(rubbing("ur5", coulomb=False)))
    made = [run(robot, tmp_path, law, 2, noisy + more, moves=0.0) for more in ("", "model: {robot: without.yaml}\n")]
    with_it, without = (one.recording.tau[one.recording.time > 0.5].std(0) for one in made)
    assert ((with_it - without) / np.array(SIX[0])).max() < 0.01


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_positions_of_sixteen_bits_alone_serve_nearly_as_well(name: str, tmp_path: Path) -> None:
    robot = bind_symbols(symdyn.load(rubbing(name)))
    full = rms(run(robot, tmp_path, "slotine_li", 4))
    gains = "velocity: estimated"
    text = f"signals: {{encoder: {2 * np.pi / 65536}}}\n"
    made = run(robot, tmp_path, f"slotine_li, gains: {{slotine_li: {{{gains}}}}}", 4, text)
    assert (rms(made) < np.maximum(2 * full, 0.001)).all()


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_a_period_that_is_lost_in_a_hundred_costs_little(name: str, tmp_path: Path) -> None:
    robot = bind_symbols(symdyn.load(rubbing(name)))
    all_seen, some_lost = (rms(run(robot, tmp_path, "slotine_li", 4, more)) for more in ("", "signals: {lost: 100}\n"))
    assert (some_lost < 1.1 * all_seen).all()
