"""What was accepted goes on: a robot to its parameters, equations and code, a scenario to its run."""

import random
from pathlib import Path

from fuzz.fuzzers import FUZZERS
from fuzz.guard import Outcome, attempt
from fuzz.robot_inputs import broken_mapping
from symdyn.generate import generate
from symdyn.model import Robot, load
from symdyn.options import Options
from symdyn.simulate.run import run_scenario
from symdyn.simulate.scenario.opening import open_scenario
from symdyn.simulate.scenario.scenario import CONTINUOUS, Scenario
from symdyn.symbolic import derive, minimal

SECONDS = 30.0  # for deriving, proving and printing; what is slow here is slow for a reason
STEPS = 100  # of a run that is made
KERNELS = ("inverse_dynamics", "gravity", "forward_dynamics", "regressor")


def robot_goes_on(seed: int, folder: Path) -> Outcome | None:
    """Derive and generate everything for an accepted robot; None where it was refused."""
    source = random.Random(f"goes on {seed}")
    if seed % 3:
        outcome = FUZZERS["robots" if seed % 3 == 1 else "urdf"](seed, folder)
        robot = outcome.result
    else:
        outcome = attempt(lambda: load(broken_mapping(source)))
        robot = outcome.result
    if not outcome.accepted or robot.n > 3:
        return None
    scalar = source.choice(("double", "float"))
    options = Options(only=(source.choice(KERNELS), "gravity"), scalar=scalar, fold=source.random() < 0.2)
    return attempt(lambda: _everything(robot, options), seconds=SECONDS, watched=False)


def _everything(robot: Robot, options: Options) -> None:
    found = minimal(robot)
    assert len(found) == len(found.names)
    if robot.n == 1:  # closed forms of more joints at arbitrary angles fill pages
        assert str(derive(robot).gravity)
    generate(robot, options)


def scenario_goes_on(seed: int, folder: Path) -> Outcome | None:
    """Simulate an accepted scenario that is short; None for any other."""
    outcome = FUZZERS["scenarios"](seed, folder)
    if not outcome.accepted or not _is_short(outcome.result):
        return None
    robot = load("two_link")
    return attempt(lambda: _simulated(folder, robot), seconds=SECONDS, watched=False)


def _is_short(scenario: Scenario) -> bool:
    rate = 1000.0 if scenario.control.rate == CONTINUOUS else scenario.control.rate
    return scenario.duration * rate <= STEPS


def _simulated(folder: Path, robot: Robot) -> None:
    opened = open_scenario(folder / "scenario_file.yaml")
    with opened.placing_errors():
        run_scenario(robot, opened.for_robot(robot))
