"""What the controller believes: models with errors, first estimates, and what they should be."""

import numpy as np
import pytest
from swinging_pendulum import PENDULUM, Scripted

import symdyn
from symdyn.errors import InputError
from symdyn.model import bind_symbols
from symdyn.parameters.pi import pi_names
from symdyn.simulate.loop.controllers import first_estimates, make_controller
from symdyn.simulate.loop.model_errors import controller_model
from symdyn.simulate.loop.true_theta import true_theta
from symdyn.simulate.scenario.scenario import Control, ModelErrors


def test_without_errors_the_model_is_the_plant(pendulum):
    assert controller_model(pendulum, ModelErrors()) is pendulum


def test_factors_reach_lengths_masses_inertias_and_friction_exactly():
    robot = symdyn.load("dual_arm")
    model = controller_model(robot, ModelErrors(lengths=1.07, masses=1.5, inertias=1.09, friction=2))
    assert model.name == "dual_arm_model" and model.n == robot.n
    first, elbow = model.joints[0], model.joints[3]
    assert elbow.before.position.x == robot.joints[3].before.position.x * 107 / 100
    values = dict(zip(model.parameter_names, model.parameters, strict=True))
    true = dict(zip(robot.parameter_names, robot.parameters, strict=True))
    assert values["carriage.m"] == 18 and values["load.m"] == 2.25
    assert values["carriage.mx"] == pytest.approx(1.5 * 1.07 * true["carriage.mx"], rel=1e-15)
    inertia = 1.09 * 0.25 + 1.5 * 1.07**2 * 12 * 0.1**2  # about the centre, and what the centre's distance adds
    assert values["carriage.Ixx"] == pytest.approx(inertia, rel=1e-12)
    assert values["torso_yaw.Ia"] == pytest.approx(1.09 * 0.8) and values["lift.fv"] == 80
    assert values["lift.ks"] == true["lift.ks"]
    assert first.limits == robot.joints[0].limits


def test_a_model_may_be_another_file_with_as_many_joints(pendulum):
    two = ModelErrors(robot="two_link")
    assert controller_model(symdyn.load("scara"), ModelErrors(robot="gantry")).name == "gantry"
    with pytest.raises(InputError, match=r"model.robot: two_link has 2 moving joints, but the plant 1"):
        controller_model(pendulum, two)


def test_what_is_unknown_may_be_said_by_the_scenario(pendulum):
    assert controller_model(pendulum, ModelErrors(unknown=("link1.mass",))).unknown is not None
    with pytest.raises(InputError, match=r"unknown parameter 'link1\.weight'"):
        controller_model(pendulum, ModelErrors(unknown=("link1.weight",)))


def test_true_values_are_those_of_pi_of_bodies_or_of_directions(pendulum):
    full = 1.1 * pendulum.parameters
    m, mx, zz = full[0], full[1], full[-1]
    np.testing.assert_array_equal(true_theta(pendulum, pendulum, pendulum.parameter_names, full), full)
    names = ("link1.mx", "link1.my", "link1.Izz")
    np.testing.assert_allclose(true_theta(pendulum, pendulum, names, full), [mx, 0, zz])
    mass = bind_symbols(controller_model(pendulum, ModelErrors(unknown=("link1.mass",))))
    np.testing.assert_allclose(true_theta(pendulum, mass, ("link1.mass",), full), [m])
    assert np.isnan(true_theta(pendulum, pendulum, ("other",), full)).all()


def test_parameters_of_another_geometry_have_no_true_values():
    robot = bind_symbols(symdyn.load("two_link"))
    names = pi_names(robot)
    assert np.isfinite(true_theta(robot, robot, names, robot.parameters)).all()
    longer = bind_symbols(controller_model(robot, ModelErrors(lengths=1.1)))
    assert np.isnan(true_theta(robot, longer, names, robot.parameters)).all()


def test_first_estimates_go_by_the_names_of_estimates_or_of_bodies(pendulum):
    controller = Scripted(lambda *_: 0.0)
    controller.theta_names, controller.theta = ("link1.mx", "link1.my", "link1.Izz"), np.array([0.5, 0.0, 0.165])
    np.testing.assert_allclose(first_estimates(controller, pendulum, {"link1.my": 3.0}), [0.5, 3, 0.165])
    np.testing.assert_allclose(first_estimates(controller, pendulum, {"link1.m": 9.0, "link1.mx": 2.0}), [2, 0, 0.165])
    with pytest.raises(InputError, match=r"controller.theta.'link1.my0': unknown estimate .*; did you mean link1.my"):
        first_estimates(controller, pendulum, {"link1.my0": 3.0})


def test_a_law_that_does_not_exist_and_gains_that_do_not_fit_are_told(pendulum):
    told = r"--controller: unknown law 'slotine'; did you mean slotine_li\? valid: computed_torque, craig"
    with pytest.raises(InputError, match=told):
        make_controller(pendulum, "slotine", Control())
    with pytest.raises(InputError, match=r"^controller.gains.pd_gravity.*Kp.*positive"):
        make_controller(pendulum, "pd_gravity", Control(gains={"pd_gravity": {"Kp": -1}}))


def test_feedforward_follows_an_exact_model_and_knows_no_error(pendulum):
    control = make_controller(pendulum, "feedforward", Control())
    state = ([0.3], [1.0], [0.2], [0.5], [0.1])
    expected = 0.165 * 0.1 + 2 * 0.25 * 9.80665 * np.cos(0.2)
    np.testing.assert_allclose(control.step(0.01, *state), [expected])
    np.testing.assert_allclose(control.law(*state)[0], [expected])
    assert not control.adapts and PENDULUM["joints"][0]["link"]["mass"] == 2
