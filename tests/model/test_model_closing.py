"""What closes a tree is read from the file: loops, couplings, motors, and the coordinates that are left."""

import dataclasses
from pathlib import Path

import numpy as np
import pytest
from closed_mappings import coupled, cut, four_bar

from symdyn.algebra.exact import EXACT_PI, exact, symbol
from symdyn.errors import InputError, MissingValueError
from symdyn.joints.cut import CUT_KINDS
from symdyn.model import BASE, bind_symbols, load, load_text
from symdyn.model.closing import Closing, Coupling
from symdyn.model.convert import convert_parameters
from symdyn.model.parameter_set import read_parameter_set
from symdyn.parameters.pi import _without_structural_zeros


def closing(mapping: dict[str, object]) -> Closing:
    found = load(mapping).closing
    assert found is not None
    return found


def test_a_robot_without_any_of_it_has_nothing_that_closes() -> None:
    robot = load(coupled())
    assert robot.closing is None
    assert robot.tree is robot
    assert load(four_bar(loops=[], closed_at=None, actuated=None)).closing is None


def test_the_linkage_of_the_docs_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "robot_file.md").read_text(encoding="utf-8")
    text = next(block.partition("```")[0] for block in page.split("```yaml\n")[1:] if "loops:\n" in block)
    robot = load_text(text, "linkage.yaml")
    assert robot.joint_names == ("crank",)
    assert robot.tree_joint_names == ("crank", "knee", "rocker")
    assert robot.parameter_names[-1] == "pin.fv"


def test_a_cut_joint_has_its_kind_its_links_and_a_frame_on_each() -> None:
    (loop,) = closing(four_bar()).loops
    assert (loop.name, loop.kind, loop.parent, loop.child) == ("loop1", CUT_KINDS["revolute"], 1, 2)
    assert loop.parent_frame.position.x == exact("0.45")
    assert loop.child_frame.position.x == symbol("l3")


def test_a_cut_joint_may_stand_on_the_base() -> None:
    (loop,) = closing(cut(parent="base", type="spherical")).loops
    assert loop.parent == BASE


@pytest.mark.parametrize("kind", CUT_KINDS)
def test_every_kind_of_cut_joint_is_read(kind: str) -> None:
    friction = dict.fromkeys(CUT_KINDS[kind].friction, 0.5) or None
    (loop,) = closing(cut(type=kind, friction=friction)).loops
    assert loop.kind is CUT_KINDS[kind]
    assert len(loop.effects) == len(CUT_KINDS[kind].friction)


def test_a_closed_robot_is_described_by_its_actuated_joints_and_has_the_tree_beside() -> None:
    robot = load(four_bar(actuated=["joint5", "joint3"]))
    assert robot.n == 2
    assert robot.joint_names == ("joint5", "joint3")
    assert robot.tree_joint_names == ("joint1", "joint2", "joint3", "joint5")
    assert closing(four_bar(actuated=["joint5", "joint3"])).actuated == (3, 2)


def test_a_closed_position_has_a_value_for_joints_of_loops_and_none_for_others() -> None:
    assert closing(four_bar()).closed_at == (1.0, -0.585732, 1.513635, None)
    position = {"joint1": "l3 + 1", "joint2": 0, "joint3": "pi/2", "joint5": 0.1}
    assert closing(four_bar(closed_at=position)).closed_at == (1.35, 0.0, np.pi / 2, 0.1)


def test_joints_that_carry_both_links_of_a_cut_need_no_position() -> None:
    mapping = cut(parent="link4", child="link5", type="prismatic") | {"closed_at": {"joint5": 0}}
    assert closing(mapping).closed_at == (None, None, None, 0.0)


def test_a_joint_that_a_joint_of_a_loop_follows_needs_a_position() -> None:
    couplings = [{"joint": "joint2", "equals": {"joint5": 1}}]
    with pytest.raises(InputError, match="closed_at: has no value for joint5; every joint of a loop needs one"):
        load(four_bar(couplings=couplings, actuated=["joint1"]))


def test_parameters_of_cuts_and_motors_follow_the_joints_and_precede_the_load() -> None:
    motors = [{"rotor_inertia": 0.01, "friction": {"viscous": 0.6, "coulomb": 1.9}}, {"name": "winch"}]
    mapping = four_bar(transmission=[[1, 0], [1, 1]], motors=motors, load={"mass": 1})
    robot = load(mapping)
    tail = robot.parameter_names[-15:-9]
    assert tail == ("link5.Izz", "loop1.fv", "motor1.Ia", "motor1.fv", "motor1.fc", "load.m")
    assert list(robot.parameters[-14:-9]) == [0.2, 0.01, 0.6, 1.9, 1.0]
    assert robot.joint_names == ("motor1", "winch")


def test_friction_of_a_cut_may_be_unknown_or_symbolic() -> None:
    (loop,) = closing(cut(friction={"viscous": None, "offset": "2*l3"})).loops
    assert [(p.name, p.known) for p in loop.effects] == [("loop1.fv", False), ("loop1.fo", True)]


def test_a_coupling_refers_to_joints_that_follow_none() -> None:
    mapping = coupled(
        {"joint": "joint4", "equals": {"joint2": 2, "joint1": 1}, "plus": 1},
        {"joint": "joint2", "equals": {"joint3": "ratio", "joint1": "-1/2"}, "plus": "pi/2"},
    )
    first, second = closing(mapping).couplings
    assert first == Coupling(3, ((2, symbol("ratio") * 2),), EXACT_PI + 1)  # joint1 cancels
    half = exact(1) / 2
    assert second == Coupling(1, ((0, -half), (2, symbol("ratio"))), EXACT_PI / 2)


def test_without_loops_all_joints_that_follow_none_are_actuated() -> None:
    follows = {"joint": "joint2", "equals": {"joint4": 1}}
    assert closing(coupled(follows)).actuated == (0, 2, 3)
    assert closing(coupled(follows, actuated=["joint4", "joint1", "joint3"])).actuated == (3, 0, 2)
    square = [[1 if i == j else 0 for j in range(4)] for i in range(4)]
    assert closing(coupled(transmission=square)).actuated == (0, 1, 2, 3)


def test_plus_of_a_turning_joint_is_an_angle_and_of_a_sliding_one_a_length() -> None:
    decimal = 1.5707963267948966
    turning, sliding = closing(
        coupled(
            {"joint": "joint2", "equals": {"joint1": 1}, "plus": decimal},
            {"joint": "joint3", "equals": {"joint1": 0.1}, "plus": decimal},
        )
    ).couplings
    assert turning.plus == EXACT_PI / 2
    assert sliding.plus == exact("1.5707963267948966")


def test_a_long_chain_of_couplings_is_resolved() -> None:
    count = 1500  # deeper than Python's own stack
    joints = [{"type": "revolute"}] * count
    couplings = [{"joint": f"joint{i + 1}", "equals": {f"joint{i + 2}": -1}} for i in range(count - 1)]
    found = closing({"symdyn": 1, "name": "fan", "joints": joints, "couplings": couplings})
    assert found.couplings[0].factors == ((count - 1, exact(-1)),)
    assert found.actuated == (count - 1,)


def test_motors_have_names_of_their_own_where_the_file_gives_none() -> None:
    robot = load(four_bar(transmission=[["l3", 0], [1, 1]]))
    assert robot.joint_names == ("motor1", "motor2")
    assert robot.n == 2


def test_unknown_takes_words_and_letters_of_cuts_and_motors() -> None:
    motors = [{"rotor_inertia": 0.01}, {"friction": {"viscous": 1, "coulomb": 2}}]
    mapping = four_bar(transmission=[[1, 0], [1, 1]], motors=motors)
    words = ["loop1.friction.viscous", "motor1.Ia", "motor2.friction"]
    unknown = load(mapping | {"unknown": words}).unknown
    assert unknown is not None
    assert [entry.name for entry in unknown] == ["loop1.fv", "motor1.Ia", "motor2.fv", "motor2.fc"]


def test_binding_replaces_the_symbols_of_what_closes() -> None:
    couplings = [{"joint": "joint5", "equals": {"joint1": "l3"}, "plus": "l3 - 1"}]
    robot = load(four_bar(couplings=couplings, actuated=["joint1"], transmission=[["2*l3"]]))
    bound = bind_symbols(robot).closing
    assert bound is not None
    assert bound.loops[0].child_frame.position.x == exact("0.35")
    assert bound.couplings == (Coupling(3, ((0, exact("0.35")),), exact("-0.65")),)
    assert bound.transmission == ((exact("0.7"),),)
    assert bound.closed_at == closing(four_bar()).closed_at


@pytest.mark.parametrize(
    "mapping",
    [
        cut(parent_origin={"xyz": ["free", 0, 0]}),
        coupled({"joint": "joint2", "equals": {"joint1": "free"}}),
        coupled({"joint": "joint2", "equals": {"joint1": 1}, "plus": "free"}),
        coupled({"joint": "joint2", "equals": {"joint1": 1}}, transmission=[["free", 0, 0], [0, 1, 0], [0, 0, 1]]),
    ],
)
def test_numbers_of_a_symbol_without_a_value_are_refused_by_name(mapping: dict[str, object]) -> None:
    with pytest.raises(MissingValueError, match=r"symbols\.free: the symbol has no value"):
        bind_symbols(load(mapping))


def test_a_factor_that_is_zero_at_the_values_of_its_symbols_is_none() -> None:
    bound = bind_symbols(load(coupled({"joint": "joint2", "equals": {"joint1": "ratio - 2", "joint4": 1}}))).closing
    assert bound is not None
    assert bound.couplings[0].factors == ((3, exact(1)),)


def test_the_source_reads_as_the_same_robot() -> None:
    motors = [{"rotor_inertia": 0.01}, {}]
    robot = load(four_bar(transmission=[[1, 0], ["l3", 1]], motors=motors))
    assert load(dict(robot.source)) == robot


def test_a_tree_without_its_closing_equals_the_tree() -> None:
    robot = load(four_bar())
    assert robot.tree == dataclasses.replace(robot, closing=None)
    assert robot.tree.n == 4


def test_other_tools_orders_leave_parameters_of_cuts_in_place() -> None:
    robot = load(four_bar(load={"mass": 1}))
    full = np.arange(len(robot.parameter_names), dtype=float)
    converted = convert_parameters(robot, full, "symoro")
    assert converted.names[-11] == "loop1.fv"
    assert converted.values[-11] == full[-11]
    back = convert_parameters(robot, converted.values, "symdyn", source="symoro")
    assert back.names == robot.parameter_names
    assert list(back.values) == list(full)


def test_a_set_of_ones_own_may_name_parameters_of_cuts_and_motors() -> None:
    motors = [{"rotor_inertia": 0.01}, {}]
    robot = load(four_bar(transmission=[[1, 0], [1, 1]], motors=motors))
    (member,) = read_parameter_set({"drag": "loop1.fv + 2*motor1.Ia"}, robot).members
    found = {name: factor for name, factor in zip(robot.parameter_names, member.row, strict=True) if factor}
    assert found == {"loop1.fv": exact(1), "motor1.Ia": exact(2)}


def test_a_rotor_of_structural_zero_is_there_again_where_zeros_are_freed() -> None:
    motors = [{"rotor_inertia": 0}, {"rotor_inertia": 0.1}]
    robot = load(four_bar(transmission=[[1, 0], [1, 1]], motors=motors, zeros="structural"))
    assert [p.vanishes for p in robot.full_parameters if p.name.startswith("motor")] == [True, False]
    freed = _without_structural_zeros(robot)
    assert not any(parameter.vanishes for parameter in freed.full_parameters)
    assert freed.closing is not None and freed.closing.loops == closing(four_bar()).loops
