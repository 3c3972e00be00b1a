"""A manifest that says what no manifest of symdyn says is refused in one line, and nothing that it names is opened."""

import json
import os
import sys

import pytest

from symdyn.check import check_folder
from symdyn.cli.main import main
from symdyn.errors import InputError

HASH = "0" * 64


def into_files(name, recorded=HASH):
    return lambda manifest: manifest["files"].update({name: recorded})


CHANGES = {
    "a number for a hash": into_files("two_link.py", 3),
    "a list for a hash": into_files("two_link.py", []),
    "no hash": into_files("two_link.py", None),
    "a short hash": into_files("two_link.py", "abc"),
    "a device": into_files("/dev/zero"),
    "a file above": into_files("../two_link/two_link.py"),
    "the folder itself": into_files("."),
    "the folder above": into_files(".."),
    "a path with backslashes": into_files("..\\two_link.py"),
    "no name": into_files(""),
    "a NUL in a name": into_files("a\0b"),
    "half a letter in a name": into_files("\ud800"),
    "a long name": into_files("a" * 10_000),
    "a list of files": lambda manifest: manifest.update(files=["two_link.py"]),
    "a number for the version": lambda manifest: manifest.update(symdyn=1),
    "a mapping for the version": lambda manifest: manifest.update(symdyn={}),
    "a list for the schema": lambda manifest: manifest.update(manifest=[1]),
    "a path for the robot": lambda manifest: manifest.update(robot="/dev/zero"),
    "a bundled name for the robot": lambda manifest: manifest.update(robot="panda"),
    "a list for the robot": lambda manifest: manifest.update(robot=[]),
    "a number for a joint": lambda manifest: manifest["robot"].update(joints=[1]),
    "numbers for languages": lambda manifest: manifest["options"].update(languages=[1]),
    "a number for languages": lambda manifest: manifest["options"].update(languages=1),
    "an unknown language": lambda manifest: manifest["options"].update(languages=["rust"]),
    "a mapping for the scalar": lambda manifest: manifest["options"].update(scalar={}),
    "a word for fold": lambda manifest: manifest["options"].update(fold="no"),
    "nests for kernels": lambda manifest: manifest["options"].update(only=[["gravity"]]),
    "an unknown law": lambda manifest: manifest["options"].update(laws=["anarchy"]),
    "a list for the sines": lambda manifest: manifest["options"].update(trig=[]),
}


def told_in_one_line(capsys, folder):
    code = main(["check", str(folder)])
    said = capsys.readouterr()
    assert (code, said.out) == (2, "")
    assert said.err.count("\n") == 1 and "internal error" not in said.err
    return said.err


@pytest.mark.parametrize("what", CHANGES)
def test_a_tampered_manifest_is_wrong_input(small, what, capsys):
    manifest = json.loads((small / "manifest.json").read_text())
    CHANGES[what](manifest)
    (small / "manifest.json").write_text(json.dumps(manifest))
    assert "manifest.json: " in told_in_one_line(capsys, small)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"manifest": ' * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not JSON"),
        (b"", "not JSON"),
        (b'{"manifest": 1' + b"0" * 10_000 + b"}", "not JSON"),
        (b"[]", "it lacks"),
        (b"null", "it lacks"),
    ],
)
def test_a_manifest_that_is_none_is_wrong_input(small, text, told, capsys):
    (small / "manifest.json").write_bytes(text)
    assert told in told_in_one_line(capsys, small)


def test_a_huge_manifest_is_not_read(small, capsys):
    with (small / "manifest.json").open("wb") as stream:
        stream.truncate(1 << 40)  # sparse: it takes no place
    assert "is larger than" in told_in_one_line(capsys, small)


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes and devices there")
@pytest.mark.parametrize("place", ["manifest.json", "two_link.py"])
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_pipe_or_a_device_is_not_read(small, place, kind):
    (small / place).unlink()
    if kind == "pipe":
        os.mkfifo(small / place)
    elif kind == "device":
        (small / place).symlink_to("/dev/zero")
    else:
        (small / place).mkdir()
    if place == "manifest.json":
        with pytest.raises(InputError, match=r"is not a plain file|Is a directory"):
            check_folder(small)
    else:
        result = check_folder(small)
        assert result.failed_backends == {"python": "two_link.py is not there"}


def test_a_large_file_of_the_users_beside_is_not_read(small):
    with (small / "recording.bin").open("wb") as stream:
        stream.truncate(1 << 40)
    result = check_folder(small)
    assert result.passed and result.files.foreign == ("recording.bin",)
