"""Files that cannot be robots, and names that nothing has, are refused in one line."""

from pathlib import Path

import pytest
from minimal_robot import TEXT

from symdyn.errors import InputError
from symdyn.model import load


def _bytes_file(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def test_a_binary_file_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"robot.yaml:2: the file is not UTF-8 text"):
        load(_bytes_file(tmp_path / "robot.yaml", b"symdyn: 1\n\xff\xfe\x00\x01"))
    with pytest.raises(InputError, match=r"is this a binary file"):
        load(_bytes_file(tmp_path / "robot.yaml", b"\x7fELF\x02\x01\x01\x00\x00"))


def test_a_file_that_is_too_large_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"robot.yaml: the file is larger than 2 MB"):
        load(_bytes_file(tmp_path / "robot.yaml", b"# " + b"x" * 2_000_000))


def test_a_directory_a_missing_file_and_a_foreign_suffix_are_refused(tmp_path):
    with pytest.raises(InputError, match="is a directory; give the file inside it"):
        load(tmp_path)
    with pytest.raises(InputError, match="there is no such file"):
        load(tmp_path / "robot.yaml")
    with pytest.raises(InputError, match=r"expected a name that ends in .yaml, .urdf, .xacro, .xml"):
        load(_bytes_file(tmp_path / "robot.txt", b"symdyn: 1"))
    with pytest.raises(InputError, match="the file cannot be read"):
        load("a\0b.yaml")
    with pytest.raises(InputError, match="the file cannot be read: File name too long"):
        load("x" * 5000 + ".yaml")


def test_an_unreadable_file_is_refused(tmp_path, monkeypatch):
    path = _bytes_file(tmp_path / "robot.yaml", TEXT.encode())

    def deny(*_arguments, **_options):  # permission bits do not stop every user who runs tests
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(InputError, match=r"robot.yaml: the file cannot be read: permission denied"):
        load(path)


def test_an_unknown_bundled_name_lists_the_names_and_suggests_one():
    with pytest.raises(InputError, match=r"unknown robot 'pumma560'; did you mean puma560\? valid: .*ddarm"):
        load("pumma560")


def test_something_else_than_a_robot_is_refused():
    with pytest.raises(InputError, match="cannot load a int; give a path, a bundled name or a mapping"):
        load(3)  # type: ignore[arg-type]


def test_a_robot_says_in_one_line_which_it_is():
    assert repr(load("panda")) == "<robot panda: RRRRRRR, n = 7, 70 of 70 parameters known>"
