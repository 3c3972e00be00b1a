"""Bodies that may be on either side of a cut joint: minimal sets of loops with symbols and any twists; refusals."""

from typing import Any

import loop_robots
import pytest
from loop_robots import ACROSS, four_bar, joint, pin, robot, turn

import symdyn
from symdyn.algebra.exact import exact, symbol
from symdyn.closure.door import closure_of
from symdyn.generate import generate
from symdyn.options import Options
from symdyn.parameters import minimal_parameters as minimal
from symdyn.parameters.certificate import recheck
from symdyn.parameters.cut_relations import cut_relations
from symdyn.parameters.link_geometry import link_geometries, reference


def spherical_four_bar() -> dict[str, Any]:
    """Four axes through one point, twisted against each other by angles of which no cosine is known."""

    def twisted(by: Any) -> dict[str, Any]:
        return {"xyz": [0, 0, 0], "rpy": [by, 0, 0]}

    joints = [turn(), turn(origin=twisted(0.5)), turn(parent="base", origin=twisted(1.1))]
    loop = pin("link2", "link3") | {"parent_origin": twisted(0.9), "child_origin": twisted(0.8)}
    return robot(joints, [loop], ["joint1"], (0.7, 0.111940, 1.344080))


def with_symbols() -> dict[str, Any]:
    source = four_bar(symbols={"a": 0.2, "b": 0.7, "c": 0.5, "d": 0.6})
    source["joints"][1]["origin"]["xyz"][0] = "a"
    source["joints"][2]["origin"]["xyz"][0] = "d"
    return {**source, "loops": [pin("link2", "link3", ("b", 0, 0), ("c", 0, 0))]}


def test_lengths_may_be_symbols():
    loaded = symdyn.load(with_symbols())
    found = minimal.minimal_parameters(loaded)
    assert len(found.names) == found.certificate.rank == 8  # as with numbers
    assert {str(x) for row in found.matrix for x in row if x.symbols()}
    assert recheck(loaded, found).passed


def test_twists_may_be_any():
    loaded = symdyn.load(spherical_four_bar())
    found = minimal.minimal_parameters(loaded)
    assert found.certificate.rank == len(found.names) == 11
    assert recheck(loaded, found).passed


@pytest.mark.parametrize(
    "source", [loop_robots.four_bar(), "five_bar", "slider_crank", loop_robots.rssr(), loop_robots.five_bar_on_slides()]
)
def test_of_general_linkages_they_are_all_there_is(source, monkeypatch):
    monkeypatch.setattr(minimal, "closure_relations", None)  # what reads relations off the row space
    assert minimal.minimal_parameters(symdyn.load(source)).names


def test_a_body_on_a_frame_with_opposite_axes_is_told_as_such():
    source = four_bar(symbols={"b": None})
    source["loops"] = [pin("link2", "link3", ("b", 0, 0), (0.5, 0, 0))]
    source["loops"][0]["child_origin"]["rpy"] = ["pi", 0, 0]
    loaded = symdyn.load(source)
    links = link_geometries(loaded.tree, *reference(loaded.tree), lambda x: not x)
    relations = list(cut_relations(loaded.closing.loops, links))
    mass = relations[0]
    of = {loaded.parameter_names[i]: value for i, value in mass.items()}
    assert of["link2.m"] == 1 and of["link3.m"] == -1
    assert of["link2.mx"] == symbol("b") and of["link2.Izz"] == symbol("b") * symbol("b")
    assert of["link3.mx"] == exact(-1) / 2
    along = [{loaded.parameter_names[i]: value for i, value in one.items()} for one in relations]
    for sense in (1, -1):  # one of them holds
        other = {"link3.mz": exact(sense), "link3.Ixz": exact(-sense) / 2}
        assert {"link2.mz": exact(1), "link2.Ixz": -symbol("b"), **other} in along


def tilted_slide(tilt: Any, q: tuple[float, ...], **keys: Any) -> dict[str, Any]:
    """A slider-crank on a turning base, its slide tilted."""
    across = {"axis": [0, 1, 0]}
    joints = [turn(), turn(0.1, 0, 0, **across), turn(0.3, 0, 0, **across)]
    slide = joint("prismatic", (0.2, 0, 0.1), "link1", axis=[1, 0, 0])
    slide["origin"]["rpy"] = [0, tilt, 0]
    along = {"rpy": ["pi/2", 0, 0]}  # z of both frames across the linkage
    loop = {"type": "revolute", "parent": "link3", "child": "link4"}
    frames = {"parent_origin": {"xyz": [0.5, 0, 0], **along}, "child_origin": along}
    return robot([*joints, slide], [loop | frames], ["joint1", "joint2"], q, **keys)


@pytest.mark.parametrize(
    "source, count, constant",
    [
        (loop_robots.bennett(), 7, "sqrt(3)"),
        (tilted_slide(0.2, (0.3, 0.6, -0.888609, 0.639672)), 17, "cos(1/5)"),
        (tilted_slide("pi/6", (0.3, 0.6, -0.401077, 0.736399), gravity=ACROSS), 15, "sqrt(3)"),
    ],
)
def test_coefficients_may_be_made_of_the_files_roots_and_cosines(source, count, constant):
    loaded = symdyn.load(source)
    found = minimal.minimal_parameters(loaded)
    assert found.certificate.rank == len(found.names) == count
    assert any(constant in str(x) for row in found.matrix for x in row)
    assert recheck(loaded, found).passed
    assert generate(loaded, Options(only=("inverse_dynamics",), languages=("c",))).kernels  # is proved


def gripper(factor: Any) -> dict[str, Any]:
    """Return two fingers on a turning hand, and a tip on the second, each following the one before."""
    across = {"axis": [0, 1, 0]}
    joints = [turn(), turn(0.1, 0, 0, parent="link1", **across), turn(0.1, 0.05, 0, parent="link1", **across)]
    joints.append(turn(0.05, 0, 0, **across))
    couplings = [{"joint": f"joint{i + 1}", "equals": {f"joint{i}": factor}} for i in (2, 3)]
    named = {"symdyn": 1, "name": "gripper", "gravity": ACROSS, "symbols": {"k": 0.5, "none": None}}
    return {**named, "joints": joints, "couplings": couplings}


def test_a_part_of_an_angle_may_be_a_symbol_with_a_value():
    named, written = (minimal.minimal_parameters(symdyn.load(gripper(factor))) for factor in ("-k", -0.5))
    assert named == written


def test_factors_may_have_any_number_of_digits():
    long, short = (symdyn.load(gripper(factor)) for factor in (1.0000000001, 1.1))
    found = minimal.minimal_parameters(long)
    assert len(found.names) == found.certificate.rank == len(minimal.minimal_parameters(short).names)
    assert recheck(long, found).passed


BESIDE = {**four_bar(), "transmission": [[0.1]]}
SKEW = four_bar()
SKEW["loops"] = [SKEW["loops"][0] | {"parent_origin": {"xyz": [0.7, 0, 0], "rpy": [0.1, 0, 0]}}]
TRIANGLE = robot([turn(), turn(0.5, 0, 0)], [pin("link2", "base", (0.4, 0, 0), (0.6, 0, 0))], ["joint1"], (0.7, 2))


@pytest.mark.parametrize(
    "source, says",
    [
        (gripper("none"), "joint3: is coupled with the factor none, .*; give its symbols values"),
        (BESIDE, "these loops are not linear, and no code is made of such beside a transmission"),
        (SKEW, "loop1 cannot be closed near it, wherever the joints are: that y of .* is off by 0.0998"),
        (TRIANGLE, "the robot is rigid"),
    ],
)
def test_what_cannot_be_taken_is_told_with_its_reason(source, says):
    with pytest.raises(symdyn.InputError, match=says):
        loaded = symdyn.load(source)
        assert closure_of(loaded) is not None
        minimal.minimal_parameters(loaded)
