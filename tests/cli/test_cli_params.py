"""`symdyn params` as a user meets it."""

import json
from importlib.resources import files

import pytest


@pytest.fixture
def crooked_scara(tmp_path):
    """A SCARA whose twist of half a turn is off by 3e-6 rad."""
    text = (files("symdyn") / "sources" / "robots" / "scara.yaml").read_text(encoding="utf-8")
    assert text.count("alpha: pi") == 1
    path = tmp_path / "scara.yaml"
    path.write_text(text.replace("alpha: pi", "alpha: 3.141595653589793"))
    return path


def test_params_counts_and_proves(symdyn):
    data = json.loads(symdyn("params", "stanford", "--json").out)
    assert (data["count"], data["of"]) == (33, 60)
    assert data["certificate"]["rank"] == 33 and data["certificate"]["relations"] == 27
    assert data["parameters"][8] == {
        "number": 9,
        "name": "link3.m",
        "symbol": "mR3",
        "expression": "m3 + m4 + m5 + m6",
        "value": None,
    }
    assert set(data["reasons"]) == set(data["combined"]) | set(data["unidentifiable"])


def test_a_crooked_twist_is_reported_with_what_it_does_to_the_count(symdyn, crooked_scara):
    said = symdyn("params", crooked_scara)
    assert said.code == 0 and said.out.startswith("scara: 14 minimal parameters of 40")
    assert "joints[2].dh.alpha: 3.141595653589793 is within 1e-4 of pi but not equal" in said.out
    assert "as written: 14 minimal parameters; with the angle rounded (--snap): 8" in said.out
    data = json.loads(symdyn("params", crooked_scara, "--json").out)
    assert (data["near_special"]["as_written"], data["near_special"]["rounded"]) == (14, 8)
    assert json.loads(symdyn("params", "scara", "--json").out)["near_special"] is None


def test_snap_takes_the_rounded_geometry(symdyn, crooked_scara):
    said = symdyn("params", crooked_scara, "--snap")
    assert said.out.startswith("scara: 8 minimal parameters of 40")
    assert "was rounded to pi" in said.err and "as written" not in said.out


def test_without_gravity_the_difference_to_the_theorem_is_shown(symdyn, tmp_path):
    text = (files("symdyn") / "sources" / "robots" / "puma560.yaml").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "rotor_inertia" not in line]
    path = tmp_path / "puma560.yaml"
    path.write_text("\n".join(lines).replace("gravity: [0, 0, -9.80665]", "gravity: [0, 0, 0]"))
    said = symdyn("params", path)
    assert said.out.startswith("puma560: 34 minimal parameters of 60")
    assert "Lin's Theorem 2, which needs gravity, would count 36" in said.out
    said = symdyn("params", path, "--form", "lin")
    assert said.code == 2 and "Theorem 2 needs gravity" in said.err and said.err.count("\n") == 1


def test_lin_form_shows_the_pivot_set_beside_it(symdyn):
    data = json.loads(symdyn("params", "ddarm", "--form", "lin", "--json").out)
    first = data["parameters"][0]
    assert (first["name"], first["in_pivot_set"]) == ("U1_zz", "IzzR1 + Izz3")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(("two_link", "--form", "khalil"), "unknown form 'khalil'"), (("nobody",), "unknown robot 'nobody'")],
)
def test_wrong_input_is_one_line_and_exit_2(symdyn, arguments, message):
    said = symdyn("params", *arguments)
    assert said.code == 2 and said.out == "" and said.err.count("\n") == 1
    assert message in said.err


def test_twelve_joints_of_general_twists_are_printed_rounded_and_exactly(symdyn, tmp_path):
    rows = (f"{{a: 0.{101 + i}, alpha: 0.{701 + 3 * i}, d: 0.{301 + 7 * i}, theta: 0}}" for i in range(12))
    joints = "".join(f"  - {{type: revolute, dh: {row}, link: {{}}}}\n" for row in rows)
    path = tmp_path / "chain.yaml"
    path.write_text(f"symdyn: 1\nname: chain\ngravity: [0, 0, -9.81]\nframes: modified_dh\njoints:\n{joints}")
    assert "≈ a coefficient that is too long to print, rounded" in symdyn("params", path).out
    data = json.loads(symdyn("params", path, "--json").out)
    assert data["count"] == 80 and data["constants"]
    assert any(name in one["expression"] for one in data["parameters"] for name in data["constants"])
