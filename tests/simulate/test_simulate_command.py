"""`symdyn simulate` as a user meets it: what it returns, says and writes."""

import csv
import io
import json
import subprocess
import sys

import pytest
from swinging_pendulum import PENDULUM, SCENARIO

from symdyn.cli.main import main


@pytest.fixture
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (joint,) = PENDULUM["joints"]
    strong = joint | {"limits": joint["limits"] | {"effort": 8}}  # no friction is presumed that matters
    (tmp_path / "pendulum.yaml").write_text(json.dumps(PENDULUM | {"joints": [strong]}))
    return folder


@pytest.fixture
def simulate(here, tmp_path, capsys):
    """Return a function that runs the command on the pendulum, with a scenario."""

    def run(text, *arguments):
        (tmp_path / "swing.yaml").write_text(text)
        words = ["simulate", tmp_path / "pendulum.yaml", "--scenario", tmp_path / "swing.yaml", *arguments]
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return int(code), printed.out, printed.err

    return run


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def is_one_line(text):
    return text.endswith("\n") and text.count("\n") == 1 and "Traceback" not in text


def test_data_summary_and_figures_are_written_and_the_table_is_printed(simulate, here):
    code, out, err = simulate(SCENARIO, "-o", "out")
    assert (code, err) == (0, "")
    assert "swing: pendulum under computed_torque, at 200 Hz, 0.5 s" in out and "within 0.01 from 0 s on" in out
    written = files(here / "out" / "swing_computed_torque")
    assert set(written) == {
        *("swing.csv", "summary.json", "summary.txt", "manifest.json"),
        *("tracking.png", "errors.png", "torques.png"),
    }
    rows = list(csv.DictReader(io.StringIO(written["swing.csv"].decode())))
    assert len(rows) == 101 and float(rows[-1]["q1"]) == pytest.approx(0.6, abs=1e-3)
    assert list(rows[0])[:4] == ["time", "q1", "qd1", "q_d1"]
    assert written["tracking.png"].startswith(b"\x89PNG")
    assert json.loads(written["summary.json"])["joints"][0]["name"] == "joint1"


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(simulate, here):
    noisy = SCENARIO + "noise: {position: 0.001}\n"
    for name, seed, figures in (("a", 1, "svg"), ("b", 1, "svg"), ("c", 2, "none")):
        assert simulate(noisy, "-o", name, "--seed", seed, "--figures", figures)[0] == 0
    first, second, third = (files(here / name / "swing_computed_torque") for name in "abc")
    assert first == second
    assert first["swing.csv"] != third["swing.csv"] and first["tracking.svg"].startswith(b"<?xml")
    assert b"<dc:date>" not in first["tracking.svg"]


def test_json_is_the_summary_with_its_gains(simulate):
    code, out, _ = simulate(SCENARIO, "--json", "--figures", "none")
    data = json.loads(out)
    assert code == 0 and data["law"] == "computed_torque" and data["gains"]["Kp"] == [100.0]
    assert data["settling_time"] == 0.0 and data["files"] == [
        "manifest.json",
        "summary.json",
        "summary.txt",
        "swing.csv",
    ]


def test_an_earlier_output_is_replaced_and_a_folder_of_somebody_else_is_not(simulate, here):
    simulate(SCENARIO)
    code, _, err = simulate(SCENARIO, "--figures", "none")
    assert code == 0 and "tracking.png" not in files(here / "swing_computed_torque")
    (here / "swing_computed_torque" / "manifest.json").write_text("{}")
    code, _, err = simulate(SCENARIO, "--figures", "none")
    assert code == 2 and is_one_line(err) and "not output of symdyn" in err


def test_an_edited_manifest_of_a_run_is_the_users(simulate, here):
    simulate(SCENARIO, "--figures", "none")
    manifest = here / "swing_computed_torque" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"kind"', '"note": "mine", "kind"'))
    code, _, err = simulate(SCENARIO, "--figures", "none")
    assert code == 2 and is_one_line(err) and "manifest.json was edited" in err and "mine" in manifest.read_text()


def test_parquet_holds_the_same_columns(simulate, here):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert simulate(SCENARIO, "--format", "parquet", "--figures", "none")[0] == 0
    table = parquet.read_table(here / "swing_computed_torque" / "swing.parquet")
    assert table.num_rows == 101 and table.column_names[:3] == ["time", "q1", "qd1"]


def test_a_run_that_diverges_is_exit_1_with_one_line_and_its_data(simulate, here):
    text = (
        SCENARIO.replace("computed_torque", "feedforward")
        + "divergence: 0.5\ndisturbances: [{type: pulse, torque: 60}]\n"
    )
    code, out, err = simulate(text)
    assert code == 1 and is_one_line(err)
    assert err.startswith("stopped at 0.") and "q = " in err and "STOPPED" in out
    rows = files(here / "swing_feedforward")["swing.csv"].decode().splitlines()
    assert 5 < len(rows) < 100
    end = rows[-1].split(",")[0]
    assert f"at 200 Hz, {float(end):g} s" in out and f"STOPPED at {float(end):.4g} s" in out


def test_infeasible_limits_and_unreachable_positions_are_warnings(simulate):
    code, _, err = simulate(SCENARIO.replace("[0.6]", "[2.5]") + "torque_limits: 3\n", "--figures", "none")
    assert code == 0
    assert all(line.startswith("warning: ") for line in err.splitlines()) and len(err.splitlines()) == 3
    assert "infeasible" in err and "cannot reach" in err


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        (SCENARIO.replace("0.5", "x"), (), "swing.yaml:2: duration: 'x'"),
        (SCENARIO, ("--controller", "pid"), "unknown law 'pid'"),
        (SCENARIO.replace("law: computed_torque, ", ""), (), "controller.law: the scenario names no law"),
        (SCENARIO.replace("rate", "gains: {computed_torque: {Kp: -1}}, rate"), (), "controller.gains.computed_torque"),
        (SCENARIO, ("--rate", "-3"), "--rate: must be a number of Hz"),
        (SCENARIO, ("--format", "xlsx"), "--format: unknown format 'xlsx'; valid: csv, parquet"),
        (SCENARIO, ("--figures", "gif"), "--figures: unknown format 'gif'; valid: png, svg, pdf, none"),
        (SCENARIO, ("--runs", "0"), "--runs: must be 1 or more"),
        (SCENARIO, ("--runs", "2"), "monte_carlo: the scenario has none"),
        (SCENARIO, ("--dask", "x"), "--dask: belongs to --runs"),
        (SCENARIO, ("--seed", "-1"), "--seed: must be 0 or more"),
        (SCENARIO + "noise: {position: 1}\n", ("--rate", "continuous"), "noise needs samples"),
        (SCENARIO, ("--controller", "slotine_li_composite", "--rate", "continuous"), "learns from sample to sample"),
        (SCENARIO.replace("200", "1e10"), (), "swing.yaml:4: controller.rate: 5e+09 steps and 251 recorded rows need"),
        (SCENARIO, ("--rate", "1e10"), "GB of memory, of 4 GB at most; take a lower rate than 1e+10 Hz, or simulate"),
        (SCENARIO.replace("0.5", "1e9"), (), "swing.yaml:2: duration: 2e+11 steps and 2e+11 recorded rows need about"),
        (SCENARIO.replace("200", "2e7") + "record: 1e7\n", (), "swing.yaml:5: record: 1e+07 steps and 5e+06 recorded"),
        (
            SCENARIO + "monte_carlo: {bodies: [1, 2]}\n",
            ("--runs", "1000000"),
            "--runs: 1000000 outcomes need about 8",
        ),
    ],
)
def test_wrong_input_is_one_line_exit_2_and_nothing_written(text, arguments, said, simulate, here):
    code, out, err = simulate(text, *arguments)
    assert (code, out) == (2, "") and is_one_line(err) and said in err, err
    assert list(here.iterdir()) == []


def test_runs_give_quantiles(simulate, here):
    text = SCENARIO + "monte_carlo: {bodies: [0.8, 1.2]}\n"
    code, out, err = simulate(text, "--runs", "3", "--workers", "1", "--figures", "none")
    assert (code, err) == (0, "") and "swing: 3 runs of pendulum under computed_torque" in out
    assert "swing_runs.csv" in files(here / "swing_computed_torque_runs")


def test_a_run_and_many_runs_leave_each_other_alone(simulate, here):
    text = SCENARIO + "monte_carlo: {bodies: [0.8, 1.2]}\n"
    assert simulate(text, "--figures", "none")[0] == 0
    assert simulate(text, "--runs", "2", "--workers", "1", "--figures", "none")[0] == 0
    assert "swing.csv" in files(here / "swing_computed_torque")
    assert "swing_runs.csv" in files(here / "swing_computed_torque_runs")


LEARNING = SCENARIO.replace("computed_torque, ", "slotine_li,\n  ")
PATH = "path,\n tool: [1, 0, 0], points: [[9, 0, 0], [9, 1, 0]]"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LEARNING.replace("rate", "gains: {slotine_li: {K: -1}}, rate"), "swing.yaml:5: controller.gains.slotine_li.K"),
        (LEARNING.replace("rate", "theta: {link1.x: 1}, rate"), "swing.yaml:5: controller.theta.'link1.x': unknown"),
        (SCENARIO + "model:\n  unknown:\n    - link1.n\n", "swing.yaml:7: model.unknown[0]: "),
        (SCENARIO.replace("minimum_jerk, from: [0.1], to: [0.6]", PATH), "swing.yaml:3: trajectory: its start is out"),
    ],
)
def test_a_fault_found_after_reading_is_told_with_its_line(text, said, simulate):
    code, _, err = simulate(text)
    assert code == 2 and is_one_line(err) and said in err, err


def test_bundled_scenarios_are_listed(capsys):
    assert main(["simulate", "--list"]) == 0
    out = capsys.readouterr().out
    assert "lu_meng_1993" in out and "puma4" in out
    assert main(["simulate", "--list", "--json"]) == 0
    listed = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert listed["panda_load"]["robot"] == "panda" and listed["walker_tree"]["about"].startswith(
        "A tree under Walker's law"
    )


def test_progress_is_a_bar_on_a_terminal_only(simulate, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    _, _, err = simulate(SCENARIO, "--figures", "none")
    assert "swing: [" in err and "%" in err and err.endswith("\r\x1b[K")


def test_symdyn_is_imported_without_scipy_and_matplotlib():
    heavy = ("scipy", "matplotlib")
    program = f"import sys, symdyn, symdyn.simulate; symdyn.load; print([m for m in {heavy} if m in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"


def test_figures_that_nobody_asked_for_are_left_out_where_nothing_draws(simulate, here, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = simulate(SCENARIO)
    assert code == 0 and "note: no figures: matplotlib is not installed; pip install 'symdyn-codegen" in err
    assert not list(here.rglob("*.png")) and list(here.rglob("*.csv"))


@pytest.mark.parametrize(("package", "said"), [("scipy", "needs SciPy"), ("matplotlib", "need matplotlib")])
def test_a_missing_package_is_told_with_what_to_install(package, said, simulate, here, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    code, _, err = simulate(SCENARIO, "--figures", "png")
    assert code == 2 and is_one_line(err) and said in err and "pip install 'symdyn-codegen[simulate]'" in err
    assert list(here.iterdir()) == []


def test_a_missing_pyarrow_is_told(simulate, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = simulate(SCENARIO, "--format", "parquet")
    assert code == 2 and is_one_line(err) and "pip install 'symdyn-codegen[parquet]'" in err


def test_a_file_of_a_run_that_was_edited_is_not_replaced_but_set_aside_with_force(simulate, here):
    assert simulate(SCENARIO, "--figures", "none")[0] == 0
    (folder,) = here.iterdir()
    (folder / "summary.txt").write_text("mine\n")
    code, _, told = simulate(SCENARIO, "--figures", "none")
    assert code == 2 and "summary.txt was edited: nothing was written" in told
    code, _, told = simulate(SCENARIO, "--figures", "none", "--force")
    assert code == 0 and "summary.txt.user1" in told
    assert (folder / "summary.txt.user1").read_text() == "mine\n"
