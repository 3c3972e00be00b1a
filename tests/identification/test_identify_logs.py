"""Logs as people have them: other names, units, gears, bad rows; and files that are no logs."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from recorded_motion import ARM, recorded, write_csv

import symdyn
from symdyn.errors import InputError
from symdyn.identification.logs import Log, open_log
from symdyn.identification.logs.clean import Turns
from symdyn.identification.logs.signals import LowPass, chosen_cutoff, mean_spectrum
from symdyn.identification.logs.stretches import stretches
from symdyn.identification.logs.survey import survey


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


def written(folder: Path, text: str, name: str = "run.csv") -> Path:
    path = folder / name
    path.write_text(text)
    return path


@pytest.mark.parametrize("ending", ["csv", "npz", "parquet"])
def test_every_format_reads_as_the_same_log(arm: symdyn.Robot, tmp_path: Path, ending: str) -> None:
    log = recorded(arm, 1, seconds=1)
    assert log.tau is not None
    path = tmp_path / f"run.{ending}"
    if ending == "csv":
        write_csv(log, path)
    elif ending == "npz":
        np.savez(path, time=log.time, q=log.q, tau=log.tau)
    else:
        pytest.importorskip("pyarrow")
        import pyarrow
        import pyarrow.parquet

        columns = {"time": log.time, **{f"q{i + 1}": log.q[:, i] for i in range(2)}}
        columns |= {f"tau{i + 1}": log.tau[:, i] for i in range(2)}
        pyarrow.parquet.write_table(pyarrow.table(columns), path)
    read = symdyn.read_log(path, arm)
    assert read.tau is not None and read.qd is None and read.wrench is None
    assert np.allclose(read.q, log.q, rtol=1e-11, atol=1e-11)  # twelve digits in the text
    assert np.allclose(read.tau, log.tau, rtol=1e-11, atol=1e-9)


@pytest.mark.parametrize(
    ("head", "between", "point"),
    [("", ";", ","), ("", "\t", ","), ("", ";", "."), ("", "  ", "."), ("# ", " ", ".")],
)
def test_numbers_are_read_with_commas_too_and_columns_between_anything(
    arm: symdyn.Robot, tmp_path: Path, head: str, between: str, point: str
) -> None:
    log = recorded(arm, 1, seconds=1)
    assert log.tau is not None
    rows = np.column_stack([log.time, log.q, log.tau])
    lines = [between.join(f"{x:.12g}".replace(".", point) for x in row) for row in rows]
    path = written(tmp_path, "\n".join([head + between.join(["time", "q1", "q2", "tau1", "tau2"]), *lines]))
    read = symdyn.read_log(path, arm)
    assert np.allclose(read.q, log.q, rtol=1e-11, atol=1e-11)  # twelve digits in the text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("time,q1,q2,tau1,tau2\n0,5,1,5,2,3,0,1,0,2\n", "put semicolons between columns"),
        ("time;q1;q2;tau1;tau2\n0,5;1.234,5;2;3;4\n", "a comma and a point in '1.234,5'"),
    ],
)
def test_commas_that_may_mean_either_are_told(arm: symdyn.Robot, tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        symdyn.read_log(written(tmp_path, text), arm)


def test_remarks_trailing_commas_units_and_a_line_that_was_cut_off(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=1)
    names, *rows = write_csv(log, tmp_path / "run.csv").read_text().splitlines()
    remarks = ["# robot 7, on Monday", "# 500 Hz"]
    text = "\n".join([*remarks, names, "s,rad,rad,Nm,Nm", *rows[:-1], rows[-1][:20]])
    read = symdyn.read_log(written(tmp_path, text), arm)
    assert np.allclose(read.q, log.q[:-1], rtol=1e-11, atol=1e-11)  # twelve digits in the text
    assert read.notes == ("run.csv: 2 of 501 rows left out: an entry is not a finite number",)
    read = symdyn.read_log(written(tmp_path, "\n".join([names, *(f"{row}," for row in rows)])), arm)
    assert np.allclose(read.q, log.q, rtol=1e-11, atol=1e-11) and not read.notes


def test_a_file_of_columns_tells_names_units_gears_and_offsets(arm: symdyn.Robot, tmp_path: Path) -> None:
    rows = "\n".join(f"{1000 + 2 * i},{10 * i},{-i},{i / 10},{i / 5}" for i in range(20))
    path = written(tmp_path, "t,motor a,motor b,current a,current b\n" + rows)
    told = """columns: 1
time: {column: t, unit: ms}
q: {columns: [motor a, motor b], unit: deg}
tau: {columns: [current a, current b], scale: [0.5, 2]}
gear: [10, -2]
offset: [0, pi/2]
"""
    log = symdyn.read_log(path, arm, written(tmp_path, told, "columns.yaml"))
    i = np.arange(20)
    assert log.tau is not None
    assert np.allclose(log.time, 1 + 0.002 * i)
    assert np.allclose(log.q, np.column_stack([np.radians(i), np.radians(i / 2) + np.pi / 2]))
    assert np.allclose(log.tau, np.column_stack([0.5 * i, -0.8 * i]))


def test_a_transmission_keeps_the_power_of_motors(arm: symdyn.Robot, tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    motors = draw.normal(size=(30, 6))
    names = "a,b,ad,bd,ta,tb\n"
    path = written(tmp_path, names + "\n".join(",".join(map(repr, map(float, row))) for row in motors))
    told = """columns: 1
rate: 100
q: [a, b]
qd: {columns: [ad, bd]}
tau: {columns: [ta, tb]}
transmission: [[30, 0], [20, 25]]
"""
    log = symdyn.read_log(path, arm, written(tmp_path, told, "columns.yaml"))
    assert log.qd is not None and log.tau is not None
    power = np.sum(log.qd * log.tau, axis=1)
    assert np.allclose(power, np.sum(motors[:, 2:4] * motors[:, 4:], axis=1))


def test_bad_rows_are_left_out_and_counted(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=1)
    path = write_csv(log, tmp_path / "run.csv")
    lines = path.read_text().splitlines()
    lines[10] = lines[10].replace(lines[10].split(",")[1], "nan")
    lines[20] = lines[19]
    parts = lines[30].split(",")
    lines[30] = ",".join([parts[0], str(float(parts[1]) + 100), *parts[2:]])
    path.write_text("\n".join(lines))
    read = symdyn.read_log(path, arm)
    assert len(read.time) == len(log.time) - 3
    assert [note.partition("left out: ")[2] for note in read.notes] == [
        "an entry is not a finite number",
        "time stands still or goes back",
        "a position jumps away and back",
    ]


def test_a_log_that_pauses_is_cut_and_jitter_is_evened_out(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1, seconds=4)
    draw = np.random.default_rng(0)
    jittered = recorded(arm, 1, seconds=4)
    moved = jittered.time + 1e-4 * draw.uniform(size=len(jittered.time))
    from dataclasses import replace

    pause = replace(log, time=np.where(log.time > 2, log.time + 3, log.time))
    assert [len(part.time) for part in stretches(pause)] == [1001, 999]
    (even,) = stretches(replace(jittered, time=moved))
    assert np.ptp(np.diff(even.time)) < 1e-9


def test_the_cut_off_lies_above_the_motion_and_below_the_noise() -> None:
    time = np.arange(0, 10, 1e-3)
    q = np.sin(2 * np.pi * 3 * time)[:, None]
    noisy = q + 1e-4 * np.random.default_rng(0).normal(size=q.shape)
    for signal in (q, noisy):
        assert 6 < chosen_cutoff(signal, 1000.0) < 40


def test_a_short_stretch_of_a_log_does_not_choose_the_cut_off_of_all(arm: symdyn.Robot) -> None:
    """Its spectrum is so coarse that any motion seems fast; a fast run is one where it is long enough to show it."""
    log = recorded(arm, 1)
    rows = np.arange(len(log.time))
    whole = survey(log, arm).keep_low.cutoff
    cut = survey(log.rows((rows < 150) | (rows > 160)), arm).keep_low.cutoff
    bursts = survey(log.rows(rows % 1500 > 20), arm).keep_low.cutoff
    assert cut <= 1.2 * whole and bursts <= 3 * whole  # 3 s show no less than a few periods of 1 Hz
    fast = recorded(arm, 2, seconds=48)
    assert log.tau is not None and fast.tau is not None
    time = np.concatenate([log.time, 30 + fast.time / 4])
    both = Log("both", time, np.concatenate([log.q, fast.q]), tau=np.concatenate([log.tau, fast.tau]))
    assert survey(both, arm).keep_low.cutoff > 2 * whole


def test_derivatives_of_what_passes_the_filter_are_exact() -> None:
    """Of 100 samples a second; differences of neighbours would lose a part of 0.003 of a rate, and twice that next."""
    time, w = np.arange(0, 20, 0.01), 2 * np.pi * 2
    found = LowPass(12.0, 100.0).rates(np.sin(w * time)[:, None], 2)
    wanted = (np.sin(w * time), w * np.cos(w * time), -(w**2) * np.sin(w * time))
    for one, other in zip(found, wanted, strict=True):
        assert np.abs(one[300:-300, 0] - other[300:-300]).max() < 2e-6 * np.abs(other).max()  # (2/12)^8, and ends


@pytest.mark.parametrize("size", [512, 1001])
def test_spectra_are_scipy_s(size: int) -> None:
    from scipy.signal import welch

    x = np.cumsum(np.random.default_rng(0).normal(size=(4000, 2)), axis=0)
    ours = mean_spectrum(x, 250.0, size)
    theirs = welch(x, 250.0, window="hann", nperseg=size, detrend="linear", axis=0)
    assert np.allclose(ours[0], theirs[0], rtol=1e-12)
    assert np.abs(ours[1] - theirs[1]).max() < 1e-12 * theirs[1].max()  # rounding


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "must name the columns"),
        ("1,2,3\n4,5,6\n", "must name the columns"),
        ("time,q1,q1,tau1\n", "there are two columns 'q1'"),
        ("time,q1,q2,tau1,tau2\n", "holds no measurements"),
        ("time,q1,tau1,tau2\n0,1,2,3\n1,2,3,4\n", "there is a column 'q1' but none called 'q2'"),
        ("time,a,b\n0,1,2\n1,2,3\n", "there are no positions"),
        ("q1,q2,tau1,tau2\n0,1,2,3\n1,2,3,4\n", "there is no column 'time'"),
        ("time,q1,q2,tau1,tau2\n0,1,2,3,4\n1,2,3\n", "run.csv:3: has 3 entries, and line 1 names 5 columns"),
        ("time,q1,q2,tau1,tau2\n[s],[rad],[rad]\n0,1,2,3,4\n", "run.csv:2: has 3 .* remarks before it start with #"),
        ("a robot, on Monday\ntime,q1,q2,tau1,tau2\n0,1,2,3,4\n", "run.csv:2: has 5 entries, and line 1 names 2"),
        ("time,q1,q2,tau1,tau2\n0,1,2,3,4\n1,2,3,4,five\n", "rows can be used; a motion needs more"),
    ],
)
def test_what_is_no_log_is_told_in_one_line(arm: symdyn.Robot, tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as raised:
        symdyn.read_log(written(tmp_path, text), arm)
    assert "run.csv" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("told", "what"),
    [
        ("q: [a, b]\n", "starts with 'columns: 1'"),
        ("columns: 1\nq: [a]\n", "columns.yaml:2: q: expected a list of 2"),
        ("columns: 1\nq: {columns: [a, b], unit: grad}\n", "unknown unit 'grad'"),
        ("columns: 1\ngear: [1, 0]\n", "a gear ratio is 0"),
        ("columns: 1\ntransmission: [[1, 1], [1, 1]]\n", "has no inverse"),
        ("columns: 1\nrate: 0\n", "must be above 0"),
        ("columns: 1\ntau: {file: ../secret.csv}\n", "without a path"),
        ("columns: 1\nspeed: [a, b]\n", "unknown key 'speed'"),
    ],
)
def test_a_wrong_file_of_columns_is_told_with_its_line(arm: symdyn.Robot, tmp_path: Path, told: str, what: str) -> None:
    log = write_csv(recorded(arm, 1, seconds=1), tmp_path / "run.csv")
    with pytest.raises(InputError, match=what):
        symdyn.read_log(log, arm, written(tmp_path, told, "columns.yaml"))


def test_degrees_and_clipped_torques_are_suspected(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=2)
    assert log.tau is not None
    log.q[:, 0] *= 180 / np.pi
    log.tau[:, 1] = np.clip(log.tau[:, 1], -0.5, 0.5)
    notes = " ".join(symdyn.read_log(write_csv(log, tmp_path / "run.csv"), arm).notes)
    assert "are its angles in degrees?" in notes
    assert "joint2 is at its limit" in notes


def test_a_position_that_leaps_and_a_joint_at_rest_are_told(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=4)
    log.q[:, 0] = np.where(np.arange(len(log.q)) > 900, log.q[:, 0] + 2.5, log.q[:, 0])
    log.q[:, 1] = 0.25
    notes = " ".join(symdyn.read_log(write_csv(log, tmp_path / "run.csv"), arm).notes)
    assert "does its encoder wrap?" in notes
    assert "joint2 never moves" in notes


@pytest.mark.parametrize(("factor", "what"), [(0.0, "the torques never change"), (1e200, "holds a number of size")])
def test_torques_that_no_robot_has_are_refused(arm: symdyn.Robot, tmp_path: Path, factor: float, what: str) -> None:
    log = recorded(arm, 1, seconds=1)
    assert log.tau is not None
    log.tau[:] *= factor
    with pytest.raises(InputError, match=what):
        symdyn.read_log(write_csv(log, tmp_path / "run.csv"), arm)


def test_a_spike_of_several_rows_is_left_out_and_a_step_that_stays_is_not(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=4)
    log.q[700:707, 1] += 0.8
    read = symdyn.read_log(write_csv(log, tmp_path / "spike.csv"), arm)
    assert len(read.time) == len(log.time) - 7 and "7 of 2000 rows left out" in read.notes[0]
    log = recorded(arm, 1, seconds=4)
    log.q[700:, 1] += 0.8
    assert len(symdyn.read_log(write_csv(log, tmp_path / "step.csv"), arm).time) == len(log.time)


def test_an_encoder_that_wraps_is_turned_back_over_the_borders_of_pieces(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=8)
    true = log.q.copy()
    log.q[:] = np.mod(true - true.mean(axis=0), 2 * np.pi)  # a border in the middle of the motion
    assert (np.abs(np.diff(log.q, axis=0)).max(axis=0) > 6).all()
    path = write_csv(log, tmp_path / "wraps.csv")
    whole = symdyn.read_log(path, arm)
    assert "taken for an encoder that wraps" in whole.notes[0]
    assert np.ptp(whole.q - true, axis=0).max() < 1e-9
    pieces = [chunk.q for chunk in replace(open_log(path, arm), rows=97).chunks()]
    assert np.abs(np.concatenate(pieces) - whole.q).max() < 1e-12


@pytest.mark.parametrize("wraps", [False, True])
def test_what_a_motor_turns_while_rows_are_missing_is_no_wrap(wraps: bool) -> None:
    """As fast as 100 rad/s at 1 kHz, 63 missing rows are a turn; the encoder leaves turns out, or does not."""
    time = np.arange(0, 20, 1e-3)
    true = np.column_stack([100 * np.sin(time), 30 * np.cos(2 * time) + time])
    for seed in range(10):
        draw = np.random.default_rng(seed)
        q = np.mod(true, 2 * np.pi) if wraps else true.copy()
        for start in draw.integers(100, len(q) - 200, 5):
            q[start : start + draw.integers(1, 120)] = np.nan
        turns = Turns()
        found = np.concatenate([turns(part, np.pi / 2) for part in np.array_split(q, int(draw.integers(1, 40)))])
        away = (found - true)[np.isfinite(found).all(axis=1)]
        assert np.abs(away - away[0]).max() < 1e-9, seed


def test_a_pipe_is_told_to_be_one(arm: symdyn.Robot, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(InputError, match="write it to a file first"):
        symdyn.read_log(tmp_path / "pipe.csv", arm)


def test_22_currents_in_three_phases_are_torques(arm: symdyn.Robot, tmp_path: Path) -> None:
    """A motor that is driven as it should be has currents in step with its poles: 3/2 of constant times amplitude."""
    log = recorded(arm, 1, seconds=1)
    assert log.tau is not None
    gears, constant, pairs, zero = np.array([50.0, -30.0]), np.array([0.2, 0.1]), 4, 0.3
    motors = log.q * gears
    amplitude = log.tau / gears / (1.5 * constant)
    table = {"time": log.time}
    for j in range(2):
        table[f"q{j + 1}"] = motors[:, j]
        for letter, shift in zip("abc", (0, 2 * np.pi / 3, 4 * np.pi / 3), strict=True):
            table[f"i{letter}{j + 1}"] = amplitude[:, j] * np.sin(pairs * motors[:, j] + zero + shift)
    np.savez(tmp_path / "run.npz", **table)
    told = "currents: {columns: [[ia1, ib1, ic1], [ia2, ib2, ic2]], constant: [0.2, 0.1], pairs: 4, zero: 0.3}"
    (tmp_path / "columns.yaml").write_text(f"columns: 1\nq: [q1, q2]\n{told}\ngear: [50, -30]\n")
    read = symdyn.read_log(tmp_path / "run.npz", arm, tmp_path / "columns.yaml")
    assert read.tau is not None and np.abs(read.tau - log.tau).max() < 1e-10 * np.abs(log.tau).max()
    (tmp_path / "both.yaml").write_text(f"columns: 1\nq: [q1, q2]\n{told}\ntau: [q1, q2]\n")
    with pytest.raises(InputError, match="leave one of the two out"):
        symdyn.read_log(tmp_path / "run.npz", arm, tmp_path / "both.yaml")


def test_a_million_columns_are_looked_through_at_once(arm: symdyn.Robot, tmp_path: Path) -> None:
    names = [*(f"c{i}" for i in range(200_000)), "c7"]
    path = written(tmp_path, ",".join(names) + "\n" + ",".join("1" for _ in names) + "\n")
    with pytest.raises(InputError, match="there are two columns 'c7'"):  # name by name against all: minutes
        symdyn.read_log(path, arm)


def test_an_array_of_complex_numbers_is_refused(arm: symdyn.Robot, tmp_path: Path) -> None:
    np.savez(tmp_path / "run.npz", time=np.arange(40.0), q=np.ones((40, 2)) * 1j, tau=np.ones((40, 2)))
    with pytest.raises(InputError, match="the array 'q' is not one of numbers"):
        symdyn.read_log(tmp_path / "run.npz", arm)


def test_a_number_that_overflows_is_left_out_quietly(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=1)
    log.q[10, 0] = 1e300
    with np.errstate(all="raise"):
        assert any(
            "jumps away and back" in note for note in symdyn.read_log(write_csv(log, tmp_path / "a.csv"), arm).notes
        )


def test_what_is_called_npz_and_is_none_is_refused(arm: symdyn.Robot, tmp_path: Path) -> None:
    path = tmp_path / "run.npz"
    for content in (b"time,q1\n0,1\n", b"PAR1", b""):
        path.write_bytes(content)
        with pytest.raises(InputError, match="is no npz file"):
            symdyn.read_log(path, arm)
