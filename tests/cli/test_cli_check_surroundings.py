"""`symdyn check` where something is missing around it: a compiler, a cache, a place for its findings."""

import json
import os
import sys
from xml.etree import ElementTree

import pytest

NO_COMPILER = "no C compiler here; `symdyn doctor` says what to install"


@pytest.fixture
def folder(symdyn, in_an_empty_folder):
    """A small generated folder with C and Python."""
    assert symdyn("gen", "two_link", "--only", "gravity").code == 0
    return in_an_empty_folder / "two_link"


@pytest.fixture
def no_compiler(monkeypatch):
    monkeypatch.setenv("CC", "/bin/false")


def test_a_folder_with_c_fails_where_its_c_cannot_be_checked(symdyn, folder, no_compiler, tmp_path):
    said = symdyn("check", folder, "--junit", tmp_path / "check.xml")
    assert said.code == 1
    failures = [line for line in said.out.splitlines() if line.startswith("FAIL")]
    assert failures == [f"FAIL C: could not be checked: {NO_COMPILER}"]
    assert said.out.splitlines()[-1].startswith("two_link: FAILED, ")
    suite = ElementTree.parse(tmp_path / "check.xml").getroot()
    (case,) = suite.findall("testcase[failure]")
    assert case.get("name") == "C" and case.find("failure").get("message").startswith("could not be checked: ")
    assert (suite.get("failures"), suite.get("skipped")) == ("1", "0")


def test_json_of_a_folder_with_c_says_that_its_c_could_not_be_checked(symdyn, folder, no_compiler):
    said = symdyn("check", folder, "--json")
    data = json.loads(said.out)
    assert (said.code, data["passed"], data["left_out"]) == (1, False, {})
    assert data["failures"] == [f"C: could not be checked: {NO_COMPILER}"]


def test_a_folder_of_python_alone_needs_no_compiler(symdyn, no_compiler):
    assert symdyn("gen", "two_link", "--only", "gravity", "--lang", "python").code == 0
    said = symdyn("check", "./two_link")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("two_link: passed, worst error")


def test_a_robot_fails_too_where_its_c_cannot_be_checked(symdyn, no_compiler):
    said = symdyn("check", "two_link", "--only", "gravity")
    assert said.code == 1
    assert f"FAIL C: could not be checked: {NO_COMPILER}" in said.out


def test_c_may_be_missing_where_that_is_allowed_and_the_verdict_says_so(symdyn, no_compiler, folder, tmp_path):
    allowed = ("--allow-missing", "c")
    assert "passed, C left out, worst error" in symdyn("check", folder, *allowed).out
    said = symdyn("check", "two_link", "--only", "gravity", *allowed, "--junit", tmp_path / "check.xml")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("two_link: passed, C left out, worst error")
    data = json.loads(symdyn("check", "two_link", "--only", "gravity", *allowed, "--json").out)
    assert data["passed"] and data["unchecked"] == ["c"] and data["left_out"] == {"c": NO_COMPILER}
    suite = ElementTree.parse(tmp_path / "check.xml").getroot()
    assert (suite.get("failures"), suite.get("skipped")) == ("0", "1")


@pytest.mark.parametrize(
    "option", [("--allow-missing", "rust"), ("--time-limit", "soon"), ("--time-limit", "0"), ("--time-limit", "nan")]
)
def test_what_cannot_be_allowed_is_told_in_one_line(symdyn, option):
    said = symdyn("check", "two_link", *option)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"error: {option[0]}") and said.err.count("\n") == 1


@pytest.mark.parametrize("law", [(), ("--law", "pd_gravity")])
def test_a_cache_that_cannot_be_written_is_no_verdict_on_the_code(symdyn, monkeypatch, tmp_path, law):
    (tmp_path / "file").write_text("mine\n")
    monkeypatch.setenv("SYMDYN_CACHE", str(tmp_path / "file" / "cache"))
    said = symdyn("check", "two_link", "--only", "gravity", *law)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and "set SYMDYN_CACHE to another" in said.err


@pytest.mark.parametrize("place", ["nowhere/check.xml", "folder", "file/check.xml", "", "a\0b"])
def test_a_place_where_no_findings_can_go_is_told_before_the_check(symdyn, monkeypatch, in_an_empty_folder, place):
    (in_an_empty_folder / "folder").mkdir()
    (in_an_empty_folder / "file").write_text("mine\n")
    monkeypatch.setattr("symdyn.check.check_robot", lambda *arguments: pytest.fail("checked first"))
    said = symdyn("check", "two_link", "--junit", place)
    assert (said.code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and "cannot be written" in said.err
    assert sorted(item.name for item in in_an_empty_folder.iterdir()) == ["file", "folder"]


def test_a_report_takes_the_place_of_an_earlier_one_and_of_nothing_else(symdyn, in_an_empty_folder):
    words = ("check", "two_link", "--only", "gravity", "--junit")
    report = in_an_empty_folder / "check.xml"
    assert symdyn(*words, report).code == 0
    (in_an_empty_folder / "link.xml").symlink_to("check.xml")
    assert symdyn(*words, "link.xml").code == 0
    assert (in_an_empty_folder / "link.xml").is_symlink() and report.read_text().startswith("<testsuite")
    report.write_text("symdyn: 1\n")
    said = symdyn(*words, report)
    assert (said.code, said.out) == (2, "") and "is not a JUnit report, so it is not replaced" in said.err
    assert report.read_text() == "symdyn: 1\n"


def test_a_report_to_a_device_is_written_to_it_and_does_not_replace_it(symdyn, tmp_path):
    null = tmp_path / "null"
    null.symlink_to("/dev/null")
    said = symdyn("check", "two_link", "--only", "gravity", "--junit", null)
    assert said.code == 0
    assert null.is_symlink() and null.is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes there")
def test_a_report_to_a_pipe_is_refused_before_the_check_since_nobody_may_read_it(symdyn, monkeypatch, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    monkeypatch.setattr("symdyn.check.check_robot", lambda *arguments: pytest.fail("checked first"))
    for place in (tmp_path / "pipe", tmp_path / "link"):
        said = symdyn("check", "two_link", "--junit", place)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith(f"error: {place}: is a pipe") and said.err.count("\n") == 1
    assert (tmp_path / "pipe").is_fifo()
