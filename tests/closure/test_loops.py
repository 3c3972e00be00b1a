"""Robots with loops that close one joint after the other: numbers that are known, exact ranks, proved code."""

import json
import math
from pathlib import Path
from typing import Any

import loop_robots
import numpy as np
import pytest
from loop_robots import ACROSS, DOWN

import symdyn
from symdyn.algebra.decimals import to_float
from symdyn.algebra.scalar import Ring
from symdyn.closure.door import closure_of
from symdyn.closure.explicit_closure import explicit_closure
from symdyn.closure.start import unclosed_note
from symdyn.closure.variety_points import VarietyPoints
from symdyn.dynamics.setting import setting_over
from symdyn.generate import generate
from symdyn.kernels.table import KERNELS
from symdyn.model import bind_symbols
from symdyn.options import Options
from symdyn.package.closed_samples import closed_samples
from symdyn.package.regular_positions import RegularPositions
from symdyn.parameters.certificate import recheck
from symdyn.parameters.minimal_parameters import minimal_parameters
from symdyn.parameters.regressor_samples import regressor_row_space
from symdyn.precision import any_samples

REFERENCE = Path(__file__).parents[2].parent / "shared" / "refs" / "fourbar.json"
FLOATS: Ring[float] = Ring(
    to_float, {"cos": math.cos, "sin": math.sin, "sqrt": math.sqrt, "sign": lambda x: float(np.sign(x))}
)


def bundled(name: str, **changes: Any) -> Any:
    return symdyn.load({**symdyn.load(name).source, **changes})


def torque(robot: Any, q: float, qd: float, qdd: float) -> float:
    state = {"q": (q,), "qd": (qd,), "qdd": (qdd,), "parameters": tuple(map(float, robot.parameters))}
    ((tau,),) = KERNELS["inverse_dynamics"].compute(setting_over(robot, FLOATS, state)).outputs
    return tau


def rubbing(robot: Any) -> dict[str, Any]:
    """A linkage with viscous friction in all its joints."""
    joints = [
        {**joint, "friction": {"viscous": fv}}
        for joint, fv in zip(robot.source["joints"], (0.1, 0.05, 0.07, 0.03), strict=False)
    ]
    return {"joints": joints, "loops": [{**robot.source["loops"][0], "friction": {"viscous": 0.2}}]}


def test_the_four_bar_moves_as_known():
    robot = symdyn.load("four_bar")
    rough = bundled("four_bar", **rubbing(robot))
    at = setting_over(rough, FLOATS, {"q": (1.0,), "qd": (2.0,)})
    angles = [math.atan2(s, c) for c, s in zip(at.c, at.s, strict=True)]
    assert [round(x, 6) for x in angles] == [1, -0.585732, 1.513635]
    assert [round(x / 2, 6) for x in at.qd] == [1, -1.245113, 0.354567, 0.59968]
    assert round(torque(robot, 1.0, 2.0, 3.0), 6) == 1.819456
    assert round(torque(robot, 1.0, 0.0, 0.0), 6) == 1.518036
    assert round(torque(rough, 1.0, 2.0, 3.0), 6) == 2.335934


@pytest.mark.parametrize("off, told", [(5e-4, False), (0.03, True)])
def test_a_position_less_closed_than_meant_is_taken_and_told(off, told):
    closed = symdyn.load("four_bar").source["closed_at"]
    note = unclosed_note(bundled("four_bar", closed_at={**closed, "joint2": closed["joint2"] + off}))
    assert note.startswith("closed_at: joint2 is 0.03 from where the loops are closed; did you mean") is told
    assert bool(note) is told


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference numbers are not beside the project")
def test_a_four_bar_has_the_inertia_and_bias_that_kanes_method_gives():
    known = json.loads(REFERENCE.read_text())
    ground, *lengths = known["l"]
    plane = dict.fromkeys(("xx", "xy", "xz", "yy", "yz"), 0)
    joints = []
    for before, length in zip((0, *lengths), lengths, strict=False):
        mass = known["rho"] * length
        body = {"mass": mass, "com": [length / 2, 0, 0], "inertia": plane | {"zz": mass * length**2 / 12}}
        joints.append(loop_robots.turn(before, 0, 0, link=body))
    loops = [loop_robots.pin("link3", "base", (lengths[-1], 0, 0), (-ground, 0, 0))]
    robot = symdyn.load(loop_robots.robot(joints, loops, ["joint1"], known["q"], gravity=[0, 0, 0]))
    q, qd = known["q"][0], known["u"][0]
    bias = torque(robot, q, qd, 0.0)
    assert round(bias, 8) == round(known["reduced_bias_tau1"], 8) == -0.12191029
    assert round(torque(robot, q, qd, 1.0) - bias, 8) == round(known["reduced_inertia_q1"], 8) == 25.00306725


@pytest.mark.parametrize(
    "name, changes, count",
    [
        ("four_bar", {}, 8),
        ("four_bar", {"gravity": ACROSS}, 4),
        ("four_bar", rubbing(symdyn.load("four_bar")), 12),
        ("five_bar", {}, 11),
        ("five_bar", {"gravity": ACROSS}, 7),
        ("five_bar", rubbing(symdyn.load("five_bar")), 16),
        ("slider_crank", {}, 6),
        ("slider_crank", {"gravity": ACROSS}, 4),
    ],
)
def test_minimal_parameters_on_the_variety_have_their_known_number_and_certificate(name, changes, count):
    robot = bundled(name, **changes)
    found = minimal_parameters(robot)
    assert len(found.names) == found.certificate.rank == count
    assert recheck(robot, found).passed


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "slider_crank"])
def test_every_kernel_of_a_robot_with_loops_is_proved(name):
    robot = symdyn.load(name)
    package = generate(robot, Options(only=tuple(KERNELS)))
    assert len(package.kernels) == len(KERNELS)
    assert closure_of(robot).roots == 1


def test_a_kernel_takes_a_loop_robots_friction_into_account():
    robot = bundled("four_bar", **rubbing(symdyn.load("four_bar")))
    assert robot.parameter_names[-1] == "loop1.fv"
    assert (
        len(generate(robot, Options(only=("inverse_dynamics", "torque_derivatives", "adaptive_walker"))).kernels) == 3
    )


@pytest.mark.parametrize(
    "mapping, count",
    [
        (loop_robots.four_bar(), 8),
        (loop_robots.four_bar_cut_at_the_ground(), 8),
        (loop_robots.four_bar_cut_through_its_rocker(), 8),
        (loop_robots.slider_crank_cut_at_its_slide(), 6),
        (loop_robots.twins(opposite=False), 8),
        (loop_robots.twins(opposite=True), 13),
        (loop_robots.rssr(ACROSS), 12),
        (loop_robots.rssr(DOWN), 14),
    ],
    ids=["four-bar", "cut at the ground", "cut through the rocker", "cut at the slide", "twins", "opposite", "z", "y"],
)
def test_the_number_does_not_depend_on_the_cut_but_on_the_way_of_assembling(mapping, count):
    robot = symdyn.load(mapping)
    found = minimal_parameters(robot)
    assert len(found.names) == found.certificate.rank == count
    assert recheck(robot, found).passed


@pytest.mark.parametrize("gravity, count, wrong", [(ACROSS, 4, 5), (DOWN, 8, 10)])
def test_wrong_signs_of_roots_give_another_rank_and_are_refused(gravity, count, wrong, monkeypatch):
    rhombus = symdyn.load(loop_robots.rhombus(gravity=gravity))
    assert len(minimal_parameters(rhombus).names) == count  # the closure is linear, and needs no roots
    with pytest.raises(symdyn.InputError, match="joint2 is found with the root of what is a square"):
        explicit_closure(rhombus)
    monkeypatch.setattr(VarietyPoints, "bound_root", lambda points: None)
    robot = symdyn.load(loop_robots.rhombus(gravity=gravity))
    robot.memo["closure"] = explicit_closure(robot)
    ranks = {regressor_row_space(robot, seed).echelon.rank for seed in range(8)}  # a seed's few points may agree
    assert wrong in ranks and max(ranks) == wrong


def folding(**keys: Any) -> dict[str, Any]:
    """A four-bar whose bars lie on one line at half a turn: the shortest and the longest are as long as the others."""
    joints = [loop_robots.turn(), loop_robots.turn(0.2, 0, 0), loop_robots.turn(0.5, 0, 0, parent="base")]
    loops = [loop_robots.pin("link2", "link3", (0.4, 0, 0), (0.3, 0, 0))]
    return loop_robots.robot(joints, loops, ["joint1"], (0.9, -0.533537, 1.578256), **keys)


@pytest.mark.parametrize("mapping", [folding(), loop_robots.bennett()], ids=["folding four-bar", "Bennett"])
def test_linkages_that_are_singular_at_half_a_turn_are_judged_elsewhere(mapping):
    robot = bind_symbols(symdyn.load(mapping))
    errors = generate(robot, Options(only=("torque_derivatives",), languages=("python",)))  # was refused
    (stated,) = json.loads(errors.files["manifest.json"])["precision"]["kernels"].values()
    assert all(entry["observed_over_size"] < 1e-10 for entry in stated.values())
    regular = RegularPositions(robot, closure_of(robot))
    assert regular.hold(regular.start)
    assert not regular.hold([math.pi])
    assert not regular.hold([3.1415925])  # where errors were looked at


def test_robots_that_close_far_from_singular_positions_are_judged_where_they_were():
    robot = bind_symbols(symdyn.load("five_bar"))
    assert np.array_equal(closed_samples(robot)["q"], any_samples(robot)["q"])


@pytest.mark.parametrize("height", [0.15, 0.36])
def test_a_rod_that_keeps_its_tilt_takes_the_root_that_it_always_has(height):
    """Crank and slide are in planes apart, and a universal joint turns about the crank's axis: the rod's tilt stays."""
    hinge = loop_robots.turn(0.2, 0, 0, link=loop_robots.NOTHING)
    slide = loop_robots.joint("prismatic", (0.3, 0.1, height), "base", axis=[1, 0, 0])
    joints = [loop_robots.turn(), hinge, loop_robots.turn(axis=[0, 1, 0]), slide]
    loops = [loop_robots.pin("link3", "link4", (0.6, 0, 0), kind="spherical")]
    along = math.sqrt(0.36 - height**2)
    angle = math.asin((0.1 - 0.2 * math.sin(0.5)) / along)
    closed = (0.5, angle - 0.5, -math.asin(height / 0.6), 0.2 * math.cos(0.5) + along * math.cos(angle) - 0.3)
    robot = symdyn.load(loop_robots.robot(joints, loops, ["joint1"], closed, zeros="structural"))
    (kept,) = closure_of(robot).constants
    assert to_float(kept) == pytest.approx(along)  # of 0.36 it is rational, of 0.15 it holds the root of 15
    found = minimal_parameters(robot)
    assert recheck(robot, found).passed
    # is proved; energy counts from where the rod has another tilt, and an angle that stays takes no inputs
    generate(robot, Options(only=("inverse_dynamics", "potential_energy", "loop_motion"), languages=("c",)))
