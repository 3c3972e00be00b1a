"""Torques that come later than positions: told with the delay, taken off when asked, not suspected without cause."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from recorded_motion import ARM, recorded

import symdyn
from symdyn.cli.main import main
from symdyn.errors import InputError
from symdyn.identification.logs import Log
from symdyn.identification.logs.log import joined
from symdyn.identification.logs.on_time import on_time
from symdyn.identification.logs.stretches import Piece


@pytest.fixture(scope="module")
def arm() -> symdyn.Robot:
    return symdyn.load(ARM)


def late(arm: symdyn.Robot, seed: int, rows: int, noise: float = 0.2) -> Log:
    """A log of 500 Hz whose torques are those of some rows before."""
    log = recorded(arm, seed, seconds=20)
    assert log.tau is not None
    tau = np.roll(log.tau, rows, axis=0) + noise * np.random.default_rng(seed).normal(size=log.tau.shape)
    return replace(log, tau=tau).rows(slice(100, -100))


@pytest.mark.parametrize("rows", [-20, 3, 20])
def test_a_delay_is_told_with_its_size_and_taken_off(arm: symdyn.Robot, rows: int) -> None:
    log = late(arm, 1, rows)
    blind = symdyn.identify(arm, log, physical=False)
    # half a millisecond is what noise leaves; 40 ms of a motion with 0.8 Hz are no longer small, by their cube
    assert blind.delay.seconds == pytest.approx(0.002 * rows, abs=1e-3 + 0.02 * abs(0.002 * rows))
    (told,) = (note for note in blind.notes if "than positions" in note)
    assert ("later" if rows > 0 else "earlier") in told and f"--delay {blind.delay.seconds:.3g} takes that off" in told
    seen = symdyn.identify(arm, log, physical=False, delay=0.002 * rows)
    assert seen.errors[0].error < 0.6 * blind.errors[0].error
    assert not any("than positions" in note for note in seen.notes)
    true = np.array(symdyn.minimal_parameters(arm).values)
    assert np.abs((seen.pi - true) / seen.sigma).max() < 4


def test_logs_on_time_are_not_suspected(arm: symdyn.Robot) -> None:
    for seed in range(6):
        fit = symdyn.identify(arm, late(arm, seed, 0), physical=False)
        assert not fit.delay.told
        assert abs(fit.delay.seconds) < 4 * fit.delay.sigma


def test_a_delay_that_was_given_wrong_is_put_right(arm: symdyn.Robot) -> None:
    fit = symdyn.identify(arm, late(arm, 1, 20, noise=0.05), physical=False, delay=0.05)
    assert fit.delay.taken_off + fit.delay.seconds == pytest.approx(0.04, abs=1e-3)
    assert "earlier than positions" in fit.delay.told


@pytest.mark.parametrize("delay", [0.03, -0.03, 0.0013, -0.0013, 0.2])
@pytest.mark.parametrize("cut", [(), (3,), (1, 2, 3, 4, 50, 90), (20, 40, 60, 80)])
def test_shifted_torques_do_not_depend_on_pieces(delay: float, cut: tuple[int, ...]) -> None:
    """A cubic comes back exactly, in every row that has torques around the time it asks for."""
    time = np.arange(100) * 0.01
    tau = np.column_stack([time**3 - time, 2 + time**2])
    log = Log("cubic", time, np.zeros((100, 2)), tau=tau)
    edges = [0, *cut, 100]
    parts = [Piece(log.rows(slice(a, b)), b == 100) for a, b in pairwise(edges)]
    found = list(on_time([*parts, *parts], delay))  # two stretches
    assert sum(piece.ends for piece in found) == 2 and found[-1].ends
    whole = joined([piece.log for piece in found])
    (once,) = on_time([Piece(log, True)], delay)
    assert len(whole.time) == 2 * len(once.log.time) and len(once.log.time) >= 100 - abs(delay) / 0.01 - 3
    assert whole.tau is not None
    at = np.tile(once.log.time, 2)
    assert np.array_equal(whole.time, at)
    wanted = np.column_stack([(at + delay) ** 3 - (at + delay), 2 + (at + delay) ** 2])
    assert np.abs(whole.tau - wanted).max() < 1e-13  # rounding


def test_a_delay_that_is_none_is_refused(arm: symdyn.Robot, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InputError, match="delay: must be a number of seconds"):
        symdyn.identify(arm, late(arm, 1, 0), delay=float("inf"))
    assert main(["identify", "two_link", "no.csv", "--delay", "nan"]) == 2
    assert "--delay: must be a number of seconds" in capsys.readouterr().err
