"""The robots that laws are tested on have, between them, everything that a law could miss."""

from law_cases import CASES


def test_the_robots_have_every_effect_every_joint_kind_and_a_load() -> None:
    robots = [make().robot for make in CASES.values()]
    joints = [joint for robot in robots for joint in robot.joints]
    assert {effect.name.rpartition(".")[2] for joint in joints for effect in joint.effects} == {
        "Ia", "fv", "fc", "fo", "ks", "kr",
    }  # fmt: skip
    assert {joint.kind.name for joint in joints} == {"revolute", "prismatic", "screw", "fixed"}
    assert any(robot.load for robot in robots) and not all(robot.load for robot in robots)
    assert any(len({joint.parent for joint in robot.joints}) < len(robot.joints) for robot in robots), "no tree"
    assert any(not robot.joints[0].moves for robot in robots), "nothing is fixed to the base"
