"""The plant: mechanics holds, loads are bodies of the file, Coulomb friction is smooth."""

from dataclasses import replace

import numpy as np
import pytest
from swinging_pendulum import PENDULUM

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.errors import MissingValueError
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.simulate.loop.plant import DivergedError, Integrator, equation_of_motion, make_plant, plant_kernels
from symdyn.simulate.loop.rigid_load import moved_body
from symdyn.simulate.scenario.scenario import CarriedLoad, Solver


def built(robot):
    return symdyn.build(robot, Options(only=("inverse_dynamics",)))


PRECISE = Solver(rtol=1e-11, atol=1e-13)


def swing(plant, x, seconds, time=0.0, torque=0.0):
    acceleration = equation_of_motion(plant, plant.parameters_at(time)[1])
    n, tau = plant.robot.n, np.full(plant.robot.n, torque)
    return Integrator(plant.solver).advance(
        lambda _, y: np.concatenate((y[n:], acceleration(y[:n], y[n:], tau))), 0.0, seconds, x
    )


def test_energy_is_kept_where_nothing_acts():
    robot = bind_symbols(symdyn.load("two_link"))
    kernels = symdyn.build(robot, Options(only=("forward_dynamics", "kinetic_energy", "potential_energy")))
    plant = make_plant(robot, kernels, (), PRECISE)

    def energy(x):
        return kernels.kinetic_energy(x[:2], x[2:]) + kernels.potential_energy(x[:2])

    x = np.array([0.5, -0.3, 0.0, 1.0])
    after = swing(plant, x, 2.0)
    assert abs(energy(after) - energy(x)) < 1e-9  # of some 10 J: the solver's tolerance over some hundred steps
    assert np.abs(after - x).max() > 0.1


def test_a_carried_load_is_the_load_of_a_robot_file(pendulum):
    body = {
        "mass": 1.5,
        "com": [0.1, 0.2, 0],
        "inertia": {"xx": 0.1, "xy": 0.01, "xz": 0, "yy": 0.2, "yz": 0, "zz": 0.25},
    }
    origin = {"xyz": [0.4, -0.1, 0.2], "rpy": ["pi/3", "pi/4", "pi/6"]}
    loaded = symdyn.load({**PENDULUM, "name": "loaded", "load": {"origin": origin, **body}})
    ten = loaded.parameters[-10:]
    rotation = np.array([[to_float(x) for x in row] for row in loaded.load.placement.rotation.rows])
    position = np.array([to_float(x) for x in loaded.load.placement.position])
    carried = CarriedLoad(tuple(moved_body(ten, rotation, position)), 1.0, 2.0)
    plant = make_plant(pendulum, plant_kernels(pendulum), (carried,), PRECISE)
    q, qd, qdd = np.array([0.4]), np.array([1.2]), np.array([-0.7])
    with_it = plant.kernels.inverse_dynamics(q, qd, qdd, plant.parameters_at(1.5)[1])
    np.testing.assert_allclose(with_it, built(loaded).inverse_dynamics(q, qd, qdd), rtol=1e-12)
    for time in (0.5, 2.0):
        without = plant.kernels.inverse_dynamics(q, qd, qdd, plant.parameters_at(time)[1])
        np.testing.assert_allclose(without, built(pendulum).inverse_dynamics(q, qd, qdd), rtol=1e-12)


def test_moving_a_body_there_and_back_changes_nothing():
    ten = np.array([2.0, 0.2, -0.1, 0.3, 0.5, 0.01, 0.6, -0.02, 0.03, 0.7])
    c, s = np.cos(0.7), np.sin(0.7)
    R, p = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]), np.array([0.3, -0.2, 0.5])
    np.testing.assert_allclose(moved_body(moved_body(ten, R, p), R.T, -R.T @ p), ten, atol=1e-14)


def test_coulomb_friction_brakes_a_joint_to_rest_and_holds_it():
    with_friction = {**PENDULUM, "name": "braked", "gravity": [0, 0, 0]}
    with_friction["joints"] = [{**PENDULUM["joints"][0], "friction": {"coulomb": 2}}]
    robot = bind_symbols(symdyn.load(with_friction))
    plant = make_plant(robot, plant_kernels(robot), (), Solver())
    inertia = 2 * 0.25**2 + 0.04
    seconds = inertia * 3.0 / 2.0  # until 3 rad/s are gone
    assert swing(plant, np.array([0.0, 3.0]), 0.5 * seconds)[1] == pytest.approx(1.5, abs=1e-3)  # tanh is 1 there
    at_rest = swing(plant, np.array([0.0, 3.0]), 2 * seconds)
    assert abs(at_rest[1]) < 1e-6  # of 3: the solver's tolerances
    creeping = swing(plant, at_rest, 1.0, torque=1.0)  # half of what would break it loose
    assert 0 < creeping[1] < plant.solver.friction_speed


def test_a_plant_needs_every_parameter():
    robot = bind_symbols(symdyn.load("stanford"))
    with pytest.raises(MissingValueError, match=r"link1.m, .* and \d+ more; a plant needs every parameter"):
        make_plant(robot, None, (), Solver())


def test_what_grows_without_bound_is_told():
    with pytest.raises(DivergedError):
        Integrator(Solver()).advance(lambda _, y: y * y, 0.0, 2.0, np.array([1.0]))


def test_parameters_of_a_plant_may_be_given(pendulum):
    heavy = make_plant(pendulum, plant_kernels(pendulum), (), PRECISE, 2 * pendulum.parameters)
    light = replace(heavy, full=pendulum.parameters)
    fast = swing(heavy, np.array([0.3, 0.0]), 0.4)
    np.testing.assert_allclose(fast, swing(light, np.array([0.3, 0.0]), 0.4), rtol=1e-9)  # weight and inertia cancel
    pushed = swing(heavy, np.array([0.3, 0.0]), 0.4, torque=1.0)
    assert abs(pushed[1] - swing(light, np.array([0.3, 0.0]), 0.4, torque=1.0)[1]) > 0.1


def test_a_plant_that_trembles_for_good_ends_instead_of_being_followed() -> None:
    calls = 0

    def trembling(t: float, x: np.ndarray) -> np.ndarray:
        nonlocal calls
        calls += 1
        return np.sin(1e7 * t) * np.ones_like(x) * 1e4

    integrator = Integrator(Solver())
    with pytest.raises(DivergedError, match="too fast to be integrated"):
        for i in range(1000):
            integrator.advance(trembling, i * 1e-3, (i + 1) * 1e-3, np.zeros(2))
    assert calls < 200_000  # a dozen for each of the steps that a run may take
