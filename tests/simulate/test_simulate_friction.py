"""How joints rub: in the plant, in the controller, and what a run says where the two differ."""

from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.model import bind_symbols
from symdyn.simulate import open_scenario, run_scenario
from symdyn.simulate.loop.plant import dry_friction
from symdyn.simulate.scenario.scenario import Solver

FRICTION = {"viscous": 0.3, "coulomb": 1.0}


def rubbing(name: str) -> Any:
    """A bundled robot whose joints rub."""
    source = dict(symdyn.load(name).source)
    source["joints"] = [{**joint, "friction": FRICTION} for joint in source["joints"]]
    return bind_symbols(symdyn.load({**source, "name": f"{name}_rubbing"}))


def scenario(robot: Any, tmp_path: Any, law: str, more: str = "") -> Any:
    path = tmp_path / "run.yaml"
    waves = ", ".join(f"{{amplitude: 0.4, omega: {2 + 0.3 * i}}}" for i in range(robot.n))
    path.write_text(
        f"scenario: 1\nduration: 1.5\ncontroller: {{law: {law}, rate: 500}}\n"
        f"trajectory: {{type: sinusoids, joints: [{waves}]}}\n{more}"
    )
    return open_scenario(str(path)).for_robot(robot)


@pytest.mark.parametrize("law", ["slotine_li", "walker", "computed_torque"])
def test_a_law_with_the_right_model_follows_an_arm_that_rubs(law: str, tmp_path: Any) -> None:
    """With friction at the measured velocity, or none in the law, the same arm errs a hundred times as much."""
    robot = rubbing("two_link")
    run = run_scenario(robot, scenario(robot, tmp_path, law))
    assert np.sqrt((run.recording.error**2).mean(0)).max() < 0.002


def test_a_run_says_where_plant_and_controller_rub_differently(tmp_path: Any) -> None:
    robot = rubbing("two_link")
    sticking = run_scenario(robot, scenario(robot, tmp_path, "computed_torque", "solver: {stiction: 2}\n"))
    assert [note for note in sticking.notes if "differ in friction near rest" in note and "joint" in note]


def test_stiction_holds_near_rest_and_is_forgotten_in_motion() -> None:
    sticky = Solver(friction_speed=0.01, stiction=1.5, stiction_speed=0.05)
    rates = np.array([0.0, 0.02, 1.0, -1.0])
    assert dry_friction(rates, sticky) == pytest.approx([0.0, 1.5 * 0.964 * 0.951, 1.0, -1.0], rel=1e-2)
    assert dry_friction(rates, Solver())[2:] == pytest.approx([1.0, -1.0])
