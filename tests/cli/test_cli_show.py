"""`symdyn show` as a user meets it."""

import json

import pytest

from symdyn.passes.pipeline import pipeline


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
