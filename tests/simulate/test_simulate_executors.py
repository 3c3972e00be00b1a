"""Processes for many runs: ended when work is interrupted."""

import time
from multiprocessing import active_children

import pytest

from symdyn.simulate.monte_carlo.executors import executor_for


def test_processes_end_in_the_middle_of_their_work_when_it_is_interrupted():
    before = set(active_children())
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt), executor_for(runs=2, workers=2) as executor:
        assert executor.submit(abs, -1).result() == 1
        executor.submit(time.sleep, 300)
        raise KeyboardInterrupt
    assert time.monotonic() - begin < 100
    assert not set(active_children()) - before
