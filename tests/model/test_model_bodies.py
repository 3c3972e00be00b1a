"""Inertial parameters: ten per body about the frame's origin, exact, unknown where the file is silent."""

from fractions import Fraction

import numpy as np
import pytest
from minimal_robot import BODY, chain, one_joint

from symdyn.algebra.exact import exact, symbol
from symdyn.model import bind_symbols, load
from symdyn.model.plausibility import implausible


def _values(robot, owner):
    return {p.name.removeprefix(owner + "."): p.value for p in robot.full_parameters if p.name.startswith(owner + ".")}


def test_names_follow_the_file_entry_by_entry_and_end_with_the_load():
    robot = load(
        chain(
            {"name": "shoulder", "rotor_inertia": 1, "friction": {"offset": 0, "viscous": 1}, "link": {"name": "arm1"}},
            {"type": "fixed"},
            {"spring": {"stiffness": 2}},
            load={"mass": 1},
        )
    )
    ten = ("m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
    assert robot.parameter_names == (
        *(f"arm1.{letter}" for letter in ten),
        *("shoulder.Ia", "shoulder.fv", "shoulder.fo"),
        *(f"link2.{letter}" for letter in ten),
        *(f"link3.{letter}" for letter in ten),
        *("joint3.ks", "joint3.kr"),
        *(f"load.{letter}" for letter in ten),
    )
    assert robot.joint_names == ("shoulder", "joint3")
    assert robot.n == 2


def test_inertia_about_the_centre_of_mass_is_moved_to_the_origin_exactly():
    link = {
        "mass": 2,
        "com": [0.1, 0.2, 0.3],
        "inertia": {"xx": 1, "xy": 0.01, "xz": 0.02, "yy": 1.1, "yz": 0.03, "zz": 1.2},
    }
    values = _values(load(one_joint({"link": link})), "link1")
    assert [values[letter] for letter in ("m", "mx", "my", "mz")] == [2, exact("0.2"), exact("0.4"), exact("0.6")]
    assert values["Ixx"] == 1 + 2 * Fraction(4 + 9, 100)
    assert values["Iyy"] == Fraction(11, 10) + 2 * Fraction(1 + 9, 100)
    assert values["Izz"] == Fraction(12, 10) + 2 * Fraction(1 + 4, 100)
    assert values["Ixy"] == Fraction(1, 100) - 2 * Fraction(2, 100)
    assert values["Ixz"] == Fraction(2, 100) - 2 * Fraction(3, 100)
    assert values["Iyz"] == Fraction(3, 100) - 2 * Fraction(6, 100)


def test_inertia_at_the_origin_is_taken_as_it_is():
    values = _values(load(one_joint({"link": {**BODY, "inertia_at": "origin"}})), "link1")
    assert (values["Ixx"], values["Iyy"], values["mx"]) == (1, 1, exact("0.2"))


def test_a_body_of_which_nothing_is_known_has_ten_symbols_of_its_own():
    robot = load(one_joint({"link": {}}))
    assert all(p.value == symbol(p.name) and not p.known for p in robot.full_parameters)
    assert load(one_joint({"link": None})).full_parameters == robot.full_parameters
    assert load(one_joint({"link": {"mass": None, "com": None, "inertia": None}})).joints == robot.joints


def test_an_absent_entry_is_a_symbol_named_in_the_words_of_the_file():
    robot = load(one_joint({"link": {"mass": 2, "com": [0, None, "0.1"], "inertia": {"xx": 1}}}))
    values = _values(robot, "link1")
    assert values["my"] == 2 * symbol("link1.com.y")
    assert values["Izz"] == symbol("link1.inertia.zz") + 2 * symbol("link1.com.y") ** 2
    known = {p.name for p in robot.full_parameters if p.known}
    assert known == {"link1.m", "link1.mx", "link1.mz"}
    assert _values(load(one_joint({"link": {"com": [0, 0, 1]}})), "link1")["mz"] == symbol("link1.mass")


def test_a_symbol_without_a_value_makes_its_parameters_unknown_and_one_with_a_value_does_not():
    link = {**BODY, "mass": "m1", "com": ["c", 0, 0]}
    robot = load(one_joint({"link": link}, symbols={"m1": 2, "c": None}))
    known = {p.name: p.known for p in robot.full_parameters}
    assert known["link1.m"]
    assert known["link1.Ixx"]
    assert not known["link1.mx"]
    assert robot.full_parameters[1].value == symbol("m1") * symbol("c")


def test_zeros_vanish_only_when_they_are_structural():
    link = {**BODY, "com": ["c", 0, 0]}
    structural = load(one_joint({"link": link, "rotor_inertia": 0}, zeros="structural", symbols={"c": 0}))
    vanishing = {p.name for p in structural.full_parameters if p.vanishes}
    assert vanishing == {"link1.my", "link1.mz", "link1.Ixy", "link1.Ixz", "link1.Iyz", "joint1.Ia"}
    plain = load(one_joint({"link": link}, symbols={"c": 0}))
    assert not any(p.vanishes for p in plain.full_parameters)
    assert structural.structural_zeros
    assert not plain.structural_zeros


def test_spring_friction_and_rotor_become_parameters():
    joint = {"spring": {"stiffness": 3, "rest": 0.5}, "friction": {"coulomb": 0.2}, "rotor_inertia": 0.1}
    values = _values(load(one_joint(joint)), "joint1")
    assert values == {"Ia": exact("0.1"), "fc": exact("0.2"), "ks": 3, "kr": exact("1.5")}
    assert list(values) == ["Ia", "fc", "ks", "kr"]


def test_a_null_effect_is_present_and_unknown():
    robot = load(one_joint({"friction": {"viscous": None}, "spring": {}, "rotor_inertia": None}))
    effects = {p.name: (p.value, p.known) for p in robot.joints[0].effects}
    assert effects["joint1.Ia"] == (symbol("joint1.rotor_inertia"), False)
    assert effects["joint1.fv"] == (symbol("joint1.friction.viscous"), False)
    assert effects["joint1.ks"] == (symbol("joint1.spring.stiffness"), False)
    assert effects["joint1.kr"] == (exact(0), True)


def test_the_load_stands_on_the_last_link_with_a_pose_of_its_own():
    robot = load(one_joint({"dh": {}}, load={"origin": {"xyz": [0, 0, 0.2]}, **BODY}, frames="modified_dh"))
    assert robot.load.placement.position.z == exact("0.2")
    assert [p.name for p in robot.load.body.parameters][:2] == ["load.m", "load.mx"]


@pytest.mark.parametrize(
    ("diagonal", "mass", "reason"),
    [
        ((1, 1, 2.1), 1, "triangle inequality: 2.1 > 1 + 1"),
        ((1, 1, -0.1), 1, "principal moment about the centre of mass is negative"),
        ((1, 1, 1), 0, "the mass is 0 and the inertia is not"),
        ((1, 1, 2), 1, None),  # a plate
        ((1, 1, 0), 1, None),  # a rod
        ((0, 0, 0), 0, None),  # nothing
    ],
)
def test_an_inertia_that_no_body_has_is_noted_and_others_are_not(diagonal, mass, reason):
    inertia = dict(zip(("xx", "yy", "zz"), diagonal, strict=True)) | {"xy": 0, "xz": 0, "yz": 0}
    notes = load(one_joint({"link": {"mass": mass, "com": [0, 0, 0], "inertia": inertia}})).notes
    if reason is None:
        assert notes == ()
    else:
        assert notes[0].startswith("joints[0].link.inertia: no body has this inertia: ")
        assert reason in notes[0]


def test_plausibility_does_not_depend_on_the_axes():
    turn, _ = np.linalg.qr(np.array([[1.0, 2, 3], [4, 5, 7], [2, 9, 1]]))
    for diagonal in ([1, 2, 3], [1, 2, 3.01], [0, 1, 1]):
        tensor = np.diag(np.array(diagonal, dtype=float))
        assert bool(implausible(turn @ tensor @ turn.T, 1.0)) == bool(implausible(tensor, 1.0)), diagonal


def test_plausibility_at_the_origin_is_judged_about_the_centre_of_mass():
    # a point mass at 1 m: xx = 0 and yy = zz = 2 about the origin, nothing about itself
    link = {"mass": 2, "com": [1, 0, 0], "inertia_at": "origin"}
    tensor = {"xx": 0, "xy": 0, "xz": 0, "yy": 2, "yz": 0, "zz": 2}
    assert load(one_joint({"link": {**link, "inertia": tensor}})).notes == ()
    assert len(load(one_joint({"link": {**link, "inertia": {**tensor, "yy": 1.9}}})).notes) == 1


def test_negative_friction_is_noted():
    (note,) = load(one_joint({"friction": {"viscous": -0.1, "offset": -3}})).notes
    assert note.startswith("joints[0].friction.viscous: negative viscous friction drives the joint")


def test_limits_are_doubles_at_the_values_of_symbols():
    limits = load(one_joint({"limits": {"lower": "-pi/2", "upper": "l"}}, symbols={"l": 0.5})).joints[0].limits
    assert (limits.lower, limits.upper, limits.velocity, limits.effort) == (-np.pi / 2, 0.5, None, None)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["load.mass"], ("load.mass",)),
        (["load.m"], ("load.m",)),
        (["load.com", "load.mass"], ("load.mx", "load.my", "load.mz", "load.m")),
        (["link1.com"], ("link1.mx", "link1.my", "link1.mz")),
        (["link1.inertia.xz", "link1.Izz"], ("link1.Ixz", "link1.Izz")),
        (["joint1.friction"], ("joint1.fv", "joint1.fc")),
        (["joint1.rotor_inertia", "joint1.spring"], ("joint1.Ia", "joint1.ks", "joint1.kr")),
    ],
)
def test_unknown_takes_parameter_names_and_words_of_the_file(words, names):
    joint = {"friction": {"coulomb": 1, "viscous": 1}, "rotor_inertia": 1, "spring": {"stiffness": 1}}
    assert tuple(unknown.name for unknown in load(one_joint(joint, load=BODY, unknown=words)).unknown) == names
    assert load(one_joint(joint)).unknown is None


OFF_CENTRE = {**BODY, "com": ["1/10", "-1/5", "3/10"]}


def weights_of(word, body=OFF_CENTRE, **extra):
    """Return what the first unknown parameter takes with it, by full parameter."""
    words = [word, *extra.pop("also", ())]
    return dict(load(one_joint(load=body, unknown=words, **extra)).unknown[0].weights)


@pytest.mark.parametrize("place", ["com", "origin"])
def test_an_unknown_mass_takes_moments_and_inertia_with_it_as_a_heavier_body_of_the_same_shape_has_them(place):
    light, heavy = (_values(load(one_joint(load={**OFF_CENTRE, "mass": m})), "load") for m in (2, 5))
    weights = weights_of("load.mass", {**OFF_CENTRE, "inertia_at": place})
    for name in light:
        assert heavy[name] - light[name] == 3 * weights.get(f"load.{name}", 0), name


def test_an_unknown_mass_is_m_alone_where_the_centre_of_mass_is_not_given_or_unknown_too():
    without = {key: value for key, value in OFF_CENTRE.items() if key != "com"}
    alone = {"load.m": 1}
    assert weights_of("load.mass", without) == alone
    assert weights_of("load.mass", {**OFF_CENTRE, "com": [None, 0, 0]}) == alone
    assert weights_of("load.mass", {**OFF_CENTRE, "com": ["c", 0, 0]}, symbols={"c": None}) == alone
    assert weights_of("load.mass", also=["load.com.y"]) == alone
    assert weights_of("load.m") == alone


def test_what_is_unknown_by_itself_does_not_change_with_the_mass():
    assert set(weights_of("load.mass")) - set(weights_of("load.mass", also=["load.inertia.xx"])) == {"load.Ixx"}


def test_structural_zeros_do_not_change_with_the_mass():
    at_origin = {
        **OFF_CENTRE,
        "inertia": dict.fromkeys(("xx", "xy", "xz", "yy", "yz", "zz"), 0),
        "inertia_at": "origin",
    }
    assert set(weights_of("load.mass", at_origin, zeros="structural")) == {"load.m", "load.mx", "load.my", "load.mz"}


def test_symbols_in_a_centre_of_mass_get_their_values_in_what_its_mass_takes_along():
    robot = load(one_joint(load={**OFF_CENTRE, "com": ["c", 0, 0]}, unknown=["load.mass"], symbols={"c": "1/4"}))
    assert robot.unknown[0].weights[1][1].symbols() == {"c"}
    assert dict(bind_symbols(robot).unknown[0].weights)["load.Iyy"] == Fraction(1, 16)
