"""A log on disk is read in pieces: what comes out does not depend on where they are cut."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from recorded_motion import ARM, recorded, write_csv

import symdyn
from symdyn.errors import InputError
from symdyn.identification.fit.gather import gather
from symdyn.identification.fit.model import model_of
from symdyn.identification.fit.one_thread import _libraries, one_thread
from symdyn.identification.fit.rows import Recipe
from symdyn.identification.fit.windows import windows
from symdyn.identification.logs import Log, LogFile, open_log
from symdyn.identification.logs.clean import Cleaning
from symdyn.identification.logs.log import joined
from symdyn.identification.logs.stretches import pieces, stretches
from symdyn.identification.logs.survey import survey


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


def cut(log: Log, rows: int) -> list[Log]:
    return [log.rows(slice(start, start + rows)) for start in range(0, len(log.time), rows)]


def test_a_file_in_pieces_is_the_log_that_is_read_whole(arm: symdyn.Robot, tmp_path: Path) -> None:
    path = write_csv(recorded(arm, 1, seconds=4), tmp_path / "run.csv")
    whole = symdyn.read_log(path, arm)
    chunks = list(LogFile(path, arm, rows=300).chunks())
    assert [len(chunk.time) for chunk in chunks] == [300] * 6 + [200]
    assert np.array_equal(np.concatenate([chunk.q for chunk in chunks]), whole.q)
    assert whole.tau is not None
    assert np.array_equal(np.concatenate([chunk.tau for chunk in chunks if chunk.tau is not None]), whole.tau)


def test_time_goes_on_from_piece_to_piece_where_only_a_rate_is_told(arm: symdyn.Robot, tmp_path: Path) -> None:
    path = write_csv(recorded(arm, 1, seconds=1), tmp_path / "run.csv")
    told = tmp_path / "columns.yaml"
    told.write_text("columns: 1\nrate: 500\nq: [q1, q2]\ntau: [tau1, tau2]\n")
    columns = open_log(path, arm, told).columns
    time = np.concatenate([chunk.time for chunk in LogFile(path, arm, columns, rows=77).chunks()])
    assert np.allclose(np.diff(time), 0.002, rtol=1e-9)


def test_a_row_that_goes_back_in_time_is_found_at_the_border_of_pieces(arm: symdyn.Robot, tmp_path: Path) -> None:
    path = write_csv(recorded(arm, 1, seconds=1), tmp_path / "run.csv")
    lines = path.read_text().splitlines()
    lines.insert(101, lines[60])  # the first row of the second piece
    path.write_text("\n".join(lines))
    assert sum(len(chunk.time) for chunk in LogFile(path, arm, rows=100).chunks()) == 500


@pytest.mark.parametrize("jitter", [0.0, 1e-4])
def test_stretches_do_not_depend_on_pieces(arm: symdyn.Robot, jitter: float) -> None:
    log = recorded(arm, 1, seconds=4)
    moved = log.time + jitter * np.random.default_rng(0).uniform(size=len(log.time))
    log = replace(log, time=np.where(log.time > 2.5, moved + 3, moved))
    whole = [piece.log for piece in pieces([log])]
    assert len(whole) == 2
    found: list[list[Log]] = [[]]
    for piece in pieces(cut(log, 333)):
        found[-1].append(piece.log)
        if piece.ends:
            found.append([])
    assert len(found) == 3 and not found[-1]
    for one, parts in zip(whole, found, strict=False):
        time = np.concatenate([part.time for part in parts])
        q = np.concatenate([part.q for part in parts])
        # jitter is evened out with the median step of what was read by then: grids differ, what they sample does not
        assert len(time) == len(one.time) if not jitter else abs(len(time) - len(one.time)) < 20
        again = np.column_stack([np.interp(time, one.time, column) for column in one.q.T])
        both = time <= one.time[-1]
        assert np.abs(again - q)[both].max() < 1e-4  # of a straight line between samples


def test_windows_cover_every_row_once_and_filter_as_the_whole_log_is(arm: symdyn.Robot) -> None:
    log = recorded(arm, 2, seconds=60, noise=0.1)
    seen = survey(log, arm)
    (whole,) = windows(log, seen)
    parts = list(windows(log, seen, core=2000))
    assert len(parts) > 3
    kept = [part.motion.rows(slice(part.begin, part.end)) for part in parts]
    ours = whole.motion.rows(slice(whole.begin, whole.end))
    assert np.array_equal(np.concatenate([one.time for one in kept]), ours.time)
    assert [part.index for part in parts] == list(np.cumsum([0, *(len(one.time) for one in kept[:-1])]))
    qdd = np.concatenate([one.qdd for one in kept if one.qdd is not None])
    assert ours.qdd is not None
    assert np.abs(qdd - ours.qdd).max() < 1e-5 * np.abs(ours.qdd).max()  # what filters remember over a margin


def test_a_fit_does_not_depend_on_pieces(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 2, seconds=60, noise=0.1)
    recipe = Recipe(model_of(arm), 4.0)
    whole = gather(log, recipe)
    path = write_csv(log, tmp_path / "run.csv")
    parts = gather(LogFile(path, arm, rows=7000), recipe)
    assert parts.rows == whole.rows
    for one, other in zip(whole.factors, parts.factors, strict=True):
        gram, again = one.R.T @ one.R, other.R.T @ other.R
        assert np.allclose(gram, again, rtol=0, atol=1e-8 * np.abs(gram).max())  # twelve digits in the text


def test_signals_in_two_files_must_be_of_one_length(arm: symdyn.Robot, tmp_path: Path) -> None:
    log = recorded(arm, 1, seconds=1)
    write_csv(log, tmp_path / "run.csv")
    write_csv(log.rows(slice(0, 400)), tmp_path / "torques.csv")
    told = tmp_path / "columns.yaml"
    told.write_text("columns: 1\nrate: 500\nq: [q1, q2]\ntau: {columns: [tau1, tau2], file: torques.csv}\n")
    with pytest.raises(InputError, match="different lengths"):
        symdyn.read_log(tmp_path / "run.csv", arm, told)


def test_linear_algebra_goes_back_to_its_threads() -> None:
    if not _libraries():
        pytest.skip("no OpenBLAS that came with NumPy")
    before = [get() for get, _ in _libraries()]
    with one_thread():
        assert [get() for get, _ in _libraries()] == [1] * len(before)
    assert [get() for get, _ in _libraries()] == before


@pytest.mark.parametrize("rows", [1 << 17, 700, 997])
def test_a_clock_that_starts_again_cuts_the_log(arm: symdyn.Robot, tmp_path: Path, rows: int) -> None:
    """Two runs in one file: none of the second's rows is lost, and no motion leads from the first to it."""
    runs = [recorded(arm, seed, seconds=seconds) for seed, seconds in ((1, 2), (2, 3), (3, 1))]
    both = Log("three", *(np.concatenate([getattr(run, word) for run in runs]) for word in ("time", "q")))
    both = replace(both, tau=np.concatenate([run.tau for run in runs if run.tau is not None]))
    file = replace(open_log(write_csv(both, tmp_path / "runs.csv"), arm), rows=rows)
    parts = list(stretches(joined(list(file.chunks(cleaning := Cleaning())))))
    # where a run starts among the last ten rows of a piece, these are left out
    assert [len(part.time) for part in parts] == pytest.approx([1000, 1500, 500], abs=10 if rows < 1000 else 0)
    assert np.abs(parts[1].q[-100:] - runs[1].q[-100:]).max() < 1e-9
    assert any("its clock starts again 2 times: the log is cut there" in note for note in cleaning.notes("three"))


def test_a_row_that_comes_late_or_twice_starts_no_run(arm: symdyn.Robot) -> None:
    log = recorded(arm, 1, seconds=2)
    order = np.concatenate([np.arange(500), [420], np.arange(495, 1000)])  # one late, five twice
    late = replace(log.rows(order), name="late")
    cleaned = (clean := Cleaning())(late)
    assert len(cleaned.time) == 1000 and clean.clock.starts == 0
