"""The compiled loop against SciPy's: the same rows to the tolerance asked, whatever happens in a run."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.errors import InputError
from symdyn.model import bind_symbols
from symdyn.simulate import Run, open_scenario
from symdyn.simulate.monte_carlo.executors import Here
from symdyn.simulate.monte_carlo.runs import monte_carlo
from symdyn.simulate.run import prepare, run_prepared

TIGHT = 1e-9
EVENTFUL = """\
scenario: 1
duration: 0.6
controller: {law: LAW, rate: 200}
trajectory: {type: sinusoids, joints: [{amplitude: 0.5, omega: 5}, {amplitude: 0.4, omega: 7, phase: 1}]}
start: {error: [0.1, -0.1]}
model: {masses: 0.9, friction: 0.8}
disturbances:
  - {type: pulse, torque: [3, 1], from: 0.1012, to: 0.2034}
  - {type: torque_error, error: 0.1, from: 0.3, to: 0.55}
loads: [{from: 0.2503, to: 0.4, mass: 0.5, com: [0.1, 0, 0]}]
noise: {position: 1e-4, velocity: 1e-3}
torque_limits: [12, 5]
solver: {rtol: 1e-9, atol: 1e-11, friction_speed: 0.05SOLVER}
"""


def rubbing() -> Any:
    source = dict(symdyn.load("two_link").source)
    source["joints"] = [{**joint, "friction": {"viscous": 0.3, "coulomb": 0.5}} for joint in source["joints"]]
    return bind_symbols(symdyn.load({**source, "name": "two_link_rubbing"}))


def run_by(method: str, law: str, folder: Path, text: str = EVENTFUL) -> Run:
    robot = rubbing()
    path = folder / "run.yaml"
    path.write_text(text.replace("LAW", law).replace("SOLVER", f", method: {method}"))
    scenario = open_scenario(str(path)).for_robot(robot)
    return run_prepared(prepare(robot, scenario), scenario)


LAWS = ("slotine_li", "computed_torque", "slotine_li_composite", "optimal_feedback", "craig", "walker", "pd_gravity")


@pytest.mark.parametrize("law", LAWS)
def test_a_run_with_loads_pulses_noise_and_limits_is_that_of_scipy(law: str, tmp_path: Path) -> None:
    compiled, witness = (run_by(method, law, tmp_path).recording for method in ("compiled", "scipy"))
    assert np.array_equal(compiled.time, witness.time)
    # errors of single steps add up over the 120 samples, and the loop answers to them: three digits of room
    for block in ("q", "qd", "tau", "asked", "applied", "theta"):
        found, wanted = getattr(compiled, block), getattr(witness, block)
        assert np.abs(found - wanted).max(initial=0) <= 1e3 * TIGHT * max(1.0, np.abs(wanted).max(initial=0)), block
    assert np.abs(compiled.applied - compiled.tau).max() > 1  # limits and pulses were at work


def test_runge_and_kutta_with_substeps_come_near(tmp_path: Path) -> None:
    text = EVENTFUL.replace("SOLVER", ", method: rk4, substeps: 40")
    fixed, witness = (
        run_by("", "slotine_li", tmp_path, text).recording,
        run_by("scipy", "slotine_li", tmp_path).recording,
    )
    assert np.abs(fixed.q - witness.q).max() < 1e-6


def test_tighter_tolerances_come_nearer(tmp_path: Path) -> None:
    witness = run_by("scipy", "slotine_li", tmp_path).recording.q
    away = [
        np.abs(run_by("compiled", "slotine_li", tmp_path, EVENTFUL.replace("1e-9", rtol)).recording.q - witness).max()
        for rtol in ("1e-3", "1e-6", "1e-9")
    ]
    assert away == sorted(away, reverse=True) and away[2] < 1e-3 * away[0]


def test_a_light_joint_with_stiff_friction_is_that_of_scipy(tmp_path: Path) -> None:
    """fc / (v M) is 100,000 1/s: explicit steps have to follow that, and those of SciPy do."""
    source = dict(symdyn.load("two_link").source)
    first, second = ({**joint, "friction": {"viscous": 0.1, "coulomb": 0.3}} for joint in source["joints"])
    light = {
        "mass": 0.1,
        "com": [0.05, 0, 0],
        "inertia": {"xx": 1e-5, "xy": 0, "xz": 0, "yy": 1e-5, "yz": 0, "zz": 1e-5},
    }
    second["link"] = {**second["link"], **light}
    robot = bind_symbols(symdyn.load({**source, "name": "two_link_light", "joints": [first, second]}))
    (tmp_path / "run.yaml").write_text(
        "scenario: 1\nduration: 0.05\ncontroller: {law: slotine_li, rate: 500}\n"
        "trajectory: {type: sinusoids, joints: [{amplitude: 0.5, omega: 5}, {amplitude: 0.4, omega: 7, phase: 1.4}]}\n"
        "solver: {rtol: 1e-6, atol: 1e-8}\n"
    )
    scenario = open_scenario(str(tmp_path / "run.yaml")).for_robot(robot)
    by_scipy = replace(scenario, solver=replace(scenario.solver, method="scipy"))
    found, wanted = (run_prepared(prepare(robot, one), one).recording.q for one in (scenario, by_scipy))
    assert np.abs(found - wanted).max() < 1e-5


def test_a_run_that_leaves_says_which_joint_and_when(tmp_path: Path) -> None:
    far = EVENTFUL.replace("start: {error: [0.1, -0.1]}", "start: {error: [0.1, -0.9]}\ndivergence: 0.5")
    stopped = run_by("compiled", "slotine_li", tmp_path, far).recording.stopped
    assert stopped is not None and stopped.time == 0 and stopped.reason.startswith("joint2 is ")


def test_a_controller_that_gives_up_ends_the_run(tmp_path: Path) -> None:
    far = EVENTFUL.replace("start: {error: [0.1, -0.1]}", "start: {error: [2, 2]}")
    one, other = (run_by(m, "optimal_feedback", tmp_path, far).recording.stopped for m in ("compiled", "scipy"))
    assert one is not None and other is not None and one.time == other.time and "norm went beyond" in one.reason


def test_monte_carlo_runs_are_those_of_scipy(tmp_path: Path) -> None:
    robot = rubbing()
    (tmp_path / "run.yaml").write_text(
        EVENTFUL.replace("SOLVER", "").replace("LAW", "slotine_li")
        + "monte_carlo: {bodies: [0.9, 1.1], friction: [0.5, 2], loads: [0, 2]}\n"
    )
    scenario = open_scenario(str(tmp_path / "run.yaml")).for_robot(robot)
    by_scipy = replace(scenario, solver=replace(scenario.solver, method="scipy"))
    found, wanted = (monte_carlo(robot, one, None, 2, Here()).outcomes for one in (scenario, by_scipy))
    for a, b in zip(found, wanted, strict=True):
        assert a.factors == b.factors
        assert a.numbers == pytest.approx(b.numbers, rel=1e-5)


SPRINGS = "flexibility: {stiffness: [800, 0], damping: [2, 0], rotor_inertia: 0.3, measured: SIDE}\n"


@pytest.mark.parametrize("side", ["motor", "link"])
def test_a_run_with_a_spring_in_a_joint_is_that_of_scipy(side: str, tmp_path: Path) -> None:
    """The second joint is rigid: what moves both kinds is in it."""
    text = EVENTFUL + SPRINGS.replace("SIDE", side) + "signals: {delay: 1}\n"
    compiled, witness = (run_by(m, "slotine_li", tmp_path, text).recording for m in ("compiled", "scipy"))
    rigid = run_by("compiled", "slotine_li", tmp_path).recording
    for block in ("q", "qd", "tau", "theta"):  # the reasons of the test without springs
        found, wanted = getattr(compiled, block), getattr(witness, block)
        assert np.abs(found - wanted).max() <= 1e3 * TIGHT * max(1.0, np.abs(wanted).max()), block
    assert np.abs(compiled.q - rigid.q).max() > 1e-3  # the spring gave way


def test_stiff_springs_are_rigid_joints(tmp_path: Path) -> None:
    """A rotor that is in the mass matrix and behind a spring of 1e9 N m/rad: the robot as the file has it."""
    source = dict(rubbing().source)
    joints = [{**joint, "rotor_inertia": 0.2} for joint in source["joints"]]
    robot = bind_symbols(symdyn.load({**source, "joints": joints, "name": "two_link_geared"}))
    text = EVENTFUL.replace("LAW", "computed_torque").replace("SOLVER", "")
    found = []
    for more in ("", "flexibility: {stiffness: 1e9, damping: 1e4}\n"):
        (tmp_path / "run.yaml").write_text(text + more)
        scenario = open_scenario(str(tmp_path / "run.yaml")).for_robot(robot)
        found.append(run_prepared(prepare(robot, scenario), scenario).recording.q)
    assert np.abs(found[0] - found[1]).max() < 1e-5


def test_a_law_breaks_where_springs_are_soft_and_torques_late(tmp_path: Path) -> None:
    """What the options are for: the same gains hold the stiff arm and throw the soft one."""
    calm = "controller: {law: pd_gravity, rate: 200, gains: {pd_gravity: {Kp: [400, 100], Kd: [40, 10]}}}"
    text = EVENTFUL.replace("controller: {law: LAW, rate: 200}", calm).replace(
        "torque_limits: [12, 5]", "divergence: 1.5"
    )
    late, soft = "signals: {delay: 1}\n", "flexibility: {stiffness: [300, 100], rotor_inertia: 0.05}\n"
    errors = [run_by("compiled", "", tmp_path, text + more).summary.rms_error for more in ("", late, soft, soft + late)]
    assert errors == sorted(errors) and errors[-1] > 3 * errors[0]
    at_the_link = soft.replace("}", ", measured: link}")  # a spring within the loop: the textbook's unstable case
    assert run_by("compiled", "", tmp_path, text + at_the_link).recording.stopped is not None


def test_runge_and_kutta_take_springs_too(tmp_path: Path) -> None:
    text = EVENTFUL + SPRINGS.replace("SIDE", "motor")
    fixed = run_by("", "slotine_li", tmp_path, text.replace("SOLVER", ", method: rk4, substeps: 40")).recording
    witness = run_by("scipy", "slotine_li", tmp_path, text).recording
    assert np.abs(fixed.q - witness.q).max() < 1e-6


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("flexibility: {damping: 1}", "the field 'stiffness' is missing"),
        ("flexibility: {stiffness: 0}", "every joint is rigid"),
        ("flexibility: {stiffness: [1, 2, 3]}", "expected 2 numbers"),
        ("flexibility: {stiffness: -1}", "must not be below 0"),
        ("flexibility: {stiffness: 10}", "a spring needs a motor behind it"),
        ("flexibility: {stiffness: 10, measured: elbow}", "elbow"),
    ],
)
def test_springs_that_cannot_be_are_told(line: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=what):
        run_by("compiled", "pd_gravity", tmp_path, f"{EVENTFUL}{line}\n")
