"""Whatever is wrong with the input: one line that says where, exit 2, no traceback, nothing written."""

import os
import sys
from pathlib import Path

import pytest

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
)

# what is wrong -> (text of a valid file, what stands there instead), the line and words that must be in the message
IN_THE_FILE = {
    "unknown key": (("frames:", "farmes:"), "robot.yaml:4: ", "frames"),
    "unknown key of a link": (("com:", "center:"), "robot.yaml:10: joints[0].link", "com"),
    "missing field": (("symdyn: 1\n", ""), "robot.yaml:1: ", "symdyn"),
    "missing joint type": (("type: revolute\n    dh", "dh"), "robot.yaml:6: joints[0]", "revolute"),
    "duplicate key": (("frames:", "name: twice\nframes:"), "robot.yaml:4: ", "twice"),
    "duplicate name": (
        ("  - type: revolute", "  - {name: a, type: fixed}\n  - name: a\n    type: revolute"),
        "joints[1].name",
        "'a'",
    ),
    "name that is no identifier": (("name: planar", "name: 2-link"), "robot.yaml:2: name", "identifier"),
    "C keyword as a name": (("name: planar", "name: while"), "robot.yaml:2: name", "keyword"),
    "path as a name": (("name: planar", "name: ../x"), "robot.yaml:2: name", "identifier"),
    "absolute path as a name": (("name: planar", "name: /tmp/x"), "robot.yaml:2: name", "identifier"),
    "unknown parent": (("- type: revolute", "- parent: nobody\n    type: revolute"), "joints[0].parent", "nobody"),
    "cycle": (("- type: revolute", "- parent: link1\n    type: revolute"), "joints[0].parent", "link1"),
    "NaN": (("mass: 3", "mass: .nan"), "robot.yaml:9: joints[0].link.mass", ""),
    "infinity": (("mass: 3", "mass: .inf"), "robot.yaml:9: joints[0].link.mass", ""),
    "negative mass": (("mass: 3", "mass: -3"), "robot.yaml:9: joints[0].link.mass", "negative"),
    "call that is not allowed": (("mass: 3", "mass: exec(1)"), "robot.yaml:9: joints[0].link.mass", "sqrt"),
    "Python in an expression": (("mass: 3", "mass: ().__class__"), "robot.yaml:9: joints[0].link.mass", ""),
    "200 nested parentheses": (("mass: 3", f"mass: {'(' * 200}3{')' * 200}"), "robot.yaml:9: ", "nested"),
    "division by zero": (("mass: 3", "mass: 1/0"), "robot.yaml:9: joints[0].link.mass", "zero"),
    "tab": (("  - type", "\t- type"), "robot.yaml:6: ", "tab"),
    "alias bomb": (("joints:", f"{BOMB}joints:"), "robot.yaml:", ""),
    "object tag": (("mass: 3", "mass: !!python/object/apply:os.getcwd []"), "robot.yaml:9: ", "tag"),
    "loops": (("joints:", "loops: [1]\njoints:"), "robot.yaml:5: loops[0]", "expected a mapping"),
    "unknown symbol": (("a: 0.5", "a: l1"), "robot.yaml:7: joints[0].dh.a", "l1"),
    "symbol without a value": (
        (
            "joints:\n  - type: revolute\n    dh: {a: 0.5",
            "symbols: {l1: null}\njoints:\n  - type: revolute\n    dh: {a: l1",
        ),
        "symbols.l1",
        "no value",
    ),
}


def nothing_was_written(here: Path) -> bool:
    return list(here.iterdir()) == []


def is_one_line(text: str) -> bool:
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text


@pytest.mark.parametrize("command", ["gen", "check"])
@pytest.mark.parametrize("fault", IN_THE_FILE)
def test_a_fault_in_the_robot_file_is_told_in_one_line(fault, command, symdyn, planar, in_an_empty_folder):
    replacement, where, word = IN_THE_FILE[fault]
    said = symdyn(command, planar(replacement))
    assert said.code == 2
    assert is_one_line(said.err), said.err
    assert "robot.yaml" in said.err.removeprefix("error: ").split(": ")[0]
    assert where in said.err and word in said.err, said.err
    assert said.out == ""
    assert nothing_was_written(in_an_empty_folder)


def test_an_inertia_that_no_body_has_is_a_warning_and_code_is_written(symdyn, planar, in_an_empty_folder):
    said = symdyn("gen", planar(("yy: 0.06", "yy: 6")), "--only", "gravity")
    assert said.code == 0
    assert is_one_line(said.err)
    assert said.err.startswith("warning: ") and "robot.yaml:11: joints[0].link.inertia" in said.err
    assert (in_an_empty_folder / "planar" / "planar.c").is_file()


def test_files_that_are_no_robot_files_are_told_in_one_line(symdyn, tmp_path, in_an_empty_folder):
    (tmp_path / "empty.yaml").write_text("")
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)))
    (tmp_path / "elf.yaml").write_bytes(b"\x7fELF\x02\x01\x01\x00\x00")
    (tmp_path / "number.yaml").write_text("42\n")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "robot.txt").write_text("symdyn: 1\n")
    for name in ("empty.yaml", "binary.yaml", "elf.yaml", "number.yaml", "folder.yaml", "robot.txt", "absent.yaml"):
        said = symdyn("gen", tmp_path / name)
        assert (said.code, said.out) == (2, ""), name
        assert is_one_line(said.err) and name in said.err
    assert nothing_was_written(in_an_empty_folder)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_told_in_one_line(symdyn, planar, in_an_empty_folder):
    path = planar()
    path.chmod(0)
    said = symdyn("gen", path)
    assert said.code == 2 and is_one_line(said.err) and "permission" in said.err
    assert nothing_was_written(in_an_empty_folder)


def test_a_file_that_the_system_refuses_to_open_is_told_in_one_line(symdyn, planar, monkeypatch, in_an_empty_folder):
    path = planar()

    def refuse(self, *arguments, **options):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    said = symdyn("gen", path)
    assert said.code == 2 and is_one_line(said.err) and "permission denied" in said.err
    assert nothing_was_written(in_an_empty_folder)


@pytest.mark.parametrize(
    "arguments",
    [
        ("gen",),
        ("generate", "two_link"),
        ("gen", "two_link", "--unknown"),
        ("gen", "two_link", "three_link"),
        ("gen", "no_such_robot"),
        ("gen", "../two_link"),
        ("gen", ""),
        ("gen", "two\nlink"),
        ("gen", "two\0link.yaml"),
        ("gen", "two_link", "--lang", "c,fortran"),
        ("gen", "two_link", "--lang", ""),
        ("gen", "two_link", "--scalar", "half"),
        ("gen", "two_link", "--only", "gravitation"),
        ("gen", "two_link", "--only", ","),
        ("gen", "two_link", "-o", ""),
        ("gen", "two_link", "-o", "a\0b"),
        ("gen", "stanford", "--fold"),
        ("check", "no_such_robot"),
        ("check", "."),
        ("robots", "extra"),
        ("doctor", "--nonsense"),
    ],
)
def test_wrong_arguments_are_told_in_one_line(arguments, symdyn, in_an_empty_folder):
    said = symdyn(*arguments)
    assert said.code == 2
    assert is_one_line(said.err), said.err
    assert said.out == ""
    assert nothing_was_written(in_an_empty_folder)


def test_names_that_are_wrong_are_answered_with_the_valid_ones(symdyn):
    assert "did you mean gravity?" in symdyn("gen", "two_link", "--only", "gravty").err
    assert "valid: c, python" in symdyn("gen", "two_link", "--lang", "rust").err
    assert "valid: double, float" in symdyn("gen", "two_link", "--scalar", "half").err
    assert "did you mean two_link?" in symdyn("gen", "twolink").err
    assert "; fold needs every parameter" in symdyn("gen", "stanford", "--fold").err


def test_fold_of_a_joint_that_moves_no_inertia_names_the_kernel(symdyn, planar, in_an_empty_folder):
    massless = (("mass: 3", "mass: 0"), ("xx: 0.01", "xx: 0"), ("yy: 0.06", "yy: 0"), ("zz: 0.06", "zz: 0"))
    said = symdyn("gen", planar(*massless), "--fold")
    assert said.code == 2 and is_one_line(said.err) and "forward_dynamics divides by zero" in said.err
    assert nothing_was_written(in_an_empty_folder)


def test_an_output_that_cannot_be_written_is_told_in_one_line(symdyn, in_an_empty_folder):
    (in_an_empty_folder / "file").write_text("mine\n")
    (in_an_empty_folder / "two_link").mkdir()
    (in_an_empty_folder / "two_link" / "mine.c").write_text("mine\n")
    (in_an_empty_folder / "linked").mkdir()
    (in_an_empty_folder / "linked" / "two_link").write_text("mine\n")
    before = sorted(in_an_empty_folder.rglob("*"))
    for out, word in (
        ("file", "file"),
        ("file/deeper", "file"),
        (".", "not output of symdyn"),
        ("linked", "is a file"),
    ):
        said = symdyn("gen", "two_link", "--only", "gravity", "-o", out)
        assert said.code == 2 and is_one_line(said.err), said.err
        assert word in said.err.lower()
    assert sorted(in_an_empty_folder.rglob("*")) == before
    assert (in_an_empty_folder / "two_link" / "mine.c").read_text() == "mine\n"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_an_output_folder_that_is_not_writable_is_told_in_one_line(symdyn):
    said = symdyn("gen", "two_link", "--only", "gravity", "-o", "/proc/symdyn")  # not even root may write there
    assert said.code == 2 and is_one_line(said.err) and "cannot write the output" in said.err


def test_a_folder_with_a_manifest_of_something_else_is_not_replaced(symdyn, in_an_empty_folder):
    folder = in_an_empty_folder / "two_link"
    folder.mkdir()
    for text in ('{"name": "a web app"}', "[]", "{", '{"manifest": 1, "symdyn": "0", "files": []}'):
        (folder / "manifest.json").write_text(text)
        said = symdyn("gen", "two_link", "--only", "gravity")
        assert said.code == 2 and "not output of symdyn" in said.err
        assert (folder / "manifest.json").read_text() == text
