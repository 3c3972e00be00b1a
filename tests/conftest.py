"""What all tests run with."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest

# before NumPy is imported, here and in all processes that tests start: two workers on two processors need no threads
# beside, each of which takes 15 ms to start and waits busily
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from symdyn.model import equal_robots

KEPT = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Let the commands that tests run keep their bytecode for this run, also where the user's own may not.

    Hundreds of processes would otherwise compile the same files, a quarter of a second each. Workers inherit this.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        config.stash[KEPT] = os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="symdyn-bytecode-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    if KEPT in config.stash:
        shutil.rmtree(config.stash[KEPT], ignore_errors=True)


@pytest.fixture(autouse=True)
def _shares_nothing(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where a test changes how things are done, robots of other tests have nothing to do with it, before and after."""
    changes = "monkeypatch" in request.fixturenames
    if changes:
        equal_robots.forget()
    yield
    if changes:
        equal_robots.forget()


def pytest_sessionfinish() -> None:
    """Look for garbage once: pytest does so ten times at the end, among all that tests have kept for each other."""
    gc.collect()
    gc.freeze()


def pytest_collection_finish() -> None:
    """Take what was collected out of the garbage collector's sight: ten thousand tests stay until the end."""
    gc.collect()
    gc.freeze()
