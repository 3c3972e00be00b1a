"""Scenario files: what is read, and what is refused with its place."""

import math
from pathlib import Path

import pytest
from swinging_pendulum import SCENARIO

from symdyn.errors import InputError
from symdyn.simulate import run_scenario
from symdyn.simulate.motion.trajectories import Sinusoids, Stops, Wave
from symdyn.simulate.scenario.opening import about_scenario, open_scenario, scenario_names
from symdyn.simulate.scenario.scenario import CONTINUOUS, ModelErrors, Pulse, Start, TorqueError, Variation


def test_what_is_left_out_has_its_default(scenario):
    read = scenario()
    assert read.name == "swing" and read.duration == 0.5
    assert read.trajectory == Stops((0.0, 0.5), ((0.1,), (0.6,)))
    assert (read.start, read.model, read.loads, read.disturbances) == (Start(), ModelErrors(), (), ())
    assert read.torque_limits == (math.inf,) and read.variation is None
    assert (read.record, read.seed, read.noise.position) == (200.0, 0, (0.0,))


def test_everything_that_a_scenario_may_say_is_read(scenario):
    read = scenario(
        "symbols: {w: 2*pi, half: w/2}",
        "start: {relative_error: 0.2}",
        "model: {lengths: 1.07, inertias: 1.09, unknown: [link1.mass]}",
        "disturbances: [{type: pulse, torque: 3, from: 0.1, to: 0.2}, {type: torque_error, error: 0.07}]",
        "loads: [{from: 0.2, to: 0.4, mass: 2, com: [0.5, 0, 0], origin: {xyz: [0.5, 0, 0]}}]",
        "noise: {position: 0.001, velocity: [0.01]}",
        "torque_limits: file",
        "tolerance: half/100",
        "record: 50",
        "seed: 7",
        "solver: {rtol: 1e-6}",
        "monte_carlo: {bodies: [0.9, 1.1], loads: [0, 2]}",
        replaced=(
            ("computed_torque", "slotine_li"),
            ("rate: 200", "rate: 100, gains: {slotine_li: {K: [[2]], form: direct}}"),
        ),
    )
    assert read.start == Start(relative_error=(0.2,))
    assert read.model == ModelErrors(lengths=1.07, inertias=1.09, unknown=("link1.mass",))
    assert read.disturbances == (Pulse((3.0,), 0.1, 0.2), TorqueError((0.07,), 0.0, math.inf))
    (load,) = read.loads
    assert (load.start, load.end, load.ten[:4]) == (0.2, 0.4, (2.0, 2.0, 0.0, 0.0))
    assert load.ten[4:] == (0.0, 0.0, 2.0, 0.0, 0.0, 2.0)  # 2 kg, 1 m from the frame
    assert read.noise.velocity == (0.01,) and read.torque_limits == (10.0,)
    assert read.tolerance == pytest.approx(math.pi / 100) and read.record == 50 and read.seed == 7
    assert read.solver.rtol == 1e-6
    assert read.variation == Variation(bodies=(0.9, 1.1), loads=(0.0, 2.0))
    assert read.control.gains == {"slotine_li": {"K": [[2.0]], "form": "direct"}}


def test_a_single_number_is_meant_for_every_joint_in_trajectories_too(scenario):
    assert scenario(replaced=(("[0.1]", "0.1"), ("[0.6]", "0.6"))).trajectory == scenario().trajectory
    points = "waypoints, points: [{time: 0, q: 0.2}, {time: 1, q: [0.3]}]"
    assert scenario(replaced=((MOVE, points),)).trajectory == Stops((0.0, 1.0), ((0.2,), (0.3,)))
    path = "path, points: [[1, 0, 0], [1, 1, 0]], near: 0.4"
    assert scenario(replaced=((MOVE, path),)).trajectory.near == (0.4,)


def test_a_controller_without_sampling_and_waves_around_a_centre_are_read(scenario):
    waves = (
        "{type: sinusoids, joints: [{centre: pi, waves: [{amplitude: 1, omega: 2}], amplitude: 3, omega: 4, phase: 5}]}"
    )
    old = "{type: minimum_jerk, from: [0.1], to: [0.6]}"
    read = scenario(replaced=((old, waves), ("rate: 200", "rate: continuous")))
    assert read.trajectory == Sinusoids((math.pi,), ((Wave(1.0, 2.0, 0.0), Wave(3.0, 4.0, 5.0)),))
    assert read.control.rate == CONTINUOUS


MOVE = "minimum_jerk, from: [0.1], to: [0.6]"
WRONG = {
    "empty": ("", "swing.yaml: the file is empty; a scenario starts with 'scenario: 1'"),
    "no version": (SCENARIO.replace("scenario: 1\n", ""), "swing.yaml:1: the field 'scenario' is missing"),
    "other version": (
        SCENARIO.replace("scenario: 1", "scenario: 2"),
        "swing.yaml:1: scenario: schema version 2 is not known",
    ),
    "unknown key": (SCENARIO + "loads_at: 3\n", "swing.yaml:5: unknown key 'loads_at'; did you mean loads?"),
    "no duration": (SCENARIO.replace("duration: 0.5\n", ""), "the field 'duration' is missing"),
    "negative duration": (SCENARIO.replace("0.5", "-0.5"), "swing.yaml:2: duration: must be above 0"),
    "no trajectory": ("scenario: 1\nduration: 1\n", "the field 'trajectory' is missing"),
    "trajectory of no type": (
        SCENARIO.replace("type: minimum_jerk, ", ""),
        "swing.yaml:3: trajectory: the field 'type'",
    ),
    "unknown type": (SCENARIO.replace("minimum_jerk", "minimum_jerks"), "trajectory.type: unknown type of trajectory"),
    "too many joints": (
        SCENARIO.replace("[0.6]", "[0.6, 1]"),
        "trajectory.to: expected 1 numbers, one for each of joint1",
    ),
    "two points at one time": (
        SCENARIO.replace(MOVE, "waypoints, points: [{time: 0, q: [0]}, {time: 0, q: [1]}]"),
        "trajectory.points[1].time: two points at 0 s: the trajectory would jump",
    ),
    "points out of order": (
        SCENARIO.replace(MOVE, "waypoints, points: [{time: 1, q: [0]}, {time: 0, q: [1]}]"),
        "list points in order of time",
    ),
    "a file that is not there": (
        SCENARIO.replace(MOVE, "file, file: x.csv"),
        "no such file",
    ),
    "a path of one point": (
        SCENARIO.replace(MOVE, "path, points: [[1, 0, 0]]"),
        "trajectory.points: a path has two points or more",
    ),
    "rate": (SCENARIO.replace("200", "0"), "swing.yaml:4: controller.rate: must be above 0"),
    "record": (SCENARIO + "record: 300\n", "record: 300 Hz is faster than the controller, 200 Hz"),
    "gains of no law": (
        SCENARIO.replace("rate: 200", "gains: 3"),
        "controller.gains: expected a mapping from laws to gains",
    ),
    "gains of an unknown law": (
        SCENARIO.replace("rate: 200", "gains: {computed: {}}"),
        "swing.yaml:4: controller.gains.computed: unknown law 'computed'; did you mean computed_torque?",
    ),
    "unknown law": (SCENARIO.replace("computed_torque", "computed"), "controller.law: unknown law 'computed'"),
    "start twice": (SCENARIO + "start: {position: 0, error: 1}\n", "start.error: position already says"),
    "noise": (SCENARIO + "noise: {position: -1}\n", "noise.position: a standard deviation is not negative"),
    "limits": (SCENARIO + "torque_limits: 0\n", "torque_limits: a torque limit is above 0"),
    "disturbance": (
        SCENARIO + "disturbances: [{type: pulse, error: 1}]\n",
        "disturbances[0]: the field 'torque' is missing",
    ),
    "joint": (
        SCENARIO + "disturbances: [{type: pulse, torque: 1, joint: j}]\n",
        "disturbances[0].joint: unknown joint 'j'",
    ),
    "span": (SCENARIO + "disturbances: [{type: pulse, torque: 1, from: 1, to: 0.5}]\n", "disturbances[0].to: the end"),
    "load": (SCENARIO + "loads: [{com: [0, 0, 0]}]\n", "loads[0]: the field 'mass' is missing"),
    "negative load": (SCENARIO + "loads: [{mass: -1}]\n", "loads[0].mass: the mass is negative"),
    "factors": (
        SCENARIO + "monte_carlo: {bodies: [2, 1]}\n",
        "monte_carlo.bodies: the highest, 1, is below the lowest, 2",
    ),
    "no body": (SCENARIO + "monte_carlo: {bodies: [0, 1]}\n", "monte_carlo.bodies: a factor on a body is above 0"),
    "an instant": (SCENARIO.replace("0.5", "1e-300"), "swing.yaml:2: duration: must be from 1e-06 to 1e+09 s"),
    "an instant of a motion": (
        SCENARIO.replace(MOVE, f"{MOVE}, duration: 1e-300"),
        "swing.yaml:3: trajectory.duration: must be from 1e-06",
    ),
    "an instant between points": (
        SCENARIO.replace(MOVE, "waypoints, points: [{time: 0, q: [0]}, {time: 1e-300, q: [1]}]"),
        "trajectory.points[1].time: 1e-300 s after the point above: too soon",
    ),
    "a start when all is over": (
        SCENARIO.replace(MOVE, f"{MOVE}, start: 0.5"),
        "trajectory.start: the motion starts at 0.5 s, when the run is over",
    ),
    "an instant of a path": (
        SCENARIO.replace(MOVE, "path, points: [[1, 0, 0], [0, 1, 0]], duration: 1e-300"),
        "trajectory.duration: must be from 1e-06",
    ),
    "a circle that starts in its centre": (
        SCENARIO.replace(MOVE, "path, circle: {start: [1, 0, 0], centre: [1, 0, 0]}"),
        "swing.yaml:3: trajectory.circle: the circle has no radius",
    ),
    "a circle that starts on its axis": (
        SCENARIO.replace(MOVE, "path, circle: {start: [0.1, 0.2, 0.3], centre: [0.1, 0.2, 0], normal: [0, 0, 7]}"),
        "trajectory.circle: the circle has no radius",
    ),
    "a normal that is nearly nothing": (
        SCENARIO.replace(MOVE, "path, circle: {start: [1, 0, 0], centre: [0, 0, 0], normal: [1e-200, 0, 0]}"),
        "trajectory.circle.normal: the normal is zero",
    ),
    "rtol": (SCENARIO + "solver: {rtol: 1e-60}\n", "swing.yaml:5: solver.rtol: must be from 1e-13 to 0.1, not 1e-60"),
    "atol": (SCENARIO + "solver: {atol: 1e-60}\n", "swing.yaml:5: solver.atol: must be from 1e-18 to 1, not 1e-60"),
    "parts of a substep": (
        SCENARIO + "solver: {method: rk4, substeps: 2.5}\n",
        "swing.yaml:5: solver.substeps: must be a whole number, not 2.5",
    ),
    "no motion": (
        SCENARIO.replace(MOVE, "file, file: nix.csv"),
        "swing.yaml:3: trajectory.file: there is no such file: nix",
    ),
    "nan": (SCENARIO.replace("0.5", ".nan"), "swing.yaml:2: duration: '.nan'"),
    "infinity": (SCENARIO.replace("rate: 200", "rate: .inf"), "swing.yaml:4: controller.rate: '.inf'"),
    "symbol": (SCENARIO.replace("0.5", "t_end"), "duration: 't_end'"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_a_fault_is_told_with_file_line_and_field(fault, tmp_path, pendulum, monkeypatch):
    text, said = WRONG[fault]
    monkeypatch.chdir(tmp_path)  # a long path would be shortened
    path = Path("swing.yaml")
    path.write_text(text)
    with pytest.raises(InputError) as error:
        open_scenario(path).for_robot(pendulum)
    assert said in str(error.value), str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            SCENARIO.replace("rate: 200", "rate: continuous") + "signals: {lost: 5}\n",
            "signals.lost: samples are lost of",
        ),
        (SCENARIO.replace("rate: 200", "rate: 25") + "signals: {lost: 5}\n", "controller.rate: 0.08 s from sample to"),
    ],
)
def test_samples_that_no_controller_could_take_are_refused_with_their_line(text, said, tmp_path, pendulum):
    (tmp_path / "swing.yaml").write_text(text)
    opened = open_scenario(tmp_path / "swing.yaml")
    with pytest.raises(InputError, match=said) as error, opened.placing_errors():
        run_scenario(pendulum, opened.for_robot(pendulum), "pd_gravity")
    assert error.value.line


def test_a_load_on_a_link_whose_zeros_are_structural_is_refused(scenario):
    from swinging_pendulum import PENDULUM

    import symdyn
    from symdyn.simulate.loop.rigid_load import with_load

    robot = symdyn.load({**PENDULUM, "zeros": "structural"})
    with pytest.raises(InputError, match=r"loads: .*link1.my structurally zero"):
        with_load(robot, robot.parameters, [1.0, 0.0, 0.5, *[0.0] * 7])


@pytest.mark.parametrize("name", scenario_names())
def test_a_bundled_scenario_is_read_for_the_robot_that_it_names_and_says_what_it_is(name):
    opened = open_scenario(name)
    read = opened.for_robot(opened.robot())
    assert read.name == name and read.control.law
    assert len(about_scenario(name)) > 20


def test_a_scenario_that_names_no_robot_asks_for_one(tmp_path):
    path = tmp_path / "swing.yaml"
    path.write_text(SCENARIO)
    with pytest.raises(InputError, match="names no robot; give one"):
        open_scenario(path).robot()


def test_an_unknown_name_lists_what_there_is():
    with pytest.raises(InputError, match="did you mean lu_meng_1993"):
        open_scenario("lu_meng_1994")
