"""Real robots: a Stäubli TX40 and a da Vinci patient-side arm, whose measurements are not part of this project.

The files are looked for in `shared/data` beside the project, and the tests skip where they are not.
"""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symdyn
from symdyn.cli.main import main
from symdyn.identification.vectors import minimal_matrix

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
TX40, PSM = DATA / "tx40", DATA / "dvrk_psm"
EXAMPLE = ROOT / "docs" / "examples" / "tx40"

# of a fit with the friction and rotor of motor 6 as what they add to the torques of joints 5 and 6, cross terms apart
FRICTION = {"fv": (8.10, 5.55, 1.98, 1.10, 1.85, 0.643), "fc": (7.00, 8.19, 6.30, 2.51, 3.06, 0.33)}
ROTORS = (0.0976, 0.0314, 0.0469, 0.0108)  # of joints 3 to 6


@pytest.fixture(scope="module")
def tx40(tmp_path_factory: pytest.TempPathFactory) -> Any:
    if not TX40.is_dir():
        pytest.skip(f"no measurements in {TX40}")

    def run(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
        log, columns = str(TX40 / "pos_read_data.csv"), str(EXAMPLE / "columns.yaml")
        out = str(tmp_path_factory.mktemp("tx40"))
        told = ("--columns", columns, "-o", out, "--json", *more)
        assert main(["identify", str(EXAMPLE / "tx40.yaml"), log, *told]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_tx40_has_61_parameters_and_the_literature_s_friction_and_rotors(
    tx40: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tx40(capsys)
    assert len(found["names"]) == 61 and found["condition"] < 50
    value, sigma = (dict(zip(found["names"], found[word], strict=True)) for word in ("pi", "sigma"))

    def near(names: tuple[str, ...], wanted: float) -> bool:
        total = sum(value[name] for name in names)
        return abs(total - wanted) <= max(0.03 * wanted, np.hypot.reduce([sigma[name] for name in names]))

    shared = {"fv": (5, 6), "Ia": (5, 6)}  # joints whose own column takes up part of motor 6's
    for letters, values in FRICTION.items():
        for joint, wanted in enumerate(values, start=1):
            more = (f"motor6.{letters}",) if joint in shared.get(letters, ()) else ()
            assert near((f"joint{joint}.{letters}", *more), wanted), (letters, joint)
    for joint, wanted in enumerate(ROTORS, start=3):
        assert near((f"joint{joint}.Ia", *(("motor6.Ia",) if joint in shared["Ia"] else ())), wanted), joint
    assert near(("motor6.fv",), 0.617) and near(("motor6.fc",), 1.95)


def test_tx40_is_explained_but_for_five_per_cent_and_its_file_goes_on(
    tx40: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = tx40(capsys, "--method", "ols")
    assert found["relative_error_of_all"]["fit"] == pytest.approx(0.051, abs=0.002)
    robot = symdyn.load(str(Path(found["folder"]) / "identified.yaml"))
    assert np.isfinite(robot.parameters).all() and all(
        body.physical for body in symdyn.physical_bodies(robot, robot.parameters)
    )
    only = ("--only", "inverse_dynamics")
    assert main(["gen", str(Path(found["folder"]) / "identified.yaml"), "-o", str(tmp_path), *only]) == 0
    assert main(["check", str(tmp_path / robot.name)]) == 0


# the peer's letters for what is not a link's: number -> ours; a factor where its column is scaled
NAMES = {1: "yaw", 2: "pitch", 8: "insertion", 10: "roll", 11: "wrist", 12: "jaw1", 13: "jaw2", 14: "motor6"} | {
    15: "motor7",
    16: "opening",
}
ROTOR_NAMES = {10: ("motor4", 1.0), 11: ("motor5", 1 / 1.0186), 14: ("motor6", 1.0), 15: ("motor7", 1.0)}
SIX = ("xx", "xy", "xz", "yy", "yz", "zz")
LETTERS = {"m": "m", "lx": "mx", "ly": "my", "lz": "mz", **{f"L{entry}": f"I{entry}" for entry in SIX}}


def our_name(peer: str) -> tuple[str, float]:
    """The name of a peer's parameter, and what a unit of ours is of it."""
    letter, number, rest = re.fullmatch(r"([A-Za-z]+?)(\d+)([xyz]*)", peer).groups()  # type: ignore[union-attr]
    index = int(number)
    if letter in ("m", "l", "L"):
        return f"link{index}.{LETTERS[letter + rest]}", 1.0
    if letter == "Ia":
        return f"{ROTOR_NAMES[index][0]}.Ia", ROTOR_NAMES[index][1]
    if (letter, index) == ("Fo", 10):
        return "roll.kr", -1.0  # the spring's rest takes the offset's place
    words = {"Fv": "fv", "Fc": "fc", "Fo": "fo", "K": "ks"}
    return f"{NAMES[index]}.{words[letter]}", 1.0


def peer_s_combinations(robot: symdyn.Robot) -> tuple[np.ndarray, np.ndarray]:
    """The 49 combinations as rows over our full vector, and their values."""
    place = {name: i for i, name in enumerate(robot.parameter_names)}
    rows, values = [], []
    for line in (PSM / "base_parameters_ols.csv").read_text().splitlines()[1:]:
        expression, value = line.split(";")
        row = np.zeros(len(place))
        for sign, factor, name in re.findall(r"([+-]?)\s*([\d.]+)\*(\w+)", expression):
            ours, unit = our_name(name)
            row[place[ours]] += float(f"{sign}{factor}") * unit
        rows.append(row)
        values.append(float(value))
    return np.array(rows), np.array(values)


def filtered_as_the_peer_does(name: str) -> np.ndarray:
    """q, q̇, q̈ and τ (5599, 28): Butterworth's filter of sixth order both ways, a five-point derivative of q̇."""
    from scipy.signal import butter, filtfilt

    with gzip.open(PSM / name, "rt") as stream:
        q, qd, tau = np.split(np.loadtxt(stream, delimiter=","), 3, axis=1)
    qdd = np.zeros_like(qd)
    qdd[2:-2] = (qd[:-4] - 8 * qd[1:-3] + 8 * qd[3:-1] - qd[4:]) * 200 / 12
    b, a = butter(6, 5.4 * 2 * np.pi / 200)
    return np.hstack([filtfilt(b, a, part, axis=0) for part in (q, qd, qdd, tau)])[200:-200]


def test_patient_side_arm_has_the_peer_s_49_values_and_is_judged_on_the_other_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not PSM.is_dir():
        pytest.skip(f"no measurements in {PSM}")
    names = ["time", *(f"{word}{i}" for word in ("q", "qd", "qdd", "tau") for i in range(1, 8))]
    for name in ("one", "two"):
        rows = filtered_as_the_peer_does(f"{name}_results.csv.gz")
        times = np.arange(len(rows)) / 200
        np.savez(tmp_path / f"{name}.npz", **dict(zip(names, np.column_stack([times, rows]).T, strict=True)))
    logs = (str(tmp_path / "one.npz"), "--validate", str(tmp_path / "two.npz"), "-o", str(tmp_path))
    as_it_is = ("--filter", "none", "--standstill", "0", "--method", "ols", "--no-physical", "--json")
    assert main(["identify", "dvrk_psm", *logs, *as_it_is]) == 0
    found = json.loads(capsys.readouterr().out)
    robot = symdyn.load("dvrk_psm")
    combinations, values = peer_s_combinations(robot)
    theirs = [i for i, name in enumerate(robot.parameter_names) if not name.startswith("link3.")]  # a frame, to them
    full = np.zeros(len(robot.parameter_names))
    full[theirs] = np.linalg.lstsq(minimal_matrix(robot)[:, theirs], np.array(found["pi"]), rcond=None)[0]
    assert len(found["names"]) == len(values) == 49
    assert combinations @ full == pytest.approx(values, rel=1e-6, abs=1e-9)
    held_out = found["relative_error"]["held_out"]
    assert all(held_out[motor] < 0.3 for motor in ("motor1", "motor2", "motor3")), held_out
