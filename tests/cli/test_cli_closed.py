"""What `show` and `params` tell of closed robots: how joints follow, which rows of loops do nothing, why links fit."""

import json

import pytest


def test_the_palletisers_rods_follow_as_a_person_would_write_it(symdyn):
    said = symdyn("show", "sr400", "closure")
    assert said.code == 0
    assert "q3 = q7 - q2 + pi/2\n" in said.out
    assert "q8 = q2 - q7\n" in said.out
    assert "of 5 rows of loops 2 are needed" in said.out
    assert "loop1: the origins meet along z: not needed, nothing moves it" in said.out


@pytest.mark.parametrize(
    ("form", "holds"),
    [("latex", r"q_{3} &= q_{7} - q_{2} + \frac{\pi}{2}"), ("mathml", "<msub><mi>q</mi><mn>7</mn></msub>")],
)
def test_closures_are_written_in_other_formats(symdyn, form, holds):
    assert holds in symdyn("show", "sr400", "closure", "--format", form).out


def test_json_has_every_form_of_a_closure(symdyn):
    data = json.loads(symdyn("show", "sr400", "closure", "--json").out)
    assert [one["name"] for one in data["equations"]] == ["q3", "q8", "E"]
    assert data["equations"][0]["text"] == "q7 - q2 + pi/2"


def test_motors_have_letters_of_their_own(symdyn):
    out = symdyn("show", "dvrk_psm", "closure").out
    assert "q11 = 1.2178*m6 - 0.8306*m5" in out
    assert "m6: motor6" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("panda", "closure"), "nothing closes this robot"),
        (("sr400", "closure", "1"), "a closure has no entries"),
    ],
)
def test_what_has_no_closure_to_show_is_told_in_one_line(symdyn, arguments, says):
    said = symdyn("show", *arguments)
    assert said.code == 2
    assert says in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("params", "sr400", "--form", "lin"),
        ("params", "sr400", "--form", "gautier_khalil"),
        ("show", "sr400", "program", "--form", "walker"),
        ("show", "sr400", "regressor", "--form", "recursive"),
        ("show", "sr400", "regressor", "--form", "lu_meng"),
    ],
)
def test_forms_of_papers_are_of_trees(symdyn, arguments):
    said = symdyn(*arguments)
    assert said.code == 2
    assert "loops, couplings or motors close sr400" in said.err
    assert said.err.count("\n") == 1


def test_equations_say_which_joints_their_numbers_are(symdyn):
    assert (
        "q1: joint1, q2: joint2, q3: joint4, q4: joint5, q5: joint6, q6: joint7"
        in symdyn("show", "sr400", "gravity").out
    )


def test_params_tell_the_kind_of_closure_and_the_links_that_move_in_parallel(symdyn):
    out = symdyn("params", "sr400").out
    assert "closure: linear, 6 coordinates (joint1, joint2, joint4, joint5, joint6, joint7)" in out
    assert "joint3 = joint7 - joint2 + 1/2*pi; joint8 = joint2 - joint7" in out
    assert "link8 moves parallel to link2: felt just as a part of link2.Ixx" in out


def test_params_of_motors_have_reasons_too(symdyn):
    out = symdyn("params", "dvrk_psm").out
    assert out.startswith("dvrk_psm: 49 minimal parameters of 175 parameters\nclosure: linear, 7 coordinates")
    assert "acts on a rate that" in out
    assert "link6 moves parallel to link2" in out
