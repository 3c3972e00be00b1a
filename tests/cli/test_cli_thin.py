"""Hair-thin geometry on the command line: told about, rounded when asked, refused only where doubles cannot hold it."""

import json
from pathlib import Path
from typing import Any

import pytest
from thin_robots import as_urdf, thin_arm

FAR = """\
symdyn: 1
name: far
frames: standard_dh
joints:
  - type: revolute
    dh: {a: 0.3, alpha: pi/2, d: 0.1, theta: 0}
    link: {mass: 1, com: [0, 0.1, 0], inertia: {xx: 0.1, xy: 0, xz: 0, yy: 0.1, yz: 0, zz: 0.1}}
  - type: revolute
    dh: {a: 1e13, alpha: 0, d: 0.1, theta: 0}
    link: {mass: 1, com: [0.1-1e13, 0, 0], inertia: {xx: 0.1, xy: 0, xz: 0, yy: 0.1, yz: 0, zz: 0.1}}
"""


@pytest.fixture
def thin(tmp_path: Path) -> Path:
    path = tmp_path / "thin.urdf"
    path.write_text(as_urdf(thin_arm(2, axes={0: ("1e-6", "1e-6", "1"), 1: ("5e-12", "-1e-22", "1")})))
    return path


def test_gen_tells_about_thin_axes_and_check_passes(symdyn: Any, thin: Path) -> None:
    said = symdyn("gen", thin, "-o", "here", "--only", "inverse_dynamics", "mass_matrix", "--lang", "python")
    assert said.code == 0
    (warning,) = (line for line in said.err.splitlines() if "axis" in line)
    assert "joints[0].axis: 1e-6 1e-6 1 is nearly 0 0 1 but not equal" in warning
    assert "likewise 1 other axis: joints[1].axis; 10 parameters as written, 4 with --snap" in warning
    assert symdyn("check", Path("here") / "thin").code == 0


def test_gen_with_snap_takes_the_special_axes_and_says_so(symdyn: Any, thin: Path) -> None:
    said = symdyn("gen", thin, "-o", "here", "--only", "gravity", "--lang", "python", "--snap")
    assert said.code == 0 and "joints[0].axis: 1e-6 1e-6 1 was rounded to 0 0 1" in said.err
    manifest = json.loads((Path("here") / "thin" / "manifest.json").read_text())
    assert [joint["axis"] for joint in manifest["robot"]["joints"]] == [[0, 0, 1], [0, 0, 1]]


def test_params_compares_thin_axes_with_rounded_ones(symdyn: Any, thin: Path) -> None:
    said = symdyn("params", thin)
    assert said.code == 0 and "joints[0].axis: 1e-6 1e-6 1 is nearly 0 0 1" in said.out
    assert "with the geometry rounded (--snap): " in said.out
    near = json.loads(symdyn("params", thin, "--json").out)["near_special"]
    assert near["as_written"] > near["rounded"]


def test_gen_refuses_what_doubles_cannot_hold_and_writes_nothing(symdyn: Any, tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    path.write_text(FAR)
    said = symdyn("gen", path)
    assert said.code == 2 and not list(Path.cwd().iterdir())
    (line,) = (line for line in said.err.splitlines() if "doubles cannot hold" in line)
    assert "--snap" in line and "Traceback" not in said.err
