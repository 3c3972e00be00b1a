"""Every wrong loop, coupling or transmission is refused in one line that says where and what would be right."""

from typing import Any

import pytest
from closed_mappings import coupled, cut, four_bar

from symdyn.errors import MAX_MESSAGE, InputError
from symdyn.model import load

FOLLOWS = {"joint": "joint2", "equals": {"joint1": 1}}
IDENTITY = [[1, 0], [0, 1]]
MISSING = {"joint1": 1, "joint2": -0.585732}

LOOPS = [
    (cut(type="revolut"), "loops[0].type: unknown type of cut joint 'revolut'; did you mean revolute? valid: revolute"),
    (cut(type=None), "loops[0]: the field 'type' is missing; write one of revolute, prismatic, universal, spherical"),
    (cut(type="screw"), "loops[0].type: unknown type of cut joint 'screw'; valid: revolute"),
    (cut(parent="link22"), "loops[0].parent: unknown link 'link22'; did you mean link2?"),
    (cut(child="joint3"), "loops[0].child: unknown link 'joint3'; valid: base, link1"),
    (cut(child=None), "loops[0]: the field 'child' is missing; a cut joint joins two links"),
    (cut(parent=["link2"]), "loops[0].parent: expected the name of a link, or base, found a list of 1"),
    (cut(origin={}), "loops[0]: unknown key 'origin'; did you mean child_origin? valid: name, type"),
    (cut(parent_origin={"zyx": [0, 0, 0]}), "loops[0].parent_origin: unknown key 'zyx'; valid: xyz, rpy"),
    (cut(child_origin=[0, 0, 0]), "loops[0].child_origin: expected a mapping, found a list of 3; valid: xyz, rpy"),
    (cut(child="link2"), "loops[0].child: the cut joint would join 'link2' to itself; parent and child are two links"),
    (cut(parent="link4"), "loops[0].child: 'link4' and 'link3' are fixed to each other; join links that move"),
    (cut(type="fixed"), "loops[0].friction: a fixed cut joint has no friction; leave it out"),
    (
        cut(type="spherical", friction={"coulomb": 1}),
        "loops[0].friction.coulomb: a spherical cut joint has no coulomb friction; valid: viscous",
    ),
    (
        cut(type="universal", friction={"offset": 1}),
        "loops[0].friction.offset: a universal cut joint has no offset friction; valid: viscous, coulomb",
    ),
    (cut(friction={"dry": 1}), "loops[0].friction: unknown key 'dry'; valid: viscous, coulomb, offset"),
    (cut(rotor_inertia=1), "loops[0]: unknown key 'rotor_inertia'"),
    (cut(name="joint3"), "loops[0].name: a joint, link or other part and this loop are both called 'joint3'"),
    (cut(name="link3"), "both called 'link3'; give the loop another name"),
    (cut(name="load"), "loops[0].name: 'load' is reserved: it means the robot's load"),
    (cut(name="base"), "loops[0].name: 'base' is reserved"),
    (cut(name="q1"), "loops[0].name: 'q1' is reserved"),
    (cut(name="while"), "loops[0].name: 'while' is a C keyword"),
    (four_bar(loops={}), "loops: expected a list, found a mapping"),
    (four_bar(loops="link2"), "loops: expected a list, found the text 'link2'"),
    (four_bar(loops=["link2"]), "loops[0]: expected a mapping, found the text 'link2'"),
    (four_bar(loops=[cut()["loops"][0], cut(name="loop1")["loops"][0]]), "loops[1].name: two loops are called 'loop1'"),
]
POSITIONS = [
    (four_bar(closed_at=None), "the field 'closed_at' is missing; say where the joints of the loops are when"),
    (four_bar(closed_at=None), "these are closed: joint1, joint2, joint3"),
    (four_bar(closed_at=MISSING), "closed_at: has no value for joint3; every joint of a loop needs one, in rad or m"),
    (four_bar(closed_at=MISSING | {"joint33": 1}), "closed_at.joint33: unknown joint 'joint33'; did you mean joint3?"),
    (four_bar(closed_at=MISSING | {"joint4": 1}), "closed_at.joint4: 'joint4' is a fixed joint, which has no"),
    (four_bar(closed_at=MISSING | {"joint3": None}), "closed_at.joint3: expected a number or an expression, found"),
    (four_bar(closed_at=MISSING | {"joint3": "free"}), "closed_at.joint3: the symbol 'free' has no value, and a"),
    (four_bar(closed_at=MISSING | {"joint3": "l4"}), "closed_at.joint3: 'l4', column 1: unknown name 'l4'"),
    (four_bar(closed_at=[1, 2, 3]), "closed_at: expected a mapping of joints to positions, found a list of 3"),
    (coupled(closed_at={"joint1": 1}), "closed_at: closed_at goes with loops, and there are none; leave it out"),
]
ACTUATED = [
    (four_bar(actuated=None), "the field 'actuated' is missing; with loops, list the joints that drive the robot"),
    (four_bar(actuated=[]), "actuated: names no joint; list those that drive the robot"),
    (four_bar(actuated=["joint1", "joint1"]), "actuated[1]: 'joint1' is here twice; name it once"),
    (four_bar(actuated=["joint4"]), "actuated[0]: 'joint4' is a fixed joint, which has no coordinate; name one that"),
    (four_bar(actuated=["join1"]), "actuated[0]: unknown joint 'join1'; did you mean joint1?"),
    (four_bar(actuated=[["joint1"]]), "actuated[0]: expected the name of a joint, found a list of 1"),
    (four_bar(actuated="joint1"), "actuated: expected a list, found the text 'joint1'"),
    (four_bar(actuated={"joint1": 1}), "actuated: expected a list, found a mapping"),
    (coupled(FOLLOWS, actuated=["joint2"]), "actuated[0]: 'joint2' follows other joints by a coupling, so it cannot"),
    (coupled(FOLLOWS, actuated=["joint1"]), "actuated: joint3, joint4 follow no other joint; name them too, or leave"),
    (coupled(actuated=["joint1"]), "actuated: actuated goes with loops, couplings or transmission, and there are none"),
]
COUPLINGS = [
    (coupled({"equals": {"joint1": 1}}), "couplings[0]: the field 'joint' is missing; name the joint that follows"),
    (coupled({"joint": "joint2"}), "couplings[0]: the field 'equals' is missing; say which joints it follows"),
    (coupled({"joint": "joint9", "equals": {}}), "couplings[0].joint: unknown joint 'joint9'; did you mean joint"),
    (coupled({"joint": "joint5", "equals": {}}), "couplings[0].joint: 'joint5' is a fixed joint, which has no"),
    (coupled({"joint": "joint2", "equals": {}}), "couplings[0].equals: names no joint; a joint that stands still is"),
    (coupled({"joint": "joint2", "equals": ["joint1"]}), "couplings[0].equals: expected a mapping of joints to"),
    (coupled({"joint": "joint2", "equals": {"joint2": 1}}), "equals.joint2: 'joint2' is coupled to itself; name other"),
    (coupled({"joint": "joint2", "equals": {"joint7": 1}}), "equals.joint7: unknown joint 'joint7'; did you mean"),
    (coupled({"joint": "joint2", "equals": {"joint5": 1}}), "equals.joint5: 'joint5' is a fixed joint"),
    (coupled({"joint": "joint2", "equals": {"joint1": None}}), "equals.joint1: expected a number or an expression"),
    (coupled({"joint": "joint2", "equals": {"joint1": "x"}}), "equals.joint1: 'x', column 1: unknown name 'x'"),
    (coupled(FOLLOWS | {"plus": []}), "couplings[0].plus: expected a number or an expression, found a list of 0"),
    (coupled(FOLLOWS | {"minus": 1}), "couplings[0]: unknown key 'minus'; valid: joint, equals, plus"),
    (coupled(FOLLOWS, FOLLOWS), "couplings[1].joint: 'joint2' is coupled already, by couplings[0]; couple it once"),
    (
        coupled(
            {"joint": "joint1", "equals": {"joint4": 1}},
            {"joint": "joint2", "equals": {"joint3": 1, "joint4": 1}},
            {"joint": "joint3", "equals": {"joint2": 1}},
        ),
        "couplings[2]: the couplings form a cycle: joint2 -> joint3 -> joint2; at least one of these joints must",
    ),
    (coupled() | {"couplings": {"joint2": 1}}, "couplings: expected a list, found a mapping"),
    (coupled() | {"couplings": 2}, "couplings: expected a list, found the text '2'"),
    (coupled() | {"couplings": [2]}, "couplings[0]: expected a mapping, found the text '2'"),
]
MOTORS = [
    (four_bar(motors=[{}, {}]), "motors: motors go with transmission, which says how they move the joints; add it, or"),
    (four_bar(transmission=IDENTITY, motors=[{}]), "motors: expected 2 motors, one for each column of transmission"),
    (four_bar(transmission=IDENTITY, motors={}), "motors: expected a list, found a mapping"),
    (four_bar(transmission=IDENTITY, motors=[{}, 1]), "motors[1]: expected a mapping, found the text '1'"),
    (four_bar(transmission=IDENTITY, motors=[{}, {"spring": {}}]), "motors[1]: unknown key 'spring'; valid: name"),
    (four_bar(transmission=IDENTITY, motors=[{}, {"rotor_inertia": -1}]), "motors[1].rotor_inertia: the rotor inertia"),
    (four_bar(transmission=IDENTITY, motors=[{}, {"friction": {"dry": 1}}]), "motors[1].friction: unknown key 'dry'"),
    (
        four_bar(transmission=IDENTITY, motors=[{}, {"name": "loop1"}]),
        "motors[1].name: a joint, link or other part and",
    ),
    (
        four_bar(transmission=IDENTITY, motors=[{}, {"name": "motor1"}]),
        "motors[1].name: two motors are called 'motor1'",
    ),
    (four_bar(transmission=[[1, 0]]), "transmission: expected 2 rows, one for each actuated joint, found a list of 1"),
    (four_bar(transmission=[[1, 0], [1]]), "transmission[1]: expected a list of 2, found a list of 1"),
    (four_bar(transmission=[[1, 0], [1, "x"]]), "transmission[1][1]: 'x', column 1: unknown name 'x'"),
    (
        four_bar(transmission=[[1, 2], [2, 4]]),
        "transmission: the matrix has no inverse: not every motion of the joints",
    ),
    (four_bar(transmission=[["l3", 1], [1, "1/l3"]]), "transmission: the matrix has no inverse"),
    (four_bar(transmission=[["l3", 1], [0.35, 1]]), "transmission: the matrix has no inverse"),
    (four_bar(transmission=[["sqrt(2)", 1], [2, "sqrt(2)"]]), "transmission: the matrix has no inverse"),
    (four_bar(transmission=1), "transmission: expected a list, found the text '1'"),
]
UNKNOWN = [
    (four_bar(unknown=["loop1.fc"]), "unknown[0]: unknown parameter 'loop1.fc'; did you mean loop1.fv?"),
    (four_bar(unknown=["motor1.Ia"]), "unknown[0]: unknown parameter 'motor1.Ia'; write one as owner.word"),
    (four_bar(unknown=["loop1.friction", "loop1.fv"]), "unknown[1]: loop1.fv is already there through"),
]


@pytest.mark.parametrize(
    ("mapping", "message"), [*LOOPS, *POSITIONS, *ACTUATED, *COUPLINGS, *MOTORS, *UNKNOWN], ids=lambda x: str(x)[:40]
)
def test_what_is_wrong_is_told_in_one_line(mapping: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(mapping)
    text = str(caught.value)
    assert message in text
    assert "\n" not in text
    assert len(text) <= MAX_MESSAGE


def test_a_joint_called_as_a_loop_or_a_motor_would_be_is_told() -> None:
    mapping = four_bar(transmission=IDENTITY)
    mapping["joints"][4]["name"] = "motor2"
    mapping["actuated"] = ["joint1", "motor2"]
    with pytest.raises(InputError, match="transmission: a joint, link or other part and this motor are both called"):
        load(mapping)


def test_every_joint_may_not_follow_others() -> None:
    mapping = coupled(FOLLOWS)
    mapping["joints"] = mapping["joints"][:2]
    mapping["couplings"].append({"joint": "joint1", "equals": {"joint2": 1}})
    with pytest.raises(InputError, match="the couplings form a cycle: joint2 -> joint1 -> joint2"):
        load(mapping)


def test_a_position_that_looks_like_degrees_is_noted_and_a_slide_is_not() -> None:
    notes = load(four_bar(closed_at=MISSING | {"joint3": 87, "joint5": 87})).notes
    assert [note.partition(":")[0] for note in notes] == ["closed_at.joint3"]
