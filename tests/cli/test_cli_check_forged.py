"""What checked code and names of files say is printed on one line, as text, and is never a verdict."""

import json
import sys
from xml.etree import ElementTree

import pytest

FORGED = "all is well\n\ntwo_link: passed\x1b[2K\x9b1A\u202e"
ESCAPED = r"all is well\n\ntwo_link: passed\x1b[2K\x9b1A\u202e"
PLACES = {"loaded": "import numpy as np\n", "called": "    g[..., 0] = "}


@pytest.fixture
def folder(symdyn, in_an_empty_folder):
    """A small generated folder."""
    assert symdyn("gen", "two_link", "--lang", "python", "--only", "gravity").code == 0
    return in_an_empty_folder / "two_link"


def spoil(folder, when, statement):
    """Have the module do something when it is loaded or called."""
    text, place = (folder / "two_link.py").read_text(), PLACES[when]
    assert place in text
    indent = "" if when == "loaded" else "    "
    lines = "".join(f"{indent}{line}\n" for line in statement.splitlines())
    (folder / "two_link.py").write_text(text.replace(place, f"{lines}{place}", 1))


def is_plain(text):
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("when", PLACES)
def test_what_checked_code_raises_is_told_on_one_line(symdyn, folder, tmp_path, when):
    spoil(folder, when, f"raise ValueError({FORGED + 'x' * 10_000!r})")
    said = symdyn("check", folder, "--junit", tmp_path / "check.xml")
    assert said.code == 1 and is_plain(said.out)
    (failure, *_) = [line for line in said.out.splitlines() if ESCAPED in line]
    assert failure.startswith("FAIL ") and len(failure) < 500
    assert said.out.splitlines()[-1].startswith("two_link: FAILED")
    assert not any(line.startswith("two_link: passed") for line in said.out.splitlines())
    messages = [failure.get("message") for failure in ElementTree.parse(tmp_path / "check.xml").iter("failure")]
    assert any(ESCAPED in message for message in messages) and all(message.isprintable() for message in messages)


@pytest.mark.parametrize("when", PLACES)
@pytest.mark.parametrize("error", ["CacheError", "BuildError", "InputError", "SymdynError"])
def test_an_error_of_symdyns_that_checked_code_raises_is_a_failure_of_the_code(symdyn, folder, when, error):
    spoil(folder, when, f"import symdyn.errors\nraise symdyn.errors.{error}('the disk is full')")
    said = symdyn("check", folder)
    assert (said.code, said.err) == (1, "")
    what = "Python" if when == "loaded" else "gravity, Python"
    assert f"FAIL {what}: {error}: the disk is full" in said.out


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_names_of_files_are_told_on_one_line(symdyn, folder):
    (folder / FORGED).write_text("mine\n")
    (folder / ("long" * 60)).write_text("mine\n")
    said = symdyn("check", folder)
    assert said.code == 0 and is_plain(said.out)
    (line,) = [line for line in said.out.splitlines() if line.startswith("  not symdyn's: ")]
    assert ESCAPED in line and len(line) < 300
    assert FORGED in json.loads(symdyn("check", folder, "--json").out)["files"]["foreign"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_names_that_a_manifest_records_are_told_on_one_line(symdyn, folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"]["two\x9b1A\u2028link.c"] = "0" * 64
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "two\x9b1A\u2028link.c").write_text("mine\n")
    said = symdyn("check", folder)
    assert said.code == 1 and is_plain(said.out)
    assert r"FAIL two\x9b1A\u2028link.c has been changed" in said.out


def test_a_message_holds_nothing_that_a_terminal_acts_on(symdyn):
    said = symdyn("check", "two\x1b[2Klink.yaml")
    assert said.code == 2 and r"two\x1b[2Klink.yaml" in said.err and is_plain(said.err)
