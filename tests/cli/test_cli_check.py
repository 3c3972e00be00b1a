"""`symdyn check`: its table, its exit codes, and what machines read."""

import json
from xml.etree import ElementTree

import pytest

from symdyn.errors import InputError

PYTHON_ALONE = ("--lang", "python", "--only", "gravity", "mass_matrix")


@pytest.fixture
def folder(symdyn, in_an_empty_folder):
    """A small generated folder."""
    assert symdyn("gen", "two_link", *PYTHON_ALONE).code == 0
    return in_an_empty_folder / "two_link"


def spoil(folder):
    """Flip a sign in the gravity of the Python module."""
    text = (folder / "two_link.py").read_text()
    start = text.index("def gravity")
    at = text.index(" + ", start)
    (folder / "two_link.py").write_text(text[:at] + " - " + text[at + 3 :])


def test_a_robot_that_is_right_has_a_table_and_exit_0(symdyn):
    said = symdyn("check", "two_link", "--only", "gravity", "potential_energy")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0].startswith("two_link: double kernels of symdyn ")
    assert any(line.split()[:2] == ["gravity", "64"] and line.endswith("ok") for line in lines)
    assert any(line.startswith("gravity = dP/dq") and line.endswith("ok") for line in lines)
    assert lines[-1].startswith("two_link: passed, worst error of a kernel ")


def test_a_folder_as_it_was_written_is_checked_with_its_files(symdyn, folder):
    said = symdyn("check", "./two_link")
    assert said.code == 0
    assert "files: all 3 in two_link are what symdyn" in said.out


def test_a_wrong_kernel_is_exit_1_and_is_named(symdyn, folder):
    spoil(folder)
    said = symdyn("check", folder)
    assert said.code == 1
    assert "FAIL gravity, Python: error " in said.out
    assert "FAIL two_link.py has been changed since it was generated" in said.out
    assert "FAIL mass_matrix" not in said.out
    assert said.out.splitlines()[-1].startswith("two_link: FAILED")


def test_a_hand_edited_file_is_exit_1_and_is_named(symdyn, folder):
    (folder / "README.md").write_text("mine\n")
    said = symdyn("check", folder)
    assert said.code == 1
    assert "  edited    README.md" in said.out


def test_a_bundled_name_means_the_robot_even_beside_a_folder_of_that_name(symdyn, folder):
    spoil(folder)
    assert symdyn("check", "two_link", "--only", "gravity").code == 0
    assert symdyn("check", "two_link/").code == 1


def test_json_says_all_that_the_table_says(symdyn, folder):
    spoil(folder)
    said = symdyn("check", folder, "--json")
    data = json.loads(said.out)
    assert said.code == 1 and data["passed"] is False
    kernels = {line["name"]: line for line in data["kernels"]}
    assert kernels["mass_matrix"]["passed"] and not kernels["gravity"]["passed"]
    assert kernels["gravity"]["errors"]["python"]["error"] > 1e-3
    assert kernels["gravity"]["errors"]["python"]["where"]
    assert data["files"]["differing"] == [
        {"name": "two_link.py", "state": "edited", "why": "has been changed since it was generated"}
    ]
    assert len(data["failures"]) == 2
    assert data["left_out"] == {"c": "was not generated"}


def test_json_has_no_infinities(symdyn, folder):
    text = (folder / "two_link.py").read_text()
    (folder / "two_link.py").write_text(text.replace("g[..., 0] = ", "g[..., 0] = np.inf * "))
    said = symdyn("check", folder, "--json")
    data = json.loads(said.out, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert data["worst_error"] is None and said.code == 1


def test_junit_has_a_case_for_every_kernel_law_and_folder(symdyn, folder, tmp_path):
    symdyn("check", folder, "--junit", tmp_path / "right.xml")
    right = ElementTree.parse(tmp_path / "right.xml").getroot()
    spoil(folder)
    assert symdyn("check", folder, "--junit", tmp_path / "wrong.xml").code == 1
    wrong = ElementTree.parse(tmp_path / "wrong.xml").getroot()
    assert right.get("failures") == "0" and wrong.get("failures") == "2"
    assert {case.get("name") for case in right} >= {"gravity", "mass_matrix", "M = Mᵀ", "Python", "C"}
    assert [case.get("name") for case in wrong if case.find("failure") is not None] == ["gravity", str(folder)]
    assert "gravity, Python: error" in wrong.find("*/failure").get("message")
    assert int(right.get("tests")) == len(right) and right.get("skipped") == "1"


def test_junit_that_cannot_be_written_is_one_line(symdyn, folder, in_an_empty_folder):
    said = symdyn("check", folder, "--junit", "nowhere/check.xml")
    assert said.code == 2 and said.err.count("\n") == 1 and "nowhere/check.xml" in said.err
    assert symdyn("check", folder, "--junit", ".").code == 2
    assert [item.name for item in in_an_empty_folder.iterdir()] == ["two_link"]


@pytest.mark.parametrize("option", [("--fold",), ("--scalar", "float"), ("--only", "gravity"), ("--snap",)])
def test_options_do_not_go_with_a_folder(symdyn, folder, option):
    said = symdyn("check", folder, *option)
    assert said.code == 2 and option[0] in said.err and said.err.count("\n") == 1


def test_folded_floats_can_be_checked_in_place(symdyn):
    assert symdyn("gen", "two_link", *PYTHON_ALONE, "--fold", "--scalar", "float").code == 0
    said = symdyn("check", "./two_link")
    assert said.code == 0
    assert said.out.startswith("two_link: float kernels")


def test_a_time_limit_is_for_compiling_too_and_without_one_compiling_has_longer(symdyn, monkeypatch):
    conducts = []

    def check_robot(robot, options, show, conduct):
        conducts.append(conduct)
        raise InputError("stopped here")

    monkeypatch.setattr("symdyn.check.check_robot", check_robot)
    symdyn("check", "two_link")
    symdyn("check", "two_link", "--time-limit", "7")
    assert [(one.time_limit, one.compile_limit) for one in conducts] == [(60.0, 1800.0), (7.0, 7.0)]


@pytest.mark.parametrize("target", ["nowhere/panda", "./nowhere"])
def test_a_folder_that_is_not_there_is_called_a_folder(symdyn, in_an_empty_folder, target):
    said = symdyn("check", target)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"error: {target}: no such folder; give a robot, or a folder that `symdyn gen` wrote\n"
