"""Files that are none: pipes, devices, loops of links, other encodings, other line ends, names without end."""

import os
import sys

import pytest

from symdyn.errors import MAX_MESSAGE

unix = pytest.mark.skipif(sys.platform == "win32", reason="files of Unix")


@unix
@pytest.mark.parametrize("name", ["robot.yaml", "robot.urdf"])
def test_a_pipe_that_nobody_writes_into_is_refused_and_not_waited_for(symdyn, tmp_path, name):
    os.mkfifo(tmp_path / name)
    said = symdyn("params", tmp_path / name)
    assert said.code == 2 and "is a pipe or a device, which may never end; save it as a file" in said.err


@unix
def test_scenarios_and_motions_that_are_pipes_are_refused(symdyn, tmp_path):
    os.mkfifo(tmp_path / "swing.yaml")
    os.mkfifo(tmp_path / "motion.csv")
    assert "is a pipe" in symdyn("simulate", "two_link", "--scenario", tmp_path / "swing.yaml").err
    text = "scenario: 1\nduration: 1\ntrajectory: {type: file, file: motion.csv}\n"
    (tmp_path / "run.yaml").write_text(text)
    said = symdyn("simulate", "two_link", "--scenario", tmp_path / "run.yaml", "--controller", "computed_torque")
    assert said.code == 2 and "motion.csv: is a pipe" in said.err


@unix
def test_devices_and_links_to_themselves_are_refused(symdyn, tmp_path):
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    assert "is a pipe or a device" in symdyn("params", tmp_path / "zero.yaml").err
    assert "symbolic links" in symdyn("params", tmp_path / "loop.yaml").err


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_of_other_systems_are_read(symdyn, planar, ends):
    path = planar()
    path.write_bytes(path.read_text().replace("\n", ends).encode())
    assert symdyn("params", path).code == 0


def test_a_byte_order_mark_is_passed_over_and_other_encodings_are_refused(symdyn, planar):
    path = planar()
    text = path.read_text()
    path.write_bytes(text.encode("utf-8-sig"))
    assert symdyn("params", path).code == 0
    path.write_bytes(text.encode("utf-16"))
    assert "is not UTF-8 text" in symdyn("params", path).err


LONG = "x" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ("gen", LONG),
        ("gen", f"{LONG}.yaml"),
        ("gen", "/".join([LONG[:200]] * 15) + "/robot.yaml"),
        ("gen", "two_link", "--only", LONG),
        ("gen", "two_link", "--law", LONG),
        ("gen", "two_link", "--lang", LONG),
        ("gen", "two_link", "--scalar", LONG),
        ("gen", "two_link", "--trig", LONG),
        ("gen", "two_link", f"--{LONG}"),
        ("gen", "two_link", "-o", LONG),
        ("check", LONG),
        ("check", "two_link", "--junit", LONG),
        ("show", "two_link", LONG),
        ("show", "two_link", "mass", LONG),
        ("show", "two_link", "torque", "--format", LONG),
        ("show", "two_link", "program", "--kernel", LONG),
        ("params", "two_link", "--form", LONG),
        ("simulate", "--scenario", LONG),
        ("simulate", "--scenario", "panda_load", "--controller", LONG),
        ("simulate", "--scenario", "panda_load", "--format", LONG),
        ("simulate", "--scenario", "panda_load", "--rate", LONG),
        ("simulate", "--scenario", "panda_load", "--seed", LONG),
        ("simulate", "--scenario", "panda_load", "--runs", "2", "--dask", LONG),
        ("bench", LONG),
        (LONG,),
    ],
    ids=lambda arguments: " ".join(word[:12] for word in arguments),
)
def test_a_message_stays_short_whatever_the_names(symdyn, arguments):
    said = symdyn(*arguments)
    assert said.code == 2
    assert said.err.count("\n") == 1 and len(said.err) <= MAX_MESSAGE + 1, said.err


def test_an_internal_error_stays_short_too(symdyn, monkeypatch):
    def broken(*arguments, **options):
        raise RuntimeError(LONG)

    monkeypatch.setattr("symdyn.generate.generate", broken)
    said = symdyn("gen", "two_link")
    assert said.code == 70 and len(said.err) <= MAX_MESSAGE + 1
    assert said.err.startswith("error: internal error: RuntimeError: xxx") and "please report it" in said.err


def test_a_field_without_end_is_told_in_a_short_line(symdyn, tmp_path):
    inside = "{" + "x" * 50 + ": "
    (tmp_path / "robot.yaml").write_text(f"symdyn: 1\nname: arm\njoints: {inside * 35}1{'}' * 35}\n")
    said = symdyn("params", tmp_path / "robot.yaml")
    assert said.code == 2 and len(said.err) <= MAX_MESSAGE + 1


BEYOND = (("mass: 3", "mass: 1e50"),)


def test_numbers_beyond_float_are_refused_where_code_is_in_float(symdyn, planar, in_an_empty_folder):
    said = symdyn("gen", planar(*BEYOND), "--scalar", "float")
    assert said.code == 2 and said.err.count("\n") == 1
    assert said.err.startswith("error: --scalar: ") and "beyond what a float holds, 3.4e+38; use double" in said.err
    assert list(in_an_empty_folder.iterdir()) == []
    assert symdyn("gen", planar(*BEYOND)).code == 0


def test_torques_beyond_float_are_refused_though_every_parameter_fits(symdyn, planar):
    large = (("mass: 3", "mass: 1e30"), ("a: 0.5", "a: 1e9"), ("com: [-0.25", "com: [1e4"))
    assert "beyond what a float holds" in symdyn("gen", planar(*large), "--scalar", "float").err
