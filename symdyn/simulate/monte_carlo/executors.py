"""Where Monte-Carlo runs are made: in this process, on this machine's cores, or on a Dask cluster.

All three are executors of `concurrent.futures`, so that what uses them is written once.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any

from symdyn.errors import InputError

CONNECTION_SECONDS = 10


class Here(Executor):
    """Makes every call at once, in this process."""

    at_once = 1

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Call, and return the finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


class Processes(ProcessPoolExecutor):
    """Processes of this machine, `at_once` of them."""

    def __init__(self, at_once: int) -> None:
        """Take a fresh interpreter each, on every platform: what threads hold at a fork is nobody's business here."""
        super().__init__(at_once, mp_context=get_context("spawn"))
        self.at_once = at_once
        self._others = set(active_children())

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """Call in one of the processes, which may start here."""
        with _interrupts_for_this_process_alone():
            return super().submit(function, *arguments, **options)

    def abandon(self) -> None:
        """End the processes in the middle of their work."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - self._others:
            process.terminate()
            process.join()


@contextmanager
def _interrupts_for_this_process_alone() -> Iterator[None]:
    """Let processes that start meanwhile not hear of interrupts, on which each would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def executor_for(runs: int, workers: int | None = None, dask: str | None = None) -> Iterator[Executor]:
    """Give an executor: that of a Dask scheduler at an address, else one of as many processes as there are cores."""
    if dask is not None:
        with dask_executor(dask, "--dask") as executor:
            yield executor
        return
    count = min(runs, workers or os.cpu_count() or 1)
    if count == 1:
        yield Here()
        return
    with Processes(count) as executor:
        try:
            yield executor
        except BaseException:
            executor.abandon()
            raise


@contextmanager
def dask_executor(address: str, option: str) -> Iterator[Executor]:
    """Give the executor of a Dask scheduler; ``option`` is how the user named it."""
    try:
        from distributed import Client
    except ImportError:
        what = "needs Dask, which is not installed; pip install 'symdyn-codegen[cluster]'"
        raise InputError(what, field=option) from None
    try:
        client = Client(address, timeout=CONNECTION_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        reason = " ".join(str(error).split())[:120]
        what = f"no Dask scheduler answers at {address[:80]!r} ({reason}); start one with: dask scheduler"
        raise InputError(what, field=option) from None
    with client:
        yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
