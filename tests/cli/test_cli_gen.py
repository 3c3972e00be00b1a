"""`symdyn gen`: what it writes and what it says."""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def run_in(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "symdyn.cli.main", *arguments],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def digest(folder: Path) -> dict[str, str]:
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in folder.iterdir()}


def test_gen_writes_the_files_of_the_contract_and_says_so(symdyn, in_an_empty_folder):
    said = symdyn("gen", "two_link")
    assert (said.code, said.err) == (0, "")
    names = {
        "two_link.h",
        "two_link.c",
        "two_link.py",
        "two_link_selftest.c",
        "CMakeLists.txt",
        "manifest.json",
        "README.md",
    }
    assert {f.name for f in (in_an_empty_folder / "two_link").iterdir()} == names
    assert said.out.startswith("wrote two_link: ") and all(name in said.out for name in names)
    assert "inverse_dynamics " in said.out and "all known" in said.out
    assert said.out.endswith("symdyn check ./two_link\n")


def test_gen_twice_under_other_hash_seeds_and_in_other_folders_gives_the_same_bytes(tmp_path):
    written = []
    for seed, folder in (("1", "a"), ("2", "b/deeper")):
        (tmp_path / folder).mkdir(parents=True)
        finished = run_in(tmp_path / folder, "gen", "dual_arm", "-o", "out", PYTHONHASHSEED=seed)
        assert (finished.returncode, finished.stderr) == (0, "")
        written.append(digest(tmp_path / folder / "out" / "dual_arm"))
    assert written[0] == written[1] and len(written[0]) == 7


def test_gen_from_a_file_gives_the_bytes_of_the_same_robot_elsewhere(symdyn, planar, in_an_empty_folder):
    symdyn("gen", planar(), "-o", "a", "--only", "gravity")
    symdyn("gen", planar(name="other_name.yaml"), "-o", "b", "--only", "gravity")
    assert digest(in_an_empty_folder / "a" / "planar") == digest(in_an_empty_folder / "b" / "planar")


def test_options_reach_the_code_and_the_manifest(symdyn, in_an_empty_folder):
    said = symdyn(
        "gen", "two_link", "--lang", "c", "--scalar", "float", "--fold", "--only", "gravity,jacobian", "coriolis"
    )
    assert said.code == 0
    folder = in_an_empty_folder / "two_link"
    assert not (folder / "two_link.py").exists()
    only = ["gravity", "jacobian", "coriolis"]
    options = {
        "languages": ["c"],
        "scalar": "float",
        "fold": True,
        "only": only,
        "laws": [],
        "trig": "vector",
        "batch": True,
    }
    assert json.loads((folder / "manifest.json").read_text())["options"] == options
    header = (folder / "two_link.h").read_text()
    assert "void two_link_gravity(const float q[2], float g[2]);" in header
    assert "inverse_dynamics" not in header


def test_sines_by_the_c_library_are_an_option_that_a_check_reads_back(symdyn, in_an_empty_folder):
    assert symdyn("gen", "two_link", "--lang", "c", "--trig", "libm", "--only", "gravity").code == 0
    folder = in_an_empty_folder / "two_link"
    assert json.loads((folder / "manifest.json").read_text())["options"]["trig"] == "libm"
    assert re.search(r"= cos\(q\[\d\]", (folder / "two_link.c").read_text())
    assert symdyn("check", str(folder)).code == 0


def test_json_is_the_only_thing_printed_and_says_what_was_written(symdyn, in_an_empty_folder):
    said = symdyn("gen", "stanford", "--json", "--only", "gravity", "-o", "out")
    data = json.loads(said.out)
    assert data["robot"] == "stanford" and data["n"] == 6
    assert Path(data["folder"]) == Path("out/stanford")
    assert set(data["files"]) == {f.name for f in Path("out/stanford").iterdir()}
    assert data["kernels"]["gravity"]["multiplications"] > 0
    assert data["unknown"] and len(data["unknown"]) <= data["parameters"]


def test_unknown_parameters_are_counted_and_named(symdyn):
    said = symdyn("gen", "stanford", "--only", "gravity")
    assert said.code == 0
    assert "of them unknown (" in said.out and "pass pi" in said.out


def test_near_angles_are_reported_and_snap_rounds_them(symdyn, planar, in_an_empty_folder):
    path = planar(("alpha: 0", "alpha: 1.5708"))
    kept = symdyn("gen", path, "-o", "kept", "--only", "forward_kinematics")
    assert kept.code == 0 and kept.err.startswith("warning: ") and "1.5708" in kept.err
    snapped = symdyn("gen", path, "-o", "snapped", "--only", "forward_kinematics", "--snap")
    assert snapped.code == 0
    kept_code, snapped_code = (
        (in_an_empty_folder / f / "planar" / "planar.c").read_text() for f in ("kept", "snapped")
    )
    assert len(snapped_code) < len(kept_code)  # cos(pi/2) leaves no trace


def test_a_second_gen_replaces_the_first(symdyn, in_an_empty_folder):
    symdyn("gen", "two_link", "--only", "gravity")
    first = digest(in_an_empty_folder / "two_link")
    symdyn("gen", "two_link", "--only", "jacobian", "--lang", "python")
    second = digest(in_an_empty_folder / "two_link")
    assert set(second) == {"two_link.py", "manifest.json", "README.md"}
    assert first["two_link.py"] != second["two_link.py"]
    assert [f.name for f in in_an_empty_folder.iterdir()] == ["two_link"]


KILLED_WHILE_WRITING = """
import os, signal, sys
import symdyn.package.output
from symdyn.cli.main import main

step, write_text = int(sys.argv[1]), symdyn.package.output._write_text
def counted(path, text):
    global step
    step -= 1
    if step == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    write_text(path, text)
symdyn.package.output._write_text = counted
main(["gen", "two_link", "--only", "jacobian"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.parametrize("step", [1, 4])
def test_a_kill_during_gen_leaves_the_old_output_whole_and_the_next_gen_clears_up(step, symdyn, in_an_empty_folder):
    symdyn("gen", "two_link", "--only", "gravity")
    old = digest(in_an_empty_folder / "two_link")
    killed = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_WRITING, str(step)], cwd=in_an_empty_folder, check=False
    )
    assert killed.returncode == -9
    assert digest(in_an_empty_folder / "two_link") == old
    assert len(list(in_an_empty_folder.iterdir())) == 2  # the killed one's folder beside
    assert symdyn("gen", "two_link", "--only", "jacobian").code == 0
    assert [f.name for f in in_an_empty_folder.iterdir()] == ["two_link"]
    assert digest(in_an_empty_folder / "two_link") != old


MASSLESS = (("mass: 3", "mass: 0"), ("xx: 0.01", "xx: 0"), ("yy: 0.06", "yy: 0"), ("zz: 0.06", "zz: 0"))
WITHOUT_INERTIAL = """<robot name="bare"><link name="base_link"/><link name="a"/>
<joint name="hinge" type="continuous"><parent link="base_link"/><child link="a"/></joint></robot>"""


def test_a_joint_that_moves_no_inertia_is_a_warning_that_names_it(symdyn, planar):
    said = symdyn("gen", planar(*MASSLESS), "--only", "forward_dynamics", "gravity", "--json")
    assert said.code == 0
    note = (
        "joint1: moves no inertia; give what it moves a mass and an inertia, or the joint a rotor_inertia; "
        "forward_dynamics gives no useful numbers with these parameters"
    )
    assert said.err == f"warning: {note}\n"
    assert json.loads(said.out)["notes"] == [note]


IDLE = "hinge: moves no inertia; give what it moves a mass and an inertia, or the joint a rotor_inertia"
CAMERA = WITHOUT_INERTIAL.replace(
    "</robot>",
    """<link name="arm"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="lift" type="continuous"><parent link="base_link"/><child link="arm"/></joint></robot>""",
)


def test_kernels_that_a_robot_cannot_have_are_left_out_with_a_warning(symdyn, tmp_path):
    (tmp_path / "camera.urdf").write_text(CAMERA)
    said = symdyn("gen", tmp_path / "camera.urdf", "-o", tmp_path / "out", "--json")
    assert said.code == 0 and f"warning: {IDLE}; forward_dynamics, state_matrices are left out\n" in said.err
    made = set(json.loads(said.out)["kernels"])
    assert {"jacobian", "inverse_dynamics"} <= made and not made & {"forward_dynamics", "state_matrices"}
    assert symdyn("check", tmp_path / "out" / "bare").code == 0


def test_a_robot_without_any_inertia_has_its_kinematics(symdyn, tmp_path):
    (tmp_path / "bare.urdf").write_text(WITHOUT_INERTIAL)
    said = symdyn("gen", tmp_path / "bare.urdf", "-o", tmp_path / "out", "--json")
    assert said.code == 0 and "warning: no link has a mass or an inertia" in said.err
    made = set(json.loads(said.out)["kernels"])
    assert made == {"forward_kinematics", "jacobian"}
    assert symdyn("check", tmp_path / "out" / "bare").code == 0


@pytest.mark.parametrize("asked", [("--only", "jacobian", "forward_dynamics"), ("--law", "computed_torque")])
def test_kernels_that_a_robot_cannot_have_are_refused_where_they_are_asked_for(symdyn, tmp_path, asked):
    (tmp_path / "bare.urdf").write_text(WITHOUT_INERTIAL)
    said = symdyn("gen", tmp_path / "bare.urdf", "-o", tmp_path / "out", *asked)
    assert said.code == 2 and "bare: " in said.err and said.err.endswith(" needs it\n")
    assert not (tmp_path / "out").exists()


def test_a_joint_that_moves_no_inertia_does_not_matter_where_nothing_is_divided_by_it(symdyn, planar):
    assert symdyn("gen", planar(*MASSLESS), "--only", "gravity").err == ""


def test_a_rotor_is_inertia_enough(symdyn, planar):
    rotor = ("  - type: revolute", "  - rotor_inertia: 0.1\n    type: revolute")
    assert symdyn("gen", planar(*MASSLESS, rotor), "--only", "forward_dynamics").err == ""


def test_parameters_that_no_robot_has_are_a_warning(symdyn, planar):
    said = symdyn("gen", planar(("zz: 0.06", "zz: -6")), "--only", "forward_dynamics")
    assert "warning: joint1: moves no inertia" not in said.err
    assert "the mass matrix is not positive definite" in said.err
