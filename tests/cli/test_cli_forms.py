"""`--form` and `--set`: papers' forms and users' own sets, as a user meets them."""

import json

import pytest

SET = """\
set: 1
parameters:
  one: link1.Izz
  two: link1.mx
  three: link1.my
"""


@pytest.fixture
def arm(planar):
    """The arm with one joint, its frame on the joint's axis."""
    return planar(("standard_dh", "modified_dh"))


@pytest.fixture
def mine(tmp_path):
    """Return a function that writes a set for the arm with one joint, with texts replaced in it."""

    def write(*replacements, name="mine.yaml"):
        text = SET
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / name
        path.write_text(text)
        return path

    return write


def test_params_in_gautier_and_khalils_form_shows_the_map_to_the_pivot_set(symdyn):
    data = json.loads(symdyn("params", "stanford", "--form", "gautier_khalil", "--json").out)
    assert (data["form"], data["title"], data["count"]) == ("gautier_khalil", "Gautier and Khalil's combinations", 33)
    found = {one["name"]: one["in_pivot_set"] for one in data["parameters"]}
    assert found["MR3"] == "mR3" and set(found) >= {"ZZR1", "XXR2", "MZR3", "YZR6"}


@pytest.mark.parametrize(
    ("robot", "message"),
    [
        ("dual_arm", "the sets of Lin and of Gautier and Khalil need"),
        ("ur5", "need frames whose z axis is the joint's own, as in modified DH; that of shoulder_pan is not"),
    ],
)
@pytest.mark.parametrize("form", ["lin", "gautier_khalil"])
def test_robots_that_a_papers_set_is_not_for_are_refused_in_one_line(symdyn, robot, message, form):
    said = symdyn("params", robot, "--form", form)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert message in said.err and said.err.endswith("use the pivot set\n")


@pytest.mark.parametrize(
    ("asked", "closed"),
    [(("regressor", "--form", "recursive"), "regressor --form lu_meng"), (("program",), "torque")],
)
def test_a_recursion_without_a_symbols_value_says_what_it_takes(symdyn, tmp_path, monkeypatch, asked, closed):
    joint = "  - {type: revolute, dh: {a: l1, alpha: 0, d: 0, theta: 0}}\n"
    path = tmp_path / "arm.yaml"
    head = "symdyn: 1\nname: arm\ngravity: [0, -9.8, 0]\nframes: modified_dh\nsymbols: {l1: null}\njoints:\n"
    path.write_text(head + 2 * joint)
    monkeypatch.chdir(tmp_path)  # a long path would leave less room for the rest of the line
    said = symdyn("show", path.name, *asked)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert "symbols.l1: the symbol has no value, and a recursion is made of numbers" in said.err
    assert said.err.endswith(f"{closed}\n")


def test_params_of_a_users_set_counts_values_and_proves(symdyn, arm, mine):
    said = symdyn("params", arm, "--set", mine())
    assert said.code == 0 and said.out.startswith("planar: 3 minimal parameters (the set mine) of 10 parameters")
    assert "the set mine: 3 exact combinations of the pivot set, independent over the field: minimal too" in said.out
    data = json.loads(symdyn("params", arm, "--set", mine(), "--json").out)
    assert [one["name"] for one in data["parameters"]] == ["one", "two", "three"]
    assert data["parameters"][0]["value"] == pytest.approx(0.06 + 3 * 0.25**2, rel=1e-15)


def test_equations_in_a_users_set_are_written_in_its_names(symdyn, arm, mine):
    said = symdyn("show", arm, "torque", "--set", mine())
    assert said.code == 0 and said.out.startswith("tau1 = one*qdd1 + 9.81*two*c1 - 9.81*three*s1\n")
    assert said.out.endswith(f"mlc --set {mine()}\n")
    data = json.loads(symdyn("show", arm, "mass", "--set", mine(), "--json").out)
    assert (data["form"], data["equations"][0]["text"]) == ("set", "one")


@pytest.mark.parametrize(
    ("replacements", "line", "message"),
    [
        ((("link1.Izz", "link1.Iz"),), 3, "parameters.one: 'link1.Iz', column 1: unknown name 'link1.Iz'; did you"),
        ((("link1.Izz", "link1.Izz*link1.m"),), 3, "parameters.one: 'link1.Izz*link1.m', column 10: link1.Izz times"),
        ((("link1.Izz", "link1.Izz + link1.m"),), 3, "parameters.one: holds link1.m, which no torque shows"),
        ((("  three: link1.my\n", ""),), 2, "parameters: 2 parameters where 3 are minimal: it takes 1 more"),
        ((("three: link1.my", "three: link1.my\n  four: link1.mx - link1.my"),), 6, "parameters.four: is redundant"),
        ((("set: 1", "set: 1\nrobot: panda"),), 2, "robot: this is a set for the robot 'panda', not for 'planar'"),
        ((("one:", "q1:"),), 3, "parameters.q1: 'q1' is reserved"),
    ],
)
@pytest.mark.parametrize("command", [("params",), ("show", "torque")])
def test_a_set_that_is_none_is_told_with_its_line(symdyn, arm, mine, command, replacements, line, message):
    path = mine(*replacements)
    name, *quantity = command
    said = symdyn(name, arm, *quantity, "--set", path)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert said.err.startswith(f"error: {path}:{line}: {message}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "ddarm", "torque", "--set", "atkson86"), "--set: unknown set 'atkson86'; did you mean atkeson86?"),
        (("show", "two_link", "torque", "--set", "atkeson86"), "a set for the robot 'ddarm', not for 'two_link'"),
        (("show", "ddarm", "torque", "--set", "atkeson86", "--form", "lin"), "--set: the set is a form of its own"),
        (("params", "ddarm", "--set", "atkeson86", "--form", "lin"), "--set: the set is a form of its own"),
        (("show", "ddarm", "frames", "--set", "atkeson86"), "--set: frames hold no parameters"),
        (("show", "ddarm", "program", "--set", "atkeson86"), "--set: goes with equations"),
        (("show", "ddarm", "program", "--form", "lin", "--kernel", "gravity"), "--kernel: the formulation is chosen"),
        (("show", "ddarm", "program", "--form", "3x4"), "--form: unknown formulation '3x4'"),
        (("show", "ddarm", "mass", "--form", "lu_meng"), "--form: lu_meng goes with regressor only"),
        (("show", "ddarm", "mass", "--form", "linn"), "--form: unknown form 'linn'; did you mean lin?"),
        (("show", "ddarm", "regressor", "4", "--form", "recursive"), "regressor has rows 1 to 3; there is no row 4"),
        (("show", "ddarm", "regressor", "1", "49", "--form", "lu_meng"), "columns 1 to 48; there is no column 49"),
        (("show", "ddarm", "regressor", "1", "1", "1", "--form", "lu_meng"), "3 numbers were given"),
        (("show", "ddarm", "regressor", "1", "1", "1", "--form", "recursive"), "3 numbers were given"),
        (("show", "panda", "torque", "--form", "lin"), "symdyn show panda program --form lin, or one entry: torque 1"),
        (("show", "panda", "regressor", "--form", "lu_meng"), "symdyn show panda regressor --form recursive"),
    ],
)
def test_wrong_input_is_one_line_and_exit_2(symdyn, arguments, message):
    said = symdyn(*arguments)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert message in said.err


def test_a_long_recursion_is_refused_with_a_way_out(symdyn, monkeypatch):
    monkeypatch.setattr("symdyn.cli.show_program.MOST_STATEMENTS", 100)
    said = symdyn("show", "ddarm", "regressor", "--form", "recursive")
    assert said.code == 2 and "symdyn show ddarm regressor 1 1 --form recursive" in said.err
    assert symdyn("show", "ddarm", "regressor", 1, 1, "--form", "recursive").code == 0


def test_recursion_says_its_steps_and_json_has_every_format(symdyn):
    said = symdyn("show", "two_link", "regressor", 1, 18, "--form", "recursive")
    assert said.out.startswith("c1 = cos(q1)\n") and "Y2_1_mpx = " in said.out
    assert "v_dot: acceleration of a link's origin" in said.out and "Phi: " not in said.out
    data = json.loads(symdyn("show", "two_link", "regressor", 1, 18, "--form", "recursive", "--json").out)
    assert data["form"] == "recursive" and data["equations"][-1]["name"] == "Y2_1_mpx"
    assert set(data["equations"][-1]) == {"name", "sympy", "text", "latex", "mathml"}
    data = json.loads(symdyn("show", "two_link", "regressor", 1, 18, "--form", "lu_meng", "--json").out)
    assert data["form"] == "lu_meng" and [one["name"] for one in data["equations"]] == ["Y2_1_mpx"]


def test_an_equation_that_cannot_be_proved_is_not_printed(symdyn, monkeypatch):
    monkeypatch.setattr("symdyn.kernels.point.Point.outputs", lambda point, kernel: {"x": (0,) * 100})
    said = symdyn("show", "two_link", "mass")
    assert said.code == 70 and said.out == ""
    assert "M11 is not what the dynamics give; nothing is printed" in said.err
