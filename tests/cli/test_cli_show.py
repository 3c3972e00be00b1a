"""`symdyn show` as a user meets it."""

import json
from pathlib import Path
from shlex import quote

import pytest

from symdyn.passes.pipeline import pipeline
from symdyn.sources.robot_text import BUNDLED


def test_show_prints_an_equation_and_what_its_names_mean(symdyn):
    said = symdyn("show", "two_link", "gravity", 2)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == "g2 = g*mx2*c12 - g*my2*s12"
    assert "where c12 = cos(q1 + q2), s12 = sin(q1 + q2)" in said.out


def test_show_json_has_every_form_of_every_equation(symdyn):
    data = json.loads(symdyn("show", "ddarm", "mass", "--json").out)
    assert [one["name"] for one in data["equations"]] == ["M11", "M12", "M13", "M22", "M23", "M33"]
    assert set(data["equations"][0]) == {"name", "sympy", "text", "latex", "mathml"}
    assert data["equations"][-1]["latex"] == "M_{33} = I_{zz3}"


def test_show_of_a_large_closed_form_is_exit_2_with_an_offer(symdyn):
    said = symdyn("show", "puma560", "torque")
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert "symdyn show puma560 program --kernel inverse_dynamics" in said.err
    assert symdyn("show", "puma560", "torque", 6).code == 0


@pytest.mark.parametrize("quantity", ["torque", "mass", "frames"])
def test_equations_with_roots_of_loops_are_refused_with_an_offer(symdyn, quantity):
    said = symdyn("show", "four_bar", quantity)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert "loops are closed with roots" in said.err and "symdyn show four_bar program" in said.err


def test_show_json_has_named_constants_with_the_equations(symdyn, tmp_path):
    path = tmp_path / "skew.yaml"
    joint = "{type: revolute, origin: {xyz: [0.1, 0.2, 0.3], rpy: [pi/7, pi/5, 0.3]}, axis: [1, 2, 3]}"
    path.write_text(f"symdyn: 1\nname: skew\njoints:\n  - {joint}\n  - {joint}\n")
    data = json.loads(symdyn("show", path, "gravity", "--json").out)
    names = [one["name"] for one in data["equations"]]
    assert names[:3] == ["g1", "g2", "k1"] and "k1*" in "".join(one["sympy"] for one in data["equations"][:2])
    assert data["equations"][2]["latex"].startswith("k_{1} = ")


def test_show_program_counts_operations_and_tells_of_passes(symdyn):
    said = symdyn("show", "two_link", "program", "--kernel", "gravity", "--passes")
    assert said.code == 0
    assert "gravity of two_link: " in said.out and "fused" in said.out
    assert all(name in said.out for name in pipeline())
    data = json.loads(symdyn("show", "two_link", "program", "--json").out)
    assert data["kernel"] == "inverse_dynamics" and data["multiplications"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("two_link", "mass", 3, 1), "mass has rows 1 to 2; there is no row 3"),
        (("two_link", "mass", "one"), "'one' is not a whole number"),
        (("two_link", "mas"), "did you mean mass?"),
        (("two_link", "mass", "--format", "tex"), "--format: unknown format 'tex'"),
        (("two_link", "mass", "--kernel", "gravity"), "--kernel: goes with program only"),
        (("two_link", "program", "--kernel", "gravit"), "--kernel: unknown kernel 'gravit'; did you mean gravity?"),
        (("two_link", "program", 1), "a program has no entries"),
        (("nobody", "mass"), "unknown robot 'nobody'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_2(symdyn, arguments, message):
    said = symdyn("show", *arguments)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert message in said.err


def test_program_of_a_robot_with_a_symbol_without_value_names_it(symdyn, planar):
    path = planar(("frames: standard_dh", "symbols: {d1: null}\nframes: standard_dh"), ("a: 0.5", "a: d1"))
    assert symdyn("show", path, "mass").code == 0
    said = symdyn("show", path, "program")
    assert said.code == 2 and "symbols.d1: the symbol has no value" in said.err


def test_nearly_special_angles_are_told_of(symdyn, planar):
    path = planar(("alpha: 0", "alpha: 1.5708"))
    assert "within 1e-4 of pi/2" in symdyn("show", path, "gravity").err
    assert symdyn("show", path, "gravity", "--snap").err == ""


def test_degrees_are_told_of(symdyn, planar):
    path = planar(("alpha: 0", "alpha: 90"))
    assert "90 looks like degrees" in symdyn("show", path, "mass").err


def test_other_notes_are_not_shown_with_equations(symdyn, planar):
    assert symdyn("show", planar(("yy: 0.06", "yy: 6")), "mass").err == ""  # no body has this inertia


@pytest.mark.parametrize("name", ["two_link.yaml", "with space.yaml"])
def test_advice_repeats_what_the_user_calls_the_robot(symdyn, tmp_path, name):
    (tmp_path / name).write_text((BUNDLED / "ddarm.yaml").read_text())
    path = str(tmp_path / name)
    assert symdyn("show", path, "mass").out.splitlines()[-1].endswith(f": symdyn show {quote(path)} mlc")
    said = symdyn("show", path, "mass", "--kernel", "gravity")
    assert said.err.endswith(f"goes with program only: symdyn show {quote(path)} program\n")


def test_the_offer_for_a_large_closed_form_repeats_what_the_user_calls_the_robot(symdyn, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a long path would be shortened
    path = Path("panda.yaml")  # a bundled robot's name too
    path.write_text((BUNDLED / "puma560.yaml").read_text())
    said = symdyn("show", path, "torque")
    assert said.code == 2
    assert f"symdyn show {path} program --kernel inverse_dynamics" in said.err
    assert said.err.endswith(", or one entry: torque 1\n")


def test_a_matrix_of_zeros_is_said_to_be_one(symdyn, planar):
    assert symdyn("show", planar(), "coriolis").out == "all entries are zero\n"
    assert symdyn("show", planar(), "coriolis", "--format", "latex").out == "% all entries are zero\n"
    assert symdyn("show", planar(), "coriolis", "--format", "mathml").out == "<!-- all entries are zero -->\n"


def test_one_thing_is_one_thing(symdyn, planar):
    assert symdyn("gen", planar(), "--only", "gravity").out.splitlines()[1].startswith("planar has 1 moving joint and ")
    assert "minimal parameters of 10 parameters" in symdyn("params", planar()).out
    only_one = (("[0, -9.81, 0]", "[0, 0, 0]"),)
    assert symdyn("params", planar(*only_one)).out.startswith("planar: 1 minimal parameter of 10 parameters\n")
    said = symdyn("gen", planar(*only_one), "--only", "mass_matrix")
    assert said.out.splitlines()[1] == "planar has 1 moving joint and 1 parameter in pi, all known"
