"""Arms with ordinary friction, and nothing tuned: what a new user sees of every law that has a model."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from untuned import ADAPTIVE, SIX, WITH_A_MODEL, WRONG, of_unequal_links, rms, rubbing, run

import symdyn
from symdyn.control import stiffness_notes
from symdyn.model import bind_symbols

ROBOTS = ("ur5", "panda", "puma560", "iiwa")
BENT = {
    "ur5": (0, -1.2, 1.2, -0.5, 0.5, 0),
    "panda": (0, -0.3, 0, -2, 0, 1.8, 0.5),
    "puma560": (0, -1, 1, 0, 0.7, 0),
    "iiwa": (0, 0.5, 0, -1, 0, 0.8, 0),
}

pytestmark = pytest.mark.slow


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
    assert rms(run(robot, tmp_path, law, 8, WRONG), after=3).max() < 0.05


@pytest.mark.parametrize("law", WITH_A_MODEL)
@pytest.mark.parametrize("rate", [250, 1000, 4000])
@pytest.mark.parametrize("name", ROBOTS)
def test_a_controller_that_knows_no_friction_stays_and_names_joints_that_stray(
    name: str, rate: int, law: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stiffness_notes, "FEW", 99)  # the line names all of them
    robot = bind_symbols(symdyn.load(rubbing(name)))
    unknown = f"model: {{robot: {name}}}\n"
    made = run(robot, tmp_path, law, 4, unknown, rate)
    assert np.abs(made.recording.error).max() < 1
    strays = [joint for joint, error in zip(robot.joint_names, rms(made, after=1), strict=True) if error > 0.05]
    named = [joint for joint in strays if any(joint in note for note in made.notes if ": friction of" in note)]
    if all(joint.limits.effort for joint in robot.moving_joints):
        assert strays == named
    elif "Ki" in made.gains:  # without efforts nobody knows how much a joint may rub; integral action holds it
        Ki = (5 * np.diag(made.gains["K"])).tolist()
        held = run(robot, tmp_path, f"{law}, gains: {{{law}: {{Ki: {Ki}}}}}", 4, unknown, rate)
        assert rms(held, after=1).max() < 0.05


@pytest.mark.parametrize("law", ADAPTIVE)
def test_at_the_slowest_rate_a_light_link_on_a_heavy_one_is_learnt_no_faster_than_sampling_carries(
    law: str, tmp_path: Path
) -> None:
    robot = bind_symbols(symdyn.load(of_unequal_links()))
    assert rms(run(robot, tmp_path, law, 4, rate=250)).max() < 0.005


@pytest.mark.parametrize("law", ADAPTIVE)
@pytest.mark.parametrize("name", ROBOTS)
def test_a_controller_that_knows_no_friction_stays_in_bent_postures_too(name: str, law: str, tmp_path: Path) -> None:
    """About a stretched arm, with phases, the wrists' errors alternate; here they last, and estimates follow them."""
    robot = bind_symbols(symdyn.load(rubbing(name)))
    made = run(robot, tmp_path, law, 6, f"model: {{robot: {name}}}\n", 250, bent=BENT[name])
    assert np.abs(made.recording.error).max() < 1


@pytest.mark.parametrize("rate", [250, 1000, 4000])
@pytest.mark.parametrize("name", ROBOTS)
def test_integrals_hold_what_optimal_feedback_knows_no_friction_of(name: str, rate: int, tmp_path: Path) -> None:
    robot = bind_symbols(symdyn.load(rubbing(name)))
    unknown = f"model: {{robot: {name}}}\n"
    weights = run(robot, tmp_path, "optimal_feedback", 0.1, unknown, rate).gains
    Qi = (weights["Qp"] ** 2 / (2 * weights["Qv"])).tolist()
    held = run(robot, tmp_path, f"optimal_feedback, gains: {{optimal_feedback: {{Qi: {Qi}}}}}", 4, unknown, rate)
    assert rms(held, after=1).max() < 0.05


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
